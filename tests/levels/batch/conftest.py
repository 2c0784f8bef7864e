"""Lets the tests here share the games of the search's tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "search"))
