"""Games to play with: small packs with traps, and the example packs with puzzles made from a seed."""

from __future__ import annotations

from functools import cache
from random import Random

from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.play import Game, NoPuzzle, RunningWorld
from puzzlesynth.play.events import GameEvent
from puzzlesynth.puzzle.model import Goal, Object, Puzzle
from tests.support.paths import ROOT
from tests.support.tiny_packs import pack, puzzle

EXAMPLES = ROOT / "examples"
NAMES = ("tiny.yaml", "heist", "meadow", "lighthouse")

TRAP = pack(
    "Door[locked: True] Key[copies: 2]+ Furnace Ash[copies: 2]+ Poison+ Lamp",
    [
        "Door[locked: False] ::= Unlock Door[locked: True] Key",
        "Ash Furnace ::= Melt Key Furnace",
        "!Ash ::= Drink Poison",
        "Lamp[lit: True] ::= Light Lamp[lit: False]",
        "Lamp[lit: False] ::= Quench Lamp[lit: True]",
    ],
    {
        "Hall": {"start": True, "goals": ["Door[locked: False]"], "connects": ["Attic"]},
        "Attic": {"goals": ["Lamp[lit: True]"]},
    },
)
"""A key that can be melted, a drink that ends the game, a lamp that can be lit and put out."""

ONE_KEY = puzzle(
    TRAP, ["door Door Hall", "key Key Hall", "furnace Furnace Hall", "poison Poison Hall", "lamp Lamp Attic"]
)
TWO_KEYS = puzzle(
    TRAP,
    ["door Door Hall", "key Key Hall", "key_2 Key Hall", "furnace Furnace Hall", "lamp Lamp Attic"],
)

DOOR = pack(
    "Door[open: False]- Key+- Crowbar+ Wax+ Mould+",
    [
        "Door[open: True] Key ::= Unlock Door[open: False] Key",
        "Key ::= Cast Wax Mould",
        "Door[open: True] ::= Force Door[open: False] Crowbar",
    ],
    {"Hall": {"start": True, "goals": ["Door[open: True]"], "contains": ["Door"]}},
)
"""A door, a key to cast, and a crowbar that makes the key needless."""


def take_turn(game: Game, random: Random) -> tuple[GameEvent, ...]:
    """What a player does who does anything, and takes some of it back."""
    choice = random.random()
    if choice < 0.1:
        game.undo(random.randrange(1, 6))
    elif choice < 0.2:
        game.redo(random.randrange(1, 6))
    elif moves := game.moves():
        return game.apply(random.choice(moves))
    return ()


@cache
def example(name: str, seed: int = 1) -> tuple[Pack, Puzzle]:
    """An example pack with a puzzle for the whole game."""
    from puzzlesynth.play.just_in_time.chapter_generator import make_whole_game

    loaded = load_pack(EXAMPLES / name)
    return loaded, make_whole_game(loaded, seed)


TOWER = pack(
    "Gate[open: False] Lever+ Bell[rung: False] Rope+ Cake+",
    [
        "Gate[open: True] ::= Force Gate[open: False] Lever",
        "Bell[rung: True] ::= Ring Bell[rung: False] Rope",
        "Rope ::= Swap Cake",
        "Cake ::= Swap Rope",
        "::= Eat Cake",
    ],
    {
        "Yard": {"start": True, "goals": ["Gate[open: True]"], "connects": ["Loft"], "contains": ["Gate"]},
        "Loft": {"goals": ["Bell[rung: True]"], "contains": ["Bell"]},
    },
)
"""Two areas; the second one's puzzle needs a rope, or a cake to swap for one."""


def make_tower(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
    """A maker by hand: a lever for the yard; a rope or (for odd seeds) a cake for the loft."""
    if any(o.item == "Bell" and o.properties.get("broken") for o in running.objects):
        raise NoPuzzle("the bell is broken")
    placed: list[Object] = []
    goals: list[Goal] = []
    there = {thing.item for thing in running.objects}
    for area in areas:
        goals.append(Goal(area, str(TOWER.areas[area].goals[0]), area == "Yard", None, ""))
        if area == "Yard":
            placed.append(Object("lever", "Lever", "Yard", None, True, {}))
            placed.append(Object("cake", "Cake", "Yard", None, True, {}))
        elif not there & {"Rope", "Cake"}:
            item = "Cake" if seed % 2 else "Rope"
            placed.append(Object(item.lower(), item, "Yard", None, True, {}))
    return Puzzle(
        TOWER.name,
        TOWER.sha256,
        tuple(goals),
        (*running.objects, *placed),
        (),
        (),
        (),
        progress=running.progress,
    )
