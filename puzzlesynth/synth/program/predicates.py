"""The schema: the facts that the encodings take and the atoms that they give back, one line for each kind.

`encodings/README.md` says what each one means. Writing a pack's facts and reading an answer goes symbol by symbol, since
a first puzzle waits for it; `puzzlesynth.asp` makes typed clorm predicates of this schema for use from Python.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from clingo import Function, Number, String, Symbol

from puzzlesynth.pack.model import Value


class Fact(NamedTuple):
    kind: PredicateSchema
    symbol: Symbol


class PredicateSchema(NamedTuple):
    """A kind of atom: its name, and what its arguments are. Called with values for them, it gives the fact."""

    name: str
    arguments: tuple[str, ...]

    def __call__(self, *values: Value) -> Fact:
        return Fact(self, Function(self.name, [term(value) for value in values]))

    @property
    def signature(self) -> tuple[str, int]:
        return self.name, len(self.arguments)


def term(value: Value) -> Symbol:
    """A value as a logic program writes it: true and false are constants, texts are strings."""
    # Python takes True for 1, so what is known of one must not be asked for the other.
    return _truth(value) if isinstance(value, bool) else _term(value)


@cache
def _truth(value: bool) -> Symbol:
    return Function("true" if value else "false")


@cache
def _term(value: int | str) -> Symbol:
    return Number(value) if isinstance(value, int) else String(value)


FACTS: list[PredicateSchema] = []
"""All facts for the encodings."""


def kind(name: str, arguments: str) -> PredicateSchema:
    return PredicateSchema(name, tuple(arguments.split()))


def _fact(name: str, arguments: str) -> PredicateSchema:
    FACTS.append(kind(name, arguments))
    return FACTS[-1]


# --- what the pack says -----------------------------------------------------------------------------------

Object = _fact("object", "item copy")
Present = _fact("present", "item copy area")
Alike = _fact("alike", "item copy")
Turn = _fact("turn", "item number")
Stages = _fact("stages", "item last")
Isa = _fact("isa", "item type")
Carryable = _fact("carryable", "item")
MayPlace = _fact("may_place", "item area")
Initial = _fact("initial", "item copy property value")
CreatedWith = _fact("created_with", "item property value")
ComesWith = _fact("comes_with", "item copy content")
PackedAlready = _fact("packed_already", "item copy inner inner_copy")
Input = _fact("input", "rule input")
Accepts = _fact("accepts", "rule input item")
Demands = _fact("demands", "rule input property value")
Holding = _fact("holding", "rule input type")
HoldingNothing = _fact("holding_nothing", "rule input")
UsesUp = _fact("uses_up", "rule input")
Principal = _fact("principal", "rule output")
Creates = _fact("creates", "rule output item")
Changes = _fact("changes", "rule output input")
Releases = _fact("releases", "rule output input")
MayRelease = _fact("may_release", "rule output item")
MayMake = _fact("may_make", "rule item")
Sets = _fact("sets", "rule output property value")
Stores = _fact("stores", "rule input output")
MakesInside = _fact("makes_inside", "rule output item")
TouchesContent = _fact("touches_content", "rule output")
MayBeIdle = _fact("may_be_idle", "rule output")
MakesRoom = _fact("makes_room", "rule output")
LeavesFixed = _fact("leaves_fixed", "rule output")
Recurs = _fact("recurs", "item")
AtOnce = _fact("at_once", "item number")
Destroys = _fact("destroys", "rule input")
Empties = _fact("empties", "rule input")
AreaFact = _fact("area", "area")
WorldArea = _fact("world_area", "area")
Gate = _fact("gate", "area")
Rank = _fact("rank", "area number")
StartArea = _fact("start_area", "area")
Leads = _fact("leads", "area to")
FewAreas = _fact("few_areas", "")
GoalFact = _fact("goal", "area goal")
GoalAccepts = _fact("goal_accepts", "area goal item")
GoalDemands = _fact("goal_demands", "area goal property value")
GoalHolding = _fact("goal_holding", "area goal type")
GoalHoldingNothing = _fact("goal_holding_nothing", "area goal")
MinDepth = _fact("min_depth", "area depth")
MaxDepth = _fact("max_depth", "area depth")
Herrings = _fact("herrings", "area number")
MayBait = _fact("may_bait", "item")
TargetLeast = _fact("target_least", "area kind number")
TargetMost = _fact("target_most", "area kind number")

# --- what the landmark test takes from its relaxed task --------------------------------------------------------

OperatorNeeds = _fact("operator_needs", "operator fact")
OperatorGives = _fact("operator_gives", "operator fact")
OperatorDoes = _fact("operator_does", "operator rule item")
OperatorSolves = _fact("operator_solves", "operator area")
AlwaysGiven = _fact("always_given", "fact")
GivenByLying = _fact("given_by_lying", "item area fact")
GivenByGoal = _fact("given_by_goal", "area goal fact")
GivenByPacking = _fact("given_by_packing", "item copy inner inner_copy fact")
GivenByResult = _fact("given_by_result", "rule output item fact")
GivenByOpening = _fact("given_by_opening", "area fact")
Achieves = _fact("achieves", "rule item fact")
Detour = _fact("detour", "fact operator")
Circular = _fact("circular", "fact other")
Strict = _fact("strict", "area")
Substitute = _fact("substitute", "rule item")
SubstituteTakes = _fact("substitute_takes", "rule item number")
TurnsInto = _fact("turns_into", "other item rule")
OnTheWay = _fact("on_the_way", "other item rule between")

# --- what only constraints ask about ----------------------------------------------------------------------

ItemProperty = _fact("item_property", "item property value")
RuleCalled = _fact("rule_called", "rule name")
RuleOfKind = _fact("rule_of_kind", "rule kind")
RuleAction = _fact("rule_action", "rule action")
GoalText = _fact("goal_text", "area goal text")
MostLevels = _fact("most_levels", "number")

# --- what an answer set says ------------------------------------------------------------------------------


ANSWER = (
    kind("chosen", "area goal"),
    kind("solved_by", "area step"),
    kind("step", "node rule"),
    kind("takes", "step input node"),
    kind("makes", "step output node"),
    kind("filled", "step output node"),
    kind("belongs", "step area"),
    kind("happens", "step area"),
    kind("lies", "item copy area"),
    kind("packed", "item copy inner inner_copy"),
    kind("opened_by", "area earlier"),
    kind("placed", "item copy"),
    kind("meets", "node area"),
    kind("allowed", "rule output item"),
    kind("bait", "item copy"),
    kind("fills", "block node"),
    kind("active", "rule"),
    kind("serves", "step area"),
    kind("rests_on", "area other"),
    kind("ends", "step node"),
    kind("replaces", "item copy former"),
    kind("unchanged", "node"),
)
"""The atoms that an answer set is read from. `encodings/show.lp` shows those that make up a puzzle."""
