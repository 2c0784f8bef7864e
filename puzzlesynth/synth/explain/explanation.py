"""Why there is no puzzle: smallest sets of requirements that cannot hold together, and what would help.

Three things are looked at in turn, each larger than the one before: the pack as it is without its guarantees; the same
with more copies of items and more changes of objects than it allows; and the guarantees. What is found without the
latter holds with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import count, islice

from puzzlesynth.deadline import FOREVER, Deadline
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.synth.initial_state import InitialState
from puzzlesynth.synth.options import NO_TARGETS, Targets

from .assumption_program import MORE, AssumptionProgram
from .book_explanation import book_explanation
from .budgeted_program import UNLIMITED
from .mus import Mus, MusEnumerator
from .oracle import Playtests, SatisfiabilityOracle
from .reason import NOT_ALL_NEEDED, within
from .reason import Reason as Reason
from .repairs import PackRepair as PackRepair
from .repairs import RepairSearch, nearest
from .requirements import Leeway, Requirement, RequirementSet, by_id, steps_text
from .weakened_program import WeakenedPackSearch, WeakenedProgram

MOST_CHANGES = 3


class NoPuzzleExplanation:
    def __init__(
        self,
        pack: Pack,
        constraints: Sequence[str] = (),
        targets: Targets = NO_TARGETS,
        players: Playtests | None = None,
        deadline: Deadline = FOREVER,
        start: InitialState | None = None,
    ) -> None:
        self._make = (pack, constraints, targets, start)
        players, in_time = players or Playtests(), deadline.applied()
        self._players = Playtests(
            in_time(players.shortcut), in_time(players.sequence_break), in_time(players.dead_end)
        )
        self._deadline = deadline
        self._roomier: dict[Leeway, SatisfiabilityOracle] = {}
        self._leeway = Leeway.SOME
        """How many copies and changes more than the pack allows had to be looked at so far."""
        self._tried: dict[RequirementSet, Leeway] = {}
        """How many of them do not make these contradictions go away."""
        self._known: list[Reason] = []
        self._search = self._reasons()
        is_plain = not constraints and start is None
        self._book = book_explanation(pack, targets, self._players.shortcut, deadline) if is_plain else None
        self._of_book: Reason | None = None

    @cached_property
    def _asking(self) -> SatisfiabilityOracle:
        return self._asker(Leeway.NONE)

    @cached_property
    def _plain(self) -> MusEnumerator:
        return MusEnumerator((r for r in self._asking.all if not r.is_guarantee), self._asking.finding)

    @cached_property
    def _whole(self) -> MusEnumerator:
        return MusEnumerator(self._asking.all, self._asking.finding)

    def _asker(self, leeway: Leeway) -> SatisfiabilityOracle:
        with self._deadline.applied():
            program = AssumptionProgram(*self._make, leeway=leeway)
        return SatisfiabilityOracle(program, self._players, self._deadline)

    @property
    def _larger(self) -> SatisfiabilityOracle:
        """Asks with more copies and changes than the pack allows."""
        return self._with(self._leeway)

    def _with(self, leeway: Leeway) -> SatisfiabilityOracle:
        if leeway not in self._roomier:
            self._roomier[leeway] = self._asker(leeway)
        return self._roomier[leeway]

    # --- questions ------------------------------------------------------------------------------------

    def puzzle(self) -> Puzzle | None:
        """A puzzle that meets everything, if there is one after all: the pack as it is, asked for as long as it takes."""
        whole = self._loosen(frozenset(), 1)
        tried = whole.find({}, 1, UNLIMITED)
        return None if tried.answer is None else whole.puzzle(tried.answer)

    def _loosen(self, given_up: RequirementSet, deepest: int) -> WeakenedPackSearch:
        with self._deadline.applied():
            program = WeakenedProgram(*self._make, given_up, deepest, self._leeway)
        return WeakenedPackSearch(program, self._players.dead_end, self._deadline)

    def can_hold(self, requirements: Sequence[Requirement]) -> bool | None:
        """Whether these can hold together, regardless of the others; None: not decided."""
        finding = self._larger.finding(frozenset(requirements))
        return None if finding.undecided else finding.met is not None

    def reason(self) -> Reason | None:
        """A smallest contradiction; None: there is none, and so there is a puzzle."""
        return next(self.reasons(), None)

    def reasons(self) -> Iterator[Reason]:
        """All smallest contradictions, those with the fewest members first. What is known is not looked for again."""
        for number in count():
            if number == len(self._known):
                reason = next(self._search, None)
                if reason is None:
                    return
                self._known.append(reason)
            yield self._known[number]

    def _reasons(self) -> Iterator[Reason]:
        found: list[RequirementSet] = []
        self._of_book = self._book.reason() if self._book is not None else None
        if self._of_book is not None:
            yield self._of_book
            if self._of_book.fewest:
                return  # all its members are part of every other
            found.append(frozenset(self._of_book.requirements))
        if self._plain.holds() is False:
            for one in self._by_size(self._plain, found):
                yield self._told(one)
        self._whole.begin_with(self._plain)
        self._whole.leave_out(found)
        if self._is_impossible():
            for one in self._by_size(self._whole, found):
                yield self._told(one)

    def _is_impossible(self) -> bool:
        """Whether guarantees leave no puzzle. What the landmark test turns down is played first."""
        holds = self._whole.holds()
        if holds or (holds is None and self.puzzle() is not None):
            return False
        if holds is None:
            self._whole.begin_with(self._whole.everything)
        return not self._rests_on_shortcuts(self._whole.everything) or (
            self._asking.by_playing(self._whole.everything).met is None
        )

    def _by_size(self, among: MusEnumerator, found: list[RequirementSet]) -> Iterator[Mus]:
        """A contradiction that comes from too few of something names that as well."""
        waiting: list[Mus] = []
        for one in among.smallest():
            waiting.append(self._completed(one))
            waiting.sort(key=lambda w: len(w.requirements))
            while waiting and len(waiting[0].requirements) <= len(one.requirements):
                found.append(waiting[0].requirements)
                yield waiting.pop(0)
        found += [one.requirements for one in waiting]
        yield from waiting

    def _completed(self, one: Mus) -> Mus:
        """With the copies and limits that are part of it, if there are any."""
        if any(r.is_guarantee for r in one.requirements):
            return one
        for leeway in (Leeway.SOME, Leeway.AMPLE):
            larger = self._with(leeway)
            if larger.program.ask(one.requirements, self._deadline).met is not None:
                self._leeway = max(self._leeway, leeway)
                break
            self._tried[one.requirements] = leeway
            if not larger.program.has_more_to_try:
                return one
        else:
            return one
        # It holds with more copies and changes and not with those that the pack allows: these are part of it, and it has
        # all of `one`, which needs every one of its members as it is.
        more = frozenset(r for r in larger.all if r.kind in MORE)
        beside = MusEnumerator(one.requirements | more, larger.finding)
        if beside.holds() is None:
            beside.begin_with(one.requirements | more)
        found = next(beside.smallest(), one)
        return Mus(found.requirements, one.fewest and found.fewest)

    # --- telling --------------------------------------------------------------------------------------

    def _rests_on_shortcuts(self, contradiction: RequirementSet) -> bool:
        refused = self._asking.program.guard.refused
        return bool(refused) and any(r.kind in ("shortcuts", "sequence") for r in contradiction)

    def _told(self, one: Mus) -> Reason:
        contradiction = one.requirements
        ordered = sorted(contradiction, key=lambda r: (-r.rank, str(r.id)))
        notes = [*self._longest_chains(contradiction), *self._asking.spoilt(contradiction)]
        notes += self._limits(contradiction)
        # Dead ends are only played in whole games, so the goal of an area that does not matter is a member as well.
        goals = {r.area for r in contradiction if r.kind == "goal"}
        whole_game = len(goals) > 1 and any(r.kind == "dead_ends" for r in contradiction)
        if whole_game:
            notes.append(NOT_ALL_NEEDED)
        proven = (
            not self._rests_on_shortcuts(contradiction)
            or self._asking.by_playing(contradiction).core is not None
        ) and not (self._asking.left_open and any(r.is_guarantee for r in contradiction))
        return Reason(tuple(ordered), tuple(notes), proven, one.fewest and not whole_game)

    def _limits(self, contradiction: RequirementSet) -> Iterator[str]:
        """Within what limits the contradiction is proven, where none of its members says so."""
        guaranteed = any(r.is_guarantee for r in contradiction)
        tried = self._asking if guaranteed else self._with(self._tried.get(contradiction, self._leeway))
        named = {str(r.id[1]) if r.kind == "limit" else r.kind for r in contradiction}
        limits = list(tried.program.limits(named))
        if limits:
            yield within(limits)

    def _longest_chains(self, contradiction: RequirementSet) -> Iterator[str]:
        asking = self._asker_for(contradiction)
        for requirement in by_id(contradiction):
            kind, measure, *_ = requirement.id
            least = requirement.id[-1] == "least"
            if kind == "min_depth" or (kind == "target" and measure == "depth" and least):
                number = nearest(asking, contradiction, requirement)
                if number is not None:
                    others = any(r.kind not in ("goal", "min_depth") for r in contradiction - {requirement})
                    allowed = f"longest chain in {requirement.area} that the other requirements allow"
                    what = allowed if others else f"longest possible chain in {requirement.area}"
                    yield f"the {what} has {steps_text(number)}"

    def _asker_for(self, contradiction: RequirementSet) -> SatisfiabilityOracle:
        return self._larger if any(r.kind in MORE for r in contradiction) else self._asking

    # --- helping --------------------------------------------------------------------------------------

    def changes(self, reason: Reason, most: int = MOST_CHANGES) -> Iterator[PackRepair]:
        """The cheapest changes that make a puzzle possible."""
        if self._book is not None and reason is self._of_book:
            yield from islice(self._book.changes(reason), most)
            return
        contradiction = frozenset(reason.requirements)
        asking = self._asker_for(contradiction)
        among = MusEnumerator(asking.all, asking.finding)
        if asking is self._asking:
            among.begin_with(self._plain)
        among.begin_with(contradiction)
        changing = RepairSearch(
            asking, among, lambda given_up: self._loosen(given_up, asking.program.deepest)
        )
        yield from islice(changing.changes(_price(contradiction)), most)


def _price(contradiction: RequirementSet) -> Callable[[Requirement], int]:
    """What has been named as the reason is what a designer would change first."""
    return lambda r: 4 * r.cost - (1 if r in contradiction else 0)
