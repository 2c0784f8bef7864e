"""Small games of our own that between them use every feature of the language."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.levels.model import PuzzleScriptGame
from tests.support.engine_games import LAYERS, LEGEND, OBJECTS
from tests.support.puzzlescript_sources import playable, source

_LEGEND = (
    LEGEND
    + """\
@ = Crate and Goal
Scored = Crate and Goal
Solid = Wall or Crate or Gem or Player
Box = Crate
"""
)
_YARD = """\
#########
#..G.M..#
#.C.P.C.#
#..O.G..#
#.M..C..#
#########
"""
PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]\n"


@dataclass(frozen=True)
class FeatureGame:
    """A game, and the features that it is there for."""

    name: str
    rules: str
    features: tuple[str, ...]
    levels: str = _YARD
    win: str = ""
    prelude: str = ""
    sounds: str = ""
    objects: str = OBJECTS
    legend: str = _LEGEND
    layers: str = LAYERS

    @property
    def text(self) -> str:
        return source(
            self.rules,
            prelude=f"title {self.name}\n{self.prelude}\n",
            objects=self.objects,
            legend=self.legend,
            sounds=self.sounds,
            layers=self.layers,
            win=self.win,
            levels=self.levels,
        )

    def game(self) -> PuzzleScriptGame:
        return playable(self.text)


def _crowd(count: int) -> tuple[str, str, str]:
    """Objects, legend and layers of a game with that many more objects, each with a layer or not."""
    names = [f"Bead{number}" for number in range(count)]
    objects = OBJECTS + "".join(f"\n{name}\nred\n" for name in names)
    legend = f"{_LEGEND}Bead = {' or '.join(names)}\n"
    legend += "".join(f"{sign} = {name}\n" for sign, name in zip("1234567890", names[-10:], strict=True))
    layers = f"{LAYERS}{', '.join(names[:40])}\n" + "".join(f"{name}\n" for name in names[40:])
    return objects, legend, layers


_MANY = _crowd(90)


def _field(width: int, height: int) -> str:
    """A large level with things all over the place, and the player in a corner."""
    inside = [
        "".join(".GCO.MCC"[(5 * x + 3 * y) % 8] if (x + y) % 4 == 2 else "." for x in range(width - 2))
        for y in range(height - 2)
    ]
    inside[0] = "PCMG.." + inside[0][6:]
    inside[1] = "......" + inside[1][6:]
    return "\n".join(["#" * width, *(f"#{row}#" for row in inside), "#" * width, ""])


_FIELD = _field(22, 16)

GAMES = (
    FeatureGame(
        "push",
        PUSH,
        ("relative", "all on", "message", "several levels"),
        win="All Goal on Crate",
        levels="#POC.#\n#....#\n\nmessage Well pushed\n\n#PCO.#\n#....#\n",
    ),
    FeatureGame("pull", "[ < Player | Crate ] -> [ < Player | < Crate ]\n", ("relative",)),
    FeatureGame(
        "strafe",
        "[ ^ Player | Crate ] -> [ ^ Player | ^ Crate ]\n[ v Player | Gem ] -> [ v Player | v Gem ]\n",
        ("relative",),
    ),
    FeatureGame(
        "belt",
        PUSH + "right [ Gem | no Solid ] -> [ | Gem ] again\n",
        ("again", "direction", "no", "property"),
    ),
    FeatureGame(
        "fall",
        "[ > Player | Thing ] -> [ > Player | > Thing ]\nlate down [ Crate | no Solid ] -> [ | Crate ]\n",
        ("late", "property", "direction"),
    ),
    FeatureGame(
        "laser", "[ action Player | ... | Gem ] -> [ Player | ... | ]\n", ("ellipsis", "action", "empty cell")
    ),
    FeatureGame(
        "lens",
        "[ action Player | ... | Crate | ... | Gem ] -> [ Player | ... | Gem | ... | Crate ]\n",
        ("two ellipses", "ellipsis", "action"),
        levels="#########\n#P.C.G..#\n#.......#\n#########\n",
    ),
    FeatureGame(
        "switch", "[ > Player | Wall ] [ Gem ] -> [ Player | Wall ] [ Crate ]\n", ("several brackets",)
    ),
    FeatureGame(
        "pull the chain",
        "[ Mark ] [ > Player | ... | Gem ] -> [ ] [ > Player | ... | > Gem ]\n",
        ("several brackets", "ellipsis"),
    ),
    FeatureGame(
        "three at once",
        "[ > Player | Wall ] [ Crate | no Solid ] [ Gem ] -> [ Player | Wall ] [ | Crate ] [ Gem Mark ]\n",
        ("several brackets", "no"),
    ),
    FeatureGame(
        "block",
        PUSH + "rigid [ moving Crate | Crate ] -> [ moving Crate | moving Crate ]\n",
        ("rigid", "moving"),
        levels="########\n#..C...#\n#.PCC..#\n#......#\n########\n",
    ),
    FeatureGame(
        "mice", "random [ > Player ] [ Gem | no Solid ] -> [ > Player ] [ | Gem ]\n", ("random rule",)
    ),
    FeatureGame(
        "lucky dip",
        "[ > Player | Wall ] [ Mark | ] -> [ Player | Wall ] [ Mark | random Thing ]\n",
        ("random object",),
    ),
    FeatureGame("drift", "[ > Player ] [ Gem ] -> [ > Player ] [ randomdir Gem ]\n", ("randomdir",)),
    FeatureGame("footprints", "late [ Player no Mark ] -> [ Player Mark ]\n", ("late", "no")),
    FeatureGame(
        "doorway",
        "late [ Player Goal ] -> win\n",
        ("win command", "several levels"),
        levels="#PO.#\n\n#OP.#\n",
    ),
    FeatureGame("shy", PUSH + "[ > Player | Gem ] -> cancel\n", ("cancel",)),
    FeatureGame(
        "pit",
        "late [ Player Mark ] -> restart\n",
        ("restart command",),
        levels="######\n#.P.M#\n#....#\n######\n",
    ),
    FeatureGame(
        "camp",
        PUSH + "late [ Player Mark ] -> [ Player ] checkpoint\n",
        ("checkpoint",),
        levels="######\n#.PM.#\n#.MC.#\n######\n",
    ),
    FeatureGame(
        "sign",
        "late [ Player Mark ] -> [ Player ] message You found a mark\n",
        ("message command",),
        levels="######\n#.PM.#\n#.M..#\n######\n",
    ),
    FeatureGame(
        "orchestra",
        PUSH + "[ > Player | Gem ] -> [ > Player | ] sfx0\n[ action Player | ] -> [ Player | Gem ] sfx3\n",
        ("object sounds", "sfx command", "event sounds"),
        sounds=(
            "Player MOVE 142315\nPlayer ACTION 773\nCrate MOVE left 31\nCrate CANTMOVE 1234\n"
            "Gem CREATE 555\nGem DESTROY 777\nsfx0 888\nsfx3 889\nUndo 12\nRestart 13\nStartGame 14\n"
            "EndLevel 15\nCloseMessage 16\nTitleScreen 17\n"
        ),
    ),
    FeatureGame(
        "avalanche",
        "startloop\nright [ Gem | no Solid ] -> [ | Gem ]\ndown [ Gem | no Solid ] -> [ | Gem ]\nendloop\n"
        + PUSH,
        ("loop",),
    ),
    FeatureGame(
        "one of two",
        (
            "[ > Player | Crate ] -> [ > Player | > Crate ]\n+ [ > Player | Gem ] -> [ > Player | > Gem ]\n"
            "+ [ > Crate | Gem ] -> [ > Crate | > Gem ]\n"
        ),
        ("rule group",),
        levels="########\n#.PCG..#\n#..G...#\n#......#\n########\n",
    ),
    FeatureGame(
        "rails",
        (
            "horizontal [ > Player | Crate ] -> [ > Player | > Crate ]\n"
            "vertical [ > Player | Gem ] -> [ > Player | > Gem ]\n"
        ),
        ("orientation",),
        levels="########\n#......#\n#.PC...#\n#.G....#\n#......#\n########\n",
    ),
    FeatureGame(
        "sideways",
        (
            "[ perpendicular Player | Crate ] -> [ perpendicular Player | perpendicular Crate ]\n"
            "[ parallel Player | Gem ] -> [ parallel Player | parallel Gem ]\n"
        ),
        ("perpendicular", "parallel"),
    ),
    FeatureGame(
        "compass",
        (
            "[ orthogonal Player | Gem ] -> [ Player | Gem Mark ]\n"
            "[ horizontal Player | Crate ] -> [ Player | horizontal Crate ]\n"
            "[ vertical Player | Crate ] -> [ vertical Player | Crate Mark ]\n"
        ),
        ("orientation words",),
        levels="#######\n#.C...#\n#.PC..#\n#..G..#\n#######\n",
    ),
    FeatureGame(
        "statues",
        (
            "[ stationary Gem | > Player ] -> [ Gem Mark | > Player ]\n"
            "[ left Player ] [ Crate ] -> [ left Player ] [ right Crate ]\n"
        ),
        ("stationary", "direction"),
    ),
    FeatureGame("no hands", PUSH, ("noaction", "no repeat"), prelude="noaction\nnorepeat_action\n"),
    FeatureGame("one try", PUSH, ("noundo", "norestart"), prelude="noundo\nnorestart\n"),
    FeatureGame(
        "walk or wait",
        PUSH + "[ Gem no Mark ] -> [ Gem Mark ]\n",
        ("require_player_movement",),
        prelude="require_player_movement\n",
    ),
    FeatureGame(
        "wake up",
        "[ Gem ] -> [ Crate Mark ]\n" + PUSH,
        ("run_rules_on_level_start",),
        prelude="run_rules_on_level_start\n",
    ),
    FeatureGame(
        "clockwork",
        PUSH + "[ stationary Player ] [ Gem ] -> [ Player ] [ right Gem ]\n",
        ("real time", "several brackets"),
        prelude="realtime_interval 0.25\n",
    ),
    FeatureGame(
        "the field",
        PUSH + "[ > Crate | Gem ] -> [ > Crate | > Gem ]\nlate [ Crate Mark ] -> [ Crate ]\n",
        ("more than 256 cells",),
        levels=_FIELD,
    ),
    FeatureGame(
        "beads",
        "[ > Player | Bead ] -> [ > Player | > Bead ]\nlate [ Bead89 | Bead88 ] -> [ Bead41 | Bead3 ]\n",
        ("more than 64 objects", "property"),
        objects=_MANY[0],
        legend=_MANY[1],
        layers=_MANY[2],
        levels="##########\n#.12.345.#\n#..P..90.#\n#.678....#\n##########\n",
    ),
    FeatureGame(
        "rider",
        "[ > Player | Crate ] -> [ > Player | > Crate ]\n",
        ("aggregate player",),
        objects=OBJECTS.replace("Player\nwhite", "Horse\nwhite\n\nRider\npink"),
        legend=_LEGEND.replace("P = Player", "Player = Horse and Rider\nP = Player").replace(
            "or Player", "or Horse"
        ),
        layers=LAYERS.replace("Player", "Horse").replace("Mark", "Mark\nRider"),
        win="Some Player on Goal",
    ),
    FeatureGame(
        "twins",
        PUSH + "[ > Player | Player ] -> [ > Player | > Player ]\n",
        ("several players",),
        levels="########\n#PP.C..#\n#..O...#\n#...P..#\n########\n",
        win="All Player on Goal",
    ),
    FeatureGame(
        "sisters",
        PUSH,
        ("player property",),
        objects=OBJECTS.replace("Player\nwhite", "Anna\nwhite\n\nBerta\npink"),
        legend=_LEGEND.replace("P = Player", "Player = Anna or Berta\nP = Anna\nB = Berta").replace(
            "or Player", "or Anna or Berta"
        ),
        layers=LAYERS.replace("Player", "Anna, Berta"),
        levels="#######\n#P.C..#\n#.B.C.#\n#######\n",
    ),
    FeatureGame(
        "harvest",
        PUSH
        + "[ > Player | Gem ] -> [ > Player | ]\nlate [ Player ] [ Mark ] [ no Gem Goal ] -> [ Player ] [ ] [ Goal ]\n",
        ("no", "no condition", "some condition", "no on", "all on"),
        win="No Gem\nSome Crate\nAll Goal on Box\nNo Wall on Mark",
        levels="#######\n#PG...#\n#.CO.M#\n#######\n",
    ),
    FeatureGame(
        "scored",
        PUSH,
        ("aggregate condition", "synonym"),
        win="Some Scored",
        levels="#######\n#P.CO.#\n#.@...#\n#######\n",
    ),
    FeatureGame(
        "chess board",
        PUSH + "[ > Player ] [ Light ] -> [ > Player ] [ Dark ]\n",
        ("background property",),
        objects=OBJECTS.replace("Background\nblack", "Light\nyellow\n\nDark\nblack"),
        legend=_LEGEND.replace(". = Background", "Background = Light or Dark\n. = Light\n, = Dark"),
        layers=LAYERS,
        levels="#####\n#.,.#\n#,PC#\n#.,.#\n#####\n",
    ),
    FeatureGame("window", PUSH, ("flickscreen",), prelude="flickscreen 4x3\n"),
    FeatureGame("magnifier", PUSH, ("zoomscreen",), prelude="zoomscreen 5x3\n"),
    FeatureGame(
        "storm",
        (
            "random [ > Player ] [ Crate | no Solid ] -> [ > Player ] [ | Crate ] again\n"
            "[ > Player | Gem ] -> [ > Player | > Gem ]\nlate [ Crate | Crate ] -> [ Gem | Gem ]\n"
        ),
        ("random rule", "again", "late"),
        prelude="again_interval 0.1\n",
    ),
    FeatureGame(
        "rigid trains",
        (
            "[ > Player | Thing ] -> [ > Player | > Thing ]\n"
            "rigid [ > Thing | Thing ] -> [ > Thing | > Thing ]\nlate [ Player Goal ] -> [ Player ] again\n"
        ),
        ("rigid", "again", "property", "late"),
        levels="#########\n#..GCG..#\n#.P.O.C.#\n#.CG....#\n#########\n",
    ),
)
