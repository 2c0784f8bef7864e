"""The rules of a pack in languages with variables and conditions: one walk through a rule, one table of syntax each.

The conditions of a rule are that nothing is overfilled and that no item gets more copies than it may have. Its effects
come in the order that the meaning of rules gives: release, empty, destroy, make, set, fill.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from puzzlesynth.pack.rules.effects import ContentChange, Origin, OutputEffect
from puzzlesynth.puzzle.model import StateCondition
from puzzlesynth.quick_dataclasses import dataclass

from .game_model import PreparedRule
from .object_pool import ObjectPool

RuleSyntax = Mapping[str, str]
"""How a language writes the parts of a rule: templates by the names that `RuleWriter` uses; one that is missing writes
nothing. In them, `i` and `j` are the positions of an input and an output, `way` is the number of the way to apply the
rule, `item`, `area` and `property` are numbers, and `held` is the expression for what is inside something."""


@dataclass(frozen=True)
class RuleWriter:
    """Writes rules in one language."""

    syntax: RuleSyntax
    pool: ObjectPool
    items: Mapping[str, int]
    areas: Mapping[str, int]

    def _written(self, template: str, **values: object) -> str:
        return self.syntax.get(template, "").format(**values)

    def conditions(self, prepared: PreparedRule) -> Iterator[str]:
        """Lines that refuse the rule."""
        for outcome in prepared.outcomes:
            if outcome.filling in (ContentChange.STORED, ContentChange.CREATED):
                held = self._held(prepared, outcome)
                if held:
                    yield self._written("full", held=held)
        for way, names in enumerate(prepared.ways):
            for name in dict.fromkeys(names):
                item, copies = self.items[name], self.pool.game.items[name].copies
                lost = "".join(f" - {part}" for part in self._lost(prepared, item))
                yield self._written(
                    "too_many", way=way, item=item, new=names.count(name), lost=lost, copies=copies
                )

    def _held(self, prepared: PreparedRule, outcome: OutputEffect) -> str:
        """What is inside an output's object before it is filled; empty where there can be nothing."""
        i = outcome.origin_input
        if outcome.origin is Origin.CREATED or i is None:
            return ""
        if outcome.origin is Origin.RELEASED:
            return self._written("inner_content", i=i)
        return "" if prepared.released(i) else self._written("content", i=i)

    def _lost(self, prepared: PreparedRule, item: int) -> Iterator[str]:
        for i in prepared.destroyed:
            yield self._written("lost_alone" if prepared.released(i) else "lost_input", i=i, item=item)
        for outcome in prepared.outcomes:
            held = self._held(prepared, outcome)
            if outcome.filling is ContentChange.EMPTIED and held:
                yield self._written("lost_content", held=held, item=item)

    def dangers(self, prepared: PreparedRule) -> Iterator[str]:
        """The conditions under which the rule makes the game impossible to win, each one enough."""
        for action, cases in self.pool.game.dangers.cases.items():
            if action.rule == prepared.rule.number:
                inputs = enumerate(action.inputs)
                which = [self._written("is_item", i=i, item=self.items[name]) for i, name in inputs]
                which = [f"way == {prepared.ways.index(action.made)}", *which]
                for case in cases:
                    yield self.syntax["both"].join([*which, *map(self._given, case)])

    def _given(self, one: StateCondition) -> str:
        if one.least:
            compared = ">=" if one.holds else "<"
            return self._written("alive", item=self.items[one.name], compared=compared, least=one.least)
        return self._written("solved" if one.holds else "unsolved", area=self.areas[one.name])

    def effects(self, prepared: PreparedRule) -> Iterator[str]:
        return filter(None, self._effects(prepared))

    def _effects(self, prepared: PreparedRule) -> Iterator[str]:
        outcomes = list(enumerate(prepared.outcomes))
        yield self._written("begin")
        yield from (self._written("carried", i=i) for i in prepared.destroyed)
        for j, outcome in outcomes:
            if outcome.origin is Origin.RELEASED:
                yield self._written("released", i=outcome.origin_input, j=j)
                yield self._written("revealed", j=j)
            else:
                kind = "bound" if outcome.origin is Origin.BOUND else "created"
                yield self._written(kind, i=outcome.origin_input, j=j)
        for j, outcome in outcomes:
            if outcome.filling is ContentChange.EMPTIED and outcome.origin is not Origin.CREATED:
                yield self._written("emptied", j=j)
        yield from (self._written("destroyed", i=i) for i in prepared.destroyed)
        for j, _ in outcomes:
            yield from self._made(prepared, j, inside=False)
        for j, outcome in outcomes:
            for name, value in outcome.term.properties:
                if name != "carryable":
                    number = self.pool.properties.index(name)
                    yield self._written("set", j=j, property=number, value=self.pool.code(name, value))
        for j, outcome in outcomes:
            if outcome.filling is ContentChange.STORED:
                yield self._written("stored", i=outcome.stored_input, j=j)
            elif outcome.filling is ContentChange.CREATED:
                yield self._written("inner_begin", j=j)
                yield from self._made(prepared, j, inside=True)
                yield self._written("inner_end", j=j)
                if outcome.origin is Origin.CREATED:
                    yield self._written("hidden", j=j)

    def _made(self, prepared: PreparedRule, j: int, inside: bool) -> Iterator[str]:
        """An output, or what is made inside it, in each way to apply the rule."""
        slot = prepared.slot(j, inside)
        for way, names in enumerate(prepared.ways) if slot is not None else ():
            item = self.pool.game.items[names[slot or 0]]
            yield self._written("inner_made" if inside else "made", j=j, way=way, item=self.items[item.name])
            if item.carryable and not inside:
                yield self._written("taken", j=j, way=way)
