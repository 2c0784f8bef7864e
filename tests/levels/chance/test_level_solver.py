"""Designing levels where chance has a say: what counts as solved is what the designer wants, and it is stated."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.chance import ChanceMeaning, LevelSolver, PlanKind
from puzzlesynth.levels.design import (
    Suggester,
    SuggestOrder,
    combine,
    read_rank,
    read_transformation,
    repair,
    simplify,
    study,
    swap,
)
from puzzlesynth.levels.generate import CannotGenerate, GenerateOrder, PlayRequirements, generate_levels, room
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search.results import LevelVerdict
from puzzlesynth.levels.search.transitions import is_solution
from tests.support.puzzlescript_sources import playable, source

TRAP = "random [ > Player | Crate ] -> [ Player | Wall ]\n+ [ > Player | Crate ] -> [ > Player | ]\n"
"""What the player runs into becomes a wall, or vanishes."""
STUMBLE = (
    "random [ > Player | Crate ] -> [ Player | Crate ]\n+ [ > Player | Crate ] -> [ > Player | > Crate ]\n"
)
WIN = "Some Player on Target\n"
LEVELS = "#P*O#\n\n#P.O#\n\n#P#O#\n"


def game_of(rules: str = TRAP, levels: str = LEVELS) -> PuzzleScriptGame:
    return playable(source(rules, win=WIN, levels=levels))


GAME = game_of()
RISKY, SAFE, SHUT = GAME.maps


@pytest.mark.parametrize(
    ("meaning", "verdicts"),
    [
        (ChanceMeaning(), ("solved", "solved", "unsolvable")),
        (ChanceMeaning(least=0.5), ("solved", "solved", "unsolvable")),
        (ChanceMeaning(least=0.6), ("unsolvable", "solved", "unsolvable")),
        (ChanceMeaning(certain=True), ("unsolvable", "solved", "unsolvable")),
    ],
)
def test_a_level_is_solved_if_its_plan_is_good_enough(
    meaning: ChanceMeaning, verdicts: tuple[str, ...]
) -> None:
    solver = LevelSolver(GAME, meaning)
    assert solver.plans
    assert tuple(str(solver.solve(level).verdict) for level in GAME.maps) == verdicts
    evaluations = solver.many().judge(GAME.maps)
    assert tuple(one.solved for one in evaluations) == tuple(verdict == "solved" for verdict in verdicts)
    assert [solver.wins(level, ()) for level in GAME.maps] == [verdict == "solved" for verdict in verdicts]


def test_in_one_course_of_chance_there_are_solutions() -> None:
    verdicts = set()
    for seed in "abcdef":
        solver = LevelSolver(GAME, ChanceMeaning(course=seed))
        assert not solver.plans
        report = solver.solve(RISKY)
        verdicts.add(report.verdict)
        assert report.moves is None or is_solution(GAME, RISKY, report.moves, seed)
        assert solver.many().judge([RISKY])[0].solved is (report.verdict is LevelVerdict.SOLVED)
    assert verdicts == {LevelVerdict.SOLVED, LevelVerdict.UNSOLVABLE}, "luck is different"


def test_what_was_not_explored_is_undecided() -> None:
    game = game_of("random [ > Player ] -> [ > Player ]\n+ [ > Player ] -> [ Player ]\n", "#P.....O#\n")
    evaluation = LevelSolver(game).many().judge(game.maps, states=2)[0]
    assert (evaluation.solved, evaluation.stopped_by) == (None, "positions")


def test_a_repair_makes_the_plan_good_enough() -> None:
    as_it_is = repair(GAME, RISKY)
    assert as_it_is.given == "solved"
    assert as_it_is.plan is not None
    assert as_it_is.plan.chance == pytest.approx(0.5)
    surer = repair(GAME, RISKY, chance=ChanceMeaning(certain=True), keep=1)
    assert surer.given == "unsolvable"
    assert surer.repairs[0].plan is not None
    assert surer.repairs[0].plan.kind is PlanKind.CERTAIN


def test_what_does_not_change_the_promise_does_not_matter() -> None:
    """The upper crate blocks the short way, the lower one blocks nothing."""
    game = game_of(levels="######\n#P*.O#\n#....#\n#.*..#\n######\n")
    level = game.maps[0]
    before = LevelSolver(game)
    before.solve(level)
    simpler = simplify(game, level, keep=0)
    assert simpler.plan == before.promise(level)
    assert simpler.plan is not None
    assert simpler.plan.kind is PlanKind.CERTAIN
    assert [change.index for change in simpler.changes if change.kind == "remove"] == [2 * 5 + 3]


def test_suggestions_have_promises_and_can_be_ranked_by_them() -> None:
    game = game_of(levels="######\n#P.*O#\n#....#\n######\n")
    order = SuggestOrder(
        game,
        game.maps[0],
        read_transformation(game, "choose 1 [ no Solid no Player no Target ] -> [ Crate ]"),
        rank=read_rank("-chance"),
        count=12,
        keep=2,
    )
    for asked, kinds in ((ChanceMeaning(), set(PlanKind)), (ChanceMeaning(certain=True), {PlanKind.CERTAIN})):
        made = Suggester(replace(order, chance=asked))
        list(made.stream())
        assert made.best
        assert all(item.plan is not None and item.plan.kind in kinds for item in made.best)
        assert all(item.value == -item.plan.chance for item in made.best if item.plan is not None)


@pytest.mark.seconds
def test_generated_levels_keep_the_promise_that_was_asked_for() -> None:
    game = game_of(STUMBLE, "######\n#P.*O#\n#....#\n######\n")
    order = GenerateOrder(game, room(game, analyse(game), 5, 5), effort=10, most_tries=40, seed=1)
    for meaning in (ChanceMeaning(certain=True), ChanceMeaning(course="7")):
        made, _ = generate_levels(replace(order, chance=meaning))
        assert made
        if meaning.course is None:
            assert made[0].plan is not None
            assert made[0].plan.kind is PlanKind.CERTAIN
        else:
            assert made[0].plan is None
            assert is_solution(game, made[0].level, made[0].moves, meaning.course)


@pytest.mark.parametrize("outcomes", [PlayRequirements(unique=True), PlayRequirements(solution=(3, 3))])
def test_a_plan_is_not_one_solution(outcomes: PlayRequirements) -> None:
    with pytest.raises(CannotGenerate, match="one course of chance"):
        generate_levels(GenerateOrder(GAME, room(GAME, analyse(GAME), 5, 5), outcomes=outcomes))


def test_levels_with_plans_can_be_swapped_ordered_and_combined() -> None:
    safe = game_of(STUMBLE)
    rows = swap(GAME, safe)
    assert rows[0].plans[0] is not None
    assert rows[0].plans[0].chance == pytest.approx(0.5)
    assert [row.news for row in rows] == ["no longer solvable", "the same promise", "still unsolvable"]
    named: list[tuple[str, Level]] = [(str(number), level) for number, level in enumerate(GAME.maps)]
    good, bad = study(GAME, named)
    assert [item.name for item in good] == ["0", "1"]
    assert [bool(item.rules) for item in good] == [True, False], "the second needs no rule"
    assert [item.reason for item in bad] == ["unsolvable"]
    for item in combine(GAME, RISKY, SAFE, keep=2).levels:
        assert item.plan is not None
