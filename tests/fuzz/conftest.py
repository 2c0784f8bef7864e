"""Lets the tests here share the referee and the packs."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
