"""Puzzles for other tools: one file or folder per format, found through the entry point `puzzlesynth.exporters`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .interface import Exporter as Exporter
    from .interface import ExportError as ExportError
    from .interface import Options as Options
    from .registry import exporter as exporter
    from .registry import exporter_names as exporter_names
    from .registry import exporters as exporters

_HOME = {
    "Exporter": "interface",
    "ExportError": "interface",
    "Options": "interface",
    "exporter": "registry",
    "exporter_names": "registry",
    "exporters": "registry",
}


def __getattr__(name: str) -> Any:
    """Modules are only imported once something of them is used: the command line must start at once."""
    if name in _HOME:
        return getattr(import_module(f".{_HOME[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
