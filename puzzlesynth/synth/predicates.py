"""The facts that the encodings take, as clorm predicates, and the atoms they give back: the one schema of both.

`encodings/README.md` says what each one means.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from clorm import ConstantField, ConstantStr, IntegerField, Predicate, StringField, combine_fields

from puzzlesynth.pack.model import Value


def _only_constants(value: Any) -> ConstantStr:
    if not isinstance(value, ConstantStr):
        raise TypeError(f"{value!r} is no constant")
    return value


class _TruthField(ConstantField):
    """A constant, and only what is meant as one: clorm would take any text for a constant as well."""

    pytocl = _only_constants
    cltopy = ConstantStr


ValueField = combine_fields([IntegerField, _TruthField, StringField])


def as_value(value: Value) -> int | str | ConstantStr:
    """A property's value as a logic program writes it: true and false are constants, texts are strings."""
    if isinstance(value, bool):
        return ConstantStr("true" if value else "false")
    return value


# --- what the pack says -----------------------------------------------------------------------------------


class Object(Predicate, name="object"):
    item: str
    copy: int


class Present(Predicate):
    item: str
    copy: int
    area: str


class Twin(Predicate):
    item: str
    copy: int


class Stages(Predicate):
    item: str
    last: int


class Isa(Predicate):
    item: str
    type: str


class Carryable(Predicate):
    item: str


class MayPlace(Predicate, name="may_place"):
    item: str
    area: str


class Initial(Predicate):
    item: str
    copy: int
    property: str
    value: Any = ValueField


class CreatedWith(Predicate, name="created_with"):
    item: str
    property: str
    value: Any = ValueField


class ComesWith(Predicate, name="comes_with"):
    item: str
    copy: int
    content: str


class PackedAlready(Predicate, name="packed_already"):
    item: str
    copy: int
    inner: str
    inner_copy: int


class Input(Predicate, name="input"):
    rule: int
    input: int


class Accepts(Predicate):
    rule: int
    input: int
    item: str


class Demands(Predicate):
    rule: int
    input: int
    property: str
    value: Any = ValueField


class Holding(Predicate):
    rule: int
    input: int
    type: str


class HoldingNothing(Predicate, name="holding_nothing"):
    rule: int
    input: int


class UsesUp(Predicate, name="uses_up"):
    rule: int
    input: int


class Principal(Predicate):
    rule: int
    output: int


class Creates(Predicate):
    rule: int
    output: int
    item: str


class Changes(Predicate):
    rule: int
    output: int
    input: int


class Releases(Predicate):
    rule: int
    output: int
    input: int


class MayRelease(Predicate, name="may_release"):
    rule: int
    output: int
    item: str


class MayMake(Predicate, name="may_make"):
    rule: int
    item: str


class Sets(Predicate):
    rule: int
    output: int
    property: str
    value: Any = ValueField


class Stores(Predicate):
    rule: int
    input: int
    output: int


class Fills(Predicate):
    rule: int
    output: int
    item: str


class TouchesContent(Predicate, name="touches_content"):
    rule: int
    output: int


class MakesRoom(Predicate, name="makes_room"):
    rule: int
    output: int


class LeavesFixed(Predicate, name="leaves_fixed"):
    rule: int
    output: int


class AreaFact(Predicate, name="area"):
    area: str


class WorldArea(Predicate, name="world_area"):
    area: str


class Gate(Predicate, name="gate"):
    area: str


class Rank(Predicate):
    area: str
    number: int


class StartArea(Predicate, name="start_area"):
    area: str


class Leads(Predicate):
    area: str
    to: str


class GoalFact(Predicate, name="goal"):
    area: str
    goal: int


class GoalAccepts(Predicate, name="goal_accepts"):
    area: str
    goal: int
    item: str


class GoalDemands(Predicate, name="goal_demands"):
    area: str
    goal: int
    property: str
    value: Any = ValueField


class GoalHolding(Predicate, name="goal_holding"):
    area: str
    goal: int
    type: str


class GoalHoldingNothing(Predicate, name="goal_holding_nothing"):
    area: str
    goal: int


class MinDepth(Predicate, name="min_depth"):
    area: str
    depth: int


class MaxDepth(Predicate, name="max_depth"):
    area: str
    depth: int


class Herrings(Predicate):
    area: str
    number: int


class MayBait(Predicate, name="may_bait"):
    item: str


class TargetLeast(Predicate, name="target_least"):
    area: str
    kind: str
    number: int


class TargetMost(Predicate, name="target_most"):
    area: str
    kind: str
    number: int


# --- what only constraints ask about ----------------------------------------------------------------------


class ItemProperty(Predicate, name="item_property"):
    item: str
    property: str
    value: Any = ValueField


class RuleCalled(Predicate, name="rule_called"):
    rule: int
    name: str


class RuleOfKind(Predicate, name="rule_of_kind"):
    rule: int
    kind: str


class RuleAction(Predicate, name="rule_action"):
    rule: int
    action: str


class GoalText(Predicate, name="goal_text"):
    area: str
    goal: int
    text: str


class MostLevels(Predicate, name="most_levels"):
    number: int


# --- what an answer set says ------------------------------------------------------------------------------


class AnswerAtom(NamedTuple):
    """An atom's name, and what its arguments are: a step or a node is (item, copy, stage)."""

    name: str
    arguments: tuple[str, ...]


def _atom(name: str, arguments: str) -> AnswerAtom:
    return AnswerAtom(name, tuple(arguments.split()))


# Answers are read symbol by symbol, so that no class is needed for each kind of atom at run time;
# `answer_predicates` makes clorm predicates of these for whoever wants to unify.
ANSWER = (
    _atom("chosen", "area goal"),
    _atom("solved_by", "area step"),
    _atom("step", "node rule"),
    _atom("takes", "step input node"),
    _atom("makes", "step output node"),
    _atom("filled", "step output node"),
    _atom("belongs", "step area"),
    _atom("happens", "step area"),
    _atom("lies", "item copy area"),
    _atom("packed", "item copy inner inner_copy"),
    _atom("opened_by", "area earlier"),
    _atom("placed", "item copy"),
    _atom("meets", "node area"),
    _atom("allowed", "rule output item"),
    _atom("bait", "item copy"),
    _atom("fills", "block node"),
    _atom("active", "rule"),
    _atom("serves", "step area"),
    _atom("rests_on", "area other"),
)
"""What an answer set is read from. `encodings/show.lp` shows those that a puzzle is made of."""
