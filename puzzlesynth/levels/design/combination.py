"""Two levels become one: side by side with a door between them, parts of both, or the walls of one with the things of the
other. Every way is tried, play decides, and the hardest that are not alike are given out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Literal

from puzzlesynth.deadline import Deadline, OutOfTime, check_time
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.chance import ChanceMeaning, LevelSolver, PlanPromise
from puzzlesynth.levels.chance.level_solver import ManyLevels
from puzzlesynth.levels.design.suggest.archive import differing_cells
from puzzlesynth.levels.editor.grid import pasted, rotated
from puzzlesynth.levels.engine.win_conditions import all_conditions_met
from puzzlesynth.levels.generate.best_so_far import BestSoFar
from puzzlesynth.levels.generate.diversity import canonical
from puzzlesynth.levels.generate.generation import require_searchable
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchLimits
from puzzlesynth.levels.search.batch.evaluator import MOST_CELLS

BATCH = 16
"""Candidates that are judged together, where boards are small enough for that."""
STATES = 20_000
"""For each candidate."""
KEEP = 12
APART = 3
"""Cells in which levels that are given out differ."""
MOST_KINDS = 5
"""Kinds of things that are mixed one by one: there are two to this power of ways."""


@dataclass(frozen=True, slots=True)
class Combination:
    """A level made of two. The interpreter has won it with `moves`."""

    level: Level
    way: str
    """How it was put together, in words."""
    moves: tuple[int, ...]
    difficulty: int
    plan: PlanPromise | None = None
    """What its plan promises, if the game has random rules."""


@dataclass(slots=True)
class CombinationReport:
    """What came of it, the hardest first."""

    levels: list[Combination] = field(default_factory=list)
    tried: int = 0
    solvable: int = 0
    undecided: int = 0
    stopped: Literal["done", "time", "interrupted"] = "done"


def combine(
    game: PuzzleScriptGame,
    one: Level,
    other: Level,
    *,
    keep: int = KEEP,
    states: int = STATES,
    time_limit: float | None = None,
    progress: Callable[[CombinationReport], None] | None = None,
    chance: ChanceMeaning | None = None,
) -> CombinationReport:
    """The hardest levels made of two. Raises `CannotGenerate` for games whose levels cannot be judged. An interrupt from
    the keyboard ends the search and keeps what it has found."""
    require_searchable(game)
    solver = LevelSolver(game, chance)
    report = CombinationReport()
    found: list[Combination] = []
    chooser = _Chooser(solver, found, keep)

    def note(best: list[Combination]) -> None:
        report.levels = best

    so_far = BestSoFar(chooser.best, note)
    with Deadline(time_limit).applied():
        evaluator = solver.many(brief=True)
        try:
            for candidates in _batches(ways(game, one, other)):
                check_time()
                found += _judged(game, evaluator, candidates, states, report)
                if progress is not None:
                    so_far.look(len(found))
                    progress(report)
        except KeyboardInterrupt:
            report.stopped = "interrupted"
        except OutOfTime:
            report.stopped = "time"
    report.levels = chooser.best()
    return report


def _batches(candidates: Iterator[tuple[Level, str]]) -> Iterator[list[tuple[Level, str]]]:
    """Candidates that are judged together. A large one is judged alone: it takes long, and nothing is gained."""
    waiting: list[tuple[Level, str]] = []
    for candidate in candidates:
        waiting.append(candidate)
        if len(waiting) == BATCH or len(candidate[0].cells) > MOST_CELLS:
            yield waiting
            waiting = []
    if waiting:
        yield waiting


def ways(game: PuzzleScriptGame, one: Level, other: Level) -> Iterator[tuple[Level, str]]:
    """Every way of putting two levels together, in words, none twice and neither of the two. Each has as many players as
    one of them, and what is not a wall stays within reach of the brush: nothing is invented but doors."""
    seen = {_key(one), _key(other)}
    for level, way in _all_ways(game, one, other):
        for made, player in _with_player(game, level, one, other):
            if _key(made) not in seen:
                seen.add(_key(made))
                yield made, f"{way}{player}"


def _all_ways(game: PuzzleScriptGame, one: Level, other: Level) -> Iterator[tuple[Level, str]]:
    yield from _things_mixed(game, one, other)
    yield from _halves(game, one, other)
    yield from _joined(game, one, other)


# the ways


def _things_mixed(game: PuzzleScriptGame, one: Level, other: Level) -> Iterator[tuple[Level, str]]:
    """Each kind of thing from one of them."""
    one, other = _same_size(game, one, other)
    kinds = _kinds(game, one, other)
    names = ("the first", "the second")
    for choice in product((0, 1), repeat=len(kinds)):
        if len(set(choice)) < 2:
            continue
        cells = []
        for a, b in zip(one.cells, other.cells, strict=True):
            cell = game.bare_cell
            for source, (_, mask) in zip(choice, kinds, strict=True):
                cell = _laid(game, cell, (a, b)[source] & mask)
            cells.append(cell)
        parts = [
            f"{' and '.join(kind for source, (kind, _) in zip(choice, kinds, strict=True) if source == side)}"
            f" of {names[side]}"
            for side in (0, 1)
        ]
        yield Level(one.width, one.height, tuple(cells), 0), ", ".join(parts)


def _kinds(game: PuzzleScriptGame, one: Level, other: Level) -> list[tuple[str, int]]:
    """Kinds of things with their objects: walls, then the most frequent others; the rest is one kind."""
    walls = analyse(game).wall_mask
    ground = game.ground_mask
    players = sum(1 << thing for thing in game.player_objects)
    counts = {
        thing.id: sum(1 for cell in (*one.cells, *other.cells) if cell & thing.mask) for thing in game.objects
    }
    things = [
        thing
        for thing in sorted(game.objects, key=lambda thing: (-counts[thing.id], thing.id))
        if counts[thing.id] and not thing.mask & (walls | ground | players)
    ]
    kinds = [("walls", walls)] if walls else []
    kinds += [(thing.display_name, thing.mask) for thing in things[: MOST_KINDS - 2]]
    rest = sum(thing.mask for thing in things[MOST_KINDS - 2 :])
    if rest:
        kinds.append(("everything else", rest))
    return [*kinds, ("the player", players)]


def _halves(game: PuzzleScriptGame, one: Level, other: Level) -> Iterator[tuple[Level, str]]:
    """The left of one and the right of the other, the top of one and the bottom of the other, wherever they meet."""
    one, other = _same_size(game, one, other)
    for first, second, names in ((one, other, ("first", "second")), (other, one, ("second", "first"))):
        for column in range(1, one.width):
            cells = first.cells[: column * one.height] + second.cells[column * one.height :]
            words = f"left of column {column + 1} the {names[0]}, from there the {names[1]}"
            yield Level(one.width, one.height, cells, 0), words
        for row in range(1, one.height):
            cells = tuple(
                (first if index % one.height < row else second).cells[index]
                for index in range(len(one.cells))
            )
            words = f"above row {row + 1} the {names[0]}, from there the {names[1]}"
            yield Level(one.width, one.height, cells, 0), words


def _joined(game: PuzzleScriptGame, one: Level, other: Level) -> Iterator[tuple[Level, str]]:
    """Beside each other or above each other, with a door where there are walls between them."""
    pairs = ((one, other, "the first", "the second"), (other, one, "the second", "the first"))
    for left, right, name, next_name in pairs:
        for made, place in _beside(game, left, right):
            yield made, f"{name} on the left, {next_name} on the right{place and f', a door in row {place}'}"
        for made, place in _beside(game, rotated(left, 3), rotated(right, 3)):
            # Turned to the left, what was above comes to lie on the left, and columns count from the bottom.
            upright = rotated(made)
            door = place and f", a door in column {upright.width - int(place) + 1}"
            yield upright, f"{name} above, {next_name} below{door}"


def _beside(game: PuzzleScriptGame, left: Level, right: Level) -> Iterator[tuple[Level, str]]:
    """All joints of two maps of which one is on the left, with the row of the door."""
    walls = analyse(game).wall_mask
    height = max(left.height, right.height)
    shares = left.width > 1 and right.width > 1 and _is_wall(left, -1, walls) and _is_wall(right, 0, walls)
    for shift in sorted({0, abs(left.height - right.height) // 2, abs(left.height - right.height)}):
        tops = (0, shift) if left.height >= right.height else (shift, 0)
        width = left.width + right.width - shares
        filling = left.cell(left.width - 1, 0) if shares else game.bare_cell
        canvas = Level(width, height, (filling,) * (width * height), 0)
        made = pasted(pasted(canvas, left, (0, tops[0])), right, (left.width - shares, tops[1]))
        if not shares:
            yield made, ""
            continue
        door = left.width - 1
        for row in range(height):
            beside = (made.cell(door - 1, row), made.cell(door + 1, row))
            if made.cell(door, row) & walls and not any(cell & walls for cell in beside):
                cells = list(made.cells)
                cells[door * height + row] = game.bare_cell
                yield Level(width, height, tuple(cells), 0), str(row + 1)


def _is_wall(level: Level, column: int, walls: int) -> bool:
    x = column % level.width
    return all(level.cell(x, y) & walls for y in range(level.height))


# what they have in common


def _with_player(
    game: PuzzleScriptGame, level: Level, one: Level, other: Level
) -> Iterator[tuple[Level, str]]:
    """The level with as many players as a level of the game has: where there are those of both, those of either."""
    mask = game.player_mask
    wanted = {_players(game, one), _players(game, other)}
    places = [index for index, cell in enumerate(level.cells) if cell & mask]
    if len(places) in wanted:
        yield level, ""
    elif len(places) == 2 and 1 in wanted:
        for kept, gone in (places, places[::-1]):
            cells = list(level.cells)
            cells[gone] &= ~mask
            x, y = divmod(kept, level.height)
            yield Level(level.width, level.height, tuple(cells), 0), f", the player at {x + 1},{y + 1}"


def _players(game: PuzzleScriptGame, level: Level) -> int:
    return sum(1 for cell in level.cells if cell & game.player_mask)


def _same_size(game: PuzzleScriptGame, one: Level, other: Level) -> tuple[Level, Level]:
    """Both in the middle of a map that has room for either; what is new outside is as their corners are."""
    width, height = max(one.width, other.width), max(one.height, other.height)
    walls = analyse(game).wall_mask

    def centred(level: Level) -> Level:
        if (level.width, level.height) == (width, height):
            return level
        corner = level.cells[0]
        filling = corner if corner & walls else game.bare_cell
        canvas = Level(width, height, (filling,) * (width * height), 0)
        return pasted(canvas, level, ((width - level.width) // 2, (height - level.height) // 2))

    return centred(one), centred(other)


def _laid(game: PuzzleScriptGame, cell: int, things: int) -> int:
    """A cell with more things in it, as far as their layers are free."""
    for thing in game.objects:
        if things & thing.mask and not cell & game.layer_mask(thing.id):
            cell |= thing.mask
    return cell


def _key(level: Level) -> tuple[int, ...]:
    return (level.width, *level.cells)


def _judged(
    game: PuzzleScriptGame,
    evaluator: ManyLevels,
    candidates: list[tuple[Level, str]],
    states: int,
    report: CombinationReport,
) -> list[Combination]:
    found = []
    for (level, way), item in zip(
        candidates, evaluator.judge([level for level, _ in candidates], states=states), strict=True
    ):
        report.tried += 1
        report.undecided += item.solved is None
        if item.moves is None or item.difficulty is None:
            continue
        if not all_conditions_met(game, level.cells):
            report.solvable += 1
            found.append(Combination(level, way, item.moves, item.difficulty))
    return found


class _Chooser:
    """Chooses the hardest of which no two are alike, with shortest solutions that the interpreter wins with."""

    def __init__(self, solver: LevelSolver, found: list[Combination], keep: int) -> None:
        self._solver, self._found, self._keep = solver, found, keep
        self._checked: dict[tuple[int, ...], Combination | None] = {}
        """What was chosen before, with a shortest solution; None: the interpreter does not win it."""

    def best(self) -> list[Combination]:
        chosen: list[Combination] = []
        images: set[tuple[int, ...]] = set()
        for item in sorted(self._found, key=lambda one: (-one.difficulty, one.way)):
            if len(chosen) == self._keep:
                break
            image = canonical(item.level)
            if image in images or any(differing_cells(item.level, other.level) < APART for other in chosen):
                continue
            checked = self._check(item)
            if checked is not None:
                images.add(image)
                chosen.append(checked)
        return chosen

    def _check(self, item: Combination) -> Combination | None:
        key = _key(item.level)
        if key not in self._checked:
            solver = self._solver
            limits = SearchLimits(None, max(STATES, 20 * item.difficulty))
            moves = solver.solve(item.level, ("bfs",), limits).moves or item.moves
            won = solver.wins(item.level, moves)
            self._checked[key] = (
                Combination(item.level, item.way, moves, item.difficulty, solver.promise(item.level))
                if won
                else None
            )
        return self._checked[key]
