"""What can happen in a pack at all: what can be there, what matters for the goals, how often things change."""

from __future__ import annotations

from puzzlesynth.pack import Pack
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.relevance import PackAnalysis
from tests.support.synth_packs import load, pack


def possible(made: Pack) -> PackAnalysis:
    return PackAnalysis(made, fresh_start(made))


def stages(made: Pack, name: str) -> int:
    return possible(made).stages(made.items[name])


def test_what_can_be_there() -> None:
    made = load(
        "Wood Axe- Plank- Ghost- Sheet- Goal-",
        ["Axe ::= Carve Wood", "Plank Axe ::= Chop Wood Axe", "Sheet ::= Haunt Ghost", "Goal ::= Win Plank"],
    )
    found = possible(made)
    assert found.obtainable == {"Wood", "Axe", "Plank", "Goal"}
    assert [rule.action for rule in found.usable] == ["Carve", "Chop", "Win"]


def test_what_is_inside_something_can_be_there() -> None:
    made = load(
        {"Box": {"contains": "Gem"}, "Gem": {"notSpawnable": True}, "Goal": None},
        "Gem ::= Open Box[contains: Gem]",
    )
    assert "Gem" in possible(made).obtainable


def test_only_what_leads_to_a_goal_matters() -> None:
    made = load(
        "Wood Hat Axe- Feather- Goal-",
        ["Axe ::= Carve Wood", "Feather ::= Pluck Hat", "Goal ::= Win Axe"],
    )
    items, rules = possible(made).relevant
    assert items == {"Wood", "Axe", "Goal"}
    assert [rule.action for rule in rules] == ["Carve", "Win"]


def test_rules_that_end_the_game_or_make_nothing_are_left_out() -> None:
    made = load(
        "Wood Goal-",
        [{"rule": "Goal ::= Explode Wood", "fail": True}, "Wood ::= Look Wood", "Goal ::= Win Wood"],
    )
    assert [rule.action for rule in possible(made).usable] == ["Win"]


def test_an_input_accepts_what_can_come_to_be_like_it() -> None:
    made = load(
        {
            "Cup": {"isa": ["Dish"]},
            "Plate": {"isa": ["Dish"], "clean": True},
            "Bowl": {"isa": ["Dish"]},
            "Goal": None,
        },
        ["Cup[clean: True] ::= Wash Cup[clean: False]", "Goal ::= Serve Dish[clean: True]"],
    )
    accepted = possible(made).accepted(made.rules[1].inputs[0])
    assert [item.name for item in accepted] == ["Cup", "Plate"]


def test_true_is_not_one() -> None:
    made = load({"Cup": {"n": 1}, "Goal": None}, "Goal ::= Win Cup[n: True]")
    assert possible(made).accepted(made.rules[0].inputs[0]) == ()


def test_what_never_changes_has_one_stage() -> None:
    assert stages(pack("Wood Goal-", "Goal ::= Win Wood"), "Wood") == 0


def test_changes_that_lead_on_are_counted() -> None:
    made = pack(
        {"Dial": {"n": 0}, "Goal": {"notSpawnable": True}},
        [*(f"Dial[n: {n + 1}] ::= Turn Dial[n: {n}]" for n in range(6)), "Goal ::= Win Dial[n: 6]"],
    )
    assert stages(made, "Dial") == 6


def test_independent_changes_add_up() -> None:
    made = pack(
        "Cake Goal-",
        [
            "Cake[iced: True] ::= Ice Cake[iced: False]",
            "Cake[lit: True] ::= Light Cake[lit: False]",
            "Goal ::= Win Cake[iced: True, lit: True]",
        ],
    )
    assert stages(made, "Cake") == 2


def test_where_changes_go_round_the_packs_limit_counts() -> None:
    rules = [
        "Lamp[lit: True] ::= On Lamp[lit: False]",
        "Lamp[lit: False] ::= Off Lamp[lit: True]",
        "Goal ::= Win Lamp",
    ]
    assert stages(pack("Lamp Goal-", rules), "Lamp") == 4
    assert stages(pack("Lamp Goal-", rules, limits={"stages": 7}), "Lamp") == 7


def test_what_is_released_once_is_one_stage_further() -> None:
    made = pack(
        {"Box": {"contains": "Gem"}, "Gem": {"notSpawnable": True}, "Goal": {"notSpawnable": True}},
        ["Gem Box ::= Open Box[contains: Gem]", "Goal ::= Win Gem"],
    )
    assert stages(made, "Gem") == 1


def test_what_can_be_stored_again_goes_round() -> None:
    made = pack(
        "Box Gem Goal-",
        [
            "Gem Box ::= Open Box[contains: Gem]",
            "Box[contains: Gem] ::= Put Box[contains: Nothing] Gem",
            "Goal ::= Win Gem",
        ],
    )
    assert stages(made, "Gem") == 4
