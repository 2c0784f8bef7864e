"""Lets the tests here share their helpers, and the small worlds of the world's own tests."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
for folder in (HERE.parent / "world", HERE):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
