"""The program for `why`: everything that a pack requires can be switched on and off, one requirement at a time.

It is grounded once, for a pack in which every requirement on items is lifted. What counts is then a matter of
assumptions: `counts(Id)` for each requirement, or `counts((Id,Number))` for another number than the pack's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import clingo
from clorm import Predicate

from puzzlesynth.pack.model import Item, Pack

from . import predicates as p
from .analysis import Possible
from .answer import Answer
from .constraints.adding import SWITCH
from .deadline import Deadline
from .explaining import Shortcut
from .facts import copies_possible
from .guard import Guard
from .program import Program, wait
from .requirements import Id, Requirement, requirements_of
from .start import fresh_start
from .targets import Targets

MORE_COPIES = 1
"""So many copies more than a pack allows are looked at."""

MORE_DEPTH = 6
"""So far beyond the bounds that a pack gives, chains of steps are looked at."""


def lifted(pack: Pack) -> Pack:
    """The pack without its requirements on items."""
    used_up = _used_up(pack)
    items = {
        item.name: replace(
            item,
            spawnable=True,
            areas=None,
            copies=item.copies + (MORE_COPIES if item.types & used_up else 0),
        )
        for item in pack.items.values()
    }
    return replace(pack, items=items)


def _used_up(pack: Pack) -> frozenset[str]:
    """Types of things that some rule uses up, so that another copy can matter."""
    from .effects import effects_of

    found: set[str] = set()
    for rule in pack.rules:
        effects = effects_of(rule)
        found |= {term.type for n, term in enumerate(rule.inputs) if effects.uses_up(n)}
    return frozenset(found)


class WhyGuard(Guard):
    """Whether an area may have shortcuts is a requirement like any other."""

    def __init__(self, possible: Possible) -> None:
        super().__init__(possible, ())
        self.switches: dict[str, int] = {}
        self._areas = [area.name for area in possible.start.areas]

    def init(self, init: clingo.PropagateInit) -> None:
        if not self.switches:
            for atom in init.symbolic_atoms.by_signature(SWITCH, 1):
                self.switches[str(atom.symbol.arguments[0])] = init.solver_literal(atom.literal)
        super().init(init)

    def _switch(self, area: str) -> int | None:
        return self.switches.get(written(("shortcuts", area)))

    def strict_areas(self, assignment: clingo.Assignment) -> Collection[str]:
        return {a for a in self._areas if (literal := self._switch(a)) and assignment.is_true(literal)}

    def conditions(self, shortcut: Shortcut) -> list[int]:
        switch = self._switch(shortcut.area)
        return [] if switch is None or shortcut.kind is None else [-switch]


@dataclass(frozen=True)
class Reply:
    """An answer under some requirements, or a core: requirements that cannot hold together."""

    answer: Answer | None
    core: frozenset[Requirement] = frozenset()


class WhyProgram(Program):
    switchable = True

    def __init__(self, pack: Pack, constraints: Sequence[str], targets: Targets) -> None:
        self.pack = pack
        lift = lifted(pack)
        self.strict = Possible(pack, fresh_start(pack), None, targets)
        super().__init__(Possible(lift, fresh_start(lift), None, targets), constraints)
        self.guard.asleep = False
        self._literals = {
            str(atom.symbol.arguments[0]): atom.literal
            for atom in self._control.symbolic_atoms.by_signature(SWITCH, 1)
        }
        self.requirements = [r for r in self._asked if written(r.id) in self._literals]

    guard: WhyGuard

    def _new_guard(self) -> WhyGuard:
        return WhyGuard(self.possible)

    # --- facts that can be switched -------------------------------------------------------------------

    def _facts(self) -> Iterator[Predicate]:
        self._asked = requirements_of(self.strict, self.constraints)
        switched = (p.MinDepth, p.MaxDepth, p.MayPlace, p.TargetLeast, p.TargetMost, p.Herrings)
        yield from (fact for fact in super()._facts() if not isinstance(fact, switched))
        self._control.add("base", [], "\n".join(self._rules()))

    def _rules(self) -> Iterator[str]:
        yield f"#defined {SWITCH}/1. #defined min_depth/2. #defined may_place/2."
        depths = [r.bound for r in self._asked if r.bound and r.id[0] in ("min_depth", "max_depth")]
        depths += [r.bound for r in self._asked if r.bound and r.id[:2] == ("target", "depth")]
        self.deepest = max(depths, default=1) + MORE_DEPTH
        yield f"deepest({self.deepest})."
        for requirement in self._asked:
            yield f"{{ {SWITCH}({written(requirement.id)}) }}."
            yield from self._enforced(requirement)
        for item in self.possible.pack.items.values():
            yield from self._placing(self.pack.items[item.name])

    def _enforced(self, requirement: Requirement) -> Iterator[str]:
        for number, switch in self._numbers(requirement):
            yield f"{{ {switch} }}."
            yield from _rule(requirement.id, number, switch)
        if requirement.bound is None:
            yield from _rule(requirement.id, 0, f"{SWITCH}({written(requirement.id)})")

    def _numbers(self, requirement: Requirement) -> Iterator[tuple[int, str]]:
        """The pack's own number and those that are looser, each with its switch."""
        if requirement.bound is None:
            return
        yield requirement.bound, f"{SWITCH}({written(requirement.id)})"
        for number in self.looser(requirement):
            yield number, f"{SWITCH}({written((*requirement.id, number))})"

    def looser(self, requirement: Requirement) -> range:
        """Other numbers for a bound, the nearest first."""
        bound = requirement.bound or 0
        if requirement.kind == "copies":
            return range(bound + 1, bound + MORE_COPIES)
        if requirement.direction < 0:
            return range(bound - 1, 0 if requirement.kind != "herrings" else -1, -1)
        return range(bound + 1, bound + MORE_DEPTH)

    def _placing(self, item: Item) -> Iterator[str]:
        """Where an item may lie, depending on what counts."""
        conditions = [] if item.spawnable else [f'not {SWITCH}(("not_spawnable","{item.name}"))']
        for area in self.possible.start.places_for(self.possible.pack.items[item.name]):
            more = [f'not {SWITCH}(("area","{item.name}"))'] if item.areas and area not in item.areas else []
            body = ", ".join([f'object("{item.name}",_)', *conditions, *more])
            yield f'may_place("{item.name}","{area}") :- {body}.'

    # --- asking ---------------------------------------------------------------------------------------

    def ask(
        self, held: Iterable[Requirement], deadline: Deadline, numbers: dict[Requirement, int] | None = None
    ) -> Reply:
        """Whether these requirements can hold together. `numbers`: other bounds for some of them."""
        by_literal: dict[int, Requirement] = {}
        for requirement in held:
            id = (
                requirement.id
                if not numbers or requirement not in numbers
                else (*requirement.id, numbers[requirement])
            )
            by_literal[self._literals[written(id)]] = requirement
        self._control.configuration.solve.models = 1  # type: ignore[union-attr]
        self._control.configuration.solve.opt_mode = "ignore"  # type: ignore[union-attr]
        assumptions = [*self._tested(), *by_literal]
        with self._control.solve(assumptions=assumptions, yield_=True, async_=True) as handle:
            handle.resume()
            wait(handle, deadline)
            if handle.model() is not None:
                return Reply(self.guard.answer)
            core = handle.core() or []
        return Reply(None, frozenset(by_literal[literal] for literal in core if literal in by_literal))

    def solver_literal(self, requirement: Requirement) -> int:
        return self.guard.switches[written(requirement.id)]

    def copies_allowed(self, item: Item) -> int:
        present = sum(thing.item == item.name for thing in self.strict.start.objects)
        return copies_possible(self.strict, item, present)


def written(id: Id) -> str:
    """An id as a term of the program."""
    return "(" + ",".join(f'"{part}"' if isinstance(part, str) else str(part) for part in id) + ")"


def _rule(id: Id, number: int, switch: str) -> Iterator[str]:
    """What it means that a requirement counts, with a number in place of its bound."""
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
        yield f'target_{id[3]}("{id[2]}","{id[1]}",{number}) :- {switch}.'
