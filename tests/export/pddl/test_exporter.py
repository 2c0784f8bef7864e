"""PDDL: a planner that knows nothing of us finds plans exactly as long as ours, and none without a step of the tree."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from puzzlesynth.export.pddl.exporter import domain_and_problem
from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import DisabledRule, Puzzle
from puzzlesynth.world import explore
from puzzlesynth.world.rule_semantics import mechanics_of
from puzzlesynth.world.verification.shortcuts import classes_by_area
from tests.support.paths import ROOT
from tests.support.planners import fast_downward, optimal_plan
from tests.support.samples import some_of

EXAMPLES = ROOT / "examples"

BOXES = """
pack: boxes
items:
  Chest: {locked: true, contains: Lamp}
  Lamp:  {carryable: true, lit: false, notSpawnable: true}
  Key:   {carryable: true, copies: 2}
  Flask: {carryable: true}
  Oil:   {notSpawnable: true}
  Well:  {}
  Gate:  {open: false}
rules:
  - "Chest[locked: False] ::= Unlock Chest[locked: True] Key"
  - "Lamp Chest ::= TakeOut Chest[locked: False, contains: Lamp]"
  - "Flask[contains: Oil] Well ::= Draw Well Flask[contains: Nothing]"
  - "Lamp[lit: True] Flask[contains: Nothing] ::= Light Lamp[lit: False] Flask[contains: Oil]"
  - "Gate[open: True] Lamp ::= Open Gate[open: False] Lamp[lit: True]"
  - "Key ::= Melt Flask Key"
areas:
  Hall: {start: true, goals: ["Lamp[lit: True]"], connects: [Yard], depth: {min: 2}}
  Yard: {goals: ["Gate[open: True]"]}
"""


LABELLED = """
pack: labelled
items:
  Cup: {isa: [Vessel]}
  Sack: {isa: [Vessel], carryable: true}
  Gem: {carryable: true, notSpawnable: true}
  Ash: {notSpawnable: true}
  Clay: {carryable: true}
rules:
  - "Sack#v[contains: Gem] ::= Hide Vessel#v[contains: Nothing] Gem"
  - "Gem ::= Dig Clay"
  - "Ash Gem Vessel ::= Burn Vessel[contains: Gem]"
areas:
  Hall: {start: true, goals: ["Vessel[contains: Gem]"], connects: [Yard]}
  Yard: {goals: [Ash]}
"""


def _shortest(pack: Pack, puzzle: Puzzle) -> int:
    found = explore(pack, puzzle)
    return min(len(found.path(index)) for index in found.winning)


def _boxes(tmp_path: Path) -> Pack:
    (tmp_path / "pack.yaml").write_text(BOXES, encoding="utf-8")
    return load_pack(tmp_path)


def _compare(pack: Pack, puzzle: Puzzle, tmp_path: Path) -> None:
    plan = optimal_plan(domain_and_problem(pack, puzzle), tmp_path)
    assert plan is not None
    assert len(plan) == _shortest(pack, puzzle) + len(puzzle.areas)
    assert sum(name.startswith("(solve-") for name in plan) == len(puzzle.areas)


@pytest.mark.seconds
@pytest.mark.sampled
@pytest.mark.parametrize(
    ("name", "count"), [("tiny.yaml", 2), ("heist", 1), ("meadow", len(some_of(range(6))))]
)
def test_plan_is_as_long_as_ours(name: str, count: int, tmp_path: Path) -> None:
    pack = load_pack(EXAMPLES / name)
    puzzles = list(islice(make_puzzles(pack, seed=4), count))
    assert len(puzzles) == count
    for puzzle in puzzles:
        _compare(pack, puzzle, tmp_path)


@pytest.mark.parametrize("name", ["mix", "deliver", "cellar"])
def test_fillings_of_maps(name: str, tmp_path: Path) -> None:
    from puzzlesynth.maps.filler import MapFiller
    from puzzlesynth.puzzle.game_pack import pack_for

    pack = load_pack(EXAMPLES / "bakery", allow_extensions=True)
    puzzle = next(MapFiller(pack, pack.maps[name]).puzzles(1))
    played = pack_for(pack, puzzle)
    _compare(played, puzzle, tmp_path)
    for kind in classes_by_area(mechanics_of(played), puzzle):
        assert optimal_plan(domain_and_problem(played, puzzle, leave_out=kind), tmp_path) is None, kind


@pytest.mark.seconds
@pytest.mark.parametrize(("name", "count"), [("heist", 1), ("meadow", 1)])
def test_another_planner_says_the_same(name: str, count: int, tmp_path: Path) -> None:
    pack = load_pack(EXAMPLES / name)
    for puzzle in islice(make_puzzles(pack, seed=9), count):
        plan = fast_downward(domain_and_problem(pack, puzzle), tmp_path)
        assert plan == _shortest(pack, puzzle) + len(puzzle.areas)
        kind = list(classes_by_area(mechanics_of(pack), puzzle))[-1]
        assert fast_downward(domain_and_problem(pack, puzzle, leave_out=kind), tmp_path) is None


@pytest.mark.slow
def test_plan_is_as_long_as_ours_in_a_whole_story(tmp_path: Path) -> None:
    pack = load_pack(EXAMPLES / "lighthouse")
    for puzzle in islice(make_puzzles(pack, seed=4), 3):
        _compare(pack, puzzle, tmp_path)


def test_containers_copies_and_areas_that_open(tmp_path: Path) -> None:
    pack = _boxes(tmp_path)
    puzzles = list(islice(make_puzzles(pack, seed=1), 4))
    assert puzzles
    for puzzle in puzzles:
        _compare(pack, puzzle, tmp_path)


def test_what_a_label_ties_is_the_same_thing_whatever_type_it_goes_by(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(LABELLED, encoding="utf-8")
    pack = load_pack(tmp_path)
    puzzles = list(make_puzzles(pack, seed=1))
    assert len(puzzles) == 2
    for puzzle in puzzles:
        _compare(pack, puzzle, tmp_path)


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["tiny.yaml", "heist", "meadow", "boxes"])
def test_no_plan_without_a_step_of_the_tree(name: str, tmp_path: Path) -> None:
    pack = _boxes(tmp_path) if name == "boxes" else load_pack(EXAMPLES / name)
    for number, puzzle in enumerate(islice(make_puzzles(pack, seed=2), 3)):
        kinds = list(classes_by_area(mechanics_of(pack), puzzle))
        # Of the first puzzle every step, of the others one each.
        for kind in kinds if number == 0 else kinds[number :: len(kinds)]:
            assert optimal_plan(domain_and_problem(pack, puzzle, leave_out=kind), tmp_path) is None, kind


def test_rules_that_are_off_are_not_in_the_domain(tmp_path: Path) -> None:
    from dataclasses import replace

    pack = load_pack(EXAMPLES / "tiny.yaml")
    puzzle = next(p for p in make_puzzles(pack) if len(p.steps) == 1)
    off = replace(puzzle, rules_off=(DisabledRule(1, ""),))
    assert optimal_plan(domain_and_problem(pack, off), tmp_path) is None


def test_exporters_write_both_parts() -> None:
    from puzzlesynth.export.interface import Options
    from puzzlesynth.export.pddl.exporter import PddlDomainExporter, PddlExporter, PddlProblemExporter

    pack = load_pack(EXAMPLES / "heist")
    puzzle = next(make_puzzles(pack))
    domain, problem = domain_and_problem(pack, puzzle)
    assert PddlExporter().export(pack, puzzle, Options()) == f"{domain}\n{problem}"
    assert PddlDomainExporter().export(pack, puzzle, Options()) == domain
    assert PddlProblemExporter().export(pack, puzzle, Options()) == problem
    assert domain.startswith("(define (domain heist)")
    assert problem.startswith("(define (problem heist-")
    assert domain.count("(") == domain.count(")")
