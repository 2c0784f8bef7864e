"""Small packs with the number of puzzles that SEMANTICS.md allows, each small enough to be followed by hand."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

from puzzlesynth.pack import Pack, load_pack

BY_HAND: dict[str, tuple[int, str]] = {
    "what lies in a later area is taken after it opens": (
        1,
        """
items: {T3: {carryable: true}, T6: {}, Wire: {}, G4: {}, G7: {}}
rules: |
  G4 ::= Press T6
  Wire ::= Bend T3
  G7 ::= Weld Wire
areas:
  A1: {start: true, goals: [G4], connects: [A2]}
  A2: {goals: [G7], contains: [T3], depth: {min: 2}}
""",
    ),
    "a start area may need what lies behind another": (
        1,
        """
items: {T3: {carryable: true}, T6: {}, G4: {}, G7: {}}
rules: |
  G4 ::= Press T6
  G7 ::= Weld T3
  G4[seen: True] ::= Look G4[seen: False]
areas:
  A1: {start: true, goals: [G7]}
  B1: {start: true, goals: [G4], connects: [C]}
  C: {goals: ["G4[seen: True]"], contains: [T3]}
""",
    ),
    "a thing behind a door of an area without a goal": (
        1,
        """
items: {G4: {}, T6: {carryable: true}, G15: {}, T17: {}, Key: {}}
rules: ["G15 ::= Do7 T17", "G4 ::= Act2 T6"]
areas:
  A1: {goals: [G4], start: true, connects: [A3], doors: [A2]}
  A2: {contains: [T6]}
  A3: {goals: [G15]}
""",
    ),
    "what one open area made serves another, whichever is listed first": (
        1,
        """
items:
  Ore: {carryable: true}
  Iron: {carryable: true, notSpawnable: true}
  Sword: {carryable: true, notSpawnable: true}
rules: ["Iron ::= Smelt Ore", "Sword ::= Forge Iron"]
areas:
  Smithy: {goals: [Sword], start: true}
  Furnace: {goals: [Iron], start: true}
""",
    ),
    "and so it is for areas that open together": (
        1,
        """
items:
  Ore: {carryable: true, area: [Furnace]}
  Iron: {carryable: true, notSpawnable: true}
  Sword: {carryable: true, notSpawnable: true}
  Bell: {}
rules: ["Bell[rung: True] ::= Ring Bell[rung: False]", "Iron ::= Smelt Ore", "Sword ::= Forge Iron"]
areas:
  Hall: {start: true, goals: ["Bell[rung: True]"], connects: [Smithy, Furnace]}
  Furnace: {goals: [Iron]}
  Smithy: {goals: [Sword]}
""",
    ),
    "a coin that is gone makes room for another": (
        1,
        """
items: {Coin: {carryable: true}, Token: {carryable: true, notSpawnable: true}, Gem: {notSpawnable: true}}
rules: ["Token ::= Exchange Coin", "Gem Coin ::= Buy Token"]
areas: {A1: {start: true, goals: [Gem], contains: [Coin]}}
""",
    ),
    "what was inside is gone with the box, and makes room": (
        1,
        """
items: {Gem: {notSpawnable: true}, Box: {contains: Gem}, Hammer: {carryable: true}}
rules: ["Gem ::= Smash Box Hammer"]
areas: {A1: {start: true, goals: [Gem]}}
""",
    ),
    "two ways to a goal are two puzzles when neither is a way around the other": (
        2,
        """
items: {Gem: {}, Guard: {}, Key: {}}
rules: ["Key ::= Rob Guard", "Gem Guard[paid: True] ::= Pay Guard"]
areas: {A1: {start: true, goals: [Gem, Key]}}
""",
    ),
    "a second rule that the same thing is enough for is a shortcut": (
        0,
        """
items: {Coin: {carryable: true}, Gem: {notSpawnable: true}}
rules: ["Gem ::= Buy Coin", "Gem ::= Steal Coin"]
areas: {Shop: {start: true, goals: [Gem]}}
""",
    ),
    "nothing lies behind its own lock": (
        0,
        """
items: {Door: {}, Key: {carryable: true, area: [B]}, Gem: {notSpawnable: true}}
rules: ["Door[open: True] Key ::= Unlock Door[open: False] Key", "Gem ::= Carve Door[open: True]"]
areas:
  A: {start: true, goals: ["Door[open: True]"], connects: [B], contains: [Door]}
  B: {goals: [Gem]}
""",
    ),
    "what is consumed serves one step": (
        0,
        """
items:
  Egg: {carryable: true}
  Cake: {carryable: true, notSpawnable: true}
  Sauce: {carryable: true, notSpawnable: true}
  Meal: {notSpawnable: true}
rules: ["Cake ::= Bake Egg", "Sauce ::= Whisk Egg", "Meal ::= Serve Cake Sauce"]
areas: {A: {start: true, goals: [Meal]}}
""",
    ),
}


def pack_of(text: str) -> Pack:
    """A pack out of YAML."""
    if not text.lstrip().startswith("pack:"):
        text = f"pack: fuzz\n{text}"
    path = Path(_folder().name) / f"fuzz-{os.getpid()}.yaml"
    path.write_text(text, encoding="utf-8")
    return load_pack(path)


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """One for all packs: making and removing a folder takes longer than reading a pack."""
    return tempfile.TemporaryDirectory()
