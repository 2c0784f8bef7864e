"""The largest numbers of a pack. Larger ones are refused with their place: searching them would exhaust the memory."""

from __future__ import annotations

MAX_NUMBER = 2**31 - 1
"""Numbers are 32 bits wide in the solver."""

MAX_BYTES = 4 * 1024 * 1024
"""Of one file."""
MAX_NODES = 300_000
"""YAML values of one file, with aliases expanded."""
MAX_DEPTH = 20
"""How deeply lists and mappings may be nested, and composed blocks."""

MAX_ITEMS = 20_000
MAX_TYPES = 100
"""Of one item."""
MAX_RULES = 20_000
MAX_RULE_LENGTH = 4000
"""Of a rule or a goal, in characters."""
MAX_BROKEN = 200
"""Rules that cannot be read before the rest is skipped."""
MAX_RELATIONS = 50_000
"""Rules of a pack with those that follow from relations."""
MAX_AREAS = 1_000
MAX_GOALS = 1_000
"""Of one area."""
MAX_BLOCKS = 1_000
"""Of one map, as written."""
MAX_EXPANDED_BLOCKS = 5_000
"""Of one map, with composed blocks expanded."""

MAX_STAGES = 100
"""Of `limits.stages`. The logic program grows with each stage of each object that can change in circles."""
MAX_ADDED = 100
"""Of `limits.copies`."""
MAX_COPIES = 1_000
"""Of an item's `copies`, and so of what areas contain of one item."""
MAX_OBJECTS = 20_000
"""In the world at the start, with what is inside others."""
