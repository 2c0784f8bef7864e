"""Small games made at random in which things are pushed, pulled, thrown, swapped, made and destroyed."""

from __future__ import annotations

from random import Random

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.model import PuzzleScriptGame
from tests.support.puzzlescript_sources import source
from tests.support.search_games import PUSH

RULES = (
    PUSH,
    "rigid " + PUSH,
    "[ > Player | Gem ] -> [ > Player | > Gem ]",
    "[ > Player | Thing ] -> [ > Player | > Thing ]",
    "[ > Player | Crate | Crate ] -> [ > Player | > Crate | > Crate ]",
    "[ > Crate | Crate ] -> [ > Crate | > Crate ]",
    "[ > Thing | Thing ] -> [ > Thing | > Thing ]",
    "[ moving Crate | Gem ] -> [ moving Crate | moving Gem ]",
    "[ < Player | Crate ] -> [ < Player | < Crate ]",
    "[ > Player | ... | Crate ] -> [ > Player | ... | > Crate ]",
    "[ > Player ] [ Gem ] -> [ > Player ] [ > Gem ]",
    "[ > Crate | no Wall ] [ Gem ] -> [ > Crate | ] [ Crate ]",
    "[ action Player | Crate ] -> [ Crate | Player ]",
    "[ action Player ] -> [ Crate ]",
    "[ action Player | ... | Crate ] -> [ Player | ... | Gem ]",
    "[ Crate | Gem ] -> [ Gem | Crate ]",
    "[ > Player | Gem ] -> [ Player | ]",
    "[ > Gem | Wall ] -> [ | Wall ]",
    "[ > Player | Hole ] -> cancel",
    "late [ Crate | Crate | Crate ] -> [ | Gem | ]",
    "late [ Player | Crate ] -> [ Player | Gem ]",
    "late [ Crate Hole ] -> [ ]",
    "late [ Player Portal ] [ Portal no Player ] -> [ Portal ] [ Player Portal ]",
    "late [ Crate Portal ] [ Portal no Crate no Player no Gem ] -> [ Portal ] [ Crate Portal ]",
    "late down [ Gem | no Wall no Crate no Gem no Player ] -> [ | Gem ] again",
)
WINS = (
    "All Target on Crate",
    "All Crate on Target",
    "All Gem on Target",
    "All Target on Thing",
    "All Crate on Gem",
    "All Player on Target",
    "Some Gem on Target",
    "Some Player on Target",
    "Some Crate on Hole",
    "Some Gem",
    "No Gem",
    "No Crate",
    "No Crate on Hole",
    "No Gem\nAll Target on Crate",
)
_OBJECTS = ("Background", "Player", "Wall", "Crate", "Gem", "Target", "Hole", "Portal")
_LEGEND = """\
. = Background
P = Player
# = Wall
* = Crate
G = Gem
O = Target
H = Hole
o = Portal
Thing = Crate or Gem
"""
_LAYERS = (
    "Background\nTarget, Hole, Portal\nPlayer, Wall, Crate, Gem\n",
    "Background\nTarget, Hole, Portal\nGem\nPlayer, Wall, Crate\n",
)


def pushing_game(chance: Random) -> PuzzleScriptGame | None:
    """A game with two levels; None if it does not compile."""
    rules = chance.sample(RULES, chance.randint(1, 4))
    if chance.random() < 0.3:
        rules = [PUSH, *rules[:2]]
    text = source(
        "\n".join(rules),
        objects="".join(f"{name}\nwhite\n\n" for name in _OBJECTS),
        legend=_LEGEND,
        layers=chance.choice(_LAYERS),
        win=chance.choice(WINS),
        levels="\n".join(_level(chance) for _ in range(2)),
    )
    return compile_source(text).game


def _level(chance: Random) -> str:
    width, height = chance.randint(3, 6), chance.randint(3, 6)
    rows = [
        ["." if chance.random() < 0.75 else chance.choice("##*OGHo") for _ in range(width)]
        for _ in range(height)
    ]
    for thing in "P**OOG"[: chance.randint(3, 6)]:
        rows[chance.randrange(height)][chance.randrange(width)] = thing
    return "".join("".join(row) + "\n" for row in rows)
