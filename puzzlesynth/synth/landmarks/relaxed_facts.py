"""The relaxed task as facts for `encodings/landmarks.lp`, so that the search itself sees most shortcuts.

A step whose only effect is one fact can be left out if another operator gives that fact and needs nothing that rests on
it: the first time that it is given, nothing can rest on it yet. Which operators may be part of such a detour, and which
facts depend on each other in circles (strongly connected components of the task), is computed here once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from puzzlesynth.pack.model import Policy, Rule
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.synth.program import predicates as p
from puzzlesynth.synth.relevance import PackAnalysis, StepKind

from .relaxed_task import Fact, RelaxedOperators
from .relaxed_task_builder import RelaxedTaskBuilder


@dataclass(frozen=True)
class Operator:
    needs: frozenset[int]
    gives: tuple[int, ...]
    does: StepKind | None = None
    solves: str | None = None


def strict_facts(possible: PackAnalysis) -> Iterator[p.Fact]:
    """For both encodings: the areas that may not have a shortcut."""
    for area in possible.start.areas:
        if area.guarantees.shortcuts is Policy.FORBID:
            yield p.Strict(area.name)


def relaxed_facts(possible: PackAnalysis) -> Iterator[p.Fact]:
    """For `encodings/landmarks.lp`."""
    task = RelaxedTaskBuilder(possible).operators
    operators = list(_operators(task))
    needed = {fact for operator in operators for fact in operator.needs}
    for number in sorted(needed):
        yield from _given(number, task.names[number])
    for number, operator in enumerate(operators):
        yield from (p.OperatorNeeds(number, fact) for fact in sorted(operator.needs))
        yield from (p.OperatorGives(number, fact) for fact in operator.gives)
        if operator.does is not None:
            yield p.OperatorDoes(number, *operator.does)
        if operator.solves is not None:
            yield p.OperatorSolves(number, operator.solves)
    achieved = _achieved(operators)
    yield from (p.Achieves(*kind, fact) for kind, fact in achieved.items())
    yield from _detour_facts(operators, sorted(set(achieved.values())))


def substitute_facts(possible: PackAnalysis) -> Iterator[p.Fact]:
    """For `encodings/substitutes.lp`: the rules whose results other rules make as well."""
    taken: dict[Rule, Counter[str]] = {}
    for rule in possible.relevant[1]:
        accepted = [possible.accepted(term) for term in rule.inputs]
        if all(len(items) == 1 for items in accepted):
            taken[rule] = Counter(items[0].name for items in accepted)
    made = Counter(rule.outputs[0].type for rule in possible.relevant[1])
    alone: dict[str, list[str]] = defaultdict(list)
    for rule, items in taken.items():
        if items.total() == 1:
            alone[rule.outputs[0].type] += items
    for rule, items in taken.items():
        result = rule.outputs[0].type
        if made[result] > 1 and result not in items:
            yield p.Substitute(rule.number, result)
            for name, number in sorted(items.items()):
                yield p.SubstituteTakes(rule.number, name, number)
                yield from _turned_into(rule.number, name, {result, *items} if number == 1 else None, alone)


def _turned_into(
    rule: int, name: str, without: Collection[str] | None, alone: Mapping[str, list[str]]
) -> Iterator[p.Fact]:
    """What can become an ingredient in steps that take one thing each, on a shortest way."""
    ways: dict[str, tuple[str, ...]] = {name: ()}
    ahead = [name] if without is not None else []
    for item in ahead:
        for source in alone.get(item, ()):
            if source not in ways and source not in (without or ()):
                ways[source] = (item, *ways[item])
                ahead.append(source)
    for source, between in ways.items():
        yield p.TurnsInto(source, name, rule)
        yield from (p.OnTheWay(source, name, rule, one) for one in between)


# --- operators --------------------------------------------------------------------------------------------


def _operators(task: RelaxedOperators) -> Iterator[Operator]:
    """Those of the task, without areas that open. A fact that one operator gives and nothing else is what that needs."""
    kind_of = {bit: kind for kind, bit in task.bit_of.items() if isinstance(kind, tuple)}
    found: list[Operator] = []
    same: dict[tuple[str, ...], int] = {}
    for needs, gives, bit in zip(task.needs, task.gives, task.bits, strict=True):
        names = {task.names[fact][0] for fact in gives}
        if names <= {"open"}:
            continue
        needs = tuple(_for_all_copies(task, fact, same) for fact in needs)
        solved = [str(task.names[fact][1]) for fact in gives if task.names[fact][0] == "solved"]
        if solved:
            found += [Operator(frozenset(needs), (), solves=area) for area in solved]
        else:
            found.append(Operator(frozenset(needs), gives, kind_of.get(bit)))
    yield from dict.fromkeys(_inlined(found))


def _for_all_copies(task: RelaxedOperators, fact: int, same: dict[tuple[str, ...], int]) -> int:
    """Copies that the synthesizer places in the same area give the same facts."""
    name = task.names[fact]
    return same.setdefault((str(name[1]), str(name[3])), fact) if name[0] == "lies" else fact


def _inlined(operators: list[Operator]) -> list[Operator]:
    givers: dict[int, list[Operator]] = defaultdict(list)
    for operator in operators:
        for fact in operator.gives:
            givers[fact].append(operator)
    only = {
        fact: found[0].needs
        for fact, found in givers.items()
        if len(found) == 1 and found[0].does is None and len(found[0].gives) == 1
    }
    for fact in list(only):
        needs, seen = set(only[fact]), {fact}
        while inner := needs & only.keys() - seen:
            seen |= inner
            needs = (needs - inner).union(*(only[one] for one in inner))
        if needs & seen:
            del only[fact]
    return [
        Operator(frozenset(_expanded(operator.needs, only)), operator.gives, operator.does, operator.solves)
        for operator in operators
        if not (len(operator.gives) == 1 and operator.gives[0] in only)
    ]


def _expanded(needs: Iterable[int], only: Mapping[int, Iterable[int]]) -> Iterator[int]:
    for fact in needs:
        if fact in only:
            yield from _expanded(only[fact], only)
        else:
            yield fact


_GIVEN = {
    "start": p.AlwaysGiven,
    "lies": p.GivenByLying,
    "chosen": p.GivenByGoal,
    "packed": p.GivenByPacking,
    "allowed": p.GivenByResult,
    "open": p.GivenByOpening,
}


def _given(number: int, name: Fact) -> Iterator[p.Fact]:
    """The part of the puzzle that a fact represents, if no operator gives the fact."""
    kind, *rest = name
    if kind == "lies":
        rest = [rest[0], rest[2]]
    values = [value for value in rest if isinstance(value, int | str)]
    # What appears inside something else is left to the propagator.
    if kind in _GIVEN and len(values) == len(rest):
        yield _GIVEN[str(kind)](*values, number)


# --- detours ----------------------------------------------------------------------------------------------


def _achieved(operators: list[Operator]) -> dict[StepKind, int]:
    """The kinds of steps that give a single fact, the same wherever they are done."""
    found: dict[StepKind, set[int]] = defaultdict(set)
    for operator in operators:
        if operator.does is not None:
            found[operator.does].update(operator.gives)
    return {kind: next(iter(facts)) for kind, facts in found.items() if len(facts) == 1}


def _detour_facts(operators: list[Operator], goals: list[int]) -> Iterator[p.Fact]:
    givers: dict[int, list[int]] = defaultdict(list)
    for number, operator in enumerate(operators):
        for fact in operator.gives:
            givers[fact].append(number)
    component = _components(operators)
    for goal in goals:
        circle = {goal: None}
        queue = [goal]
        for fact in queue:
            for number in givers[fact]:
                yield p.Detour(goal, number)
                for need in sorted(operators[number].needs):
                    if component[need] == component[goal] and need not in circle:
                        circle[need] = None
                        queue.append(need)
        yield from (p.Circular(goal, fact) for fact in circle)


def _components(operators: list[Operator]) -> dict[int, int]:
    """The strongly connected component of each fact (Tarjan 1972), without recursion."""
    after: dict[int, set[int]] = defaultdict(set)
    facts: dict[int, None] = {}
    for operator in operators:
        facts.update(dict.fromkeys((*operator.gives, *sorted(operator.needs))))
        for need in operator.needs:
            after[need].update(operator.gives)
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    found: dict[int, int] = {}
    stack: list[int] = []
    for root in facts:
        work = [(root, iter(sorted(after[root])))] if root not in order else []
        if work:
            order[root] = low[root] = len(order)
            stack.append(root)
        while work:
            fact, rest = work[-1]
            for then in rest:
                if then not in order:
                    order[then] = low[then] = len(order)
                    stack.append(then)
                    work.append((then, iter(sorted(after[then]))))
                    break
                if then not in found:
                    low[fact] = min(low[fact], order[then])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[fact])
                if low[fact] == order[fact]:
                    while True:
                        one = stack.pop()
                        found[one] = fact
                        if one == fact:
                            break
    return found
