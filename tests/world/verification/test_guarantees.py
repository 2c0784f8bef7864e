"""`verify` proves what holds and shows what does not with a shortest trace."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import GameProgress, Puzzle
from puzzlesynth.world import (
    DeadEnd,
    Outcome,
    SequenceBreak,
    Shortcut,
    Undecided,
    World,
    explore,
    find_dead_end,
    find_sequence_break,
    find_shortcut,
    replay,
    verify,
)
from puzzlesynth.world.ground_task import ground_task
from puzzlesynth.world.search.delete_relaxation import DeleteRelaxation
from puzzlesynth.world.search.state_space import search
from puzzlesynth.world.search.stubborn_sets import has_dead_end
from tests.support.random_worlds import random_world
from tests.support.samples import random_examples
from tests.support.tiny_packs import HEIST, HEIST_PUZZLE, Areas, Items, pack, puzzle


def texts_of(trace: tuple[object, ...]) -> list[str]:
    return [str(action) for action in trace]


def test_the_heist_keeps_every_promise() -> None:
    report = verify(HEIST, HEIST_PUZZLE)
    assert report.ok
    assert {verdict.outcome for verdict in report.verdicts} == {Outcome.PROVEN}
    assert report.defeats == ()


def test_the_solution_is_replayed_step_by_step() -> None:
    done = replay(HEIST, HEIST_PUZZLE)
    assert done.ok
    assert done.solved_at == {"Bank": 5}
    assert [action.outputs for action in done.trace][2] == ("badge", "security")


def test_a_solution_in_the_wrong_order_does_not_solve() -> None:
    wrong = replace(HEIST_PUZZLE, solution=("s1", "s3", "s2", "s4", "s5"))
    done = replay(HEIST, wrong)
    assert not done.ok
    assert "security is not Security[distracted: True]" in (done.problem or "")


# --- shortcuts ------------------------------------------------------------------------------------------

BYPASS = pack(
    "Door[open: False] Key+- Wax+ Axe+ Stone+",
    [
        "Key ::= Mould Wax",
        "Door[open: True] Key ::= Unlock Door[open: False] Key",
        "Door[open: True] Axe ::= Smash Door[open: False] Axe[sharp: True]",
        "Axe[sharp: True] Stone ::= Whet Axe[sharp: False] Stone",
    ],
    {"Hut": {"start": True, "goals": ["Door[open: True]"]}},
)
INTENDED = ["s1 Hut 1: wax -> key", "s2 Hut 2: door key<s1 -> door key after s1"]


def test_a_shortcut_is_found_with_its_shortest_trace_and_what_it_uses() -> None:
    made = puzzle(BYPASS, ["door Door", "wax Wax", "axe Axe", "stone Stone"], INTENDED, {"key": "Key"})
    found = find_shortcut(BYPASS, made)
    assert isinstance(found, Shortcut)
    assert (found.area, found.step) in {("Hut", "s1"), ("Hut", "s2")}
    assert texts_of(found.trace) == ["Whet axe stone (in Hut)", "Smash door axe (in Hut)"]
    assert found.start_objects == ("axe", "stone", "door")
    assert found.items == ()
    verdict = verify(BYPASS, made).of("no_shortcut")
    assert verdict.outcome is Outcome.VIOLATED
    assert verdict.trace == found.trace


def test_without_the_stone_there_is_no_shortcut() -> None:
    made = puzzle(BYPASS, ["door Door", "wax Wax", "axe Axe"], INTENDED, {"key": "Key"})
    assert find_shortcut(BYPASS, made) is None
    assert verify(BYPASS, made).ok


def test_an_allowed_shortcut_is_reported_and_is_no_fault() -> None:
    lenient = replace(BYPASS, areas=pack({}, [], {"Hut": {"start": True, "shortcuts": "allow"}}).areas)
    lenient = replace(lenient, areas={"Hut": replace(lenient.areas["Hut"], goals=BYPASS.areas["Hut"].goals)})
    made = puzzle(lenient, ["door Door", "wax Wax", "axe Axe", "stone Stone"], INTENDED, {"key": "Key"})
    report = verify(lenient, made)
    assert report.of("no_shortcut").outcome is Outcome.FOUND
    assert len(report.of("no_shortcut").trace) == 2
    assert report.ok


def test_a_landmark_that_only_holds_because_things_are_used_up_is_decided_by_search() -> None:
    """With deletions ignored the one coin buys both; in the world it does not."""
    made = pack(
        "Coin+ Bait+- Rod+- Cash+ Fish-",
        ["Bait ::= BuyBait Coin", "Rod ::= BuyRod Cash", "Rod ::= Splurge Coin", "Fish ::= Fish Rod Bait"],
        {"Pier": {"start": True, "goals": ["Fish"]}},
    )
    steps = [
        "s1 Pier 1: coin -> bait",
        "s2 Pier 2: cash -> rod",
        "s3 Pier 4: rod<s2 bait<s1 -> fish after s1 s2",
    ]
    told = puzzle(made, ["coin Coin", "cash Cash"], steps, {"bait": "Bait", "rod": "Rod", "fish": "Fish"})
    ready = ground_task(made, told)
    without = [n for n, a in enumerate(ready.actions) if a.rule == 1]
    assert "Pier" in DeleteRelaxation(ready).solvable_areas(without), "the quick test cannot tell"
    assert find_shortcut(made, told) is None
    end = find_dead_end(made, told)
    assert isinstance(end, DeadEnd)
    assert texts_of(end.trace) == ["Splurge coin (in Pier)"]


def test_the_same_rule_making_another_thing_is_another_step() -> None:
    made = pack(
        {"Bar": None, "Tea": {"isa": ["Drink"]}, "Beer": {"isa": ["Drink"]}, "Guest": None},
        ["Drink Bar ::= Order Bar", "Goal ::= Serve Guest Drink"],
    )
    steps = ["s1 Here 1: bar -> tea bar", "s2 Here 2: guest tea<s1 -> goal after s1"]
    one = puzzle(made, ["bar Bar", "guest Guest"], steps, {"tea": "Tea", "goal": "Goal"})
    assert find_shortcut(made, one) is None, "only what the puzzle decides can be ordered"


# --- dead ends ------------------------------------------------------------------------------------------

ROPE = pack(
    "Rope+ Fire Well Ash+- Mug+",
    [
        "Well[climbed: True] Rope ::= Climb Well Rope",
        "Ash Fire ::= Burn Rope Fire",
        "Mug[full: True] ::= Fill Mug",
    ],
    {"Yard": {"start": True, "goals": ["Well[climbed: True]"]}},
)
ROPE_STEPS = ["s1 Yard 1: well rope -> well rope"]
ROPE_OBJECTS = ["rope Rope", "fire Fire", "well Well", "mug Mug"]


def test_a_dead_end_is_found_with_the_move_that_made_it() -> None:
    made = puzzle(ROPE, ROPE_OBJECTS, ROPE_STEPS)
    end = find_dead_end(ROPE, made)
    assert isinstance(end, DeadEnd)
    assert texts_of(end.trace) == ["Burn rope fire (in Yard)"]
    assert end.move == end.trace[-1]
    assert [type(event).__name__ for event in end.lost] == ["ObjectDestroyed"]
    assert end.areas == ("Yard",)


@pytest.mark.parametrize(
    ("policy", "outcome"), [("forbid", Outcome.VIOLATED), ("report", Outcome.FOUND), ("allow", Outcome.FOUND)]
)
def test_a_dead_end_is_a_fault_only_where_it_is_forbidden(policy: str, outcome: Outcome) -> None:
    area = {"Yard": {"start": True, "goals": ["Well[climbed: True]"], "dead_ends": policy}}
    strict = replace(ROPE, areas=pack({}, [], area).areas)
    report = verify(strict, puzzle(strict, ROPE_OBJECTS, ROPE_STEPS))
    assert report.of("no_dead_end").outcome is outcome
    assert report.ok == (policy != "forbid")


def test_what_a_puzzle_denies_is_a_fault_even_where_it_is_allowed() -> None:
    honest = replace(puzzle(ROPE, ROPE_OBJECTS, ROPE_STEPS), guarantees={"dead_ends": "found"})
    assert verify(ROPE, honest).ok
    verdict = verify(ROPE, replace(honest, guarantees={"dead_ends": "none"})).of("no_dead_end")
    assert verdict.outcome is Outcome.VIOLATED
    assert verdict.message.endswith("but the puzzle says that it has no dead ends")
    assert len(verdict.trace) == 1


def test_whether_there_is_a_dead_end_is_known_without_knowing_the_nearest() -> None:
    made = puzzle(ROPE, ["rope Rope", "well Well", "mug Mug"], ROPE_STEPS)
    assert has_dead_end(ground_task(ROPE, made)) is False
    assert find_dead_end(ROPE, made) is None
    assert has_dead_end(ground_task(ROPE, puzzle(ROPE, ROPE_OBJECTS, ROPE_STEPS))) is True


def test_what_only_differs_in_order_is_not_walked_through() -> None:
    lamps = {f"Lamp{n}": None for n in range(40)}
    rules = [f"Lamp{n}[lit: True] ::= Light Lamp{n}[lit: False]" for n in range(40)]
    made = pack({**lamps, "Pit": None}, [*rules, "Goal ::= Climb Pit Lamp0[lit: True]"])
    told = puzzle(
        made,
        ["pit Pit", *(f"l{n} Lamp{n}" for n in range(40))],
        ["s1 Here 1: l0 -> l0", "s2 Here 41: pit l0<s1 -> goal after s1"],
        {"goal": "Goal"},
    )
    assert has_dead_end(ground_task(made, told), limit=50) is False
    assert verify(made, told, limit=50).of("no_dead_end").outcome is Outcome.PROVEN


def test_going_round_in_a_circle_is_no_dead_end_while_something_leads_out() -> None:
    made = pack(
        {"Lamp": None, "Wire": None},
        [
            "Lamp[on: True] ::= Light Lamp[on: False]",
            "Lamp[on: False] ::= Quench Lamp[on: True]",
            "Goal ::= Cut Wire",
        ],
    )
    told = puzzle(made, ["lamp Lamp", "wire Wire"], ["s1 Here 3: wire -> goal"], {"goal": "Goal"})
    assert has_dead_end(ground_task(made, told)) is False
    without = puzzle(made, ["lamp Lamp"], ["s1 Here 3: wire -> goal"], {"goal": "Goal"})
    assert has_dead_end(ground_task(made, without)) is True


def test_a_defeat_is_told_apart_from_a_dead_end() -> None:
    made = pack({"Bomb": None, "Wire": None}, ["Goal ::= Cut Wire", "!Bomb ::= Touch Bomb"])
    report = verify(
        made, puzzle(made, ["bomb Bomb", "wire Wire"], ["s1 Here 1: wire -> goal"], {"goal": "Goal"})
    )
    assert report.ok
    assert report.of("no_dead_end").outcome is Outcome.PROVEN
    assert [texts_of(defeat.trace) for defeat in report.defeats] == [["Touch bomb (in Here)"]]


# --- areas ----------------------------------------------------------------------------------------------

TWO: Areas = {
    "Gate": {"start": True, "goals": ["Lever[down: True]"], "connects": ["Vault"]},
    "Vault": {"goals": ["Crown"]},
}
THINGS: Items = {
    "Lever": None,
    "Crown": {"carryable": True, "notSpawnable": True},
    "Gold": {"carryable": True},
    "Forge": None,
}
CASTLE = pack(THINGS, ["Lever[down: True] ::= Pull Lever", "Crown Forge ::= Cast Gold Forge"], TWO)
CASTLE_STEPS = ["s1 Gate 1: lever -> lever", "s2 Vault 2: gold forge -> crown forge after s1"]


def castle(*objects: str, steps: list[str] = CASTLE_STEPS) -> Puzzle:
    return puzzle(CASTLE, objects, steps, {"crown": "Crown"}, opened_by={"Vault": "Gate"})


def test_an_area_behind_its_lock_is_proven_to_be_solved_in_turn() -> None:
    made = castle("lever Lever Gate", "gold Gold Gate", "forge Forge Vault")
    assert verify(CASTLE, made).ok
    assert find_sequence_break(CASTLE, made) is None


def test_a_sequence_break_is_shown() -> None:
    made = castle("lever Lever Gate", "gold Gold Gate", "forge Forge Gate")
    found = find_sequence_break(CASTLE, made)
    assert isinstance(found, SequenceBreak)
    assert (found.area, texts_of(found.trace)) == ("Vault", ["Cast gold forge (in Gate)"])
    assert verify(CASTLE, made).of("no_sequence_break").outcome is Outcome.VIOLATED


def test_what_lies_behind_its_own_lock_breaks_access() -> None:
    report = verify(CASTLE, castle("lever Lever Vault", "gold Gold Gate", "forge Forge Vault"))
    verdict = report.of("access")
    assert verdict.outcome is Outcome.VIOLATED
    assert "lever is in Vault, which is not open by then" in verdict.message
    assert report.of("solvable").outcome is Outcome.VIOLATED


def test_access_must_also_follow_from_the_order_of_steps() -> None:
    loose = ["s1 Gate 1: lever -> lever", "s2 Vault 2: gold forge -> crown forge"]
    made = castle("lever Lever Gate", "gold Gold Gate", "forge Forge Vault", steps=loose)
    verdict = verify(CASTLE, made).of("access")
    assert verdict.outcome is Outcome.VIOLATED
    assert "forge, lies in Vault" in verdict.message


def test_things_that_cannot_be_carried_must_be_together() -> None:
    made = pack(
        {"Oven": None, "Mill": None},
        ["Goal Oven Mill ::= Bake Oven Mill"],
        {"A": {"start": True}, "B": {"start": True}},
    )
    told = puzzle(
        made,
        ["oven Oven A", "mill Mill B"],
        ["s1 A 1: oven mill -> goal oven mill"],
        {"goal": "Goal"},
        solved_by={"B": "s1"},
    )
    assert "cannot be brought" in verify(made, told).of("access").message
    assert explore(made, told).winning == []


def test_a_step_is_done_where_its_fixed_inputs_are_and_not_elsewhere() -> None:
    made = pack(
        {"Cat": None}, ["Goal ::= Wake Cat"], {"A": {"start": True}, "B": {"start": True, "goals": []}}
    )
    for where, outcome in (("A", Outcome.PROVEN), ("B", Outcome.VIOLATED)):
        told = puzzle(made, [f"cat Cat {where}"], ["s1 A 1 @A: cat -> goal"], {"goal": "Goal"})
        verdict = verify(made, told).of("access")
        assert verdict.outcome is outcome
        assert where == "A" or verdict.message == "steps[0].place: s1 is done in A, but cat is in B"


def test_a_goal_that_holds_at_the_start_is_seen_even_behind_a_lock() -> None:
    made = pack({**THINGS, "Crown": {"carryable": True}}, [str(r) for r in CASTLE.rules], TWO)
    told = puzzle(
        made,
        ["lever Lever Gate", "crown Crown Vault"],
        ["s1 Gate 1: lever -> lever"],
        solved_by={"Vault": "s1"},
        opened_by={"Vault": "Gate"},
    )
    verdict = verify(made, told).of("not_solved_already")
    assert (verdict.outcome, verdict.message) == (Outcome.VIOLATED, "crown meets the goal of Vault")


def test_a_goal_met_by_an_intermediate_object_is_seen() -> None:
    made = pack({"Egg": {"carryable": True}}, ["Goal ::= Boil Egg", "Goal[peeled: True] ::= Peel Goal"])
    steps = ["s1 Here 1: egg -> goal", "s2 Here 2: goal<s1 -> goal after s1"]
    verdict = verify(made, puzzle(made, ["egg Egg"], steps, {"goal": "Goal"})).of("not_solved_already")
    assert verdict.outcome is Outcome.VIOLATED
    assert "solved by s1, before s2" in verdict.message


@pytest.mark.parametrize(
    ("least", "most", "message"),
    [(5, 9, "4 steps, fewer than 5"), (1, 3, "4 steps, more than 3"), (4, 4, "")],
)
def test_depth_counts_the_longest_chain(least: int, most: int, message: str) -> None:
    area = replace(HEIST.areas["Bank"], min_depth=least, max_depth=most)
    verdict = verify(replace(HEIST, areas={"Bank": area}), HEIST_PUZZLE).of("depth")
    assert message in verdict.message
    assert verdict.outcome is (Outcome.VIOLATED if message else Outcome.PROVEN)


def test_a_chain_goes_only_through_steps_that_make_what_is_taken() -> None:
    """The door keeps the key as it was; that makes no chain longer."""
    made = pack(
        "Ore+ Key+ Door[open: False]",
        [
            "Key ::= Forge Ore",
            "Door[open: True] Key ::= Unlock Door[open: False] Key",
            "Goal ::= Enter Door[open: True] Key",
        ],
    )
    steps = ["s1 Here 1: ore -> key", "s2 Here 2: door key<s1 -> door key after s1"]
    for source, outcome in (("s1", Outcome.PROVEN), ("s2", Outcome.VIOLATED)):
        last = f"s3 Here 3: door<s2 key<{source} -> goal after s2"
        told = puzzle(made, ["ore Ore", "door Door"], [*steps, last], {"key": "Key", "goal": "Goal"})
        verdict = verify(made, told).of("depth")
        assert verdict.outcome is outcome
        assert source == "s1" or verdict.message == "input 2 of s3 comes from s1, not s2"


def test_a_puzzle_for_a_running_game_starts_where_the_game_is() -> None:
    """The gate is open already, the gold is carried, and only the vault is still to be solved."""
    whole = castle("lever Lever Gate", "gold Gold Gate", "forge Forge Vault")
    lever, gold, forge = whole.objects
    running = replace(
        whole,
        progress=GameProgress(open=("Gate", "Vault"), solved=("Gate",)),
        areas=(replace(whole.areas[1], opened_by=None),),
        objects=(replace(lever, properties={"down": True}), replace(gold, area=None), forge),
        steps=(replace(whole.steps[1], after=()),),
        solution=("s2",),
    )
    report = verify(CASTLE, running)
    assert report.ok, report.verdicts
    state = World(CASTLE, running).start()
    assert state.things["gold"].carried
    assert (state.open, state.solved) == (frozenset({"Gate", "Vault"}), frozenset({"Gate"}))
    assert len(explore(CASTLE, running).states) == 2
    heavy = replace(running, objects=(lever, gold, replace(forge, area=None)))
    assert "Forge cannot be carried" in verify(CASTLE, heavy).of("consistent").message


# --- limits ---------------------------------------------------------------------------------------------


def test_a_limit_leaves_the_question_open_and_says_so() -> None:
    lamps = {f"Lamp{n}": None for n in range(6)} | {"Rope": {"carryable": True}, "Pit": None}
    rules = [f"Lamp{n}[on: True] ::= On{n} Lamp{n}[on: False]" for n in range(6)]
    rules += [
        "Goal Rope ::= Climb Pit Rope",
        "Rope[x: True] ::= Knot Rope[x: False]",
        "Pit[y: True] ::= Dig Pit[y: False]",
    ]
    rules += ["Lamp0[off: True] ::= Burn Lamp0[on: True] Rope"]
    made = pack(lamps, rules)
    told = puzzle(
        made,
        ["rope Rope", "pit Pit", *(f"l{n} Lamp{n}" for n in range(6))],
        ["s1 Here 7: pit rope -> goal rope"],
        {"goal": "Goal"},
    )
    assert isinstance(find_dead_end(made, told, limit=3), Undecided)
    verdict = verify(made, told, limit=3).of("no_dead_end")
    assert verdict.outcome is Outcome.UNDECIDED
    assert "3 states" in verdict.message
    assert not verify(made, told, limit=3).ok
    assert isinstance(find_dead_end(made, told), DeadEnd)


# --- against brute force --------------------------------------------------------------------------------


@random_examples(80)
@given(st.integers(0, 2**40))
def test_quick_tests_never_contradict_the_search(seed: int) -> None:
    made: tuple[Pack, Puzzle] = random_world(seed)
    ready = ground_task(*made)
    relaxation = DeleteRelaxation(ready)
    rules = {action.rule for action in ready.actions}
    for left_out in [None, *sorted(rules)]:
        without = [n for n, a in enumerate(ready.actions) if a.rule == left_out]
        found = search(ready, 2000, without=without)
        solvable = relaxation.solvable_areas(without)
        for area in found.solved:
            assert area in solvable or area in ready.first.solved
    everything = search(ready, 2000)
    if everything.complete:
        assert has_dead_end(ready) == (everything.dead_ends() != [])


def workshop(rules: list[str], lamps: int) -> tuple[Pack, Puzzle]:
    """A coin that is pressed from a half, among lamps that can be switched on and off."""
    names = [f"Lamp{n}" for n in range(lamps)]
    switches = [
        f"{name}[on: {after}] ::= {how} {name}[on: {before}]"
        for name in names
        for how, before, after in (("Light", False, True), ("Dim", True, False))
    ]
    items: dict[str, dict[str, Any] | None] = {name: {"carryable": True} for name in ("Coin", "Half")}
    items |= {"Scrap": {"carryable": True, "copies": 2}, **{name: {"on": False} for name in names}}
    areas = {"Hall": {"start": True, "goals": ["Coin"]}}
    made = pack(items, ["Coin ::= Press Half", *rules, *switches], areas)
    things = ["half Half", *(f"{name.lower()} {name}" for name in names)]
    return made, puzzle(made, things, ["s1 Hall 1: half -> coin"], {"coin": "Coin"})


def test_a_way_around_that_takes_too_much_is_refuted_in_a_large_world() -> None:
    """Without counting, one scrap would be enough for both."""
    made, told = workshop(["Scrap ::= Melt Half", "Coin ::= Fuse Scrap#a Scrap#b"], lamps=16)
    assert verify(made, told, 20_000).of("no_shortcut").outcome is Outcome.PROVEN


def test_a_large_world_without_dead_ends_is_not_explored() -> None:
    made, told = workshop([], lamps=16)
    report = verify(made, told)
    assert report.ok
    assert report.states == 0
    assert verify(*workshop([], lamps=3)).states == 16
