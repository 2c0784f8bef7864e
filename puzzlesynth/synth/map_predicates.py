"""The facts of a map. `encodings/maps.lp` says what each one means."""

from __future__ import annotations

from typing import Any

from clorm import Predicate

from .predicates import ValueField


class Size(Predicate, name="size"):
    number: int


class Root(Predicate, name="root"):
    block: str


class Feeds(Predicate, name="feeds"):
    block: str
    role: str
    input: str


class Passes(Predicate, name="passes"):
    block: str
    input: str


class Option(Predicate, name="option"):
    block: str
    input: str


class Spawns(Predicate, name="spawns"):
    block: str
    area: str


class StepBlock(Predicate, name="step_block"):
    block: str


class FreeBlock(Predicate, name="free_block"):
    block: str


class Fits(Predicate, name="fits"):
    block: str
    rule: int
    way: int


class Reads(Predicate, name="reads"):
    rule: int
    way: int
    role: str
    input: int


class FiltersValue(Predicate, name="filters"):
    block: str
    property: str
    value: Any = ValueField


class Filters(Predicate, name="filters"):
    block: str
    property: str


class PlainChange(Predicate, name="plain_change"):
    rule: int


class Unasked(Predicate, name="unasked"):
    rule: int
    input: int


class MaySpare(Predicate, name="may_spare"):
    block: str
    other: str


class Under(Predicate, name="under"):
    block: str
    top: str


class OutputGate(Predicate, name="output_gate"):
    area: str


class Unlocks(Predicate, name="unlocks"):
    block: str
    gate: str


class Side(Predicate, name="side"):
    gate: str
    area: str


class InGroup(Predicate, name="in_group"):
    area: str
    group: str


class StartGroup(Predicate, name="start_group"):
    group: str


class Entry(Predicate, name="entry"):
    group: str
    gate: str


class Selectable(Predicate, name="selectable"):
    rule: int


class Mapped(Predicate, name="mapped"):
    pass


class NodeFact(Predicate, name="node"):
    item: str
    copy: int
    stage: int


class MayFill(Predicate, name="may_fill"):
    block: str
    item: str
    copy: int
    stage: int


class MayLie(Predicate, name="may_lie"):
    item: str
    copy: int
    area: str


class Yields(Predicate, name="yields"):
    rule: int
    item: str


class Leaves(Predicate, name="leaves"):
    block: str
    rule: int
    output: int
    item: str
    copy: int


class ComesInside(Predicate, name="comes_inside"):
    item: str
    copy: int
    inner: str
    inner_copy: int


class AppearsIn(Predicate, name="appears_in"):
    block: str
    item: str
    copy: int


class AtMost(Predicate, name="at_most"):
    item: str
    number: int


class Escape(Predicate, name="escape"):
    input: str
    name: str


class MayLetGo(Predicate, name="may_let_go"):
    name: str
