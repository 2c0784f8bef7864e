"""Whether the facts of an answer set are consistent and belong to one pack, so that they can be decoded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from puzzlesynth.pack.text.wording import listed
from puzzlesynth.synth.relevance import PackAnalysis

from .errors import AnswerError

if TYPE_CHECKING:
    from clingo import Symbol
    from clorm import FactBase, Predicate

UNIQUE = {
    "chosen": ("area",),
    "solved_by": ("area",),
    "step": ("node",),
    "belongs": ("step",),
    "happens": ("step",),
    "takes": ("step", "input"),
    "makes": ("step", "output"),
    "filled": ("step", "output"),
    "lies": ("item", "copy"),
    "packed": ("inner", "inner_copy"),
    "opened_by": ("area",),
}
"""Of these predicates an answer set has at most one atom with the same values for these arguments."""

COPIES = {"item": "copy", "inner": "inner_copy"}
"""The argument that says which copy of an item is meant."""

SOLVED_AREAS = {
    ("chosen", "area"),
    ("solved_by", "area"),
    ("belongs", "area"),
    ("meets", "area"),
    ("opened_by", "earlier"),
}
"""Arguments that name an area to solve; other areas are places."""

Found = dict[str, list[Any]]
"""Facts by the name of their predicate."""


class AnswerCheck:
    """What the facts of a pack let an answer set say."""

    def __init__(self, possible: PackAnalysis, facts: FactBase) -> None:
        self._possible = possible
        known = _by_name(facts)
        self._objects = {(f.item, f.copy) for f in known["object"]}
        self._present = {(f.item, f.copy) for f in known["present"]}
        self._areas = {f.area for f in known["area"]}
        self._places = {f.area for f in known["world_area"]}
        self._goals = {(f.area, f.goal) for f in known["goal"]}
        self._rules = {f.rule for f in known["principal"]}

    def placed(self, answer: FactBase) -> Iterator[Symbol]:
        """`placed/2` for every object that lies somewhere and is not there in every game."""
        from .clorm_classes import answer_classes

        placed = answer_classes()["placed"]
        for fact in _by_name(answer)["lies"]:
            if (fact.item, fact.copy) not in self._present:
                yield placed(fact.item, fact.copy).symbol

    def check(self, answer: FactBase) -> None:
        """Raises `AnswerError` with the first thing that is wrong."""
        for problem in self._problems(_by_name(answer)):
            raise AnswerError(problem)

    def _problems(self, found: Found) -> Iterator[str]:
        for facts in found.values():
            for fact in facts:
                yield from self._unknown(fact)
        for name, key in UNIQUE.items():
            yield from _repeated(found[name], key)
        yield from self._goal_problems(found)
        yield from self._step_problems(found)

    def _unknown(self, fact: Predicate) -> Iterator[str]:
        """Names that the pack does not have."""
        name = fact.meta.name
        said = dict(zip(fact.meta.keys(), fact, strict=True))
        for argument, value in said.items():
            if COPIES.get(argument) in said:
                yield from self._unknown_object(fact, (value, said[COPIES[argument]]))
            elif argument in ("node", "step"):
                yield from self._unknown_object(fact, (value.item, value.copy))
            elif argument in ("area", "earlier"):
                known = self._areas if (name, argument) in SOLVED_AREAS else self._areas | self._places
                if value not in known:
                    what = "area to solve" if known is self._areas else "area"
                    yield f"`{fact}`: the pack has no {what} `{value}`"
            elif argument == "rule" and value not in self._rules:
                yield f"`{fact}`: no rule with the number {value} can be in a puzzle"
        if name == "chosen" and (said["area"], said["goal"]) not in self._goals:
            yield f"`{fact}`: the area has no goal with the number {said['goal']}"

    def _unknown_object(self, fact: Predicate, thing: tuple[str, int]) -> Iterator[str]:
        if thing not in self._objects:
            yield f"`{fact}`: no puzzle of the pack has a copy {thing[1]} of `{thing[0]}`"

    def _goal_problems(self, found: Found) -> Iterator[str]:
        for name in ("chosen", "solved_by"):
            missing = self._areas - {fact.area for fact in found[name]}
            if missing:
                yield f"no `{name}` for {listed(sorted(missing))}"

    def _step_problems(self, found: Found) -> Iterator[str]:
        """Steps that are incomplete, that are missing, or that lead to no goal."""
        rules = {fact.node: fact.rule for fact in found["step"]}
        belongs = {fact.step for fact in found["belongs"]}
        inputs, outputs = _links(found["takes"], "input"), _links(found["makes"], "output")
        for step, number in rules.items():
            rule, effects = self._possible.pack.rule(number), self._possible.effects[number]
            made = {*effects.created, *effects.released} - {effects.principal}
            if step not in belongs:
                yield f"no `belongs` for the step {step}"
            if set(inputs[step]) != set(range(len(rule.inputs))):
                yield f"`takes` must have one object for each input of the step {step}"
            if not made <= {n for n, node in outputs[step].items() if node != step}:
                yield f"`makes` must have one object for each output of the step {step}"
        makers = {node: step for step, made in outputs.items() for node in made.values()} | {
            s: s for s in rules
        }
        reached, stack = set(), [fact.step for fact in found["solved_by"]]
        while stack:
            step = stack.pop()
            if step not in rules:
                yield f"no `step` for {step}"
            elif step not in reached:
                reached.add(step)
                stack += [makers[node] for node in inputs[step].values() if node in makers]
        if stray := sorted(map(str, rules.keys() - reached)):
            yield f"the step {stray[0]} leads to no goal"


def _by_name(facts: Iterable[Any]) -> Found:
    found: Found = defaultdict(list)
    for fact in facts:
        found[fact.meta.name].append(fact)
    return found


def _links(facts: Iterable[Any], argument: str) -> dict[Any, dict[int, Any]]:
    """For each step its nodes by the number of the input or output."""
    found: dict[Any, dict[int, Any]] = defaultdict(dict)
    for fact in facts:
        found[fact.step][getattr(fact, argument)] = fact.node
    return found


def _repeated(facts: Iterable[Any], key: tuple[str, ...]) -> Iterator[str]:
    seen: dict[tuple[Any, ...], Any] = {}
    for fact in facts:
        other = seen.setdefault(tuple(getattr(fact, argument) for argument in key), fact)
        if other is not fact:
            yield f"`{other}` and `{fact}` cannot both hold"
