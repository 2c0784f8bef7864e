"""Lets the tests here share `play_making`, and the small packs of the world's tests."""

import sys
from pathlib import Path

for folder in (Path(__file__).parent, Path(__file__).parent.parent / "world"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
