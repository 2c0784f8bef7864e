"""Requests: grades of difficulty, and which rules players can use."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from puzzlesynth.api import parse_pack
from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline import acceptance
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.pipeline.request import Request
from puzzlesynth.pipeline.selection import select_diverse
from puzzlesynth.puzzle import puzzle_from_json, puzzle_to_json
from puzzlesynth.puzzle.diversity import distance, most_different, spread_of, step_kinds
from puzzlesynth.synth.options import SynthesisOptions, read_targets
from puzzlesynth.world import find_dead_end, find_shortcut, verify
from puzzlesynth.world.difficulty import area_difficulties, difficulty_of, measured
from tests.support.paths import ROOT
from tests.support.samples import some_of

EXAMPLES = ROOT / "examples"

SPOILT = """
pack: spoilt
items:
  Door: {locked: true, notSpawnable: true}
  Key:  {carryable: true, notSpawnable: true}
  Cook: {notSpawnable: true}
  Axe:  {carryable: true, notSpawnable: true}
rules:
  - "Door[locked: False] Key ::= Unlock Door[locked: True] Key"
  - "Key Cook ::= Ask Cook"
  - "Door[locked: False] Axe ::= Smash Door[locked: True] Axe"
areas:
  Yard: {start: true, goals: ["Door[locked: False]"], contains: [Door, Cook, Axe], depth: {min: 2}}
"""


@pytest.mark.seconds
@pytest.mark.parametrize("grade", ["easy", "medium"])
def test_only_puzzles_of_the_grade(grade: str) -> None:
    pack = load_pack(EXAMPLES / "meadow")
    found = list(
        islice(Request(pack, 1, options=SynthesisOptions(targets=read_targets(pack, {}, grade))).puzzles(), 3)
    )
    assert len(found) == 3
    for puzzle in found:
        assert difficulty_of(pack, puzzle).level == grade
        assert puzzle.difficulty["grade"] == grade
        assert not puzzle.constraints
        assert puzzle_from_json(puzzle_to_json(puzzle)) == puzzle


@pytest.mark.seconds
@pytest.mark.sampled
def test_each_area_is_as_hard_as_asked_for() -> None:
    pack = load_pack(EXAMPLES / "meadow")
    levels = {
        puzzle.tree: {area: one.level for area, one in area_difficulties(pack, puzzle)}
        for puzzle in make_puzzles(pack, seed=2)
    }
    for grades in some_of(({"Meadow": "easy", "RiverBank": "hard"}, {"Meadow": "hard", "RiverBank": "easy"})):
        targets = read_targets(pack, {}, [f"{area}:{grade}" for area, grade in grades.items()])
        found = Request(pack, 1, options=SynthesisOptions(targets=targets)).puzzles()
        assert {puzzle.tree for puzzle in found} == {tree for tree, own in levels.items() if own == grades}


def test_axe_spoils_the_puzzle_unless_its_rule_is_off(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(SPOILT, encoding="utf-8")
    pack = load_pack(tmp_path)
    assert not list(Request(pack).puzzles())
    (safe,) = Request(pack, rules="safe").puzzles()
    assert [off.rule for off in safe.rules_off] == [3]
    assert "without" in safe.rules_off[0].why
    assert safe.rules == "safe"
    (tree,) = Request(pack, rules="tree").puzzles()
    assert [off.rule for off in tree.rules_off] == [3]
    for puzzle in (safe, tree):
        assert verify(pack, puzzle).ok
        assert puzzle.guarantees["shortcuts"] == "none"


TWO_WAYS = """
pack: two_ways
items:
  Stew: {carryable: true, notSpawnable: true}
  Meat: {carryable: true}
  Salt: {carryable: true}
rules: |
  Stew ::= Mix Meat Salt
  Stew ::= Roast Meat
areas:
  Camp: {start: true, goals: [Stew], depth: {min: 1}}
"""


@pytest.mark.parametrize("rules", ["tree", "safe"])
def test_stream_ends_only_after_puzzles_that_fewer_rules_make_safe(rules: str) -> None:
    """With all rules on, meat and salt can be roasted."""
    pack = parse_pack(TWO_WAYS)
    found = list(Request(pack, rules=rules).puzzles())
    assert sorted(puzzle.steps[0].action for puzzle in found) == ["Mix", "Roast"]
    assert all(verify(pack, puzzle).ok for puzzle in found)


RISK = """
pack: risk
items:
  Stew: {carryable: true, notSpawnable: true}
  Meat: {carryable: true}
  Ash:  {notSpawnable: true}
rules: |
  Stew ::= Roast Meat
  Ash ::= Burn Meat
areas:
  Camp: {start: true, goals: [Stew], depth: {min: 1}}
"""


def test_difficulty_is_that_of_the_rules_that_are_on() -> None:
    pack = parse_pack(RISK)
    targets = read_targets(pack, {}, "easy")
    (found,) = Request(pack, rules="tree", options=SynthesisOptions(targets=targets)).puzzles()
    assert [off.rule for off in found.rules_off] == [2]
    assert found.guarantees["dead_ends"] == "none"
    alone = replace(found, difficulty={})
    assert (
        found.difficulty
        == measured(pack, alone).difficulty
        != measured(pack, replace(alone, rules_off=())).difficulty
    )


def test_what_was_not_decided_about_dead_ends_is_not_said_to_be_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(acceptance, "has_dead_end", lambda task, states: None)
    (found,) = Request(parse_pack(RISK), rules="tree").puzzles()
    assert found.guarantees["dead_ends"].startswith("not decided")


@pytest.mark.parametrize("rules", ["tree", "safe"])
def test_limited_rules_keep_the_guarantees(rules: str) -> None:
    pack = load_pack(EXAMPLES / "meadow")
    for puzzle in islice(Request(pack, 3, rules).puzzles(), 6):
        assert verify(pack, puzzle).ok
        assert find_shortcut(pack, puzzle) is None
        if rules == "safe":
            assert find_dead_end(pack, puzzle) is None


def test_distance_is_the_share_of_steps_that_only_one_has() -> None:
    one = frozenset({(1, ("A",)), (2, ("B",))})
    other = frozenset({(1, ("A",)), (3, ("B",))})
    assert distance(one, one) == 0
    assert distance(one, other) == pytest.approx(2 / 3)
    assert distance(one, frozenset()) == 1


def test_chosen_ones_are_further_apart_than_plain_draws() -> None:
    pack = load_pack(EXAMPLES / "meadow")
    found = select_diverse(make_puzzles(pack, seed=2), 4)
    chosen, plain = found.puzzles, found.plain
    assert len({puzzle.tree for puzzle in chosen}) == 4
    assert spread_of(chosen).least > spread_of(plain).least


def test_choice_is_best_for_a_pool_that_can_be_tried_out() -> None:
    from itertools import combinations

    pack = load_pack(EXAMPLES / "meadow")
    pool = list(islice(make_puzzles(pack, seed=5), 10))
    best = max(spread_of(list(three)).least for three in combinations(pool, 3))
    assert spread_of(most_different(pool, 3)).least == pytest.approx(best)
    assert most_different(pool, 99) == pool
    assert step_kinds(pool[0])
