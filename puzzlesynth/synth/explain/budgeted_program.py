"""A program that is solved within a budget, and whose bounds can have other numbers than the pack's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import clingo

from puzzlesynth.deadline import Deadline
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.solver_threads import next_model, solving
from puzzlesynth.synth.constraints import SWITCH
from puzzlesynth.synth.landmarks.propagator import ShortcutPropagator
from puzzlesynth.synth.program.ground_program import GroundProgram

from .requirements import Id


@dataclass(frozen=True)
class SolveBudget:
    """How much is tried before a question counts as not decided. It is counted, so no machine is faster than another."""

    conflicts: int | None = None
    """Of the solver."""
    refused: int | None = None
    """Candidates that the landmark test turns down."""
    greedy: bool = False
    """Whether an answer is rather to meet what has not been asked for as well: the more it meets, the more it tells."""


UNLIMITED = SolveBudget()
HARD = SolveBudget(4_000, 40)
LITTLE = SolveBudget(300, 20, greedy=True)


class BudgetedPropagator(ShortcutPropagator):
    """Rejects no more candidates than its budget allows."""

    most_refused: int | None = None
    """When it has turned down this many in all, it gives up and lets everything pass."""
    useful_herrings = 0
    """Candidates that it has turned down because a red herring could be of use."""

    @property
    def refused_in_all(self) -> int:
        return self.refused + self.useful_herrings

    def check(self, control: clingo.PropagateControl) -> None:
        if not self.has_given_up:
            super().check(control)

    def _let_herrings_pass(self, control: clingo.PropagateControl) -> bool:
        passed = super()._let_herrings_pass(control)
        self.useful_herrings += not passed
        return passed

    @property
    def has_given_up(self) -> bool:
        return self.most_refused is not None and self.refused_in_all >= self.most_refused


class BudgetedProgram(GroundProgram):
    guard_type: type[BudgetedPropagator] = BudgetedPropagator
    relaxes_inside = False
    switchable = True
    by_rank = straight = False
    guard: BudgetedPropagator
    _parts = 0
    """Added since it was grounded."""

    @contextmanager
    def solved(
        self, assumptions: Sequence[int], effort: SolveBudget, deadline: Deadline
    ) -> Iterator[clingo.SolveHandle]:
        """The solver when it has found something, or has ended, or has given up."""
        solve, solver = self._control.configuration.solve, self._control.configuration.solver
        solve.models, solve.opt_mode = 1, "ignore"  # type: ignore[union-attr]
        solve.solve_limit = "umax" if effort.conflicts is None else str(effort.conflicts)  # type: ignore[union-attr]
        # Where as much as possible is to be met beside what is asked for, a search can go astray.
        solver.heuristic = "domain" if effort.greedy else "vsids"  # type: ignore[union-attr]
        most = effort.refused
        self.guard.most_refused = None if most is None else self.guard.refused_in_all + most
        try:
            with solving(self._control, [*assumptions, *self._tested()]) as handle:
                next_model(handle, deadline)
                yield handle
        finally:
            self.guard.most_refused = None
            solve.solve_limit = "umax"  # type: ignore[union-attr]

    def literal_for(self, id: Id, rules: Iterable[str]) -> int:
        """The literal under which something counts. It is added, with the rules that say what it means, when it is
        asked for first."""
        symbol = clingo.parse_term(switch(id))
        if self._control.symbolic_atoms[symbol] is None:
            self._parts += 1
            part = f"part{self._parts}"
            self._control.add(part, [], "\n".join((f"{{ {switch(id)} }}.", *rules)))
            self._control.ground([(part, [])])
        found = self._control.symbolic_atoms[symbol]
        assert found is not None
        return found.literal

    def enforced(self, id: Id, number: int, when: str) -> Iterator[str]:
        """What it means that a requirement counts, with a number in place of its bound."""
        if id == ("limit", "stages"):
            for item, last in self._last_stages(number):
                yield f':- {when}, makes(_,_,("{item}",_,S)), S > {last}.'
        elif id == ("limit", "copies"):
            for item, last in self._last_copies(number):
                yield f':- {when}, in_play("{item}",K), K > {last}.'
        elif id[0] == "copies" and id[1] in self.possible.recurring:
            yield f':- {when}, #count {{ K : first_in_place("{id[1]}",K) }} > {number}.'
        else:
            yield from _enforced(id, number, when)

    def _last_stages(self, limit: int) -> Iterator[tuple[str, int]]:
        """The last stage under a limit of each item that could change more often without it."""
        pack = self.possible.pack
        limited = replace(self.possible, pack=replace(pack, limits=replace(pack.limits, stages=limit)))
        for name in sorted(self.possible.items_in_play):
            last = limited.stages(pack.items[name])
            if self.possible.stages(pack.items[name]) > last:
                yield name, last

    def _last_copies(self, limit: int) -> Iterator[tuple[str, int]]:
        """The last copy under a limit of each item of which there could be more without it."""
        present = Counter(thing.item for thing in self.possible.start.objects)
        for name in sorted(self.possible.items_in_play):
            item = self.possible.pack.items[name]
            if self.possible.copies_of(item, present[name]) > present[name] + limit:
                yield name, present[name] + limit


def switch(id: Id) -> str:
    """The atom that says that something counts."""
    return f"{SWITCH}({written(id)})"


def written(id: Id) -> str:
    """An id as a term of a program."""
    return "(" + ",".join(f'"{part}"' if isinstance(part, str) else str(part) for part in id) + ")"


def _enforced(id: Id, number: int, switch: str) -> Iterator[str]:
    kind = id[0]
    if kind == "goal":
        yield f'waived("{id[1]}") :- not {switch}.'
    elif kind == "min_depth":
        yield f':- {switch}, solved_by("{id[1]}",S), not chain(S,{number}).'
    elif kind == "max_depth":
        yield f':- {switch}, solved_by("{id[1]}",S), chain(S,{number + 1}).'
    elif kind == "herrings":
        yield f'herrings("{id[1]}",{number}) :- {switch}.'
    elif kind == "copies":
        yield f':- {switch}, in_play("{id[1]}",K), K > {number}.'
    elif kind == "target" and id[1] == "depth":
        sense = f"not chain(S,{number})" if id[3] == "least" else f"chain(S,{number + 1})"
        yield f':- {switch}, solved_by("{id[2]}",S), {sense}.'
    elif kind == "target":
        area, sense = id[2], "<" if id[3] == "least" else ">"
        to_begin_with = f', not waits_in_tree(Step,"{area}")' if id[1] == "width" else ""
        yield f':- {switch}, #count {{ Step : belongs(Step,"{area}"){to_begin_with} }} {sense} {number}.'
