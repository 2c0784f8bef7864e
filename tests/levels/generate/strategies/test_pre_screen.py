"""A look ahead: what seems no better is passed over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzlesynth.levels.compiler import compile_source
from puzzlesynth.levels.generate import (
    GenerateOrder,
    PlayRequirements,
    StartRequirements,
    generate_levels,
    read_layout,
)
from puzzlesynth.levels.generate.fitness.fitness_function import CROSSINGS, FitnessFunction
from puzzlesynth.levels.generate.fitness.score import LevelEvaluator
from puzzlesynth.levels.generate.placement.placement_solver import PlacementSolver
from puzzlesynth.levels.generate.strategies.pre_screen import GROUP, HOPELESS, WIDTH, PreScreen
from puzzlesynth.levels.model import PuzzleScriptGame
from puzzlesynth.levels.search import SearchableGame, SearchLimits
from puzzlesynth.levels.search.results import LevelVerdict
from tests.support.level_generation_games import example, level, source_of

ROOM = "########\n#......#\n#......#\n#......#\n########"
SHORT = ("########", "#......#", "#P*O...#", "#......#", "########")
LONG = ("########", "#....O.#", "#.*....#", "#....P.#", "########")
STUCK = ("########", "#*.....#", "#P.....#", "#.....O#", "########")


def fitness(game: PuzzleScriptGame, outcomes: PlayRequirements | None = None) -> FitnessFunction:
    evaluator = LevelEvaluator(game)
    placement = PlacementSolver(game, evaluator.analysis, read_layout(game, ROOM), StartRequirements())
    return FitnessFunction(placement, evaluator, outcomes or PlayRequirements())


def scout(game: PuzzleScriptGame, outcomes: PlayRequirements | None = None) -> PreScreen:
    return PreScreen(SearchableGame(game), fitness(game, outcomes))


def test_the_first_level_that_seems_better_is_chosen() -> None:
    game = example("sokoban")
    short, long, stuck = level(game, *SHORT), level(game, *LONG), level(game, *STUCK)
    assert scout(game).choose(short, [stuck, long, short]) == long
    assert scout(game).choose(stuck, [stuck, short, long]) == short
    assert scout(game).choose(long, [stuck, short]) == short


def test_a_length_that_is_asked_for_counts_most() -> None:
    game = example("sokoban")
    short, long = level(game, *SHORT), level(game, *LONG)
    assert scout(game, PlayRequirements(length=(1, 1))).choose(long, [long, short]) == short


def test_what_is_too_large_to_tell_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    game = example("sokoban")
    monkeypatch.setattr("puzzlesynth.levels.generate.strategies.pre_screen.MOST_STATES", 3)
    short, long, stuck = level(game, *SHORT), level(game, *LONG), level(game, *STUCK)
    looking = scout(game)
    for _ in range(HOPELESS):
        assert looking.is_useful
        assert looking.choose(short, [long, stuck]) == long
    assert not looking.is_useful


def test_looking_ends_with_the_first_better_level_and_after_enough_that_are_not() -> None:
    game = example("sokoban")
    short, long, stuck = level(game, *SHORT), level(game, *LONG), level(game, *STUCK)
    ahead = iter([stuck, long, *[stuck] * 100])
    assert scout(game).choose(short, ahead) == long
    assert len(list(ahead)) == 102 - GROUP
    ahead = iter([stuck] * 100)
    assert scout(game).choose(short, ahead) == stuck
    assert len(list(ahead)) == 100 - WIDTH


def test_a_level_that_stirs_by_itself_is_passed_over() -> None:
    game = example("destroy")
    quiet = level(game, "########", "#P.*.*$#", "#......#", "#......#", "########")
    stirs = level(game, "########", "#P..**$#", "#......#", "#......#", "########")
    assert fitness(game).is_quiet(quiet)
    assert not fitness(game).is_quiet(stirs)
    assert scout(game).choose(quiet, [stirs]) is None


def test_what_a_level_promises_is_the_score_of_its_shortest_solution() -> None:
    game = example("sokoban")
    judge, long = fitness(game), level(game, *LONG)
    moves = (3, 3, 0, 0)
    measured = judge.evaluator.measure(
        long, moves, playing=judge._playing(long, moves, 9, LevelVerdict.SOLVED)
    )
    share = len(moves) / (CROSSINGS * (8 + 5))
    assert judge.promise(long, moves, 9) == pytest.approx(1 + measured.score * share)
    assert judge.promise(long, None, 9) == 0


def test_a_promise_that_is_not_enough_is_not_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most a rough promise is given where even the best rules would not make it enough."""
    judge, long = fitness(example("sokoban")), level(example("sokoban"), *LONG)
    moves = (3, 3, 0, 0)
    exact = judge.promise(long, moves, 9)
    assert judge.promise(long, moves, 9, exact - 0.001) == exact
    monkeypatch.setattr(judge.evaluator, "_tracer", None)
    assert exact < judge.promise(long, moves, 9, 1.9) <= 1.9


@pytest.mark.seconds
def test_climbing_with_a_look_ahead_gives_the_same_levels_again() -> None:
    game = example("lava")
    layout = read_layout(game, ROOM)
    order = GenerateOrder(game, layout, seed=3, method="climbing", effort=20)
    assert [made.level for made in generate_levels(order)[0]] == [
        made.level for made in generate_levels(order)[0]
    ]


def glowing() -> PuzzleScriptGame:
    """Sokoban in which the first turn lights up each target that has no crate."""
    source = source_of("sokoban")
    for old, new in (
        ("Player\n#2ec4b6", "Glow\nyellow\n\nPlayer\n#2ec4b6"),
        ("Floor\nTarget\nPlayer,", "Floor\nTarget\nGlow\nPlayer,"),
        (
            "[ > Player | Crate ] -> [ > Player | > Crate ]",
            "[ Glow ] -> [ ]\n[ Target no Crate ] -> [ Target Glow no Crate ]\n"
            "[ > Player | Crate ] -> [ > Player | > Crate ]",
        ),
        ("O = Target", "O = Target and Glow"),
        ("+ = Player and Target", "+ = Player and Target and Glow"),
    ):
        assert old in source
        source = source.replace(old, new)
    game = compile_source(source).game
    assert game is not None
    return game


def test_what_rules_add_to_what_is_placed_is_there_from_the_start() -> None:
    game = glowing()
    dark = level(game, *SHORT)
    glow = next(thing.mask for thing in game.objects if thing.name == "glow")
    dark = replace(dark, cells=tuple(cell & ~glow for cell in dark.cells))
    rested = fitness(game).at_rest(dark)
    assert rested is not None
    assert rested.cells != dark.cells
    assert fitness(game).is_quiet(dark)
    found, _ = generate_levels(GenerateOrder(game, read_layout(game, ROOM), count=1, seed=1, effort=5))
    assert any(cell & glow for cell in found[0].level.cells)


def test_a_level_at_rest_is_given_out_only_if_it_takes_as_many_moves() -> None:
    game = example("sokoban")
    judge, long = fitness(game), level(game, *LONG)
    moves = judge.evaluator.solver.solve(long, ("bfs",), SearchLimits(seconds=None)).moves
    assert moves is not None
    assert judge.keeps_promises(long, moves)
    left_and_right = (1, 3)
    assert not judge.keeps_promises(long, (*left_and_right, *moves))
