"""What cannot be done without: a sound test that needs no search.

With deletions ignored, whatever has become true stays true, so what can be reached is found in one pass. If a
goal is out of reach there with some actions left out, it is out of reach in the world too.
"""

from __future__ import annotations

from collections.abc import Collection

from puzzlesynth.deadline import check_time
from puzzlesynth.world.task.ground_task import Fact, GroundTask
from puzzlesynth.world.task.reachable_task import REACH


class DeleteRelaxation:
    """A puzzle in which nothing is ever lost."""

    def __init__(self, puzzle: GroundTask) -> None:
        self._puzzle = puzzle
        self._needs: list[tuple[Fact, ...]] = []
        self._adds: list[tuple[Fact, ...]] = []
        self._users: dict[Fact, list[int]] = {}
        for condition, change in zip(puzzle.conditions, puzzle.changes, strict=True):
            self._operator(tuple(condition.needs), tuple(f for f, count in change.items() if count > 0))
        self._add_revealing()
        self._add_solving()
        self._start = [fact for fact, (shift, _) in puzzle.fields.items() if self._count(fact, shift)]

    def _count(self, fact: Fact, shift: int) -> int:
        width = self._puzzle.fields[fact][1]
        return (self._puzzle.start >> shift) & ((1 << width) - 1)

    def _operator(self, needs: tuple[Fact, ...], adds: tuple[Fact, ...]) -> None:
        for fact in needs:
            self._users.setdefault(fact, []).append(len(self._needs))
        self._needs.append(needs)
        self._adds.append(adds)

    def _add_revealing(self) -> None:
        grounding = self._puzzle.grounding
        for fact, spot in enumerate(grounding.spots):
            if spot.area != REACH and spot.node.form.item.carryable:
                target = grounding.find(spot._replace(area=REACH))
                if target is not None:
                    self._operator((("spot", fact), ("open", spot.area)), (("spot", target),))

    def _add_solving(self) -> None:
        puzzle = self._puzzle
        for area in puzzle.instance.goals:
            links = puzzle.instance.pack.areas[area].connects
            adds: tuple[Fact, ...] = (
                ("solved", area),
                *(("open", name) for name in links if name in puzzle.open_bit),
            )
            for fact in puzzle.grounding.goal_facts(area):
                place = puzzle.grounding.spots[fact].area
                needs: tuple[Fact, ...] = (("spot", fact),)
                self._operator(needs if place == REACH else (*needs, ("open", place)), adds)

    def reached(self, without: Collection[int] = (), never: Fact | None = None) -> set[Fact]:
        """All facts that can come about when some actions are not done and one fact is never true."""
        check_time()
        missing = [len(needs) for needs in self._needs]
        for action in without:
            missing[action] = -1
        reached = {fact for fact in self._start if fact != never}
        todo = list(reached)
        while todo:
            for operator in self._users.get(todo.pop(), ()):
                missing[operator] -= 1
                if missing[operator] == 0:
                    for fact in self._adds[operator]:
                        if fact not in reached and fact != never:
                            reached.add(fact)
                            todo.append(fact)
        return reached
