"""The abstraction without player and inventory is exact: it reaches what the playable world reaches."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from weakref import ref

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import DisabledRule, Puzzle
from puzzlesynth.world import State, Status, Use, World, explore, verify
from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.search.state_space import search
from puzzlesynth.world.search.stubborn_sets import has_dead_end
from puzzlesynth.world.trace import trace_path
from puzzlesynth.world.verification.rehearsal import solution_actions
from tests.support.random_worlds import worlds
from tests.support.samples import random_examples
from tests.support.tiny_packs import HEIST, HEIST_PUZZLE, pack, puzzle

COMMON = random_examples(100)
Key = tuple[object, ...]


def key(state: State) -> Key:
    things = tuple(sorted((t.id, t.form.index, t.area or "", t.inside or "") for t in state.things.values()))
    return things, state.player, state.solved, state.status


def played_out(world: World, most: int) -> list[State] | None:
    """Every state of the playable world, or None where there are too many."""
    first = world.start()
    seen = {key(first)}
    found = [first]
    for state in found:
        for move in world.moves(state):
            after = world.apply(state, move).state
            if key(after) not in seen:
                seen.add(key(after))
                found.append(after)
                if len(found) > most:
                    return None
    return found


def invariants(rules: Pack, state: State) -> None:
    holders = Counter(thing.inside for thing in state.things.values() if thing.inside is not None)
    assert all(count == 1 for count in holders.values()), "an object holds at most one other"
    alive = Counter(thing.item for thing in state.things.values())
    assert all(count <= rules.items[name].copies for name, count in alive.items())
    for name, thing in state.things.items():
        assert thing.id == name
        assert thing.area is None or thing.inside is None, "an object is in one place"
        assert thing.area is None or thing.area in rules.areas
        assert thing.inside is None or thing.inside in state.things
        assert not thing.carried or thing.carryable, "only what can be carried is carried"
        outer = thing
        for _ in state.things:
            if outer.inside is None:
                break
            outer = state.things[outer.inside]
        assert outer.inside is None, "nothing is inside itself"
    assert state.player in state.open


@pytest.mark.seconds
@COMMON
@given(worlds())
def test_both_views_reach_the_same_configurations(made: tuple[Pack, Puzzle]) -> None:
    states = played_out(World(*made), 1500)
    assume(states is not None and len(states) > 1)
    assert states is not None
    ready = ground_task(*made)
    found = search(ready, 5000)
    assert found.complete
    real = {ready.encode(state) for state in states if state.status is not Status.LOST}
    assert real == set(found.states)
    lost = any(state.status is Status.LOST for state in states)
    assert lost == bool(found.defeats)
    assert {found.states[i] for i in found.winning} == {
        ready.encode(state) for state in states if state.status is Status.WON
    }


@random_examples(50)
@given(worlds())
def test_to_look_at_what_an_action_touches_is_enough(made: tuple[Pack, Puzzle]) -> None:
    task = ground_task(*made)
    for state in search(task, 300).states:
        for action in range(len(task.actions)):
            if task.holds(state, action):
                assert task.successor(state, action) == task.settle(state + task.deltas[action])[0]


def solvable_without(world: World, left_out: tuple[int, str], most: int) -> set[str] | None:
    """By playing everything but one class of steps: the areas that can be solved."""
    first = world.start()
    seen = {key(first)}
    todo = [first]
    for state in todo:
        for move in world.moves(state):
            done = world.apply(state, move)
            if isinstance(move, Use):
                principal = world.instance.mechanics.semantics[move.rule - 1].principal
                if principal is not None:
                    item = done.state.things[done.outputs[principal]].item
                    if (move.rule, item) == left_out:
                        continue
            if key(done.state) not in seen:
                seen.add(key(done.state))
                todo.append(done.state)
                if len(todo) > most:
                    return None
    return {area for state in todo for area in state.solved}


@pytest.mark.seconds
@random_examples(50)
@given(worlds())
def test_leaving_out_a_class_of_steps_means_the_same_in_both_views(made: tuple[Pack, Puzzle]) -> None:
    ready = ground_task(*made)
    for left_out in sorted({a.step_class for a in ready.actions if a.step_class is not None}):
        real = solvable_without(World(*made), left_out, 600)
        if real is None:
            continue
        without = [n for n, a in enumerate(ready.actions) if a.step_class == left_out]
        assert set(search(ready, 5000, without=without).solved) == real


@pytest.mark.seconds
@COMMON
@given(worlds())
def test_dead_ends_are_the_states_from_which_play_cannot_win(made: tuple[Pack, Puzzle]) -> None:
    world = World(*made)
    states = played_out(world, 400)
    assume(states is not None)
    assert states is not None
    found = explore(*made, 5000)
    dead = {found.states[index] for index in found.dead_ends()}
    number = {key(state): index for index, state in enumerate(states)}
    moves = [[number[key(world.apply(s, m).state)] for m in world.moves(s)] for s in states]
    alive = {index for index, state in enumerate(states) if state.status is Status.WON}
    while True:
        more = {i for i, targets in enumerate(moves) if i not in alive and alive.intersection(targets)}
        if not more:
            break
        alive |= more
    for index, state in enumerate(states):
        if state.status is not Status.LOST:
            assert (index not in alive) == (found.task.encode(state) in dead)


@pytest.mark.seconds
@COMMON
@given(worlds(), st.randoms(use_true_random=False))
def test_random_walks_keep_the_invariants_and_stay_on_the_abstraction(
    made: tuple[Pack, Puzzle], random: object
) -> None:
    world = World(*made)
    found = explore(*made, 20_000)
    assume(found.complete)
    place = {state: index for index, state in enumerate(found.states)}
    state = world.start()
    here = place[found.task.encode(state)]
    for _ in range(30):
        invariants(made[0], state)
        moves = world.moves(state)
        if not moves:
            break
        state = world.apply(state, random.choice(moves)).state  # type: ignore[attr-defined]
        if state.status is Status.LOST:
            break
        there = place[found.task.encode(state)]
        assert there == here or there in found.successors[here]
        here = there


@pytest.mark.seconds
@COMMON
@given(worlds())
def test_every_path_can_be_done_with_names(made: tuple[Pack, Puzzle]) -> None:
    found = explore(*made, 300)
    for index in range(0, len(found.states), 7):
        path = found.path(index)
        assert len(trace_path(found.task, path)) == len(path)


def test_copies_that_are_alike_are_one_state() -> None:
    from tests.support.tiny_packs import pack, puzzle

    made = pack(
        {"Nut": {"carryable": True, "copies": 6}}, ["Nut[cracked: True] ::= Crack Nut[cracked: False]"]
    )
    found = explore(made, puzzle(made, [f"n{i} Nut" for i in range(6)]))
    assert len(found.states) == 7


def test_something_heavy_made_from_what_can_be_carried_can_be_made_in_any_open_area() -> None:
    made = pack(
        {"Plank": {"carryable": True}, "Table": None},
        ["Table ::= Build Plank"],
        {"A": {"start": True, "connects": ["C"]}, "B": {"start": True}, "C": {}},
    )
    found = explore(made, puzzle(made, ["plank Plank A"]))
    assert len(found.states) == 3, "before, a table in A, a table in B; never one in C, which is closed"


@pytest.mark.parametrize("made_anew", ["Axe", "Bow"])
def test_a_defeat_is_found_though_another_way_to_lose_with_the_same_things_has_no_room(
    made_anew: str,
) -> None:
    made = pack(
        {"Axe": {"isa": ["Arm"]}, "Bow": {"isa": ["Arm"]}},
        [f"!{made_anew} Arm#kept ::= Break Arm#kept Arm"],
    )
    found = explore(made, puzzle(made, ["axe Axe", "bow Bow"]))
    assert found.defeats, (
        "the one that is made anew is destroyed first; the other way round there would be two"
    )


def test_each_item_that_the_puzzle_decides_is_a_move_of_its_own() -> None:
    made = pack(
        {"Bar": None, "Tea": {"isa": ["Drink"]}, "Beer": {"isa": ["Drink"]}, "Wine": {"isa": ["Drink"]}},
        ["Drink Bar ::= Order Bar"],
    )
    steps = ["s1 Here 1: bar -> tea bar", "s2 Here 1: bar -> beer bar"]
    told = puzzle(made, ["bar Bar"], steps, {"tea": "Tea", "beer": "Beer"})
    found = explore(made, told)
    assert len(found.states) == 4
    assert {action.step_class for action in found.task.actions} == {(1, "Tea"), (1, "Beer")}


def test_what_is_made_inside_another_thing_can_be_decided_too() -> None:
    made = pack(
        {"Cup": {"carryable": True}, "Urn": None, "Tea": {"isa": ["Drink"]}, "Wine": {"isa": ["Drink"]}},
        [
            "Cup[contains: Drink] Urn ::= Pour Cup[contains: Nothing] Urn",
            "Goal ::= Serve Cup[contains: Wine]",
        ],
    )
    steps = ["s1 Here 1: cup urn -> cup urn", "s2 Here 2: cup<s1 -> goal after s1"]
    told = puzzle(made, ["cup Cup", "urn Urn"], steps, {"wine": "Wine", "goal": "Goal"})
    assert verify(made, told).ok, verify(made, told).verdicts


def test_heist_is_small() -> None:
    found = explore(HEIST, HEIST_PUZZLE)
    assert found.complete
    assert [found.won(i) for i in range(len(found.states))].count(True) == 1
    assert found.dead_ends() == []
    ready: GroundTask = found.task
    assert all(ready.settle(state)[0] == state for state in found.states)


def test_a_puzzle_gets_its_task_again_while_someone_holds_it() -> None:
    task = ground_task(HEIST, HEIST_PUZZLE)
    said_more = replace(HEIST_PUZZLE, guarantees={"dead_ends": "none"}, difficulty={"score": 7})
    assert ground_task(HEIST, said_more) is task
    others = (
        replace(HEIST_PUZZLE, tree="other"),
        replace(HEIST_PUZZLE, objects=(*HEIST_PUZZLE.objects[:-1], replace(HEIST_PUZZLE.objects[-1]))),
        replace(HEIST_PUZZLE, rules_off=(DisabledRule(1, "for a test"),)),
    )
    for other in others:
        held = ground_task(HEIST, HEIST_PUZZLE)
        assert ground_task(HEIST, other) is not held
    held = ground_task(HEIST, HEIST_PUZZLE)
    assert ground_task(HEIST, HEIST_PUZZLE, most_actions=1000) is not held


def test_nothing_holds_a_task_that_is_no_longer_used() -> None:
    task = ground_task(HEIST, HEIST_PUZZLE)
    assert solution_actions(task) is not None
    assert has_dead_end(task) is not None
    seen = ref(task)
    del task
    assert seen() is None
