"""A pack whose only puzzle needs more changes of one object than its limit allows."""

from __future__ import annotations

SIDES = 7
_TURNS = "".join(f"  Dial[n: {(n + 1) % SIDES}] ::= Turn{n} Dial[n: {n}]\n" for n in range(SIDES))
LIMITED = f"""\
pack: lim
items:
  Dial: {{n: 0}}
rules: |
{_TURNS}areas:
  A: {{start: true, goals: ["Dial[n: {SIDES - 1}]"], contains: [Dial]}}
limits: {{stages: 2}}
"""
NAMED = "Dial changes at most 2 times in a puzzle (limits.stages)"
