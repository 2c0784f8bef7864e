"""Mistakes in constraint files, each with its place."""

from __future__ import annotations

from puzzlesynth.pack.diagnostics.problems import PackError


class ConstraintError(PackError):
    """A constraint that cannot be used, with everything that is wrong with it."""
