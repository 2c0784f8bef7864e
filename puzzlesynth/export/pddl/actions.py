"""What can happen in a puzzle, as PDDL actions: every rule in every way it can be applied, every area being solved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Protocol

from puzzlesynth.export.game_model import GameModel, PreparedRule, equal_values
from puzzlesynth.pack.model import NOTHING, Item, Term, Value
from puzzlesynth.pack.rules.effects import ContentChange, Origin
from puzzlesynth.puzzle.model import Object
from puzzlesynth.quick_dataclasses import dataclass, field

NESTED = 2
"""How deep things can be inside each other below what is destroyed."""


class NameSource(Protocol):
    def new(self, wanted: str) -> str: ...


@dataclass(frozen=True)
class PddlObject:
    """An object that may exist; `start` tells how it begins, where it is there from the start."""

    name: str
    item: Item
    start: Object | None = None


@dataclass
class PddlVocabulary:
    game: GameModel
    things: list[PddlObject]
    areas: Mapping[str, str]
    names: NameSource
    kinds: list[str]
    values: Mapping[str, list[Value]]
    _words: dict[tuple[str, str], str] = field(default_factory=dict)

    @cached_property
    def holders(self) -> frozenset[str]:
        """Items that something can be inside of."""
        return self._held[0]

    @cached_property
    def stowable(self) -> frozenset[str]:
        """Items that can be inside something."""
        return self._held[1]

    @cached_property
    def _held(self) -> tuple[frozenset[str], frozenset[str]]:
        by_id = {thing.id: thing for thing in self.game.puzzle.objects}
        inner = {thing.item for thing in by_id.values() if thing.inside}
        outer = {by_id[thing.inside].item for thing in by_id.values() if thing.inside}
        for prepared in self.game.prepared_rules:
            for outcome in prepared.outcomes:
                if outcome.filling in (ContentChange.STORED, ContentChange.CREATED):
                    # What is kept is what its input was, also where a label ties it to another type.
                    term = outcome.term
                    if outcome.origin is Origin.BOUND and outcome.origin_input is not None:
                        term = prepared.rule.inputs[outcome.origin_input]
                    outer.update(item.name for item in self.game.fitting(term.type))
                    inner.update(item.name for item in self.game.fitting(outcome.term.contains or ""))
        return frozenset(outer), frozenset(inner)

    def _word(self, what: str, name: str) -> str:
        key = (what, name)
        if key not in self._words:
            self._words[key] = self.names.new(f"{what}-{name}")
        return self._words[key]

    def kind(self, name: str) -> str:
        return self._word("kind", name)

    def item(self, name: str) -> str:
        return self._word("item", name)

    def other(self, name: str) -> str:
        """Holds for everything that is not this item."""
        return self._word("no", name)

    def value(self, name: str, value: Value) -> str:
        return self._word("has", f"{name} {type(value).__name__} {value}")

    def holding(self, properties: Mapping[str, Value], item: Item) -> Iterator[str]:
        """The predicates of the values that an object with these properties has."""
        for name, values in self.values.items():
            now: Value | None = item.carryable if name == "carryable" else properties.get(name)
            for value in values:
                if equal_values(False if now is None else now, value) and not (
                    now is None and value is not False
                ):
                    yield self.value(name, value)


@dataclass
class PddlAction:
    name: str
    parameters: dict[str, str] = field(default_factory=dict)
    needs: list[str] = field(default_factory=list)
    adds: list[str] = field(default_factory=list)
    deletes: list[str] = field(default_factory=list)
    note: str = ""

    def copy(self) -> PddlAction:
        return PddlAction(
            self.name, dict(self.parameters), self.needs[:], self.adds[:], self.deletes[:], self.note
        )

    def written(self) -> str:
        adds = list(dict.fromkeys(self.adds))
        deletes = [one for one in dict.fromkeys(self.deletes) if one not in adds]
        effects = [*adds, *(f"(not {one})" for one in deletes)]
        parameters = " ".join(f"{name} - {kind}" for name, kind in self.parameters.items())
        return "\n".join(
            [
                f"  ; {self.note}",
                f"  (:action {self.name}",
                f"    :parameters ({parameters})",
                f"    :precondition (and {' '.join(dict.fromkeys(self.needs))})",
                f"    :effect (and {' '.join(effects)})",
                "  )",
            ]
        )


def actions_of(
    game: GameModel, words: PddlVocabulary, leave_out: tuple[int, str] | None
) -> Iterator[PddlAction]:
    for prepared in game.prepared_rules:
        if not prepared.rule.fail:
            for number, action in enumerate(_RuleActions(words, prepared, leave_out).all(), 1):
                action.name = f"{action.name}-{number}"
                yield action
    for area, goal in game.goals.items():
        yield from _solving(game, words, area, goal)


def _solving(game: GameModel, words: PddlVocabulary, area: str, goal: Term) -> Iterator[PddlAction]:
    """An area being solved: one action for each way in which the areas behind it are still closed, or open already."""
    base = PddlAction(f"solve-{words.areas[area]}", {"?o": "thing"}, note=f"{area} is solved by {goal}")
    behind = [to for to in game.opens(area) if to != area]
    number = 0
    for portable in (True, False):
        if not any(item.carryable is portable for item in words.game.fitting(goal.type)):
            continue
        start = base.copy()
        _asks(words, start, "?o", goal, "?inner")
        _in_reach(start, "?o", portable, "?where")
        for closed in product((True, False), repeat=len(behind)):
            number += 1
            action = start.copy()
            action.name += f"-{number}"
            action.adds.append(f"(solved {words.areas[area]})")
            for to, is_closed in zip(behind, closed, strict=True):
                action.needs.append(f"({'closed' if is_closed else 'open'} {words.areas[to]})")
                if is_closed:
                    action.adds.append(f"(open {words.areas[to]})")
                    action.deletes.append(f"(closed {words.areas[to]})")
                    action.adds += [f"(available {name})" for name in _revealed(words, to)]
            yield action


def _revealed(words: PddlVocabulary, area: str) -> Iterator[str]:
    for thing in words.things:
        if thing.start and thing.start.area == area and thing.start.inside is None and thing.item.carryable:
            yield thing.name


def _asks(words: PddlVocabulary, action: PddlAction, var: str, term: Term, inner: str) -> None:
    """What a term wants of an object."""
    action.needs.append(f"({words.kind(term.type)} {var})")
    action.needs += [f"({words.value(name, value)} {var})" for name, value in term.properties]
    if term.contains == NOTHING:
        action.needs.append(f"(empty {var})")
    elif term.contains is not None:
        action.parameters[inner] = "thing"
        action.needs += [f"(holder {var})", f"(stowable {inner})", f"({words.kind(term.contains)} {inner})"]
        action.needs.append(f"(inside {inner} {var})")


def _in_reach(action: PddlAction, var: str, portable: bool, where: str) -> None:
    if portable:
        action.needs += [f"(portable {var})", f"(available {var})"]
    else:
        action.parameters[where] = "place"
        action.needs += [f"(rooted {var})", f"(at {var} {where})", f"(open {where})"]


class _RuleActions:
    """All actions of one rule."""

    def __init__(
        self, words: PddlVocabulary, prepared: PreparedRule, leave_out: tuple[int, str] | None
    ) -> None:
        self._words, self._prepared, self._rule = words, prepared, prepared.rule
        left_out = leave_out is not None and leave_out[0] == prepared.rule.number
        self._left_out = leave_out[1] if leave_out is not None and left_out else None
        self._principal = next((j for j, o in enumerate(prepared.outcomes) if o.changes(prepared.rule)), None)

    def all(self) -> Iterator[PddlAction]:
        rule = self._rule
        base = PddlAction(f"rule-{rule.number}", note=str(rule).replace("\n", " "))
        for n, term in enumerate(rule.inputs):
            base.parameters[f"?i{n}"] = "thing"
            _asks(self._words, base, f"?i{n}", term, f"?c{n}")
        for n in range(len(rule.inputs)):
            for m in range(n):
                if self._overlap(rule.inputs[n], rule.inputs[m]):
                    base.needs.append(f"(different ?i{m} ?i{n})")
        for portable in product(*(self._portability(term.type) for term in rule.inputs)):
            placed = base.copy()
            for n, carried in enumerate(portable):
                _in_reach(placed, f"?i{n}", carried, "?here")
            for emptied in self._losing(placed, portable):
                for released in self._releasing(emptied):
                    for way in self._prepared.ways:
                        yield from self._making(released, way)

    def _portability(self, kind: str) -> list[bool]:
        return sorted({item.carryable for item in self._words.game.fitting(kind)})

    def _overlap(self, one: Term, other: Term) -> bool:
        names = {item.name for item in self._words.game.fitting(one.type)}
        return any(item.name in names for item in self._words.game.fitting(other.type))

    # --- what is lost ---------------------------------------------------------------------------------

    def _losing(self, action: PddlAction, portable: tuple[bool, ...]) -> Iterator[PddlAction]:
        """Inputs that are destroyed, and what is inside them or inside what is emptied."""
        prepared = self._prepared
        made = action.copy()
        holders: list[str] = []
        for n in prepared.destroyed:
            self._take_away(made, f"?i{n}", portable[n])
            made.adds.append(f"(unborn ?i{n})")
            self._content_goes(made, holders, n)
        for outcome in prepared.outcomes:
            if outcome.filling is ContentChange.EMPTIED and outcome.origin is Origin.BOUND:
                assert outcome.origin_input is not None
                self._content_goes(made, holders, outcome.origin_input)
                made.adds.append(f"(empty ?i{outcome.origin_input})")
            if outcome.filling is ContentChange.STORED:
                assert outcome.stored_input is not None
                self._take_away(made, f"?i{outcome.stored_input}", portable[outcome.stored_input])
        yield from self._nested(made, holders, NESTED)

    def _content_goes(self, action: PddlAction, holders: list[str], n: int) -> None:
        """What is inside an input and is not released is destroyed; whether something is there may be unknown."""
        wanted = self._rule.inputs[n].contains
        if wanted is None:
            if any(
                item.name in self._words.holders
                for item in self._words.game.fitting(self._rule.inputs[n].type)
            ):
                holders.append(f"?i{n}")
        elif wanted != NOTHING and not self._prepared.released(n):
            self._destroy_content(action, f"?c{n}", f"?i{n}")
            if any(item.name in self._words.holders for item in self._words.game.fitting(wanted)):
                holders.append(f"?c{n}")

    def _destroy_content(self, action: PddlAction, var: str, holder: str) -> None:
        action.deletes.append(f"(inside {var} {holder})")
        action.adds.append(f"(unborn {var})")

    def _nested(self, action: PddlAction, holders: list[str], depth: int) -> Iterator[PddlAction]:
        """Each of these is empty, or what is inside goes too."""
        if not holders:
            yield action
            return
        first, *rest = holders
        empty = action.copy()
        empty.needs.append(f"(empty {first})")
        yield from self._nested(empty, rest, depth)
        if depth > 0:
            full = action.copy()
            inner = f"{first}x"
            full.parameters[inner] = "thing"
            full.needs += [f"(holder {first})", f"(stowable {inner})", f"(inside {inner} {first})"]
            self._destroy_content(full, inner, first)
            yield from self._nested(full, [inner, *rest], depth - 1)

    def _take_away(self, action: PddlAction, var: str, portable: bool) -> None:
        action.deletes.append(f"(available {var})" if portable else f"(at {var} ?here)")

    # --- what comes out -------------------------------------------------------------------------------

    def _releasing(self, action: PddlAction) -> Iterator[PddlAction]:
        sources = [
            (j, outcome.origin_input)
            for j, outcome in enumerate(self._prepared.outcomes)
            if outcome.origin is Origin.RELEASED and outcome.origin_input is not None
        ]
        kinds = [self._portability(self._rule.outputs[j].type) for j, _ in sources]
        for portable in product(*kinds):
            made = action.copy()
            for (j, n), carried in zip(sources, portable, strict=True):
                var = f"?c{n}"
                made.needs.append(f"({'portable' if carried else 'rooted'} {var})")
                made.deletes.append(f"(inside {var} ?i{n})")
                made.adds.append(f"(empty ?i{n})")
                self._appear(made, var, carried)
                self._set(made, var, dict(self._rule.outputs[j].properties))
                self._keep_out(made, j, var)
            yield made

    def _appear(self, action: PddlAction, var: str, portable: bool) -> None:
        if portable:
            action.adds.append(f"(available {var})")
            return
        if "?here" not in action.parameters:
            action.parameters["?here"] = "place"
            action.needs.append("(open ?here)")
        action.adds.append(f"(at {var} ?here)")

    def _set(self, action: PddlAction, var: str, properties: Mapping[str, Value]) -> None:
        for name, value in properties.items():
            for other in self._words.values.get(name, ()):
                where = action.adds if equal_values(other, value) else action.deletes
                where.append(f"({self._words.value(name, other)} {var})")

    def _keep_out(self, action: PddlAction, output: int, var: str) -> None:
        """Where the rule is not to make some item: not this one."""
        if self._left_out is not None and output == self._principal:
            action.needs.append(f"({self._words.other(self._left_out)} {var})")

    # --- what is made ---------------------------------------------------------------------------------

    def _making(self, action: PddlAction, way: tuple[str, ...]) -> Iterator[PddlAction]:
        slots = self._prepared.slots
        for k, slot in enumerate(slots):
            if self._left_out == way[k] and slot.output == self._principal and not slot.inside:
                return
        reusable = [[None, *self._reusable(action, item)] for item in way]
        for choice in product(*reusable):
            used = [var for var in choice if var is not None]
            if len(set(used)) < len(used):
                continue
            made = action.copy()
            variables = []
            for k, (item, var) in enumerate(zip(way, choice, strict=True)):
                variables.append(self._new_object(made, k, item, var))
            for k, var in enumerate(variables):
                for other in variables[:k]:
                    made.needs.append(f"(different {other} {var})")
            self._outputs(made, variables, way)
            yield made

    def _reusable(self, action: PddlAction, item: str) -> Iterator[str]:
        """A destroyed object of the same item leaves room for the new one."""
        for fact in action.adds:
            if fact.startswith("(unborn "):
                yield fact.removeprefix("(unborn ").removesuffix(")")

    def _new_object(self, action: PddlAction, slot: int, item: str, reused: str | None) -> str:
        if reused is None:
            var = f"?n{slot}"
            action.parameters[var] = "thing"
            action.needs += [f"({self._words.item(item)} {var})", f"(unborn {var})"]
        else:
            var = reused
            action.needs.append(f"({self._words.item(item)} {var})")
            action.adds.remove(f"(unborn {var})")
        action.deletes.append(f"(unborn {var})")
        for name, values in self._words.values.items():
            action.deletes += [f"({self._words.value(name, value)} {var})" for value in values]
        return var

    def _outputs(self, action: PddlAction, variables: list[str], way: tuple[str, ...]) -> None:
        prepared = self._prepared
        for j, outcome in enumerate(prepared.outcomes):
            properties = dict(outcome.term.properties)
            if outcome.origin is Origin.BOUND:
                assert outcome.origin_input is not None
                var = f"?i{outcome.origin_input}"
                self._set(action, var, properties)
                self._keep_out(action, j, var)
            elif outcome.origin is Origin.CREATED:
                slot = prepared.slot(j, inside=False)
                assert slot is not None
                var = variables[slot]
                item = self._words.game.items[way[slot]]
                self._appear(action, var, item.carryable)
                self._begin(action, var, item, properties)
            else:
                var = f"?c{outcome.origin_input}"
            self._fill(action, j, var, variables, way)

    def _begin(self, action: PddlAction, var: str, item: Item, properties: Mapping[str, Value]) -> None:
        known = {**item.properties, **properties}
        action.adds += [f"({value} {var})" for value in self._words.holding(known, item)]
        action.adds.append(f"(empty {var})")

    def _fill(self, action: PddlAction, j: int, var: str, variables: list[str], way: tuple[str, ...]) -> None:
        prepared = self._prepared
        outcome = prepared.outcomes[j]
        if outcome.filling not in (ContentChange.STORED, ContentChange.CREATED):
            return
        if outcome.filling is ContentChange.STORED:
            inner = f"?i{outcome.stored_input}"
        else:
            slot = prepared.slot(j, inside=True)
            assert slot is not None
            inner = variables[slot]
            self._begin(action, inner, self._words.game.items[way[slot]], {})
        let_go = outcome.origin is Origin.BOUND and prepared.released(outcome.origin_input or 0)
        if outcome.origin is not Origin.CREATED and not let_go:
            action.needs.append(f"(empty {var})")
        action.adds.append(f"(inside {inner} {var})")
        _drop(action.adds, f"(empty {var})")
        action.deletes.append(f"(empty {var})")


def _drop(facts: list[str], fact: str) -> None:
    while fact in facts:
        facts.remove(fact)
