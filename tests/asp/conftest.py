"""Packs for constraints: small ones, so that a constraint leaves all of their puzzles or none."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
