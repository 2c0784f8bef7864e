"""The predicates of the logic program as clorm classes. `python -m tests.support.predicate_stub` writes this file."""

from clorm import Predicate

__all__ = [
    "Accepts",
    "Achieves",
    "Alike",
    "AlwaysGiven",
    "Area",
    "AtOnce",
    "Bait",
    "Belongs",
    "Carryable",
    "Changes",
    "Chosen",
    "Circular",
    "ComesWith",
    "CreatedWith",
    "Creates",
    "Demands",
    "Destroys",
    "Detour",
    "Empties",
    "FewAreas",
    "Filled",
    "Gate",
    "GivenByGoal",
    "GivenByLying",
    "GivenByOpening",
    "GivenByPacking",
    "GivenByResult",
    "Goal",
    "GoalAccepts",
    "GoalDemands",
    "GoalHolding",
    "GoalHoldingNothing",
    "GoalText",
    "Happens",
    "Herrings",
    "Holding",
    "HoldingNothing",
    "Initial",
    "Input",
    "Isa",
    "ItemProperty",
    "Leads",
    "LeavesFixed",
    "Lies",
    "Makes",
    "MakesInside",
    "MakesRoom",
    "MaxDepth",
    "MayBait",
    "MayBeIdle",
    "MayMake",
    "MayPlace",
    "MayRelease",
    "Meets",
    "MinDepth",
    "MostLevels",
    "Node",
    "Object",
    "OnTheWay",
    "OpenedBy",
    "OperatorDoes",
    "OperatorGives",
    "OperatorNeeds",
    "OperatorSolves",
    "Packed",
    "PackedAlready",
    "Placed",
    "Present",
    "Principal",
    "Rank",
    "Recurs",
    "Releases",
    "RuleAction",
    "RuleCalled",
    "RuleOfKind",
    "Sets",
    "SolvedBy",
    "Stages",
    "StartArea",
    "Step",
    "Stores",
    "Strict",
    "Substitute",
    "SubstituteTakes",
    "Takes",
    "TargetLeast",
    "TargetMost",
    "TouchesContent",
    "Turn",
    "TurnsInto",
    "Unchanged",
    "UsesUp",
    "WorldArea",
]

Value = bool | int | str
NodeTerm = tuple[str, int, int]

class Node(Predicate):
    """An object at one stage of its life. A step goes by the node that it is there to make."""

    item: str
    copy: int
    stage: int
    def __init__(self, item: str, copy: int, stage: int) -> None: ...

class Object(Predicate):
    """`object(item, copy)`

    An object that may exist; how many there are follows from `copies`.
    """

    item: str
    copy: int
    def __init__(self, item: str, copy: int) -> None: ...

class Present(Predicate):
    """`present(item, copy, area)`

    It is in Area from the start (what a player carries: in an open area).
    """

    item: str
    copy: int
    area: str
    def __init__(self, item: str, copy: int, area: str) -> None: ...

class Alike(Predicate):
    """`alike(item, copy)`

    Nothing but the number tells Copy from the copy before it.
    """

    item: str
    copy: int
    def __init__(self, item: str, copy: int) -> None: ...

class Turn(Predicate):
    """`turn(item, number)`

    The order in which the copies of items are put in line: from the goals downwards.
    """

    item: str
    number: int
    def __init__(self, item: str, number: int) -> None: ...

class Stages(Predicate):
    """`stages(item, last)`

    How often an object of Item can change in one puzzle.
    """

    item: str
    last: int
    def __init__(self, item: str, last: int) -> None: ...

class Isa(Predicate):
    """`isa(item, type)`

    Item belongs to Type.
    """

    item: str
    type: str
    def __init__(self, item: str, type: str) -> None: ...

class Carryable(Predicate):
    """`carryable(item)`

    It can be picked up.
    """

    item: str
    def __init__(self, item: str) -> None: ...

class MayPlace(Predicate):
    """`may_place(item, area)`

    The synthesizer may place Item in Area.
    """

    item: str
    area: str
    def __init__(self, item: str, area: str) -> None: ...

class Initial(Predicate):
    """`initial(item, copy, property, value)`

    A property at the start; only properties that can change and that some rule or goal asks for.
    """

    item: str
    copy: int
    property: str
    value: Value
    def __init__(self, item: str, copy: int, property: str, value: Value) -> None: ...

class CreatedWith(Predicate):
    """`created_with(item, property, value)`

    The same for an object that a rule creates.
    """

    item: str
    property: str
    value: Value
    def __init__(self, item: str, property: str, value: Value) -> None: ...

class ComesWith(Predicate):
    """`comes_with(item, copy, content)`

    One of Content is inside it at the start.
    """

    item: str
    copy: int
    content: str
    def __init__(self, item: str, copy: int, content: str) -> None: ...

class PackedAlready(Predicate):
    """`packed_already(item, copy, inner, inner_copy)`

    The same, where both objects are known.
    """

    item: str
    copy: int
    inner: str
    inner_copy: int
    def __init__(self, item: str, copy: int, inner: str, inner_copy: int) -> None: ...

class Input(Predicate):
    """`input(rule, input)`

    Rule has this input.
    """

    rule: int
    input: int
    def __init__(self, rule: int, input: int) -> None: ...

class Accepts(Predicate):
    """`accepts(rule, input, item)`

    An object of Item can serve as Input.
    """

    rule: int
    input: int
    item: str
    def __init__(self, rule: int, input: int, item: str) -> None: ...

class Demands(Predicate):
    """`demands(rule, input, property, value)`

    What Rule wants of Input; only properties that can change.
    """

    rule: int
    input: int
    property: str
    value: Value
    def __init__(self, rule: int, input: int, property: str, value: Value) -> None: ...

class Holding(Predicate):
    """`holding(rule, input, type)`

    Rule wants something of Type inside Input.
    """

    rule: int
    input: int
    type: str
    def __init__(self, rule: int, input: int, type: str) -> None: ...

class HoldingNothing(Predicate):
    """`holding_nothing(rule, input)`

    Rule wants Input to be empty.
    """

    rule: int
    input: int
    def __init__(self, rule: int, input: int) -> None: ...

class UsesUp(Predicate):
    """`uses_up(rule, input)`

    Input is changed, destroyed or stored.
    """

    rule: int
    input: int
    def __init__(self, rule: int, input: int) -> None: ...

class Principal(Predicate):
    """`principal(rule, output)`

    The result that a step with Rule goes by.
    """

    rule: int
    output: int
    def __init__(self, rule: int, output: int) -> None: ...

class Creates(Predicate):
    """`creates(rule, output, item)`

    Output may be a new object of Item.
    """

    rule: int
    output: int
    item: str
    def __init__(self, rule: int, output: int, item: str) -> None: ...

class Changes(Predicate):
    """`changes(rule, output, input)`

    Output is the object of Input, changed.
    """

    rule: int
    output: int
    input: int
    def __init__(self, rule: int, output: int, input: int) -> None: ...

class Releases(Predicate):
    """`releases(rule, output, input)`

    Output is what was inside the object of Input.
    """

    rule: int
    output: int
    input: int
    def __init__(self, rule: int, output: int, input: int) -> None: ...

class MayRelease(Predicate):
    """`may_release(rule, output, item)`

    Item can be what Output releases.
    """

    rule: int
    output: int
    item: str
    def __init__(self, rule: int, output: int, item: str) -> None: ...

class MayMake(Predicate):
    """`may_make(rule, item)`

    A step with Rule can make, change or release an object of Item.
    """

    rule: int
    item: str
    def __init__(self, rule: int, item: str) -> None: ...

class Sets(Predicate):
    """`sets(rule, output, property, value)`

    What Rule does to Output.
    """

    rule: int
    output: int
    property: str
    value: Value
    def __init__(self, rule: int, output: int, property: str, value: Value) -> None: ...

class Stores(Predicate):
    """`stores(rule, input, output)`

    Input goes inside Output.
    """

    rule: int
    input: int
    output: int
    def __init__(self, rule: int, input: int, output: int) -> None: ...

class MakesInside(Predicate):
    """`makes_inside(rule, output, item)`

    A new object of Item may appear inside Output.
    """

    rule: int
    output: int
    item: str
    def __init__(self, rule: int, output: int, item: str) -> None: ...

class TouchesContent(Predicate):
    """`touches_content(rule, output)`

    What is inside Output is another thing afterwards.
    """

    rule: int
    output: int
    def __init__(self, rule: int, output: int) -> None: ...

class MayBeIdle(Predicate):
    """`may_be_idle(rule, output)`

    Everything that Rule does to Output may be so already.
    """

    rule: int
    output: int
    def __init__(self, rule: int, output: int) -> None: ...

class MakesRoom(Predicate):
    """`makes_room(rule, output)`

    Rule releases what is inside the object of Output.
    """

    rule: int
    output: int
    def __init__(self, rule: int, output: int) -> None: ...

class LeavesFixed(Predicate):
    """`leaves_fixed(rule, output)`

    Output may be something new in its place that cannot be carried.
    """

    rule: int
    output: int
    def __init__(self, rule: int, output: int) -> None: ...

class Recurs(Predicate):
    """`recurs(item)`

    A puzzle may have more objects of Item over the whole game than can exist at once.
    """

    item: str
    def __init__(self, item: str) -> None: ...

class AtOnce(Predicate):
    """`at_once(item, number)`

    No more than Number of such an item exist at the same time.
    """

    item: str
    number: int
    def __init__(self, item: str, number: int) -> None: ...

class Destroys(Predicate):
    """`destroys(rule, input)`

    Input does not exist after Rule (only where some item recurs).
    """

    rule: int
    input: int
    def __init__(self, rule: int, input: int) -> None: ...

class Empties(Predicate):
    """`empties(rule, input)`

    What is inside Input does not exist after Rule, unless Rule releases it (likewise).
    """

    rule: int
    input: int
    def __init__(self, rule: int, input: int) -> None: ...

class Area(Predicate):
    """`area(area)`

    An area to solve.
    """

    area: str
    def __init__(self, area: str) -> None: ...

class WorldArea(Predicate):
    """`world_area(area)`

    An area where things can be.
    """

    area: str
    def __init__(self, area: str) -> None: ...

class Gate(Predicate):
    """`gate(area)`

    Something to solve that is no place.
    """

    area: str
    def __init__(self, area: str) -> None: ...

class Rank(Predicate):
    """`rank(area, number)`

    The order in which a game reaches the areas.
    """

    area: str
    number: int
    def __init__(self, area: str, number: int) -> None: ...

class StartArea(Predicate):
    """`start_area(area)`

    Open from the start.
    """

    area: str
    def __init__(self, area: str) -> None: ...

class Leads(Predicate):
    """`leads(area, to)`

    Solving Area opens To.
    """

    area: str
    to: str
    def __init__(self, area: str, to: str) -> None: ...

class FewAreas(Predicate):
    """`few_areas()`

    There are few areas to solve.
    """
    def __init__(self) -> None: ...

class Goal(Predicate):
    """`goal(area, goal)`

    A goal that may be chosen.
    """

    area: str
    goal: int
    def __init__(self, area: str, goal: int) -> None: ...

class GoalAccepts(Predicate):
    """`goal_accepts(area, goal, item)`

    An object of Item can meet it.
    """

    area: str
    goal: int
    item: str
    def __init__(self, area: str, goal: int, item: str) -> None: ...

class GoalDemands(Predicate):
    """`goal_demands(area, goal, property, value)`

    What it wants; only properties that can change.
    """

    area: str
    goal: int
    property: str
    value: Value
    def __init__(self, area: str, goal: int, property: str, value: Value) -> None: ...

class GoalHolding(Predicate):
    """`goal_holding(area, goal, type)`

    It wants something of Type inside.
    """

    area: str
    goal: int
    type: str
    def __init__(self, area: str, goal: int, type: str) -> None: ...

class GoalHoldingNothing(Predicate):
    """`goal_holding_nothing(area, goal)`

    It wants nothing inside.
    """

    area: str
    goal: int
    def __init__(self, area: str, goal: int) -> None: ...

class MinDepth(Predicate):
    """`min_depth(area, depth)`

    The longest chain has at least Depth steps.
    """

    area: str
    depth: int
    def __init__(self, area: str, depth: int) -> None: ...

class MaxDepth(Predicate):
    """`max_depth(area, depth)`

    And at most Depth steps.
    """

    area: str
    depth: int
    def __init__(self, area: str, depth: int) -> None: ...

class Herrings(Predicate):
    """`herrings(area, number)`

    Area has exactly Number red herrings.
    """

    area: str
    number: int
    def __init__(self, area: str, number: int) -> None: ...

class MayBait(Predicate):
    """`may_bait(item)`

    An object of Item may be one.
    """

    item: str
    def __init__(self, item: str) -> None: ...

class TargetLeast(Predicate):
    """`target_least(area, kind, number)`

    At least Number; Kind is "steps" or "width".
    """

    area: str
    kind: str
    number: int
    def __init__(self, area: str, kind: str, number: int) -> None: ...

class TargetMost(Predicate):
    """`target_most(area, kind, number)`

    At most Number.
    """

    area: str
    kind: str
    number: int
    def __init__(self, area: str, kind: str, number: int) -> None: ...

class OperatorNeeds(Predicate):
    """`operator_needs(operator, fact)`

    The relaxed task: what Operator needs, as the number of a fact.
    """

    operator: int
    fact: int
    def __init__(self, operator: int, fact: int) -> None: ...

class OperatorGives(Predicate):
    """`operator_gives(operator, fact)`

    And what it gives.
    """

    operator: int
    fact: int
    def __init__(self, operator: int, fact: int) -> None: ...

class OperatorDoes(Predicate):
    """`operator_does(operator, rule, item)`

    Operator is a step that makes Item with Rule.
    """

    operator: int
    rule: int
    item: str
    def __init__(self, operator: int, rule: int, item: str) -> None: ...

class OperatorSolves(Predicate):
    """`operator_solves(operator, area)`

    Operator meets one of Area's goals.
    """

    operator: int
    area: str
    def __init__(self, operator: int, area: str) -> None: ...

class AlwaysGiven(Predicate):
    """`always_given(fact)`

    There from the start, whatever the puzzle.
    """

    fact: int
    def __init__(self, fact: int) -> None: ...

class GivenByLying(Predicate):
    """`given_by_lying(item, area, fact)`

    There if an object of Item lies in Area.
    """

    item: str
    area: str
    fact: int
    def __init__(self, item: str, area: str, fact: int) -> None: ...

class GivenByGoal(Predicate):
    """`given_by_goal(area, goal, fact)`

    There if Goal is Area's chosen goal.
    """

    area: str
    goal: int
    fact: int
    def __init__(self, area: str, goal: int, fact: int) -> None: ...

class GivenByPacking(Predicate):
    """`given_by_packing(item, copy, inner, inner_copy, fact)`

    There if Inner is inside at the start.
    """

    item: str
    copy: int
    inner: str
    inner_copy: int
    fact: int
    def __init__(self, item: str, copy: int, inner: str, inner_copy: int, fact: int) -> None: ...

class GivenByResult(Predicate):
    """`given_by_result(rule, output, item, fact)`

    There if the puzzle lets Rule make Item.
    """

    rule: int
    output: int
    item: str
    fact: int
    def __init__(self, rule: int, output: int, item: str, fact: int) -> None: ...

class GivenByOpening(Predicate):
    """`given_by_opening(area, fact)`

    There once Area is open.
    """

    area: str
    fact: int
    def __init__(self, area: str, fact: int) -> None: ...

class Achieves(Predicate):
    """`achieves(rule, item, fact)`

    All that such a step gives is Fact.
    """

    rule: int
    item: str
    fact: int
    def __init__(self, rule: int, item: str, fact: int) -> None: ...

class Detour(Predicate):
    """`detour(fact, operator)`

    Operator may be part of a way to Fact that does without Fact.
    """

    fact: int
    operator: int
    def __init__(self, fact: int, operator: int) -> None: ...

class Circular(Predicate):
    """`circular(fact, other)`

    A way to Fact may lead through Other, and one to Other through Fact.
    """

    fact: int
    other: str
    def __init__(self, fact: int, other: str) -> None: ...

class Strict(Predicate):
    """`strict(area)`

    Area must have no shortcut.
    """

    area: str
    def __init__(self, area: str) -> None: ...

class Substitute(Predicate):
    """`substitute(rule, item)`

    Rule makes Item, and so does another rule.
    """

    rule: int
    item: str
    def __init__(self, rule: int, item: str) -> None: ...

class SubstituteTakes(Predicate):
    """`substitute_takes(rule, item, number)`

    Rule takes Number of Item.
    """

    rule: int
    item: str
    number: int
    def __init__(self, rule: int, item: str, number: int) -> None: ...

class TurnsInto(Predicate):
    """`turns_into(other, item, rule)`

    One of Other alone can be made into one of Item, which Rule takes.
    """

    other: str
    item: str
    rule: int
    def __init__(self, other: str, item: str, rule: int) -> None: ...

class OnTheWay(Predicate):
    """`on_the_way(other, item, rule, between)`

    Between is made then.
    """

    other: str
    item: str
    rule: int
    between: str
    def __init__(self, other: str, item: str, rule: int, between: str) -> None: ...

class ItemProperty(Predicate):
    """`item_property(item, property, value)`

    As the pack says.
    """

    item: str
    property: str
    value: Value
    def __init__(self, item: str, property: str, value: Value) -> None: ...

class RuleCalled(Predicate):
    """`rule_called(rule, name)`

    The rule's name.
    """

    rule: int
    name: str
    def __init__(self, rule: int, name: str) -> None: ...

class RuleOfKind(Predicate):
    """`rule_of_kind(rule, kind)`

    The rule's kind.
    """

    rule: int
    kind: str
    def __init__(self, rule: int, kind: str) -> None: ...

class RuleAction(Predicate):
    """`rule_action(rule, action)`

    The rule's action.
    """

    rule: int
    action: str
    def __init__(self, rule: int, action: str) -> None: ...

class GoalText(Predicate):
    """`goal_text(area, goal, text)`

    The goal as it is written.
    """

    area: str
    goal: int
    text: str
    def __init__(self, area: str, goal: int, text: str) -> None: ...

class MostLevels(Predicate):
    """`most_levels(number)`

    No chain of steps is longer.
    """

    number: int
    def __init__(self, number: int) -> None: ...

class Chosen(Predicate):
    """`chosen(area, goal)`

    The area's goal in the puzzle.
    """

    area: str
    goal: int
    def __init__(self, area: str, goal: int) -> None: ...

class SolvedBy(Predicate):
    """`solved_by(area, step)`

    The area's `solved_by`; where reading a tree begins.
    """

    area: str
    step: Node
    def __init__(self, area: str, step: Node | NodeTerm) -> None: ...

class Step(Predicate):
    """`step(node, rule)`

    A step and its rule.
    """

    node: Node
    rule: int
    def __init__(self, node: Node | NodeTerm, rule: int) -> None: ...

class Takes(Predicate):
    """`takes(step, input, node)`

    A step's `inputs` and `from`.
    """

    step: Node
    input: int
    node: Node
    def __init__(self, step: Node | NodeTerm, input: int, node: Node | NodeTerm) -> None: ...

class Makes(Predicate):
    """`makes(step, output, node)`

    A step's `outputs` besides the node that it goes by.
    """

    step: Node
    output: int
    node: Node
    def __init__(self, step: Node | NodeTerm, output: int, node: Node | NodeTerm) -> None: ...

class Filled(Predicate):
    """`filled(step, output, node)`

    Something that the puzzle `creates` inside something else.
    """

    step: Node
    output: int
    node: Node
    def __init__(self, step: Node | NodeTerm, output: int, node: Node | NodeTerm) -> None: ...

class Belongs(Predicate):
    """`belongs(step, area)`

    The step's `area`.
    """

    step: Node
    area: str
    def __init__(self, step: Node | NodeTerm, area: str) -> None: ...

class Happens(Predicate):
    """`happens(step, area)`

    The step's `place`.
    """

    step: Node
    area: str
    def __init__(self, step: Node | NodeTerm, area: str) -> None: ...

class Lies(Predicate):
    """`lies(item, copy, area)`

    Where a placed object is.
    """

    item: str
    copy: int
    area: str
    def __init__(self, item: str, copy: int, area: str) -> None: ...

class Packed(Predicate):
    """`packed(item, copy, inner, inner_copy)`

    What is `inside` of what at the start.
    """

    item: str
    copy: int
    inner: str
    inner_copy: int
    def __init__(self, item: str, copy: int, inner: str, inner_copy: int) -> None: ...

class OpenedBy(Predicate):
    """`opened_by(area, earlier)`

    The area's `opened_by`.
    """

    area: str
    earlier: str
    def __init__(self, area: str, earlier: str) -> None: ...

class Placed(Predicate):
    """`placed(item, copy)`

    An object that the synthesizer added.
    """

    item: str
    copy: int
    def __init__(self, item: str, copy: int) -> None: ...

class Meets(Predicate):
    """`meets(node, area)`

    A step that makes such a node waits until the area is solved.
    """

    node: Node
    area: str
    def __init__(self, node: Node | NodeTerm, area: str) -> None: ...

class Bait(Predicate):
    """`bait(item, copy)`

    A red herring.
    """

    item: str
    copy: int
    def __init__(self, item: str, copy: int) -> None: ...

class Unchanged(Predicate):
    """`unchanged(node)`

    `from` names an earlier step: the one that made it so.
    """

    node: Node
    def __init__(self, node: Node | NodeTerm) -> None: ...
