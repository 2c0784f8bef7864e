"""Why there is no puzzle: smallest sets of requirements that cannot hold together, and what would help.

A set is made small by dropping one requirement after the other as long as the rest is still contradictory; what is left
needs every one of its members. What would help is a cheapest set of requirements to give up that hits every such
contradiction, checked by solving, with the nearest bounds that work in place of the old ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle

from .deadline import FOREVER, Deadline, OutOfTime
from .decode import Decoder
from .requirements import Requirement
from .targets import NO_TARGETS, Targets
from .why_program import Reply, WhyProgram

Fault = Callable[[Pack, Puzzle, Collection[str]], str | None]
"""Plays a puzzle and tells in a sentence what is wrong with it in some areas; None: nothing."""

EXACT_SECONDS = 4.0
"""For how long each contradiction that rests on the landmark test is looked at by playing."""

CHANGE_SECONDS = 10.0
"""For how long each change is tried."""

Contradiction = frozenset[Requirement]


@dataclass(frozen=True)
class Players:
    """Those who know the world, which this side does not."""

    shortcut: Fault = lambda pack, puzzle, areas: None
    dead_end: Fault = lambda pack, puzzle, areas: None


@dataclass(frozen=True)
class Reason:
    """A smallest set of requirements that cannot hold together."""

    requirements: tuple[Requirement, ...]
    notes: tuple[str, ...] = ()
    """The longest chain that exists, the shortcut that spoils a candidate."""
    proven: bool = True
    """False where a guarantee is part of it and playing could not settle it in time."""


@dataclass(frozen=True)
class Change:
    """What makes a puzzle possible, checked by solving."""

    ways: tuple[str, ...]
    requirements: tuple[Requirement, ...] = field(compare=False)


class Why:
    def __init__(
        self,
        pack: Pack,
        constraints: Sequence[str] = (),
        targets: Targets = NO_TARGETS,
        players: Players | None = None,
        deadline: Deadline = FOREVER,
    ) -> None:
        self._pack, self._players, self._deadline = pack, players or Players(), deadline
        self._program = WhyProgram(pack, constraints, targets)
        self._decoder = Decoder(self._program.possible)
        self.all = frozenset(self._program.requirements)
        self._goals = frozenset(r for r in self.all if r.kind == "goal")
        self._unsure: set[Contradiction] = set()

    # --- questions ------------------------------------------------------------------------------------

    def puzzle(self) -> Puzzle | None:
        """A puzzle that meets everything, if there is one after all."""
        reply = self._check(self.all)
        return None if reply.answer is None else self._decoder.decode(reply.answer)

    def reason(self) -> Reason | None:
        """A smallest contradiction; None: there is none, and so there is a puzzle."""
        reply = self._check(self.all)
        return None if reply.answer is not None else self._told(self._smallest(reply.core))

    def reasons(self, most: int = 50) -> Iterator[Reason]:
        """All smallest contradictions, up to a number."""
        from .hitting import Unexplored

        left = Unexplored(self.all)
        found = 0
        while found < most and (seed := left.largest()) is not None:
            reply = self._check(seed)
            if reply.answer is None:
                contradiction = self._smallest(reply.core)
                left.forbid(contradiction)
                found += 1
                yield self._told(contradiction)
            else:
                left.need_more_than(seed)

    # --- making sets small ----------------------------------------------------------------------------

    def _smallest(self, core: Contradiction) -> Contradiction:
        kept = set(core)
        for requirement in sorted(core, key=lambda r: (r.rank, str(r.id))):
            if requirement in kept:
                reply = self._check(frozenset(kept - {requirement}))
                if reply.answer is None:
                    kept &= reply.core
        return frozenset(kept)

    def _check(self, held: Contradiction, numbers: dict[Requirement, int] | None = None) -> Reply:
        """Whether requirements can hold together, guarantees included."""
        guard = self._program.guard
        reply = self._without_dead_ends(held, numbers)
        if reply.answer is None and any(r.kind == "shortcuts" for r in reply.core) and guard.refused:
            return self._by_playing(held, numbers, reply)
        return reply

    def _without_dead_ends(self, held: Contradiction, numbers: dict[Requirement, int] | None) -> Reply:
        areas = {str(r.id[1]) for r in held if r.kind == "dead_ends"}
        while True:
            reply = self._program.ask(held, self._deadline, numbers)
            if reply.answer is None:
                # What playing has taught stands under these.
                dead = {r for r in held if r.kind == "dead_ends"} if self._taught else set()
                return Reply(None, reply.core | dead)
            if not areas or not self._goals <= held:
                return reply
            puzzle = self._decoder.decode(reply.answer)
            if self._players.dead_end(self._world(held), puzzle, areas) is None:
                return reply
            self._forbid(reply, [r for r in held if r.kind == "dead_ends"])

    _taught = False

    def _by_playing(
        self, held: Contradiction, numbers: dict[Requirement, int] | None, refused: Reply
    ) -> Reply:
        """The landmark test is stricter than the truth, so what it refuses is played."""
        guard = self._program.guard
        strict = [r for r in held if r.kind == "shortcuts"]
        areas = {str(r.id[1]) for r in strict}
        left = self._deadline.left()
        deadline = Deadline(EXACT_SECONDS if left is None else min(EXACT_SECONDS, left))
        guard.enabled = False
        try:
            while True:
                reply = self._program.ask(held | self._goals, deadline, numbers)
                if reply.answer is None:
                    return refused
                puzzle = self._decoder.decode(reply.answer)
                if self._players.shortcut(self._world(held), puzzle, areas) is None:
                    return reply
                self._forbid(reply, strict)
        except OutOfTime:
            self._deadline.check()
            self._unsure.add(refused.core)
            return refused
        finally:
            guard.enabled = True

    def _forbid(self, reply: Reply, under: Iterable[Requirement]) -> None:
        """The same puzzle in the same places will not come again while these requirements count."""
        assert reply.answer is not None
        guard = self._program.guard
        literals = [*guard.reader.tree_literals(reply.answer), *guard.reader.place_literals(reply.answer)]
        self._taught = True
        guard.forbid([*literals, *(self._program.solver_literal(r) for r in under)])

    def _world(self, held: Contradiction) -> Pack:
        """The pack in which a candidate is played: an item has as many copies as counts."""
        free = {str(r.id[1]) for r in self.all - held if r.kind == "copies"}
        lift = self._program.possible.pack.items
        items = {name: lift[name] if name in free else item for name, item in self._pack.items.items()}
        return replace(self._pack, items=items)

    # --- telling --------------------------------------------------------------------------------------

    def _told(self, contradiction: Contradiction) -> Reason:
        ordered = sorted(contradiction, key=lambda r: (-r.rank, str(r.id)))
        notes = [*self._longest_chains(contradiction), *self._spoilt(contradiction)]
        return Reason(tuple(ordered), tuple(notes), not any(contradiction >= c for c in self._unsure))

    def _longest_chains(self, contradiction: Contradiction) -> Iterator[str]:
        for requirement in sorted(contradiction, key=lambda r: str(r.id)):
            if requirement.kind == "min_depth" or requirement.id[1:2] + requirement.id[3:] == (
                "depth",
                "least",
            ):
                area = requirement.id[2] if requirement.kind == "target" else requirement.id[1]
                number = self._nearest(contradiction, requirement, {})
                if number is not None:
                    steps = "one step" if number == 1 else f"{number} steps"
                    yield f"the longest chain that there can be in {area} has {steps}"

    def _spoilt(self, contradiction: Contradiction) -> Iterator[str]:
        """Where a guarantee is in the way: what is wrong with a puzzle that meets everything else."""
        strict = {r for r in contradiction if r.kind in ("shortcuts", "dead_ends")}
        if not strict:
            return
        held = self.all - strict
        reply = self._program.ask(held, self._deadline)
        if reply.answer is None:
            held = (contradiction | self._goals) - strict
            reply = self._program.ask(held, self._deadline)
        if reply.answer is None:
            return
        puzzle = self._decoder.decode(reply.answer)
        for requirement in sorted(strict, key=lambda r: str(r.id)):
            play = self._players.shortcut if requirement.kind == "shortcuts" else self._players.dead_end
            found = play(self._world(held), puzzle, [str(requirement.id[1])])
            if found is not None:
                yield f"without it there would be a puzzle of {len(puzzle.steps)} steps, but {found}"

    # --- helping --------------------------------------------------------------------------------------

    def changes(self, reason: Reason, most: int = 4) -> Iterator[Change]:
        """The smallest changes that make a puzzle possible: single ones, or else a cheapest set of them. What cannot be
        settled in a while is passed over."""
        found = 0
        for requirement in sorted(reason.requirements, key=lambda r: (r.cost, str(r.id))):
            if found < most and (change := self._change(frozenset([requirement]))) is not None:
                found += 1
                yield change
        if not found:
            several = self._several(frozenset(reason.requirements))
            if several is not None:
                yield several

    def _change(self, given_up: Contradiction) -> Change | None:
        with self._for_a_while():
            if self._check(self.all - given_up).answer is not None:
                return self._worded(given_up)
        return None

    def _several(self, first: Contradiction) -> Change | None:
        from .hitting import cheapest_hit

        contradictions = [first]
        while True:
            given_up = cheapest_hit(contradictions)
            with self._for_a_while():
                reply = self._check(self.all - given_up)
                if reply.answer is not None:
                    return self._worded(given_up)
                contradictions.append(self._smallest(reply.core))
                continue
            return None

    @contextmanager
    def _for_a_while(self) -> Iterator[None]:
        """What is done here may run out of time without ending everything."""
        whole = self._deadline
        left = whole.left()
        self._deadline = Deadline(CHANGE_SECONDS if left is None else min(CHANGE_SECONDS, left))
        try:
            yield
        except OutOfTime:
            whole.check()
        finally:
            self._deadline = whole

    def _worded(self, given_up: Contradiction) -> Change:
        """With the nearest bounds that work; those that are given up without one are left out."""
        ordered = sorted(given_up, key=lambda r: str(r.id))
        numbers: dict[Requirement, int] = {}
        for requirement in ordered:
            if requirement.bound is not None:
                others = {r: n for r, n in numbers.items() if r != requirement}
                held = (self.all - given_up) | set(others)
                number = self._nearest(held | {requirement}, requirement, others)
                if number is not None:
                    numbers[requirement] = number
        return Change(tuple(self._way(r, numbers.get(r)) for r in ordered), tuple(ordered))

    def _way(self, requirement: Requirement, number: int | None) -> str:
        if requirement.bound is None:
            return requirement.help
        if number is not None:
            return requirement.help.format(number)
        if requirement.kind == "copies":
            return requirement.help.format(requirement.bound + 1)
        return f"leave out: {requirement.text}"

    def _nearest(
        self, held: Collection[Requirement], requirement: Requirement, others: dict[Requirement, int]
    ) -> int | None:
        for number in self._program.looser(requirement):
            numbers = {**others, requirement: number}
            if self._check(frozenset(held), numbers).answer is not None:
                return number
        return None
