"""The largest numbers of a pack. What is larger is refused with its place: searching it would take all of the memory."""

from __future__ import annotations

MAX_STAGES = 100
"""Of `limits.stages`. The logic program grows with each stage of each object that can change in circles."""
MAX_ADDED = 100
"""Of `limits.copies`."""
MAX_COPIES = 1_000
"""Of an item's `copies`, and so of what areas contain of one item."""
MAX_OBJECTS = 20_000
"""In the world at the start, with what is inside others."""
MAX_AREAS = 1_000
MAX_GOALS = 1_000
"""Of one area."""
