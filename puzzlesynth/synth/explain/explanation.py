"""Why there is no puzzle: smallest sets of requirements that cannot hold together, and what would help.

Three things are looked at in turn, each larger than the one before: the pack as it is without its guarantees; the same
with more copies of items and more changes of objects than it allows; and the guarantees. What is found without the
latter holds with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice

from puzzlesynth.deadline import FOREVER, Deadline
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.synth.initial_state import InitialState
from puzzlesynth.synth.options import NO_TARGETS, Targets

from .assumption_program import MORE, AssumptionProgram
from .budgeted_program import UNLIMITED
from .mus import Mus, MusEnumerator
from .oracle import Playtests, SatisfiabilityOracle
from .repairs import PackRepair as PackRepair
from .repairs import RepairSearch, nearest
from .requirements import Requirement, RequirementSet, by_id, steps_text
from .weakened_program import WeakenedPackSearch, WeakenedProgram

MOST_CHANGES = 3


@dataclass(frozen=True)
class Reason:
    """A smallest set of requirements that cannot hold together: it needs each of them, as far as could be decided."""

    requirements: tuple[Requirement, ...]
    notes: tuple[str, ...] = ()
    """The longest chain that exists, the shortcut that spoils a candidate."""
    proven: bool = True
    """False where a guarantee is part of it and playing could not settle whether it is really in the way."""
    fewest: bool = True
    """Whether it is proven that no other such set, but those named before, has fewer members."""


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
        self._asking = self._asker(more=False)
        everything = self._asking.all
        self._plain = MusEnumerator((r for r in everything if not r.is_guarantee), self._asking.finding)
        self._whole = MusEnumerator(everything, self._asking.finding)
        self._with_more: SatisfiabilityOracle | None = None
        self._known: list[Reason] = []
        self._search = self._reasons()

    def _asker(self, more: bool) -> SatisfiabilityOracle:
        with self._deadline.applied():
            program = AssumptionProgram(*self._make, more=more)
        return SatisfiabilityOracle(program, self._players, self._deadline)

    @property
    def _larger(self) -> SatisfiabilityOracle:
        """Asks with more copies and changes than the pack allows."""
        if self._with_more is None:
            self._with_more = self._asker(more=True)
        return self._with_more

    # --- questions ------------------------------------------------------------------------------------

    def puzzle(self) -> Puzzle | None:
        """A puzzle that meets everything, if there is one after all: the pack as it is, asked for as long as it takes."""
        whole = self._loosen(frozenset(), 1)
        tried = whole.find({}, 1, UNLIMITED)
        return None if tried.answer is None else whole.puzzle(tried.answer)

    def _loosen(self, given_up: RequirementSet, deepest: int) -> WeakenedPackSearch:
        with self._deadline.applied():
            program = WeakenedProgram(*self._make, given_up, deepest)
        return WeakenedPackSearch(program, self._players.dead_end, self._deadline)

    def can_hold(self, requirements: Sequence[Requirement]) -> bool | None:
        """Whether these can hold together, whatever becomes of the others; None: not decided."""
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
        larger = self._larger
        reply = larger.program.ask(one.requirements, self._deadline)
        if reply.met is None:
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
        proven = (
            not self._rests_on_shortcuts(contradiction)
            or self._asking.by_playing(contradiction).core is not None
        ) and not (self._asking.left_open and any(r.is_guarantee for r in contradiction))
        return Reason(tuple(ordered), tuple(notes), proven, one.fewest)

    def _longest_chains(self, contradiction: RequirementSet) -> Iterator[str]:
        asking = self._asker_for(contradiction)
        for requirement in by_id(contradiction):
            kind, what, *_ = requirement.id
            least = requirement.id[-1] == "least"
            if kind == "min_depth" or (kind == "target" and what == "depth" and least):
                number = nearest(asking, contradiction, requirement)
                if number is not None:
                    others = any(r.kind not in ("goal", "min_depth") for r in contradiction - {requirement})
                    rest = " beside the rest of this" if others else ""
                    yield f"the longest chain that there can be in {requirement.area}{rest} has {steps_text(number)}"

    def _asker_for(self, contradiction: RequirementSet) -> SatisfiabilityOracle:
        return self._larger if any(r.kind in MORE for r in contradiction) else self._asking

    # --- helping --------------------------------------------------------------------------------------

    def changes(self, reason: Reason, most: int = MOST_CHANGES) -> Iterator[PackRepair]:
        """The cheapest changes that make a puzzle possible."""
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
