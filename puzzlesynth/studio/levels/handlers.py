"""The table of requests about levels."""

from __future__ import annotations

from puzzlesynth.studio.handlers import Handlers

HANDLERS: Handlers = {}
