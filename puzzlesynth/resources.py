"""Where the logic programs and the examples are: beside the package in a checkout, inside it when installed."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_HOME = _PACKAGE / "_data" if (_PACKAGE / "_data").is_dir() else _PACKAGE.parent

ENCODINGS = _HOME / "encodings"
"""The synthesizer's programs."""
SHELF_FOLDER = _HOME / "asp"
"""Constraints for designers to choose from, and the vocabulary for their own."""
EXAMPLES = _HOME / "examples"
"""Packs and games to look at, and to copy."""
