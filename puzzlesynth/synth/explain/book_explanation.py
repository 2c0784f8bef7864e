"""Why a recipe book has no puzzle, where shortcuts are in the way: its trees are asked, and no logic program.

A requirement is given up for good as soon as it is proven that there is no puzzle without it either; what is left needs
each of its members. That more may be placed never makes a puzzle worse, since a puzzle need not place it. So what has a
puzzle keeps having one, and what was found needed stays needed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from puzzlesynth.deadline import Deadline
from puzzlesynth.pack.model import Pack, Policy
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.synth.constraints.designer_constraints import ConstraintSet
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.options import Targets
from puzzlesynth.synth.recipes.proposal import depths_of
from puzzlesynth.synth.relevance import PackAnalysis

from .book_questions import DEEPER, HARD, BookAnswer, BookQuestions, book_questions
from .oracle import FaultFinder
from .reason import NO_MORE_COPIES, NOT_ALL_NEEDED, Reason, within
from .repairs import PackRepair
from .requirements import Requirement, requirements_of, steps_text, weakened_pack

KINDS = ("goal", "min_depth", "max_depth", "shortcuts", "not_spawnable", "copies", "limit")
"""With other requirements, a book is left to the program."""

MOST_UNDECIDED = 4
"""Questions about what else may be placed that may stay open, before the rest counts as needed."""


class BookExplanation:
    """Of a book with one area."""

    def __init__(
        self,
        pack: Pack,
        questions: BookQuestions,
        requirements: Sequence[Requirement],
        shortcut: FaultFinder,
        deadline: Deadline,
    ) -> None:
        self._pack, self._ask, self._shortcut, self._deadline = pack, questions, shortcut, deadline
        (self._area,) = pack.areas.values()
        self._of = {requirement.id: requirement for requirement in requirements}
        self._raw = frozenset(name for name, item in pack.items.items() if item.spawnable)
        self._made = sorted(
            (one for one in requirements if one.kind == "not_spawnable" and one.id[1] in questions.relevant),
            key=lambda one: str(one.id),
        )
        self._depths = depths_of(self._area)
        self._alone: set[Requirement] = set()
        """Requirements without which there is a puzzle that meets all others."""
        self._helped: list[tuple[frozenset[str], BookAnswer]] = []
        """What puzzles place that the pack does not."""
        self._undecided = 0
        """Questions about what else may be placed that stayed open."""

    def reason(self) -> Reason | None:
        """None: nothing can be said here about why there is none, or there is one."""
        with self._deadline.applied():
            return self._reason()

    def _reason(self) -> Reason | None:
        if not self._ask.puzzle(self._raw, self._depths, HARD).is_none:
            return None
        without = self._ask.tree(self._raw, self._depths)
        if without is None:
            return None
        area = self._area.name
        core = {self._of["goal", area], self._of["shortcuts", area]}
        self._alone |= core
        depths, least = self._depths, self._of.get(("min_depth", area))
        if least is not None:
            found = self._ask.puzzle(self._raw, range(1, depths.stop), HARD)
            if found.is_none:
                depths = range(1, depths.stop)
            else:
                core.add(least)
                self._alone |= {least} if found.candidate is not None else set()
        kept = self._needed(self._made, depths)
        core |= kept
        placed = self._raw | {str(one.id[1]) for one in self._made if one not in kept}
        self._add_most(core, placed, depths)
        puzzle = self._ask.puzzle_of(without)
        notes = [*self._longest(core, placed, least), *self._spoilt(puzzle)]
        if self._undecided:
            notes.append(NOT_ALL_NEEDED)
        notes.append(within([NO_MORE_COPIES]))
        ordered = sorted(core, key=lambda r: (-r.rank, str(r.id)))
        return Reason(tuple(ordered), tuple(notes), True, core <= self._alone)

    def _needed(self, those: Sequence[Requirement], depths: range) -> set[Requirement]:
        """Of what is not placed, that of which at least one thing has to be placed for a puzzle. As much as possible is
        given up at once."""
        given_up: set[str] = set()
        needed: set[Requirement] = set()
        waiting = [list(those)]
        while waiting:
            some = waiting.pop()
            names = {str(one.id[1]) for one in some}
            if self._undecided >= MOST_UNDECIDED:
                needed.update(some)
                continue
            found = self._has_puzzle(given_up | names, depths)
            self._undecided += not found.is_none and found.candidate is None
            if found.is_none:
                given_up |= names
            elif len(some) == 1:
                needed.add(some[0])
            else:
                alone = [one for one in some if self._helps_alone(one, depths)]
                needed.update(alone)
                rest = [one for one in some if one not in alone]
                # What helps by itself often hid that the others do not.
                half = len(rest) if alone else len(rest) // 2
                waiting += [part for part in (rest[half:], rest[:half]) if part]
        self._alone |= {one for one in needed if self._alone_depth(one) in self._depths}
        return needed

    def _alone_depth(self, one: Requirement) -> int:
        """How deep a puzzle is that places this thing and no other besides what the pack does; 0: none is known."""
        known = [found for helped, found in self._helped if helped == {one.id[1]}]
        return max((found.candidate.root.depth for found in known if found.candidate is not None), default=0)

    def _helps_alone(self, one: Requirement, depths: range) -> bool:
        """Whether it helps to place this thing and no other; only what some puzzle takes is tried."""
        name = str(one.id[1])
        if not any(name in helped for helped, _ in self._helped):
            return False
        self._has_puzzle({name}, depths)
        return self._alone_depth(one) > 0

    def _has_puzzle(self, names: Collection[str], depths: range) -> BookAnswer:
        """With these things placed as well."""
        known = next((one for helped, one in self._helped if helped <= frozenset(names)), None)
        if known is not None:
            return known
        found = self._ask.puzzle(self._raw | frozenset(names), depths)
        if found.candidate is not None:
            puzzle = self._ask.puzzle_of(found.candidate)
            assert puzzle is not None
            self._helped.append((frozenset(thing.item for thing in puzzle.objects) - self._raw, found))
        return found

    def _add_most(self, core: set[Requirement], placed: Collection[str], depths: range) -> None:
        """The greatest depth, unless it is proven that there is no puzzle without it either."""
        most = self._of.get(("max_depth", self._area.name))
        if most is None:
            return
        deeper = range(depths.stop, depths.stop + DEEPER)
        found = self._ask.puzzle(self._raw, deeper)
        if found.candidate is not None:
            self._alone.add(most)
            core.add(most)
            return
        end = self._ask.deepest(placed, depths.stop)
        beyond = range(depths.stop, end) if end is not None else None
        if beyond is None or (beyond and not self._ask.puzzle(placed, beyond).is_none):
            core.add(most)

    # --- telling --------------------------------------------------------------------------------------

    def _longest(
        self, core: Collection[Requirement], placed: Collection[str], least: Requirement | None
    ) -> Iterator[str]:
        if least is None or least not in core:
            return
        for depth in range(self._depths.start - 1, 0, -1):
            found = self._ask.puzzle(placed, range(depth, self._depths.stop))
            if found.candidate is not None:
                name = self._area.name
                yield f"the longest chain in {name} that the other requirements allow has {steps_text(depth)}"
            if not found.is_none:
                return

    def _spoilt(self, puzzle: Puzzle | None) -> Iterator[str]:
        if puzzle is None:
            return
        found = self._shortcut(self._pack, puzzle, [self._area.name])
        if found is not None:
            yield f"without it there would be a puzzle of {counted(len(puzzle.steps), 'step')}, but {found}"

    # --- helping --------------------------------------------------------------------------------------

    def changes(self, reason: Reason) -> Iterator[PackRepair]:
        """Single requirements to give up, the cheapest first, with the nearest bounds that work."""
        sure = True
        for requirement in sorted(reason.requirements, key=lambda one: (one.cost, str(one.id))):
            number = None
            if requirement.bound is not None:
                with self._deadline.applied():
                    found = self._nearest(requirement)
                if found is None:
                    sure = False  # two bounds together might help
                    continue
                number, is_nearest = found
                sure = sure and is_nearest
            elif not self._helps(requirement):
                continue
            way = requirement.help.format(number)
            yield PackRepair((way,), sure, (requirement,), (number,))

    def _helps(self, requirement: Requirement) -> bool:
        """Whether there is a puzzle that meets all others."""
        if requirement.kind != "not_spawnable":
            return requirement.kind == "shortcuts"
        with self._deadline.applied():
            placed = self._raw | {str(requirement.id[1])}
            return self._ask.puzzle(placed, self._depths).candidate is not None

    def _nearest(self, requirement: Requirement) -> tuple[int, bool] | None:
        """The nearest number for a bound with which there is a puzzle, and whether that is known; None: none is known."""
        bound, sure = requirement.bound or 0, True
        end = 0 if requirement.direction < 0 else bound + DEEPER + 1
        for number in range(bound + requirement.direction, end, requirement.direction):
            least, most = self._depths.start, self._depths.stop
            depths = range(number, most) if requirement.direction < 0 else range(least, number + 1)
            found = self._ask.puzzle(self._raw, depths)
            if found.candidate is not None:
                return number, sure
            sure = sure and found.is_none
        return None


def book_explanation(
    pack: Pack, targets: Targets, shortcut: FaultFinder, deadline: Deadline
) -> BookExplanation | None:
    """None: the pack is no such book, or something else is asked for."""
    with deadline.applied():
        strict = PackAnalysis(pack, fresh_start(pack), None, targets)
        areas = strict.start.areas
        if len(areas) != 1 or targets.bounds or pack.constraints or not strict.is_recipe_book:
            return None
        if (
            areas[0].max_depth is None
            or areas[0].guarantees.shortcuts is not Policy.FORBID
            or strict.herrings
        ):
            return None
        requirements = requirements_of(strict, ConstraintSet())
        if not all(one.kind in KINDS for one in requirements):
            return None
        ids = [one.id for one in requirements if one.kind == "not_spawnable"]
        weak = weakened_pack(pack, ids)
        questions = book_questions(PackAnalysis(weak, fresh_start(weak)))
        return (
            None if questions is None else BookExplanation(pack, questions, requirements, shortcut, deadline)
        )
