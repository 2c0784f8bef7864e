"""Lets the tests here share `synth_making` and its like."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
