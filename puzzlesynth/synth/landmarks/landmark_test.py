"""The no-shortcut test: which steps are in every solution.

The whole pack is run forwards over everything in the world, with nothing ever used up (the delete relaxation). What can
only be reached through a step there cannot be reached without it in the real game either: the step is a landmark. The
landmarks of a fact are those of each operator that gives it, intersected over all these operators; they are computed
for all facts at once, as bit sets. An open area is a landmark like a step, so the test also finds goals that can be met
too early.

The test is sound and needs no search, but it is too strict: it also refuses puzzles whose only shortcut would use
something twice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property

from puzzlesynth.pack.model import Pack, kept_by_owner
from puzzlesynth.synth.answers.answer_set import Answer, Node, ObjectKey
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.relevance import PackAnalysis, StepKind

from .nogoods import NogoodGeneraliser, RefusedCandidate, RelaxedShortcut
from .red_herring_test import Useful, useful_herring
from .relaxed_task import Fact, RelaxedTask
from .relaxed_task_builder import RelaxedTaskBuilder


class _Relaxation:
    """The relaxed world of some placements."""

    def __init__(self, possible: PackAnalysis, lies: Mapping[ObjectKey, str] | None) -> None:
        self._possible = possible
        self._builder = RelaxedTaskBuilder(possible, lies)
        self.world: RelaxedTask = self._builder.world()

    @cached_property
    def generaliser(self) -> NogoodGeneraliser:
        """Made when the first candidate is refused; many games have no shortcut to explain."""
        return NogoodGeneraliser(self._possible, self._builder, self.world)


class LandmarkTest:
    def __init__(self, possible: PackAnalysis) -> None:
        self._possible = possible
        self._undecided = _undecided_rules(possible)
        # With many areas, a candidate uses few of all possible placements. So each candidate gets a world of its own,
        # which grows with the number of objects and not with objects times areas.
        each_its_own = possible.shape is None and not possible.has_few_areas
        self._of_all = None if each_its_own else _Relaxation(possible, None)

    def _relaxation_of(self, answer: Answer) -> _Relaxation:
        return self._of_all or _Relaxation(self._possible, answer.lies)

    def shortcuts(
        self,
        answer: Answer,
        strict_areas: Collection[str],
        holds: Callable[[Fact], bool],
        nodes: Callable[[StepKind], Iterable[Node]],
    ) -> list[RelaxedShortcut]:
        """The shortcuts of the relaxed world, at most one per area; empty: proven that there are none."""
        relaxation = self._relaxation_of(answer)
        world = relaxation.world
        start = world.numbered(self._given(answer))
        marks = world.landmarks(start)
        kinds: dict[str, set[StepKind]] = {}
        for step, area in answer.belongs.items():
            kinds.setdefault(area, set()).add((answer.rules[step], step[0]))
        shortcuts = []
        candidate = RefusedCandidate(answer, start, holds, nodes)
        for area in answer.solved_by:
            found = marks[world.operators.numbers["solved", area]]
            if area not in self._possible.start.open and not found & world.bit(area):
                shortcuts.append(relaxation.generaliser.unopened(candidate, area))
            elif area in strict_areas:
                spare = sorted(kind for kind in kinds[area] if not found & world.bit(kind))
                if spare:
                    shortcuts.append(relaxation.generaliser.shortcut(candidate, area, spare))
        return shortcuts

    def useful_herring(self, answer: Answer) -> Useful | None:
        """An object that no step takes, with the evidence that it could help; None: there is none."""
        taken = {node[:2] for links in answer.takes.values() for _, node in links if node[2] == 0}
        baits = [thing for thing in answer.lies if thing not in taken and thing[0] in self._possible.baits]
        if not baits:
            return None
        world = self._relaxation_of(answer).world
        return useful_herring(world, world.numbered(self._given(answer)), baits)

    def _given(self, answer: Answer) -> list[Fact]:
        """What an answer set adds to the world that is always there."""
        facts: list[Fact] = [("start",)]
        facts += [("chosen", area, goal) for area, goal in answer.chosen.items()]
        facts += [("lies", *thing, area) for thing, area in answer.lies.items()]
        facts += [("packed", *holder, *inner) for inner, holder in answer.packed.items()]
        if self._possible.shape is not None:
            facts += [("active", rule) for rule in sorted(set(answer.rules.values()))]
        for step, rule in answer.rules.items():
            if rule in self._undecided:
                principal = self._possible.effects[rule].principal
                made = [(principal, step), *answer.makes.get(step, ())]
                facts += [("allowed", rule, output, node[0]) for output, node in made]
        facts += self._given_inside(answer)
        return facts

    def _given_inside(self, answer: Answer) -> Iterator[Fact]:
        """What appears inside something is not said step by step: it may appear wherever it fits."""
        inside = {node[0] for filled in answer.filled.values() for _, node in filled}
        for rule in self._undecided & set(answer.rules.values()) if inside else ():
            for output, kind in self._possible.effects[rule].filled.items():
                for item in self._possible.creatable(kind):
                    if item.name in inside:
                        yield "allowed", rule, ("inside", output), item.name


def landmark_test_of(possible: PackAnalysis) -> LandmarkTest:
    """The test for an analysis. All streams, blocks and shards of an unchanged pack share one: it learns nothing from
    candidates."""
    pack = possible.pack
    if possible == PackAnalysis(pack, fresh_start(pack)):
        return _plain_test(pack)
    return LandmarkTest(possible)


@kept_by_owner
def _plain_test(pack: Pack) -> LandmarkTest:
    return LandmarkTest(PackAnalysis(pack, fresh_start(pack)))


def _undecided_rules(possible: PackAnalysis) -> frozenset[int]:
    """Rules for which the puzzle decides what item they make."""
    return frozenset(
        rule.number
        for rule in possible.relevant[1]
        if any(len(possible.creatable(kind)) != 1 for kind in possible.created_types(rule))
    )
