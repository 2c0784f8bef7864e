"""The transformer language: PuzzleScript rules with chance, after De Keyser's MixedAim (2019).

    (a comment)
    Obstacle = Player or Wall or Crate          a name for these rules, as in a game's legend
    helper Mark                                 an object that exists only while a level is transformed
    [ Crate ] -> [ Crate Mark ]                 everywhere, again and again until nothing changes
    option 0.4 [ Wall ] -> []                   at each match with probability 0.4
    choose 5 [ Wall ] -> [ Crate ]              at 5 matches drawn uniformly, or at all if there are fewer
    choose 5 option 0.4 [ Wall ] -> []          at each of 5 drawn matches with probability 0.4
    or option 0.6 [ no Obstacle ] -> [ Wall ]   another way: matches of all the ways are drawn from together

The rule itself is read by the reader of games, with the game's objects and names.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.bitmask import bits, union
from puzzlesynth.levels.compiler import Compilation, compile_source
from puzzlesynth.levels.designations import placed_messages
from puzzlesynth.levels.model import CellPattern, CellRow, PuzzleScriptGame, PuzzleScriptRule

MOST_DRAWS = 10_000
MOST_LINES = 2_000
_STATEMENT = re.compile(r"(?P<words>[^\[]*)(?P<rule>\[.*)", re.DOTALL)
_LEGEND = re.compile(r"\s*(\S+)\s*=\s*(\S.*)")
_HEADINGS = re.compile(r"\s*(=+|transform)\s*", re.IGNORECASE)
_GROUND = "\ue000"
"""The letter of the one map that the reader is given."""


class TransformError(BadInput):
    """Something in a transformation makes no sense; the message begins with the file and the line."""


@dataclass(frozen=True, slots=True)
class TransformRule:
    """One rule of a statement, as compiled, with the probability that a match of it is taken."""

    rules: tuple[PuzzleScriptRule, ...]
    probability: float
    line: int


@dataclass(frozen=True, slots=True)
class TransformStatement:
    """Ways to change a level. `choose`: how many matches are drawn; None if all are gone through."""

    ways: tuple[TransformRule, ...]
    choose: int | None

    @property
    def by_chance(self) -> bool:
        return self.choose is not None or any(way.probability < 1 for way in self.ways)


@dataclass(frozen=True, slots=True)
class Transformation:
    """Statements in order, with the objects of the game they were read for, helpers last."""

    statements: tuple[TransformStatement, ...]
    object_count: int
    layer_masks: tuple[int, ...]
    layer_of: tuple[int, ...]
    text: str


@dataclass(slots=True)
class _Line:
    """A rule's line before it is compiled."""

    number: int
    rule: str
    choose: int | None
    probability: float
    joins: bool


@dataclass(slots=True)
class _Parser:
    name: str
    lines: list[_Line] = field(default_factory=list)
    legend: list[tuple[int, str]] = field(default_factory=list)
    helpers: list[tuple[int, str]] = field(default_factory=list)

    def fail(self, number: int, text: str) -> TransformError:
        return TransformError(f"{self.name}:{number}: {text}")


def read_transformation(game: PuzzleScriptGame, text: str, name: str = "transformation") -> Transformation:
    """Read a transformation for a game. Raises `TransformError`."""
    reading = _Parser(name)
    lines = _without_comments(text, reading).split("\n")
    if len(lines) > MOST_LINES:
        raise TransformError(f"{name}: {len(lines)} lines; a transformation has at most {MOST_LINES}")
    for number, line in enumerate(lines, start=1):
        if line.strip() and not _HEADINGS.fullmatch(line):
            _read_line(line.strip(), number, reading)
    if not reading.lines:
        raise TransformError(f"{name}: there is no rule in this transformation")
    return _compiled(game, reading, text)


def _without_comments(text: str, reading: _Parser) -> str:
    """Comments in round brackets become blanks; lines stay where they are."""
    kept, depth, number = [], 0, 1
    for letter in text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff"):
        if letter == "\n":
            number += 1
        if letter == "(":
            depth += 1
        kept.append(letter if depth == 0 or letter == "\n" else " ")
        if letter == ")":
            if depth == 0:
                raise reading.fail(number, "a comment is closed here, but none was opened")
            depth -= 1
    return "".join(kept)


def _read_line(line: str, number: int, reading: _Parser) -> None:
    match = _STATEMENT.fullmatch(line)
    if match is None or "=" in match["words"].replace("->", ""):
        if _read_name(line, number, reading):
            return
        raise reading.fail(
            number,
            "A rule has to have square brackets and an arrow in it, as in `option 0.4 [ Wall ] -> []`.",
        )
    words = match["words"].lower().split()
    joins, choose, probability = False, None, None
    while words and words[0] in ("or", "choose", "option"):
        word = words.pop(0)
        if word == "or":
            if joins or choose is not None or probability is not None:
                raise reading.fail(number, "`or` must be the first word of a line")
            joins = True
        elif word == "choose":
            if joins:
                raise reading.fail(
                    number, "`choose` belongs to the first of the alternatives: they are drawn from together"
                )
            if choose is not None or probability is not None:
                raise reading.fail(number, "`choose` comes once, before `option`")
            choose = _draws(words, number, reading)
        else:
            if probability is not None:
                raise reading.fail(number, "`option` comes once in a rule")
            probability = _probability(words, number, reading)
    for word in words:
        if word in ("late", "rigid", "random", "+", "startloop", "endloop"):
            advice = {"random": ": `choose 1` draws one match", "+": ": `or` joins rules here"}.get(word, "")
            raise reading.fail(number, f"`{word}` has no meaning in a transformation{advice}")
    if joins and not reading.lines:
        raise reading.fail(number, "`or` needs a rule before it to be an alternative to")
    rule = " ".join(words) + " " + match["rule"]
    reading.lines.append(_Line(number, rule, choose, 1.0 if probability is None else probability, joins))


def _draws(words: list[str], number: int, reading: _Parser) -> int:
    word = words.pop(0) if words else ""
    if not word.isdecimal() or not 1 <= int(word) <= MOST_DRAWS:
        found = f'"{word}"' if word else "nothing"
        raise reading.fail(
            number, f"`choose` needs a whole number from 1 to {MOST_DRAWS} after it, but there is {found}"
        )
    return int(word)


def _probability(words: list[str], number: int, reading: _Parser) -> float:
    word = words.pop(0) if words else ""
    try:
        probability = float(word)
    except ValueError:
        probability = -1.0
    if not 0 <= probability <= 1:
        found = f'"{word}"' if word else "nothing"
        raise reading.fail(number, f"`option` needs a probability from 0 to 1 after it, but there is {found}")
    return probability


def _read_name(line: str, number: int, reading: _Parser) -> bool:
    words = line.split()
    if words[0].lower() == "helper":
        if len(words) != 2 or not re.fullmatch(r"\w+", words[1]):
            raise reading.fail(number, "`helper` needs one name after it, as in `helper Mark`")
        reading.helpers.append((number, words[1].lower()))
        return True
    match = _LEGEND.fullmatch(line)
    if match is None or "[" in line:
        return False
    reading.legend.append((number, f"{match[1].lower()} = {match[2].lower()}"))
    return True


# compiling: the reader of games is given a game with these rules in the place of its own


def _compiled(game: PuzzleScriptGame, reading: _Parser, text: str) -> Transformation:
    taken = set(game.names)
    for number, name in reading.helpers:
        if name in taken:
            raise reading.fail(number, f'the name "{name}" is taken already')
        taken.add(name)
    source, places = _source(game, reading)
    compilation = compile_source(source)
    _complain(game, reading, compilation, places)
    compiled = compilation.game
    assert compiled is not None
    to_own = _own_ids(game, compiled, [name for _, name in reading.helpers])
    found: dict[int, list[PuzzleScriptRule]] = {line.number: [] for line in reading.lines}
    for group in compiled.rules.groups:
        for rule in group.rules:
            found[places[rule.line]].append(with_objects(rule, to_own))
    statements: list[TransformStatement] = []
    for line in reading.lines:
        way = TransformRule(tuple(found[line.number]), line.probability, line.number)
        _check(way, line, reading, compilation, places)
        if line.joins:
            last = statements.pop()
            statements.append(TransformStatement((*last.ways, way), last.choose))
        else:
            statements.append(TransformStatement((way,), line.choose))
    own, more = game.object_count, len(reading.helpers)
    return Transformation(
        tuple(statements),
        own + more,
        (*game.layer_masks, *(1 << own + number for number in range(more))),
        (*(thing.layer for thing in game.objects), *(game.layer_count + number for number in range(more))),
        text,
    )


def _own_ids(game: PuzzleScriptGame, compiled: PuzzleScriptGame, helpers: list[str]) -> dict[int, int]:
    """From the ids that the rules were compiled with to those of the game; helpers come after its own objects. They
    differ where a game lists an object in two layers."""
    ids = {game.objects[thing].name: thing for layer in game.layers for thing in layer.object_ids}
    ids |= {name: game.object_count + number for number, name in enumerate(helpers)}
    return {thing.id: ids[thing.name] for thing in compiled.objects}


def _source(game: PuzzleScriptGame, reading: _Parser) -> tuple[str, dict[int, int]]:
    """A game with the same objects, the names that the rules use, and these rules. Also where its lines come from."""
    lines: list[str] = ["objects", ""]
    places: dict[int, int] = {}
    for layer in game.layers:
        for thing in layer.object_ids:
            lines += [game.objects[thing].name, "black", ""]
    for number, name in reading.helpers:
        places[len(lines) + 1] = number
        lines += [name, "black", ""]
    lines += ["legend", "", f"{_GROUND} = {game.objects[game.background_id].name}"]
    used = set(re.findall(r"[^\s\[\]|]+", " ".join(line.rule.lower() for line in reading.lines)))
    used |= {word for _, entry in reading.legend for word in entry.split()[2:]}
    used |= {"player", "background"}
    ground = {game.objects[thing].name for thing in game.layers[game.background_layer].object_ids}
    own = {entry.split()[0] for _, entry in reading.legend}
    for name, one in game.legend.synonyms.items():
        if name in used - own:
            lines.append(f"{name} = {one}")
    for table, joint in ((game.legend.aggregates, "and"), (game.legend.properties, "or")):
        for name, members in table.items():
            if name == "background":
                members = tuple(member for member in members if member in ground)
            if name in used - own:
                lines.append(f"{name} = {f' {joint} '.join(members)}")
    for number, entry in reading.legend:
        places[len(lines) + 1] = number
        lines.append(entry)
    lines += ["", "sounds", "", "collisionlayers", ""]
    for layer in game.layers:
        lines.append(", ".join(game.objects[thing].name for thing in layer.object_ids))
    for number, name in reading.helpers:
        places[len(lines) + 1] = number
        lines.append(name)
    lines += ["", "rules", ""]
    for line in reading.lines:
        places[len(lines) + 1] = line.number
        lines.append(line.rule)
    lines += ["", "winconditions", "", "levels", "", _GROUND, ""]
    return "\n".join(lines), places


def _complain(
    game: PuzzleScriptGame, reading: _Parser, compilation: Compilation, places: dict[int, int]
) -> None:
    """Pass on what the reader has to say, in its words and with the designer's line."""

    def place_of(line: int) -> str | None:
        return f"{reading.name}:{places[line]}" if line in places else None

    if found := placed_messages(compilation.errors, place_of, game.names, f"{reading.name}: "):
        raise TransformError("\n".join(found))
    if compilation.game is None:
        last = compilation.messages[-1].text if compilation.messages else "these rules cannot be compiled"
        raise TransformError(f"{reading.name}: {last}")


def _check(
    way: TransformRule, line: _Line, reading: _Parser, compilation: Compilation, places: dict[int, int]
) -> None:
    """What rules of a game may do and transformations may not."""
    changes_nothing = (
        "this rule changes nothing: write the cells as they are afterwards to the right of its arrow"
    )
    if line.rule.rstrip().endswith("->"):
        raise reading.fail(line.number, changes_nothing)
    if not way.rules:
        said = [
            message.text
            for message in compilation.warnings
            if message.line is not None and places.get(message.line) == line.number
        ]
        raise reading.fail(line.number, said[0] if said else "this rule can never match anything")
    for rule in way.rules:
        if not rule.has_replacements:
            raise reading.fail(line.number, changes_nothing)
        if rule.commands:
            raise reading.fail(line.number, "commands have no meaning in a transformation, only changes")
        for cell in rule.cells:
            replacement = cell.replacement
            moving = replacement is not None and (replacement.movements_set or replacement.random_dir_mask)
            if cell.movements_present or moving:
                raise reading.fail(
                    line.number,
                    "nothing moves in a transformation: say where things are before and after, as in "
                    "`[ Player | no Wall ] -> [ | Player ]`",
                )


def with_objects(rule: PuzzleScriptRule, ids: Mapping[int, int]) -> PuzzleScriptRule:
    """The rule in which object `a` is called `ids[a]`. Movements are left as they are."""
    if all(old == new for old, new in ids.items()):
        return rule
    return dataclasses.replace(rule, rows=tuple(_row(row, ids) for row in rule.rows))


def _row(row: CellRow, ids: Mapping[int, int]) -> CellRow:
    cells = tuple(None if cell is None else _cell(cell, ids) for cell in row.cells)
    return dataclasses.replace(row, cells=cells, object_mask=_mask(row.object_mask, ids))


def _cell(cell: CellPattern, ids: Mapping[int, int]) -> CellPattern:
    replacement = cell.replacement
    if replacement is not None:
        replacement = dataclasses.replace(
            replacement,
            objects_clear=_mask(replacement.objects_clear, ids),
            objects_set=_mask(replacement.objects_set, ids),
            random_mask=_mask(replacement.random_mask, ids),
        )
    return dataclasses.replace(
        cell,
        objects_present=_mask(cell.objects_present, ids),
        objects_missing=_mask(cell.objects_missing, ids),
        any_objects_present=tuple(_mask(mask, ids) for mask in cell.any_objects_present),
        replacement=replacement,
    )


def _mask(mask: int, ids: Mapping[int, int]) -> int:
    return union(1 << ids[thing] for thing in bits(mask))
