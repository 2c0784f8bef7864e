"""A small PuzzleScript game to begin with: one rule, one level."""

from __future__ import annotations

_GAME = """\
title {title}
background_color #20242c
noaction

========
OBJECTS
========

Floor
#3a4150

Target
#f0c75e
.....
.000.
.0.0.
.000.
.....

Wall
#767f92 #5b6375
00010
11111
01000
11111
00010

Player
#5fc9b8 #f3dcc0
.111.
.111.
00000
.000.
.0.0.

Crate
#b97f45 #8d5b2a
11111
10001
10001
10001
11111

=======
LEGEND
=======

. = Floor
# = Wall
P = Player
* = Crate
O = Target
@ = Crate and Target
+ = Player and Target
Background = Floor

=======
SOUNDS
=======

================
COLLISIONLAYERS
================

Floor
Target
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]

==============
WINCONDITIONS
==============

All Target on Crate

=======
LEVELS
=======

########
#......#
#P.*..O#
#......#
########
"""


def starter_game(title: str) -> str:
    return _GAME.replace("{title}", title)
