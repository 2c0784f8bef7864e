"""The program for `why`: everything that a pack requires can be switched on and off, one requirement at a time.

It is grounded once, for a pack in which every requirement on items is lifted. What counts is then a matter of
assumptions: `counts(Id)` for each requirement, or `counts((Id,Number))` for another number than the pack's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import clingo

from puzzlesynth.deadline import Deadline
from puzzlesynth.pack.model import Item, Pack, Rule
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.synth.constraints import SWITCH
from puzzlesynth.synth.exhaustion import LIFTABLE, limits_of
from puzzlesynth.synth.initial_state import InitialState, fresh_start
from puzzlesynth.synth.landmarks.nogoods import RelaxedShortcut
from puzzlesynth.synth.options import Targets
from puzzlesynth.synth.program import predicates as p
from puzzlesynth.synth.relevance import PackAnalysis

from .budgeted_program import HARD, BudgetedProgram, BudgetedPropagator, SolveBudget, switch, written
from .reason import NO_MORE_COPIES
from .requirements import (
    AssumptionResult,
    Id,
    Leeway,
    Requirement,
    by_id,
    more_copies,
    more_stages,
    most_more_copies,
    requirements_of,
    weakened_pack,
)

MORE = ("copies", "limit")
"""Kinds of requirements that say how much of something there is."""

MORE_DEPTH = 6
"""So far beyond the bounds that a pack gives, chains of steps are looked at."""


def lifted(pack: Pack, scarce: Collection[str], leeway: Leeway) -> Pack:
    """The pack without its requirements on where items lie, and with more of those that are scarce and of changes."""
    ids: set[Id] = {(kind, name) for kind in ("not_spawnable", "area") for name in pack.items}
    if leeway:
        ids |= {("copies", name) for name in scarce}
        ids |= {("limit", "stages"), ("limit", "copies")}
    return weakened_pack(pack, ids, leeway)


def worth_more_of(pack: Pack, start: InitialState) -> frozenset[str]:
    """Items of which another copy can matter: after some rule they are gone, and another rule could want them. What is
    only changed or filled is still there.

    What only one input of one rule wants is wanted again only where that rule can be applied again."""
    possible = PackAnalysis(pack, start)
    uses: dict[str, list[tuple[Rule, bool]]] = defaultdict(list)
    for rule in possible.usable:
        for n, term in enumerate(rule.inputs):
            for item in possible.by_type(term.type):
                effects = possible.effects[rule.number]
                uses[item.name].append((rule, n not in effects.kept.values()))
    wanted = {name for name, used in uses.items() if len(used) > 1 and any(gone for _, gone in used)}
    # What one rule takes two of at once.
    at_once = Counter((name, rule.number) for name, used in uses.items() for rule, _ in used)
    wanted |= {name for (name, _), number in at_once.items() if number > possible.pack.items[name].copies}
    # What could be made, were it not there already; and what comes along when a rule is used again for something else.
    there = Counter(thing.item for thing in start.objects)
    for rule in possible.usable:
        effects = possible.effects[rule.number]
        made = [possible.creatable(rule.outputs[output].type) for output in effects.created]
        made += map(possible.creatable, effects.filled.values())
        several = len(made) + len(effects.changed) + len(effects.released) > 1
        wanted |= {i.name for items in made for i in items if several or there[i.name] >= i.copies}
    changed = True
    while changed:
        more = {
            name
            for name, used in uses.items()
            if name not in wanted and len(used) == 1 and used[0][1] and _again(possible, used[0][0], wanted)
        }
        wanted |= more
        changed = bool(more)
    return frozenset(wanted)


def _again(possible: PackAnalysis, rule: Rule, worth_more: Collection[str]) -> bool:
    """Whether a rule could be applied twice in a puzzle."""
    effects = possible.effects[rule.number]
    if effects.principal is None:
        return False
    items = possible.result_items(rule, effects, effects.principal)
    if len(items) > 1 or any(item.copies > 1 or item.name in worth_more for item in items):
        return True
    return effects.principal not in effects.created and any(
        possible.stages(item) >= possible.pack.limits.stages for item in items
    )


class AssumptionPropagator(BudgetedPropagator):
    """Whether an area may have shortcuts is a requirement like any other."""

    def __init__(self, possible: PackAnalysis, strict_areas: Collection[str]) -> None:
        super().__init__(possible, strict_areas)
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

    def conditions(self, shortcut: RelaxedShortcut) -> list[int]:
        kind = "sequence" if shortcut.kind is None else "shortcuts"
        switch = self.switches.get(written((kind, shortcut.area)))
        return [] if switch is None else [-switch]


class AssumptionProgram(BudgetedProgram):
    guard_type = AssumptionPropagator
    open_limits = ("early",)
    """Whether an area may be solved before it is open is a requirement like any other."""

    def __init__(
        self,
        pack: Pack,
        constraints: Sequence[str],
        targets: Targets,
        start: InitialState | None = None,
        leeway: Leeway = Leeway.SOME,
    ) -> None:
        """`leeway`: with any, it is also a requirement how many of an item there are and how often an object changes.

        That makes the program several times as large, so it is worth asking without it first."""
        self.pack, self.leeway = pack, leeway
        begin = start or fresh_start(pack)
        self._scarce = worth_more_of(pack, begin)
        lift = lifted(pack, self._scarce, leeway)
        self.strict = PackAnalysis(pack, begin, None, targets)
        widened = self.strict.supplies.any_recurs
        loose = PackAnalysis(lift, replace(begin, pack=lift), None, targets, widened=widened, asked_for=pack)
        super().__init__(loose, constraints)
        self.guard.asleep = False
        self._literals = {
            str(atom.symbol.arguments[0]): atom.literal
            for atom in self._control.symbolic_atoms.by_signature(SWITCH, 1)
        }
        self.requirements = [r for r in self._asked if written(r.id) in self._literals]

    guard: AssumptionPropagator

    # --- facts that can be switched -------------------------------------------------------------------

    def _facts(self) -> Iterator[p.Fact]:
        asked = requirements_of(self.strict, self.constraints)
        self._asked = [r for r in asked if self.leeway or r.kind not in MORE]
        switched = (p.MinDepth, p.MaxDepth, p.MayPlace, p.TargetLeast, p.TargetMost, p.Herrings)
        yield from (fact for fact in super()._facts() if fact.kind not in switched)
        self._control.add("base", [], "\n".join(self._rules()))

    def _rules(self) -> Iterator[str]:
        yield f"#defined {SWITCH}/1. #defined min_depth/2. #defined may_place/2."
        yield f"deepest({self.deepest})."
        for requirement in self._asked:
            own = switch(requirement.id)
            # What an answer happens to meet is to be seen in it; a greedy search tries that first.
            yield f"{{ {own} }}. #heuristic {own}. [1,sign]"
            yield from self.enforced(requirement.id, requirement.bound or 0, own)
            if requirement.kind == "target" and requirement.id[1] == "width":
                yield f'bounded("{requirement.area}","width").'
            if requirement.kind == "herrings":
                for number in self.looser(requirement):
                    other = switch((*requirement.id, number))
                    yield f"{{ {other} }}."
                    yield from self.enforced(requirement.id, number, other)
        for item in self.possible.pack.items.values():
            yield from self._placing(self.pack.items[item.name])

    @property
    def deepest(self) -> int:
        """Longer chains need not be distinguished."""
        depths = [r.bound for r in self._asked if r.bound and r.id[0] in ("min_depth", "max_depth")]
        depths += [r.bound for r in self._asked if r.bound and r.id[:2] == ("target", "depth")]
        return min(max(depths, default=1) + MORE_DEPTH, self._most_steps)

    @property
    def _most_steps(self) -> int:
        """No puzzle has more steps than objects have stages."""
        items = [self.possible.pack.items[name] for name in self.possible.relevant[0]]
        return 1 + sum(item.copies * (1 + self.possible.stages(item)) for item in items)

    def looser(self, requirement: Requirement) -> range:
        """Other numbers for a bound, the nearest first."""
        bound = requirement.bound or 0
        if requirement.kind == "copies":
            item = self.pack.items[str(requirement.id[1])]
            return range(bound + 1, bound + more_copies(self.pack, item, self.leeway) + 1)
        if requirement.kind == "limit":
            more = (more_stages if requirement.id[1] == "stages" else most_more_copies)(
                self.pack, self.leeway
            )
            return range(bound + 1, bound + more + 1)
        if requirement.direction < 0:
            highest = min(bound - 1, self._most_steps)
            return range(highest, 0 if requirement.kind != "herrings" else -1, -1)
        return range(bound + 1, bound + MORE_DEPTH)

    def _placing(self, item: Item) -> Iterator[str]:
        """Where an item may lie, depending on what counts."""
        conditions = [] if item.spawnable else [f'not {SWITCH}(("not_spawnable","{item.name}"))']
        for area in self.possible.start.places_for(self.possible.pack.items[item.name]):
            more = [f'not {SWITCH}(("area","{item.name}"))'] if item.areas and area not in item.areas else []
            body = ", ".join([f'object("{item.name}",_)', *conditions, *more])
            yield f'may_place("{item.name}","{area}") :- {body}.'

    # --- what it does not cover -----------------------------------------------------------------------

    @property
    def has_more_to_try(self) -> bool:
        """Whether there could be more copies of something, or more changes, where as many are allowed as ever."""
        own, more = self.possible.pack, lifted(self.pack, self._scarce, Leeway.AMPLE)
        return own.limits.stages < more.limits.stages or any(
            own.items[name].copies < more.items[name].copies for name in self.possible.relevant[0]
        )

    def limits(self, named: Collection[str]) -> Iterator[str]:
        """Within what bounds something is impossible, but for kinds of requirements that are named along with it."""
        possible, pack = self.possible, self.pack
        scarce = self._scarce & possible.relevant[0]
        if scarce and "copies" not in named:
            more = max(possible.pack.items[name].copies - pack.items[name].copies for name in scarce)
            extra = f"no item has more than {counted(more, 'copy')} beyond what the pack allows"
            yield extra if more else NO_MORE_COPIES
        yield from (said for kind, said in limits_of(possible) if kind != "copies" and kind not in named)
        yield from (said for broken, said in LIFTABLE.values() if self.literal_of(broken) is not None)

    # --- asking ---------------------------------------------------------------------------------------

    def ask(
        self,
        held: Iterable[Requirement],
        deadline: Deadline,
        numbers: Mapping[Requirement, int] | None = None,
        effort: SolveBudget = HARD,
        tested: bool | None = None,
    ) -> AssumptionResult:
        """Whether these requirements can hold together. `numbers`: other bounds for some of them.

        The landmark test decides about guarantees, if there are any among them; `tested`: whether it does.
        """
        numbers = numbers or {}
        ordered = by_id(held)
        by_literal = {self._literal(r, numbers.get(r)): r for r in ordered}
        guaranteed = any(r.is_guarantee for r in ordered)
        # An answer for which nothing is guaranteed is not looked at, so it need not be read.
        read = guaranteed or tested is not None
        tested = guaranteed if tested is None else tested
        self.guard.enabled, self.guard.asleep = tested, not read
        try:
            with self.solved(list(by_literal), effort, deadline) as handle:
                model = handle.model()
                if self.guard.has_given_up:
                    return AssumptionResult()
                if model is not None:
                    met = frozenset(
                        r for r in self.requirements if model.is_true(self._literals[written(r.id)])
                    )
                    met = frozenset(r for r in met if tested or not r.is_guarantee)
                    answer = self.guard.answer if read else None
                    return AssumptionResult(met | {r for r in ordered if r not in numbers}, answer=answer)
                if handle.get().satisfiable is None:
                    return AssumptionResult()
                core = handle.core() or []
        finally:
            self.guard.asleep, self.guard.enabled = False, True
        return AssumptionResult(
            core=frozenset(by_literal[literal] for literal in core if literal in by_literal)
        )

    def _literal(self, requirement: Requirement, number: int | None) -> int:
        """The switch of a requirement, or of the same with another bound."""
        if number is None or number == requirement.bound:
            return self._literals[written(requirement.id)]
        id = (*requirement.id, number)
        return self.literal_for(id, self.enforced(requirement.id, number, switch(id)))

    def solver_literal(self, requirement: Requirement) -> int:
        return self.guard.switches[written(requirement.id)]
