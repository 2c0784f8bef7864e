"""Filling a map and counting its fillings: the one synthesizer with the map as a constraint; every filling is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from puzzlesynth.pack.model import Pack, Policy
from puzzlesynth.pack.puzzle_map import PuzzleMap
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.pack.transform.map_world import MapWorld, map_world
from puzzlesynth.pipeline.acceptance import PuzzleJudge
from puzzlesynth.puzzle.game_pack import pack_for, with_every_relation
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.state_limits import STATE_LIMIT
from puzzlesynth.synth.options import DEFAULT, SynthesisOptions

from .relation_safety import with_safe_relations

if TYPE_CHECKING:
    from puzzlesynth.deadline import Deadline
    from puzzlesynth.synth.acceptance import Acceptance, AcceptanceTest
    from puzzlesynth.synth.answers.answer_set import Answer
    from puzzlesynth.synth.synthesizer import Synthesizer

RELATIONS = ("needed", "safe", "all")
"""Which relations of items a game has: those that its steps use, also all others that break nothing, or all."""


class Filler(ABC):
    """Everything about one map of one pack that needs the synthesizer."""

    synthesizer: Synthesizer

    @property
    def deadline(self) -> Deadline:
        return self.synthesizer.deadline

    @abstractmethod
    def puzzles(self, seed: int = 0) -> Iterator[Puzzle]:
        """Different fillings, each with its guarantees."""

    @abstractmethod
    def judge_for(self, shortcuts: bool, dead_ends: bool) -> AcceptanceTest:
        """A test that plays fillings. Of what the pack forbids, it forbids only what is asked for."""

    @property
    def can_refuse(self) -> bool:
        """Whether playing a filling can turn it down though it has no shortcut."""
        areas = self.synthesizer.program.possible.pack.areas.values()
        return any(area.guarantees.dead_ends is Policy.FORBID for area in areas)


def filler_for(pack: Pack, found: PuzzleMap, relations: str = "needed", **options: Any) -> Filler:
    """A filler for this map: in a world of its own if it has an output, or in the pack's world."""
    if found.solves:
        return PatternFiller(pack, found, **options)
    return MapFiller(pack, found, relations=relations, **options)


class PatternFiller(Filler):
    """Fills a map that is the shape of whole puzzles: these are puzzles of the pack like all others."""

    def __init__(
        self,
        pack: Pack,
        found: PuzzleMap,
        options: SynthesisOptions = DEFAULT,
        *,
        loose: bool = False,
    ) -> None:
        from puzzlesynth.synth.maps.map_facts import PuzzlePattern
        from puzzlesynth.synth.synthesizer import Synthesizer

        self.pack, self.states = pack, options.states or STATE_LIMIT
        judge, pattern = PuzzleJudge(pack, self.states), PuzzlePattern(pack, found, loose)
        self.synthesizer = Synthesizer(pack, options, judge=judge, pattern=pattern)

    def puzzles(self, seed: int = 0) -> Iterator[Puzzle]:
        return self.synthesizer.puzzles(seed)

    def judge_for(self, shortcuts: bool, dead_ends: bool) -> AcceptanceTest:
        return PuzzleJudge(_allowing(self.pack, not shortcuts, not dead_ends), self.states)


class MapFiller(Filler):
    """Fills a map that has an output and a world of its own."""

    def __init__(
        self,
        pack: Pack,
        found: PuzzleMap,
        options: SynthesisOptions = DEFAULT,
        *,
        relations: str = "needed",
        loose: bool = False,
        size: int | None = None,
    ) -> None:
        """`loose`: blocks and limits of items can be let go; `size`: how many blocks."""
        from puzzlesynth.synth.maps.block_tree import BlockTree
        from puzzlesynth.synth.synthesizer import Synthesizer

        self.pack, self.states = pack, options.states or STATE_LIMIT
        self.relations, self._loose = relations, loose
        self.world = map_world(pack, found)
        if relations == "all":
            self.world = _with_all(self.world, pack)
        spawnable = frozenset(item.name for item in self.world.pack.items.values() if item.spawnable)
        if loose:
            self.world = _loosened(self.world)
        judge = MapAcceptanceTest(pack, self.world, self.states)
        shape = BlockTree(self.world, spawnable, size, loose)
        self.synthesizer = Synthesizer(self.world.pack, options, judge=judge, shape=shape)

    def puzzles(self, seed: int = 0) -> Iterator[Puzzle]:
        for puzzle in map(with_counted_names, self.synthesizer.puzzles(seed)):
            if self.relations == "safe":
                with self.deadline.applied():
                    puzzle = with_safe_relations(self.pack, puzzle, self.world, self.states)
                yield puzzle
            elif self.relations == "all":
                yield with_every_relation(self.pack, puzzle)
            else:
                yield puzzle

    def judge_for(self, shortcuts: bool, dead_ends: bool) -> AcceptanceTest:
        world = replace(self.world, pack=_allowing(self.world.pack, not shortcuts, not dead_ends))
        return MapAcceptanceTest(self.pack, world, self.states, self._loose)


class MapAcceptanceTest:
    """Plays a filling in the game that it makes: with its doors, its areas, its relations."""

    def __init__(self, pack: Pack, world: MapWorld, states: int, plenty: bool = False) -> None:
        """`plenty`: there are as many of every item as a filling has."""
        self._pack, self._world, self._states, self._plenty = pack, world, states, plenty

    @property
    def can_refuse(self) -> bool:
        return self._world.pack.guarantees.dead_ends is Policy.FORBID

    def __call__(self, puzzle: Puzzle, look_for_shortcuts: bool) -> Acceptance:
        game = pack_for(self._pack, puzzle, self._world)
        if self._plenty:
            game = _with_room(game, puzzle)
        return PuzzleJudge(game, self._states)(puzzle, look_for_shortcuts)


def _with_room(game: Pack, puzzle: Puzzle) -> Pack:
    """The game with enough copies for everything that the puzzle has in it."""
    counts = Counter([thing.item for thing in puzzle.objects] + [thing.item for thing in puzzle.creates])
    items = {n: replace(item, copies=max(item.copies, counts[n])) for n, item in game.items.items()}
    return replace(game, items=items)


def _allowing(pack: Pack, shortcuts: bool, dead_ends: bool) -> Pack:
    """The pack with areas where shortcuts, or dead ends, do not matter."""
    from puzzlesynth.synth.explain.requirements import weakened_pack

    kinds = [kind for kind, allowed in (("shortcuts", shortcuts), ("dead_ends", dead_ends)) if allowed]
    return weakened_pack(pack, {(kind, name) for kind in kinds for name in pack.areas})


def _loosened(world: MapWorld) -> MapWorld:
    """The world with everything placeable: where a block is let go, anything may come out of it."""
    doors = set(world.gates.values())
    items = {
        name: replace(item, spawnable=item.spawnable or name not in doors)
        for name, item in world.pack.items.items()
    }
    return replace(world, pack=replace(world.pack, items=items))


def _with_all(world: MapWorld, pack: Pack) -> MapWorld:
    """Every relation of the pack is in the game, whether the puzzle needs it or not."""
    rules = tuple(
        replace(r, from_relation=r.from_relation and r.number > len(pack.rules)) for r in world.pack.rules
    )
    return replace(world, pack=replace(world.pack, rules=rules))


def with_counted_names(puzzle: Puzzle) -> Puzzle:
    """The same puzzle with its objects renamed, in the order of their first use."""
    by_item: dict[str, list[str]] = defaultdict(list)
    things = [(thing.item, thing.id) for thing in puzzle.objects]
    for item, name in (*things, *((thing.item, thing.id) for thing in puzzle.creates)):
        by_item[item].append(name)
    names: dict[str, str] = {}
    used: set[str] = {step.id for step in puzzle.steps}
    for item, ids in by_item.items():
        for number, old in enumerate(dict.fromkeys(ids), 1):
            name = item.lower() if len(ids) == 1 else f"{item.lower()}-{number}"
            while name in used:
                name += "'"
            used.add(name)
            names[old] = name
    steps = tuple(
        replace(
            step,
            inputs=tuple(names[name] for name in step.inputs),
            outputs=tuple(names[name] for name in step.outputs),
        )
        for step in puzzle.steps
    )
    filling = puzzle.map
    if filling is not None:
        filling = replace(filling, blocks={b: names.get(name, name) for b, name in filling.blocks.items()})
    return replace(
        puzzle,
        objects=tuple(
            replace(thing, id=names[thing.id], inside=names.get(thing.inside or ""))
            for thing in puzzle.objects
        ),
        creates=tuple(replace(thing, id=names[thing.id]) for thing in puzzle.creates),
        steps=steps,
        map=filling,
    )


GAMES = 200
"""Fillings that the landmark test turns down and that are played, at most."""

Key = frozenset[tuple[object, object]]
"""Which thing is in which block, and by which rule each step is done."""


@dataclass(frozen=True)
class FillingCount:
    least: int
    most: int | None = None
    """None: not known."""

    @property
    def is_exact(self) -> bool:
        return self.least == self.most

    def __str__(self) -> str:
        if self.most is None:
            return f"at least {counted(self.least, 'filling')}"
        return ("" if self.is_exact else f"{self.least} to ") + counted(self.most, "filling")


def count(maker: Filler, limit: int, games: int = GAMES) -> Iterator[FillingCount]:
    """The bounds known so far; the last ones are the result. Counting stops at `limit`.

    The landmark test is sound, so what passes it counts. It is stricter than the truth, so what it turns down may count
    as well: those fillings are played, unless there are too many; then they only count towards the larger number.
    """
    program, guard = maker.synthesizer.program, maker.synthesizer.program.guard
    program.search_randomly(None)
    judge = maker.judge_for(True, True)
    sure: set[Key] = set()
    for answer in program.answers(deadline=maker.deadline):
        if not maker.can_refuse or _passes(maker, judge, answer, False):
            sure.add(_key(answer))
            yield FillingCount(len(sure))
        if len(sure) >= limit:
            return
    guard.enabled = False
    more = program.answers(limit=len(sure) + limit, deadline=maker.deadline)
    doubtful = [answer for answer in more if _key(answer) not in sure]
    if len(doubtful) > games:
        most = len(sure) + len(doubtful)
        yield FillingCount(len(sure), most if len(doubtful) < limit else None)
        return
    least, most = len(sure), len(sure) + len(doubtful)
    for answer in doubtful:
        if _passes(maker, judge, answer, True):
            least += 1
        else:
            most -= 1
        yield FillingCount(least)
    yield FillingCount(least, most)


def _passes(maker: Filler, judge: AcceptanceTest, answer: Answer, look_for_shortcuts: bool) -> bool:
    with maker.deadline.applied():
        return judge(maker.synthesizer.puzzle_of(answer), look_for_shortcuts).accepted


def _key(answer: Answer) -> Key:
    return frozenset((*answer.fills.items(), *answer.rules.items()))
