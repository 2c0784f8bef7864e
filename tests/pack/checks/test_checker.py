"""`check`: for every kind of mistake, a pack that has it and one that does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from puzzlesynth.pack import Problem, Severity, check_pack, load_pack
from tests.support.paths import ROOT

Found = Callable[..., list[Problem]]
ERROR, WARNING = Severity.ERROR, Severity.WARNING

FRAME = """\
pack: p
items:
{items}
rules: |
{rules}
areas:
{areas}
"""
HALL = "Hall: {start: true, goals: [Goal]}"


def pack(items: str = "", rules: str = "", areas: str = HALL) -> str:
    """A pack in which everything is in order, and what is to be tried: line 3 is the first item."""
    items = f"{items}\nGoal: {{notSpawnable: true}}\nStuff:"
    rules = f"{rules}\nGoal ::= Finish Stuff"
    indented = {
        name: "\n".join(f"  {line}" for line in text.strip().splitlines())
        for name, text in (("items", items), ("rules", rules), ("areas", areas))
    }
    return FRAME.format(**indented)


def test_the_frame_itself_is_in_order(checked: Found) -> None:
    assert checked(pack()) == []


CASES = [
    # code, severity, what is wrong (items, rules, areas), message or hint, the same put right
    (
        "unknown-type",
        ERROR,
        ("Safe: {locked: true}", "Saef[locked: False] ::= Pick Safe[locked: True]"),
        "`Saef`: no item or type has this name; did you mean `Safe`?",
        ("Safe: {locked: true}", "Safe[locked: False] ::= Pick Safe[locked: True]"),
    ),
    (
        "unknown-type",
        ERROR,
        ("Cup:\nWater:", "Cup[contains: Watre] ::= Fill Cup Water"),
        "did you mean `Water`?",
        ("Cup:\nWater:", "Cup[contains: Water] ::= Fill Cup Water"),
    ),
    (
        "unknown-type",
        ERROR,
        ("Cup:", "Goal ::= Take Nothing Cup"),
        "is only allowed after `contains:`",
        ("Cup:", "Goal ::= Take Cup[contains: Nothing]"),
    ),
    (
        "unknown-property",
        ERROR,
        ("Safe: {locked: true}", "Goal Safe ::= Open Safe[lokced: True]"),
        "`lokced`: no item has this property and no rule sets it; did you mean `locked`?",
        ("Safe: {locked: true}", "Goal Safe ::= Open Safe[locked: True]"),
    ),
    (
        "unread-property",
        WARNING,
        (
            "Egg:",
            "Egg[boild: True] ::= Boil Egg\nGoal ::= Eat Egg[boiled: False]\nEgg[boiled: True] ::= Cook Egg",
        ),
        "did you mean `boiled`?",
        ("Egg:", "Egg[boiled: True] ::= Boil Egg\nGoal ::= Eat Egg[boiled: True]"),
    ),
    (
        "special-property",
        ERROR,
        ("Egg: {copies: 2}", "Goal ::= Eat Egg[copies: 2]"),
        "`copies` is not allowed in a term",
        ("Egg: {copies: 2}", "Goal ::= Eat Egg"),
    ),
    (
        "special-property",
        ERROR,
        ("Egg:", "Egg[carryable: True] ::= Lift Egg"),
        "no rule can change whether something is carryable",
        ("Egg: {carryable: true}", "Goal ::= Lift Egg[carryable: True]"),
    ),
    (
        "unknown-item",
        ERROR,
        ("Egg:", "Goal ::= Eat Egg", "Hall: {start: true, goals: [Goal], contains: [Eg]}"),
        "no item has this name; did you mean `Egg`?",
        ("Egg:", "Goal ::= Eat Egg", "Hall: {start: true, goals: [Goal], contains: [Egg]}"),
    ),
    (
        "not-an-item",
        ERROR,
        ("Oak: {isa: Tree}", "Goal ::= Fell Tree", "Hall: {start: true, goals: [Goal], contains: [Tree]}"),
        "that is a type, and an item is needed; items of that type: `Oak`",
        ("Oak: {isa: Tree}", "Goal ::= Fell Tree", "Hall: {start: true, goals: [Goal], contains: [Oak]}"),
    ),
    (
        "unknown-item",
        ERROR,
        ("Nest: {contains: Egs}\nEgg:", "Egg ::= Empty Nest"),
        "`Nest` contains `Egs`",
        ("Nest: {contains: Egg}\nEgg:", "Egg ::= Empty Nest"),
    ),
    (
        "unknown-area",
        ERROR,
        ("Egg: {area: Hal}", "Goal ::= Eat Egg"),
        "`Hal`: no area has this name; did you mean `Hall`?",
        ("Egg: {area: Hall}", "Goal ::= Eat Egg"),
    ),
    (
        "wrong-kind",
        ERROR,
        ("Safe: {locked: true}\nDoor: {locked: true}", 'Goal ::= Open Safe[locked: "no"] Door'),
        "`locked` is true or false elsewhere",
        ("Safe: {locked: false}\nDoor: {locked: true}", "Goal ::= Open Safe[locked: False] Door"),
    ),
    (
        "wrong-kind",
        ERROR,
        ("Dial: {at: 1}\nKnob: {at: 2}", "Goal ::= Turn Dial[at: one] Knob"),
        "a whole number without quotes",
        ("Dial: {at: 1}\nKnob: {at: 2}", "Goal ::= Turn Dial[at: 1] Knob"),
    ),
    (
        "cyclic-isa",
        ERROR,
        ("A: {isa: B}\nB: {isa: C}\nC: {isa: A}", "Goal ::= Use A B C"),
        "`A` → `B` → `C` → `A`",
        ("A: {isa: B}\nB: {isa: C}\nC:", "Goal ::= Use A B C"),
    ),
    (
        "cyclic-contains",
        ERROR,
        ("A: {contains: B}\nB: {contains: A}", "Goal ::= Use A B"),
        "goes in a circle",
        ("A: {contains: B}\nB:", "Goal ::= Use A B"),
    ),
    (
        "never-there",
        WARNING,
        ("Ghost: {notSpawnable: true, isa: Person}\nMan: {isa: Person}", "Goal ::= Meet Person"),
        "`Ghost` is never in the world",
        (
            "Ghost: {notSpawnable: true, isa: Person}\nMan: {isa: Person}",
            "Goal ::= Meet Person\nGhost ::= Kill Man",
        ),
    ),
    (
        "unused-item",
        WARNING,
        ("Vase:", ""),
        "nothing refers to `Vase`",
        ("Vase: {isa: Thing}", "Goal ::= Break Thing"),
    ),
    (
        "same-output",
        WARNING,
        ("Safe: {locked: false}", "Safe Goal ::= Open Safe[locked: False]"),
        "the main output `Safe` exists already",
        ("Safe: {locked: false}", "Goal Safe ::= Open Safe[locked: False]"),
    ),
    (
        "makes-nothing",
        WARNING,
        ("Egg:", "::= Eat Egg"),
        "it only destroys",
        ("Egg:", "Goal ::= Eat Egg"),
    ),
    (
        "makes-nothing",
        WARNING,
        ("Safe: {locked: true}", "::= Pick Safe[locked: True]"),
        "left of `::=`, as in `Safe[locked: False] ::= Pick Safe[locked: True]`",
        ("Safe: {locked: true}", "Safe[locked: False] ::= Pick Safe[locked: True]"),
    ),
    (
        "makes-nothing",
        WARNING,
        ("Egg:", "Egg ::= Look Egg"),
        "it changes nothing",
        ("Egg:", "Egg[seen: True] ::= Look Egg"),
    ),
    (
        "same-label",
        ERROR,
        ("Door: {copies: 2}", "Goal ::= Swap Door#a Door#a"),
        "`#a` is on 2 terms on the right; each side can have it once",
        ("Door: {copies: 2}", "Goal ::= Swap Door#a Door#b"),
    ),
    (
        "loose-label",
        WARNING,
        ("Door:", "Goal#b Door#a ::= Open Door#a"),
        "no input has the label `#b`",
        ("Door:", "Goal Door#a ::= Open Door#a"),
    ),
    (
        "label-types",
        ERROR,
        ("Wood:\nAsh:", "Ash#a ::= Burn Wood#a"),
        "says that `Ash` was `Wood` before",
        ("Wood: {isa: Fuel}\nAsh:", "Wood#a[hot: True] Ash ::= Burn Fuel#a"),
    ),
    (
        "undecided-output",
        WARNING,
        ("Rose: {isa: Flower}\nLily: {isa: Flower}\nSeed:", "Flower ::= Sow Seed\nGoal ::= Smell Flower"),
        "nothing decides which `Flower` this makes: 2 items have this type (`Rose`, `Lily`)",
        ("Rose: {isa: Flower}\nSeed:", "Flower ::= Sow Seed\nGoal ::= Smell Flower"),
    ),
    (
        "too-few-copies",
        WARNING,
        ("Plank:", "Goal ::= Nail Plank Plank"),
        "needs 2 of `Plank`, but there can only be 1",
        ("Plank: {copies: 2}", "Goal ::= Nail Plank Plank"),
    ),
    (
        "same-rule",
        WARNING,
        ("Egg:", "Goal ::= Eat Egg\nGoal ::= Eat  Egg"),
        "the same rule is already at",
        ("Egg:", "Goal ::= Eat Egg\nGoal ::= Fry Egg"),
    ),
    (
        "unreachable-area",
        ERROR,
        ("", "", f"{HALL}\nAttic: {{goals: [Goal], connects: [Hall]}}"),
        "the area `Attic` cannot be reached",
        (
            "",
            "",
            "Hall: {start: true, goals: [Goal], connects: [Attic]}\nAttic: {goals: [Goal], connects: [Hall]}",
        ),
    ),
    (
        "no-start",
        ERROR,
        ("", "", "Hall: {goals: [Goal]}"),
        "no area is a start area",
        ("", "", HALL),
    ),
    (
        "connects-itself",
        WARNING,
        ("", "", "Hall: {start: true, goals: [Goal], connects: [Hall]}"),
        "connects to itself",
        ("", "", HALL),
    ),
    (
        "solved-already",
        ERROR,
        ("", "", "Hall: {start: true, goals: [Goal], contains: [Goal]}"),
        "holds from the start",
        (
            "",
            "Goal[ripe: True] ::= Wait Goal",
            'Hall: {start: true, goals: ["Goal[ripe: True]"], contains: [Goal]}',
        ),
    ),
    (
        "impossible-input",
        WARNING,
        ("Egg: {raw: true}", "Goal ::= Serve Egg[raw: False]"),
        "no item of type `Egg` has `raw: False`, and no rule sets it",
        ("Egg: {raw: true}", "Goal ::= Serve Egg[raw: False]\nEgg[raw: False] ::= Boil Egg[raw: True]"),
    ),
    (
        "impossible-input",
        WARNING,
        ("Cup:\nWater:", "Goal ::= Drink Cup[contains: Water]"),
        "nothing can ever be `Cup[contains: Water]`",
        ("Cup:\nWater:", "Goal ::= Drink Cup[contains: Water]\nCup[contains: Water] ::= Dip Cup Water"),
    ),
    (
        "impossible-input",
        WARNING,
        ("Ghost: {notSpawnable: true}", "Goal ::= Meet Ghost"),
        "`Ghost` is never in the world",
        (
            "Ghost: {notSpawnable: true}",
            "Goal ::= Meet Ghost",
            "Hall: {start: true, goals: Goal, contains: Ghost}",
        ),
    ),
    (
        "impossible-input",
        WARNING,
        ("Jar: {contains: Jam}\nJam:", "Goal ::= Wash Jar[contains: Nothing]"),
        "nothing can ever be `Jar[contains: Nothing]`",
        (
            "Jar: {contains: Jam}\nJam:",
            "Goal ::= Wash Jar[contains: Nothing]\nJam Jar ::= Open Jar[contains: Jam]",
        ),
    ),
    (
        "unusable-rule",
        WARNING,
        (
            "Egg: {raw: true}\nCake: {notSpawnable: true}",
            "Cake ::= Bake Egg[raw: False]\nGoal ::= Eat Cake",
        ),
        "`Cake` only comes from rules that can never be used",
        (
            "Egg: {raw: true}\nCake: {notSpawnable: true}",
            "Cake ::= Bake Egg[raw: True]\nGoal ::= Eat Cake",
        ),
    ),
    (
        "impossible-goal",
        ERROR,
        ("Safe: {locked: true}", "", 'Hall: {start: true, goals: ["Safe[locked: False]"]}'),
        "nothing can ever be `Safe[locked: False]`",
        (
            "Safe: {locked: true}",
            "Safe[locked: False] ::= Pick Safe[locked: True]",
            'Hall: {start: true, goals: ["Safe[locked: False]"]}',
        ),
    ),
    (
        "impossible-goal",
        ERROR,
        ("Gold:", "", "Hall: {start: true, goals: [Gold]}"),
        "it could only be there from the start",
        ("Gold:", "Gold ::= Dig Stuff", "Hall: {start: true, goals: [Gold]}"),
    ),
]


@pytest.mark.parametrize(("code", "severity", "wrong", "message", "right"), CASES)
def test_a_mistake_is_found_and_its_repair_accepted(
    checked: Found,
    code: str,
    severity: Severity,
    wrong: tuple[str, ...],
    message: str,
    right: tuple[str, ...],
) -> None:
    found = checked(pack(*wrong), code)
    assert [problem.severity for problem in found] == [severity], "the mistake is reported once"
    assert message in "; ".join(filter(None, (found[0].message, found[0].hint)))
    assert checked(pack(*right), code) == []


POSITIONS = [
    ("unknown-type", ("Safe:", "Goal ::= Open Saef"), (7, 17)),
    ("unknown-type", ("Cup:", "Goal ::= Fill Cup[contains: Watre]"), (7, 31)),
    ("unknown-property", ("Safe:", "Goal ::= Open Safe[a: 1]"), (7, 22)),
    ("wrong-kind", ("A: {x: 1}\nB: {x: true}", "Goal ::= Use A[x: 1] B"), (4, 10)),
    ("cyclic-isa", ("A: {isa: [B]}\nB: {isa: A}", "Goal ::= Use A B"), (3, 13)),
    ("unused-item", ("Vase:", ""), (3, 3)),
    ("unknown-area", ("", "", "Hall: {start: true, goals: [Goal], connects: [Atic]}"), (8, 49)),
    ("unknown-item", ("", "", "Hall: {start: true, goals: [Goal], contains: [Stuff, Eg]}"), (8, 56)),
    ("impossible-goal", ("", "", "Hall: {start: true, goals: [Stuff]}"), (8, 31)),
    ("impossible-input", ("Egg: {raw: true}", "Goal ::= Serve Stuff Egg[raw: False]"), (7, 24)),
    ("unreachable-area", ("", "", f"{HALL}\nAttic: {{goals: [Goal]}}"), (9, 3)),
]


@pytest.mark.parametrize(("code", "wrong", "place"), POSITIONS)
def test_mistakes_have_exact_places(
    checked: Found, code: str, wrong: tuple[str, ...], place: tuple[int, int]
) -> None:
    assert [(found.place.line, found.place.column) for found in checked(pack(*wrong), code)] == [place]


def test_one_goal_that_can_be_met_is_enough(checked: Found) -> None:
    text = pack(rules="Stuff[x: 1] ::= Do Stuff", areas='Hall: {start: true, goals: [Goal, "Goal[x: 1]"]}')
    assert [(found.code, found.severity) for found in checked(text)] == [("impossible-goal", WARNING)]


def test_that_nothing_needs_an_item_says_enough_about_it(checked: Found) -> None:
    """It is never in the world either, but that is no use to know before there is a rule for it."""
    text = pack(items="Ghost: {notSpawnable: true}", rules="Goal ::= Use Stuff")
    assert [found.code for found in checked(text)] == ["unused-item"]


def test_what_a_failing_rule_leaves_behind_does_not_count(write: Callable[..., Path]) -> None:
    text = """\
pack: p
items: {Gold: {notSpawnable: true}, Snake: }
rules: [{rule: "Gold ::= Pet Snake", fail: true}]
areas: {Hall: {start: true, goals: [Gold]}}
"""
    codes = {problem.code for problem in check_pack(load_pack(write(pack=text)))}
    assert codes == {"impossible-goal", "never-there"}


def test_a_rule_that_fails_may_make_nothing(checked: Found) -> None:
    text = "pack: p\nitems: {Gold: , Snake: }\nrules:\n  - Gold ::= Dig Snake\n"
    text += '  - {rule: "::= Pet Snake", fail: true}\nareas: {Hall: {start: true, goals: [Gold]}}'
    assert checked(text) == []


def test_what_is_stored_carried_and_released_is_followed(checked: Found) -> None:
    text = pack(
        items="Well:\nBucket: {carryable: true}\nWater: {notSpawnable: true}\nFire: {lit: true}",
        rules="""\
Bucket[contains: Water] Well ::= Draw Bucket[contains: Nothing] Well
Water Bucket ::= Pour Bucket[contains: Water]
Fire[lit: False] ::= Quench Fire[lit: True] Water""",
        areas='Hall: {start: true, goals: ["Fire[lit: False]"]}',
    )
    assert checked(text) == []


def test_a_change_reaches_only_what_the_rule_can_be_applied_to(checked: Found) -> None:
    text = pack(
        items="Guard: {isa: Person, thirsty: true}\nCook: {isa: Person, thirsty: false}",
        rules="""\
Person[asleep: True] ::= Drug Person[thirsty: True]
Goal ::= PassGuard Guard[asleep: True]
Goal ::= PassCook Cook[asleep: True]""",
    )
    (problem,) = checked(text)
    assert problem.code == "unusable-rule"
    assert "`PassCook` can never be done" in problem.message


def test_a_text_speaks_of_what_the_rule_speaks_of(checked: Found) -> None:
    frame = "pack: p\nitems: {{A: , B: }}\nrules: [{{rule: B ::= Do A, text: '{}'}}]\n"
    frame += "areas: {{X: {{start: true, goals: B}}}}"
    assert checked(frame.format("You turn {A} into {B}.")) == []
    (problem,) = checked(frame.format("You turn {C}."))
    assert (problem.code, problem.severity) == ("unknown-placeholder", WARNING)
    (problem,) = checked(frame.format("You turn {A."))
    assert problem.code == "unknown-placeholder"


def test_a_pack_without_areas_has_nothing_to_solve(checked: Found) -> None:
    assert [found.code for found in checked("pack: p", "no-areas")] == ["no-areas"]


EXAMPLES = ROOT / "examples"


@pytest.mark.parametrize("path", sorted([*EXAMPLES.glob("*/pack.yaml"), *EXAMPLES.glob("*.yaml")]), ids=str)
def test_the_examples_are_in_order(path: Path) -> None:
    assert check_pack(load_pack(path)) == ()
