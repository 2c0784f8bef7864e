"""The facts of a map, one function for each. `encodings/maps.lp` and `encodings/pattern.lp` say what they mean.

These are plain symbols: a map has some thousand facts of thirty kinds, and a class for each kind would cost more time
than all that is done with it.
"""

from __future__ import annotations

from typing import NamedTuple

from clingo import Function, Number, String, Symbol

from puzzlesynth.pack.model import Value

TRUE, FALSE = Function("true"), Function("false")


class MapFact(NamedTuple):
    symbol: Symbol


def _fact(name: str, *said: str | int) -> MapFact:
    return MapFact(Function(name, [String(one) if isinstance(one, str) else Number(one) for one in said]))


def _value(value: Value) -> Symbol:
    if isinstance(value, bool):
        return TRUE if value else FALSE
    return Number(value) if isinstance(value, int) else String(value)


def size(number: int) -> MapFact:
    return _fact("size", number)


def root(block: str) -> MapFact:
    return _fact("root", block)


def feeds(block: str, role: str, input: str) -> MapFact:
    return _fact("feeds", block, role, input)


def passes(block: str, input: str) -> MapFact:
    return _fact("passes", block, input)


def option(block: str, input: str) -> MapFact:
    return _fact("option", block, input)


def spawns(block: str, area: str) -> MapFact:
    return _fact("spawns", block, area)


def step_block(block: str) -> MapFact:
    return _fact("step_block", block)


def free_block(block: str) -> MapFact:
    return _fact("free_block", block)


def fits(block: str, rule: int, way: int) -> MapFact:
    return _fact("fits", block, rule, way)


def fits_block(block: str, rule: int) -> MapFact:
    return _fact("fits", block, rule)


def block_reads(block: str, rule: int, role: str, input: int) -> MapFact:
    return _fact("reads", block, rule, role, input)


def left(block: str, other: str) -> MapFact:
    return _fact("left", block, other)


def wanted(block: str, kind: str) -> MapFact:
    return _fact("wanted", block, kind)


def solves(area: str, block: str) -> MapFact:
    return _fact("solves", area, block)


def reads(rule: int, way: int, role: str, input: int) -> MapFact:
    return _fact("reads", rule, way, role, input)


def filters_value(block: str, property: str, value: Value) -> MapFact:
    return MapFact(Function("filters", [String(block), String(property), _value(value)]))


def filters(block: str, property: str) -> MapFact:
    return _fact("filters", block, property)


def plain_change(rule: int) -> MapFact:
    return _fact("plain_change", rule)


def plain_release(rule: int) -> MapFact:
    return _fact("plain_release", rule)


def unpacks(block: str, box: str) -> MapFact:
    return _fact("unpacks", block, box)


def unasked(rule: int, input: int) -> MapFact:
    return _fact("unasked", rule, input)


def may_spare(block: str, other: str) -> MapFact:
    return _fact("may_spare", block, other)


def under(block: str, top: str) -> MapFact:
    return _fact("under", block, top)


def output_gate(area: str) -> MapFact:
    return _fact("output_gate", area)


def unlocks(block: str, gate: str) -> MapFact:
    return _fact("unlocks", block, gate)


def side(gate: str, area: str) -> MapFact:
    return _fact("side", gate, area)


def in_group(area: str, group: str) -> MapFact:
    return _fact("in_group", area, group)


def start_group(group: str) -> MapFact:
    return _fact("start_group", group)


def entry(group: str, gate: str) -> MapFact:
    return _fact("entry", group, gate)


def selectable(rule: int) -> MapFact:
    return _fact("selectable", rule)


def mapped() -> MapFact:
    return _fact("mapped")


def node(item: str, copy: int, stage: int) -> MapFact:
    return _fact("node", item, copy, stage)


def may_fill(block: str, item: str, copy: int, stage: int) -> MapFact:
    return _fact("may_fill", block, item, copy, stage)


def may_lie(item: str, copy: int, area: str) -> MapFact:
    return _fact("may_lie", item, copy, area)


def yields(rule: int, item: str) -> MapFact:
    return _fact("yields", rule, item)


def leaves(block: str, rule: int, output: int, item: str, copy: int) -> MapFact:
    return _fact("leaves", block, rule, output, item, copy)


def comes_inside(item: str, copy: int, inner: str, inner_copy: int) -> MapFact:
    return _fact("comes_inside", item, copy, inner, inner_copy)


def appears_in(block: str, item: str, copy: int) -> MapFact:
    return _fact("appears_in", block, item, copy)


def at_most(item: str, number: int) -> MapFact:
    return _fact("at_most", item, number)


def escape(input: str, name: str) -> MapFact:
    return _fact("escape", input, name)


def may_let_go(name: str) -> MapFact:
    return _fact("may_let_go", name)


def may_be_plenty(item: str) -> MapFact:
    return _fact("may_be_plenty", item)


def may_be_lenient() -> MapFact:
    return _fact("may_be_lenient")


def may_roam(block: str, part: str) -> MapFact:
    return _fact("may_roam", block, part)
