"""Carries out a transformation: a level in, a changed level out, all chance from one generator of numbers.

What the words of the language mean exactly:

* a statement without `choose` and `option` is gone through as in the game: at every match, again until nothing changes
  (200 times at most). With alternatives, the matches of all of them are gone through in random order;
* a statement with `option` takes every match that there is at the beginning with its probability, in random order, as
  long as it still matches when its turn comes;
* `choose N` draws N times, one after the other, uniformly from the matches of all alternatives that there are then and
  that would change something. A match that is drawn and, because of its `option`, not taken is not drawn again
  before something in it has changed: N different matches are drawn if there are as many.

A match that would change something frozen is none.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from puzzlesynth.levels.bitmask import bits, single_bits
from puzzlesynth.levels.design.locks import LevelLocks
from puzzlesynth.levels.model import Level, PuzzleScriptGame, PuzzleScriptRule

from .bit_planes import MatchExpressions, PlacedRow, PlaneCodec, PlaneGeometry, nth_bit, placed_rules, shifted
from .parser import Transformation, TransformStatement
from .sequential_rules import MOST_PASSES, Planes, Random, SequentialRules, is_quick

MOST_REDRAWS = 50
"""How often a pair of rows that was passed over is drawn again before the draw is given up."""

Step = Callable[[Planes, Random], None]


@dataclass(frozen=True, slots=True)
class _PlainRule:
    """One rule in one direction, run by functions made for it. A match is the first cell's bit of each row."""

    masks: Callable[[Planes], tuple[int, ...]]
    """For each row where it matches."""
    apply: Callable[[Planes, tuple[int, ...], Random], bool]
    """Change the planes at a match; whether that made a difference."""
    probability: float
    footprint: tuple[tuple[int, ...], ...]
    """The offsets of each row's cells."""


class Transformer:
    """A transformation, ready for one level."""

    def __init__(
        self,
        game: PuzzleScriptGame,
        level: Level,
        transformation: Transformation,
        frozen: LevelLocks | None = None,
    ) -> None:
        self.game, self.level = game, level
        self.frozen = frozen if frozen is not None else LevelLocks()
        self.boards = PlaneCodec(game, level)
        helpers = transformation.object_count - game.object_count
        self._start = [*self.boards.planes, *([0] * helpers)]
        self._shape = PlaneGeometry(level.width, level.height, self.frozen, transformation.object_count)
        self._transformation = transformation
        self._steps = [self._step(statement) for statement in transformation.statements]

    def planes(self, rng: random.Random) -> Planes:
        """The planes of one changed level."""
        planes = self._start.copy()
        draw = rng.random
        for step in self._steps:
            step(planes, draw)
        return self.boards.grounded(planes)

    def transformed(self, rng: random.Random) -> Level:
        return self.boards.level_of(self.planes(rng))

    def _step(self, statement: TransformStatement) -> Step:
        if not statement.by_chance and len(statement.ways) == 1:
            return self._plain_step(statement.ways[0].rules)
        rows = [
            (placed, way.probability)
            for way in statement.ways
            for rule in way.rules
            for placed in placed_rules(rule, self._shape)
        ]
        simple = all(len(placed) == 1 and not _draws_objects(placed) for placed, _ in rows)
        if statement.choose is not None and simple and len(rows) <= 60:
            singles = [(placed[0], probability) for placed, probability in rows]
            return _made(_chooser_source(singles, statement.choose, self._shape), "choose")
        rules = [self._plain_rule(placed, probability) for placed, probability in rows]
        if statement.choose is not None:
            return _choosing(rules, statement.choose)
        return _once(rules) if statement.by_chance else _everywhere(rules)

    def _plain_step(self, rules: Sequence[PuzzleScriptRule]) -> Step:
        """Rules without chance and alternatives."""
        if not all(is_quick(rule) for rule in rules):
            whole = self._transformation
            return SequentialRules(rules, self._shape, whole.layer_of, whole.layer_masks)
        return _in_bulk(
            [self._plain_rule(placed, 1.0) for rule in rules for placed in placed_rules(rule, self._shape)]
        )

    def _plain_rule(self, placed: tuple[PlacedRow, ...], probability: float) -> _PlainRule:
        names: dict[str, object] = {}
        exec(_rule_source(placed, self._shape), names)
        apply = names["apply"]
        if _draws_objects(placed):
            apply = self._drawing(placed, apply)  # type: ignore[arg-type]
        return _PlainRule(
            names["masks"],  # type: ignore[arg-type]
            apply,  # type: ignore[arg-type]
            probability,
            tuple(tuple(cell.offset for cell in row.cells) for row in placed),
        )

    def _drawing(
        self, placed: tuple[PlacedRow, ...], plain: Callable[[Planes, tuple[int, ...], Random], bool]
    ) -> Callable[[Planes, tuple[int, ...], Random], bool]:
        """A rule that puts `random` objects somewhere."""
        layer_of, layers = self._transformation.layer_of, self._transformation.layer_masks
        full, frozen = self._shape.full, self.frozen
        draws = [
            (number, cell.offset, bits(cell.random_mask))
            for number, row in enumerate(placed)
            for cell in row.cells
            if cell.random_mask
        ]

        def apply(planes: Planes, match: tuple[int, ...], draw: Random) -> bool:
            before = planes.copy()
            plain(planes, match, draw)
            for number, offset, things in draws:
                bit = match[number] << offset if offset >= 0 else match[number] >> -offset
                chosen = things[int(draw() * len(things))]
                for thing in bits(layers[layer_of[chosen]]):
                    planes[thing] &= ~bit
                planes[chosen] |= bit
            for thing, plane in enumerate(planes):
                if (plane ^ before[thing]) & frozen.plane(thing, full):
                    planes[:] = before
                    return False
            return planes != before

        return apply


def _draws_objects(placed: tuple[PlacedRow, ...]) -> bool:
    return any(cell.random_mask for row in placed for cell in row.cells)


def _made(source: str, name: str) -> Step:
    names: dict[str, object] = {"nth_bit": nth_bit}
    exec(source, names)
    return names[name]  # type: ignore[return-value]


def _rule_source(placed: tuple[PlacedRow, ...], shape: PlaneGeometry) -> str:
    """Two functions: where each row matches, and what a match does."""
    expressions = MatchExpressions(shape)
    # With several rows, one of them may change nothing as long as another does.
    masks = [expressions.row(row, changing=len(placed) == 1) for row in placed]
    finding = [*(f"p{thing} = planes[{thing}]" for thing in sorted(expressions.planes)), *expressions.lines]
    writer = MatchExpressions(shape)
    doing = [
        line
        for number, row in enumerate(placed)
        for line in writer.apply(row, f"match[{number}]", alone=len(placed) == 1)
    ]
    loading = [f"p{thing} = planes[{thing}]" for thing in sorted(writer.planes)]
    storing = [f"planes[{thing}] = p{thing}" for thing in sorted(writer.planes)]
    changed = " or ".join(f"p{thing} != planes[{thing}]" for thing in sorted(writer.planes)) or "False"
    lines = ["def masks(planes):", *finding, f"return ({', '.join(masks)},)"]
    text = "\n    ".join(lines)
    lines = [
        "def apply(planes, match, draw):",
        *loading,
        *doing,
        f"changed = {changed}",
        *storing,
        "return changed",
    ]
    return text + "\n" + "\n    ".join(lines) + "\n"


# `choose N` for rules of one row each: the part of a transformation that takes the time, as code

SMALL = 150
"""Cells up to which a match is found fastest by counting."""


def _chooser_source(rows: Sequence[tuple[PlacedRow, float]], draws: int, shape: PlaneGeometry) -> str:
    """The source of `choose(planes, draw)`, given rows with their probabilities."""
    expressions = MatchExpressions(shape)
    hesitates = any(probability < 1 for _, probability in rows)
    finding = []
    for number, (row, _) in enumerate(rows):
        mask = expressions.row(row, changing=True)
        spared = f"({mask}) & ~d{number}" if hesitates else mask
        finding.append(f"m{number} = {spared}")
    doing = [_taking(expressions, rows, number, hesitates, shape) for number in range(len(rows))]
    used = sorted(expressions.planes)
    body = [*expressions.lines, *finding]
    body += [f"n{number} = m{number}.bit_count()" for number in range(len(rows))]
    body += [f"total = {' + '.join(f'n{number}' for number in range(len(rows))) or '0'}", "if not total:"]
    body += ["    break", "k = int(draw() * total)"]
    for number, lines in enumerate(doing):
        test = "k < n0" if number == 0 else f"(k := k - n{number - 1}) < n{number}"
        body.append(f"{'if' if number == 0 else 'elif'} {test}:")
        body += [f"    {line}" for line in lines]
    head = [f"p{thing} = planes[{thing}]" for thing in used]
    if hesitates:
        head += [f"d{number} = 0" for number in range(len(rows))]
    tail = [f"planes[{thing}] = p{thing}" for thing in used]
    lines = ["def choose(planes, draw):"]
    lines += [f"    {line}" for line in head]
    lines += [f"    for _ in range({draws}):"]
    lines += [f"        {line}" for line in body]
    lines += [f"    {line}" for line in tail]
    return "\n".join(lines) + "\n"


def _taking(
    expressions: MatchExpressions,
    rows: Sequence[tuple[PlacedRow, float]],
    number: int,
    hesitates: bool,
    shape: PlaneGeometry,
) -> list[str]:
    """What happens when the k-th match of a rule is drawn."""
    row, probability = rows[number]
    mask = f"m{number}"
    if shape.width * shape.height > SMALL:
        lines = [f"b = nth_bit({mask}, k)"]
    else:
        lines = ["while k:", f"    {mask} &= {mask} - 1", "    k -= 1", f"b = {mask} & -{mask}"]
    taking = expressions.apply(row, "b")
    if hesitates:
        taking += _forgetting(rows, row)
    if probability >= 1:
        return lines + taking
    lines.append(f"if draw() < {probability!r}:")
    lines += [f"    {line}" for line in taking] or ["    pass"]
    return [*lines, "else:", f"    d{number} |= b"]


def _forgetting(rows: Sequence[tuple[PlacedRow, float]], taken: PlacedRow) -> list[str]:
    """Matches that were passed over and have a changed cell may be drawn again."""
    changed = [cell.offset for cell in taken.cells if cell.gone or cell.come]
    if not changed:
        return []
    lines = [f"c = {' | '.join(shifted('b', -offset) for offset in changed)}"]
    for number, (row, probability) in enumerate(rows):
        if probability < 1:
            offsets = dict.fromkeys(cell.offset for cell in row.cells)
            lines.append(f"d{number} &= ~({' | '.join(shifted('c', offset) for offset in offsets)})")
    return lines


# other statements


def _matches(rule: _PlainRule, planes: Planes) -> list[tuple[int, ...]]:
    """All matches, the first row's varying fastest, as in the game."""
    found: list[tuple[int, ...]] = [()]
    for mask in reversed(rule.masks(planes)):
        firsts = list(single_bits(mask))
        found = [(bit, *rest) for rest in found for bit in firsts]
    return found


def _still(rule: _PlainRule, planes: Planes, match: tuple[int, ...]) -> bool:
    return all(mask & bit for mask, bit in zip(rule.masks(planes), match, strict=True))


def _in_bulk(rules: list[_PlainRule]) -> Step:
    """Rules of one cell each, at all matches together, until nothing changes any more."""

    def step(planes: Planes, draw: Random) -> None:
        for _ in range(MOST_PASSES):
            changed = False
            for rule in rules:
                matches = rule.masks(planes)
                changed = (bool(matches[0]) and rule.apply(planes, matches, draw)) or changed
            if not changed:
                return

    return step


def _everywhere(rules: list[_PlainRule]) -> Step:
    """Alternatives without chance: at every match of any of them, in random order, until nothing changes."""

    def step(planes: Planes, draw: Random) -> None:
        for _ in range(MOST_PASSES):
            changed = False
            found = [
                (draw(), number, match)
                for number, rule in enumerate(rules)
                for match in _matches(rule, planes)
            ]
            for _, number, match in sorted(found):
                if _still(rules[number], planes, match):
                    changed = rules[number].apply(planes, match, draw) or changed
            if not changed:
                return

    return step


def _once(rules: list[_PlainRule]) -> Step:
    """Every match of the beginning with its probability."""

    def step(planes: Planes, draw: Random) -> None:
        taken = []
        for number, rule in enumerate(rules):
            probability = rule.probability
            for match in _matches(rule, planes):
                chance = draw()
                if chance < probability:
                    taken.append((chance / probability, number, match))
        taken.sort()
        for _, number, match in taken:
            if _still(rules[number], planes, match):
                rules[number].apply(planes, match, draw)

    return step


def _choosing(rules: list[_PlainRule], draws: int) -> Step:
    """Draws for rules of several rows, or with random objects."""

    def step(planes: Planes, draw: Random) -> None:
        passed: dict[tuple[int, tuple[int, ...]], int] = {}
        left, idle = draws, 0
        while left and idle < MOST_REDRAWS:
            found = _drawn([rule.masks(planes) for rule in rules], passed, draw)
            if found is None:
                return
            number, match = found
            rule = rules[number]
            if rule.probability < 1 and draw() >= rule.probability:
                passed[found] = _footprint(rule, match)
                left -= 1
                continue
            before = planes.copy()
            if not rule.apply(planes, match, draw):
                passed[found] = _footprint(rule, match)
                idle += 1  # it makes no difference, so it was no match
                continue
            left -= 1
            touched = 0
            for now, then in zip(planes, before, strict=True):
                touched |= now ^ then
            for key in [key for key, cells in passed.items() if cells & touched]:
                del passed[key]

    return step


def _footprint(rule: _PlainRule, match: tuple[int, ...]) -> int:
    cells = 0
    for bit, offsets in zip(match, rule.footprint, strict=True):
        for offset in offsets:
            cells |= bit << offset if offset >= 0 else bit >> -offset
    return cells


def _drawn(
    masks: list[tuple[int, ...]], passed: dict[tuple[int, tuple[int, ...]], int], draw: Random
) -> tuple[int, tuple[int, ...]] | None:
    """One match of all, uniformly, that was not passed over."""
    sizes = []
    for rows in masks:
        size = 1
        for mask in rows:
            size *= mask.bit_count()
        sizes.append(size)
    total = sum(sizes)
    for _ in range(MOST_REDRAWS if total else 0):
        place = int(draw() * total)
        number = 0
        while place >= sizes[number]:
            place -= sizes[number]
            number += 1
        match = []
        for mask in masks[number]:
            place, nth = divmod(place, mask.bit_count())
            match.append(nth_bit(mask, nth))
        found = number, tuple(match)
        if found not in passed:
            return found
    return None
