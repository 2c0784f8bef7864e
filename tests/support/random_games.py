"""Games made at random: few objects, small boards, and rules with every part of the language in them."""

from __future__ import annotations

from random import Random

_OBJECTS = ("Background", "Player", "Wall", "Ant", "Bee", "Cat", "Dog", "Elk")
_NAMES = ("Player", "Wall", "Ant", "Bee", "Cat", "Dog", "Elk", "Pet", "Bug", "Both")
_RELATIVE = (">", "<", "^", "v", "moving", "stationary", "parallel", "perpendicular")
_ABSOLUTE = ("up", "down", "left", "right", "action", "horizontal", "vertical", "orthogonal")
_GIVEN = (">", "<", "^", "v", "up", "down", "left", "right", "action", "stationary", "randomdir")
_DIRECTIONS = ("", "", "", "", "up", "down", "left", "right", "horizontal", "vertical")
_COMMANDS = ("again", "again", "cancel", "win", "checkpoint", "restart", "sfx0", "message hello")
_GLYPHS = ".......P##abcdexyAB"
_SOUNDS = (
    "Player move 36772507",
    "Ant move 142315",
    "Bee move up 3535300",
    "Ant cantmove 5300",
    "Player cantmove right 535304",
    "Cat create 90911103",
    "Bug destroy 1241103",
    "Dog action 1424302",
    "sfx0 4124112",
)


_FILLERS = tuple(f"Filler{number}" for number in range(70))
"""Objects that no rule knows, so that those that count need more than one word."""


def random_source(chance: Random, *, large: bool = False) -> str:
    """The text of a game. It need not compile without errors. A large one has more than 64 objects, more than 12 layers
    and levels of more than 64 cells."""
    fillers = _FILLERS if large else ()
    return "\n".join(
        [
            "title Random",
            *chance.choice(
                [[], [], [], ["require_player_movement"], ["run_rules_on_level_start"], ["noundo"]]
            ),
            "OBJECTS",
            *[line for name in (*_OBJECTS, *fillers) for line in (name, "white", "")],
            *_legend(),
            "SOUNDS",
            *[sound for sound in _SOUNDS if chance.random() < 0.5],
            "COLLISIONLAYERS",
            *[", ".join(fillers[first : first + 5]) for first in range(0, len(fillers), 5)],
            *_layers(chance),
            "RULES",
            *_rules(chance),
            "WINCONDITIONS",
            *[_win(chance) for _ in range(chance.choice([0, 1, 1, 2]))],
            "LEVELS",
            "",
            *[line for _ in range(chance.randint(1, 3)) for line in (*_level(chance, large), "")],
        ]
    )


def _legend() -> list[str]:
    return [
        "LEGEND",
        ". = Background",
        "P = Player",
        "# = Wall",
        *[f"{name[0].lower()} = {name}" for name in _OBJECTS[3:]],
        "x = Ant and Cat",
        "y = Player and Dog",
        "A = Ant and Dog",
        "B = Bee and Elk",
        "Pet = Cat or Dog",
        "Bug = Ant or Bee",
        "Both = Cat and Elk",
    ]


def _layers(chance: Random) -> list[str]:
    """Objects that the legend puts into one cell are in different layers."""
    return chance.choice(
        [
            ["Background", "Elk", "Cat, Dog", "Player, Wall, Ant, Bee"],
            ["Background", "Ant, Bee", "Cat", "Dog, Elk", "Player, Wall"],
            ["Background", "Cat", "Dog", "Elk", "Player, Wall, Ant, Bee"],
            ["Background", "Cat, Dog", "Ant, Bee, Elk", "Player, Wall"],
        ]
    )


def _rules(chance: Random) -> list[str]:
    lines: list[str] = []
    looping = False
    for number in range(chance.randint(1, 7)):
        if not looping and chance.random() < 0.12:
            lines.append("startloop")
            looping = True
        joined = "+ " if number and lines[-1][:5] != "start" and chance.random() < 0.15 else ""
        lines.append(joined + _rule(chance, late=joined != "" and "late" in lines[-1]))
        if looping and chance.random() < 0.4:
            lines.append("endloop")
            looping = False
    if looping:
        lines.append("endloop")
    return lines


def _rule(chance: Random, *, late: bool) -> str:
    late = late or chance.random() < 0.2
    prefix = ["late"] if late else []
    if not late and chance.random() < 0.15:
        prefix.append("rigid")
    if chance.random() < 0.08:
        prefix.append("random")
    prefix.append(chance.choice(_DIRECTIONS))
    rows = [_row(chance, late=late) for _ in range(chance.choice([1, 1, 1, 1, 2, 2, 3]))]
    left = " ".join(f"[ {' | '.join(row)} ]" for row in rows)
    commands = " ".join(chance.sample(_COMMANDS, 1)) if chance.random() < 0.2 else ""
    if commands and chance.random() < 0.3:
        return " ".join([*prefix, left, "->", commands])
    after = [[_after(chance, cell, late=late) for cell in row] for row in rows]
    right = " ".join(f"[ {' | '.join(row)} ]" for row in after)
    return " ".join([*prefix, left, "->", right, commands])


def _row(chance: Random, *, late: bool) -> list[str]:
    cells = [_cell(chance, late=late) for _ in range(chance.choice([1, 1, 2, 2, 2, 3]))]
    if len(cells) > 1 and chance.random() < 0.15:
        cells.insert(chance.randint(1, len(cells) - 1), "...")
    return cells


def _cell(chance: Random, *, late: bool) -> str:
    words = []
    for name in chance.sample(_NAMES, chance.choice([0, 1, 1, 1, 2])):
        before = chance.choice(["", "", "", "no", "move", "move"])
        if before == "move":
            before = "" if late else chance.choice([*_RELATIVE, *_RELATIVE, *_ABSOLUTE])
        words.append(f"{before} {name}".strip())
    return " ".join(words)


def _after(chance: Random, cell: str, *, late: bool) -> str:
    """A cell of the right side: mostly what was there, sometimes otherwise."""
    if cell == "...":
        return cell
    words: list[str] = []
    parts = cell.split()
    at = 0
    while at < len(parts):
        word = parts[at]
        is_name = word in _NAMES
        name = word if is_name else parts[at + 1]
        at += 1 if is_name else 2
        if word == "no" or chance.random() < 0.12:
            continue
        moved = "" if is_name else word
        if not late and chance.random() < 0.35:
            moved = chance.choice(_GIVEN)
        words.append(f"{moved} {name}".strip())
    if chance.random() < 0.2:
        words.append(chance.choice(["Ant", "Bee", "Cat", "Dog", "Elk", "random Bug", "random Pet", "Player"]))
    return " ".join(words)


def _win(chance: Random) -> str:
    subject, target = chance.sample(_NAMES, 2)
    quantifier = chance.choice(["All", "Some", "No"])
    return f"{quantifier} {subject} on {target}" if chance.random() < 0.7 else f"{quantifier} {subject}"


def _level(chance: Random, large: bool) -> list[str]:
    width, height = chance.randint(1, 6), chance.randint(1, 5)
    if large:
        width, height = width + 8, 3 * height + 6
    rows = [[chance.choice(_GLYPHS) for _ in range(width)] for _ in range(height)]
    rows[chance.randrange(height)][chance.randrange(width)] = "P"
    return ["".join(row) for row in rows]
