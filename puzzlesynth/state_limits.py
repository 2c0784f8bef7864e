"""How far worlds are explored by default before an answer stays undecided. The documentation quotes these numbers."""

from __future__ import annotations

STATE_LIMIT = 200_000
"""States per search where something is to be proven: `verify`, `solve`, play, and what a designer forbids."""

REPORTED_STATES = 20_000
"""States per puzzle where dead ends are only reported: a stream of puzzles must not wait for a few large worlds."""

MEASURED_STATES = 20_000
"""States per puzzle for measuring difficulty; a larger world counts as this large."""

EXPLAINED_STATES = 50_000
"""States per candidate that is played to say why a pack has no puzzle."""

FORESEEN_STATES = 50_000
"""States per puzzle from which exports learn what makes the game unwinnable."""
