"""Small games for the tests of pictures."""

from __future__ import annotations

from puzzlesynth.levels import PuzzleScriptGame, compile_source

TINY = """title Tiny <&> game
{prelude}

OBJECTS

Background
#102030

Spot
#fff transparent
00000
0...0
0.1.0
0...0
00000

Wall
#804020

Player
red blue
.....
.0.0.
.....
.111.
.....

Crate
green
.....
.000.
.000.
.000.
.....

LEGEND

. = Background
# = Wall
P = Player
* = Crate
O = Spot

SOUNDS

COLLISIONLAYERS

Background
Spot
Player, Wall, Crate

RULES

[ > Player | Crate ] -> [ > Player | > Crate ]

WINCONDITIONS

All Spot on Crate

LEVELS

{levels}
"""

ONE_ROW = "p*o#"


def tiny(levels: str = ONE_ROW, prelude: str = "background_color #010203") -> PuzzleScriptGame:
    game = compile_source(TINY.format(prelude=prelude, levels=levels)).game
    assert game is not None
    return game
