"""Puzzles that are broken or lie: `verify` never raises and names the place."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.api import parse_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import Created, GameProgress, Object, Puzzle, puzzle_from_dict, puzzle_to_dict
from puzzlesynth.puzzle.json_shapes import PuzzleError
from puzzlesynth.world import Outcome, find_dead_end, find_shortcut, replay, verify
from puzzlesynth.world.state import WorldError
from tests.support.samples import random_examples
from tests.support.tiny_packs import HEIST, HEIST_PUZZLE


def part(key: str, index: int, **changes: object) -> Callable[[Puzzle], Puzzle]:
    """One of a puzzle's parts with other values."""

    def change(puzzle: Puzzle) -> Puzzle:
        parts = list(getattr(puzzle, key))
        parts[index] = replace(parts[index], **changes)
        return whole(**{key: tuple(parts)})(puzzle)

    return change


def step(index: int, **changes: object) -> Callable[[Puzzle], Puzzle]:
    return part("steps", index, **changes)


def thing(index: int, **changes: object) -> Callable[[Puzzle], Puzzle]:
    return part("objects", index, **changes)


def area(**changes: object) -> Callable[[Puzzle], Puzzle]:
    return part("areas", 0, **changes)


def whole(**changes: object) -> Callable[[Puzzle], Puzzle]:
    return lambda puzzle: replace(puzzle, **changes)  # type: ignore[arg-type]


BROKEN: list[tuple[Callable[[Puzzle], Puzzle], str]] = [
    (whole(pack="other"), "pack.name"),
    (whole(pack_sha256="1" * 64), "pack.sha256"),
    (whole(areas=()), "areas: 'Bank' is missing"),
    (whole(progress=GameProgress((), ())), "areas: none is open"),
    (whole(progress=GameProgress(("Moon",), ())), "progress.open"),
    (whole(solution=("s1", "s2", "s3", "s4")), "solution: every step"),
    (whole(solution=("s1", "s2", "s3", "s4", "s9")), "solution[4]: there is no step 's9'"),
    (whole(solution=("s2", "s1", "s4", "s3", "s5")), "steps[3].after: the solution does s4 before s3"),
    (whole(creates=(*HEIST_PUZZLE.creates, Created("x", "Nope"))), "creates[3].item"),
    (whole(creates=(*HEIST_PUZZLE.creates, Created("safe", "Gold"))), "creates[3].id: 'safe' appears twice"),
    (area(name="Moon"), "areas[0].name"),
    (area(goal="Silver"), "areas[0].goal: 'Silver'"),
    (area(start=False), "areas[0].start"),
    (area(opened_by="Moon"), "areas[0].opened_by"),
    (area(solved_by="s9"), "areas[0].solved_by"),
    (thing(0, id="security"), "objects[1].id: 'security' appears twice"),
    (thing(0, item="Saef"), "objects[0].item: the pack has no item 'Saef'"),
    (thing(0, area="Moon"), "objects[0].area"),
    (thing(0, area=None), "objects[0].area: at the start of a game nothing is carried"),
    (thing(0, inside="ghost", area=None), "objects[0].inside"),
    (thing(0, inside="safe", area=None), "objects[0].inside: 'safe' is inside itself"),
    (thing(0, item="Badge"), "objects[0].placed: Badge may not be placed"),
    (thing(0, properties={}), "objects[0].properties"),
    (thing(0, placed=False), "objects: Bank does not have that many Safe"),
    (thing(1, item="Safe", properties={"locked": True}), "objects: 2 of Safe"),
    (step(0, id="s2"), "steps[1].id: 's2' appears twice"),
    (step(0, area="Moon"), "steps[0].area"),
    (step(0, place="Moon"), "steps[0].place"),
    (step(0, rule=0), "steps[0].rule: the pack has no rule 0"),
    (step(0, rule=10**30), "steps[0].rule"),
    (step(0, action="Dance"), "steps[0].action: rule 5 is 'CreateDisguise'"),
    (step(0, inputs=("glasses",)), "steps[0].inputs: Disguise ::="),
    (step(0, inputs=("glasses", "glasses")), "steps[0].inputs: an object appears twice"),
    (step(0, inputs=("glasses", "ghost")), "steps[0].inputs[1]: there is no object 'ghost'"),
    (step(0, inputs=("glasses", "safe")), "steps[0].inputs[1]: safe is a Safe, not a FakeMoustache"),
    (step(0, sources=(None,)), "steps[0].from"),
    (step(0, sources=(None, "s9")), "steps[0].from[1]: there is no step 's9'"),
    (step(0, sources=(None, "s2")), "steps[0].from[1]: s2 does not make 'fakemoustache'"),
    (step(2, sources=("s2", None)), "steps[2].from[1]: disguise is not there at the start"),
    (step(0, outputs=()), "steps[0].outputs"),
    (step(0, outputs=("ghost",)), "steps[0].outputs[0]: there is no object"),
    (step(0, outputs=("badge",)), "steps[0].outputs[0]: badge is a Badge, not a Disguise"),
    (step(1, outputs=("safe",)), "steps[1].outputs[0]: it is the same object as 'security'"),
    (step(0, after=("s9",)), "steps[0].after[0]"),
    (step(0, after=("s5",)), "would have to come before itself"),
]


@pytest.mark.parametrize(("breaking", "message"), BROKEN)
def test_what_is_wrong_is_said_with_its_place(breaking: Callable[[Puzzle], Puzzle], message: str) -> None:
    broken = breaking(HEIST_PUZZLE)
    report = verify(HEIST, broken)
    verdict = report.of("consistent")
    assert verdict.outcome is Outcome.VIOLATED
    assert message in verdict.message
    assert not report.ok
    replay(HEIST, broken)


def test_a_missing_object_of_an_area_is_noticed() -> None:
    bank = replace(HEIST.areas["Bank"], contains=("Safe", "CarAlarm"))
    report = verify(replace(HEIST, areas={"Bank": bank}), thing(0, placed=False)(HEIST_PUZZLE))
    assert "a CarAlarm that Bank contains is missing" in report.of("consistent").message


CHEST = parse_pack(
    """
    pack: chest
    items:
      Chest: {contains: Coin}
      Coin: {carryable: true, notSpawnable: true}
      Bell: {rung: false}
      Cup: {carryable: true}
      Shards: {notSpawnable: true}
    rules: |
      Coin Chest ::= Open Chest[contains: Coin]
      Bell[rung: True] ::= Ring Bell[rung: False] Coin
      Shards ::= Smash Cup
    guarantees: {shortcuts: allow, dead_ends: allow}
    areas:
      Hall: {start: true, goals: ["Bell[rung: True]"]}
    """
)


def test_what_is_inside_something_is_placed_if_that_is() -> None:
    puzzle = next(make_puzzles(CHEST))
    assert verify(CHEST, puzzle).ok
    index = next(i for i, one in enumerate(puzzle.objects) if one.inside)
    report = verify(CHEST, thing(index, placed=False)(puzzle))
    assert f"objects[{index}].placed: 'chest', which holds it" in report.of("consistent").message


def test_what_no_step_makes_is_noticed() -> None:
    puzzle = next(make_puzzles(CHEST))
    report = verify(CHEST, whole(creates=(Created("shards", "Shards"),))(puzzle))
    assert "creates[0]: no step makes 'shards'" in report.of("consistent").message


def test_what_is_made_inside_something_has_to_be_listed() -> None:
    text = "pack: nest\nitems: {Nest: {notSpawnable: true}, Egg: {notSpawnable: true}, Twig: {}}\n"
    text += "rules: ['Nest[contains: Egg] ::= Build Twig']\nareas: {Tree: {start: true, goals: [Nest]}}\n"
    pack = parse_pack(text)
    puzzle = next(make_puzzles(pack))
    assert sorted(made.item for made in puzzle.creates) == ["Egg", "Nest"]
    assert verify(pack, puzzle).ok
    report = verify(pack, whole(creates=tuple(m for m in puzzle.creates if m.item == "Nest"))(puzzle))
    assert "creates: steps make 1 inside others, but only 0" in report.of("consistent").message


def test_a_step_under_no_goal_is_noticed_where_shortcuts_are_allowed() -> None:
    puzzle = next(make_puzzles(CHEST))
    cup = Object("cup", "Cup", "Hall", None, True, {})
    smash = replace(
        puzzle.steps[0],
        id="s9",
        rule=3,
        action="Smash",
        inputs=("cup",),
        sources=(None,),
        outputs=("shards",),
    )
    padded = replace(
        puzzle,
        objects=(*puzzle.objects, cup),
        creates=(*puzzle.creates, Created("shards", "Shards")),
        steps=(smash, *puzzle.steps),
        solution=("s9", *puzzle.solution),
    )
    report = verify(CHEST, padded)
    assert "steps[0].area: nothing that solves Hall needs s9" in report.of("consistent").message


def test_a_step_that_takes_away_what_an_unordered_one_needs_is_noticed() -> None:
    loose = step(2, after=("s2",), sources=("s2", "s1"))(HEIST_PUZZLE)
    loose = step(1, inputs=("caralarm", "security"))(loose)
    assert verify(HEIST, loose).ok, "`from` orders them as well"
    extra = Object("notebook", "Glasses", "Bank", None, True, {})
    assert (
        "2 of Glasses"
        in verify(HEIST, replace(loose, objects=(*loose.objects, extra))).of("consistent").message
    )


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 8),
    st.integers(),
    st.text(max_size=4),
    st.sampled_from(["s1", "s3", "safe", "Bank", "Gold", "badge", "Disguise"]),
    st.lists(st.sampled_from(["s1", "s5", "safe", "security", "gold"]), max_size=3),
)


@pytest.mark.seconds
@random_examples(300)
@given(st.data())
def test_no_mutilated_puzzle_makes_verify_raise(data: st.DataObject) -> None:
    told = puzzle_to_dict(HEIST_PUZZLE)
    for _ in range(data.draw(st.integers(1, 3))):
        part = data.draw(st.sampled_from(["areas", "objects", "steps", "creates", "solution"]))
        if not isinstance(told[part], list) or not told[part]:
            continue
        index = data.draw(st.integers(0, len(told[part]) - 1))
        if isinstance(told[part][index], dict):
            key = data.draw(st.sampled_from(sorted(told[part][index])))
            told[part][index] = {**told[part][index], key: data.draw(JUNK)}
        else:
            told[part][index] = data.draw(JUNK)
    try:
        puzzle = puzzle_from_dict(told)
    except PuzzleError:
        return
    report = verify(HEIST, puzzle, limit=2000)
    assert len(report.verdicts) == 8
    replay(HEIST, puzzle)
    with suppress(WorldError):
        find_dead_end(HEIST, puzzle, limit=2000)
    with suppress(WorldError):
        find_shortcut(HEIST, puzzle, limit=2000)
