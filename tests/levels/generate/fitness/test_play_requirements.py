"""What is asked of playing: each wish tells levels that fulfil it from levels that do not."""

from __future__ import annotations

import pytest

from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.chance import LevelSolver
from puzzlesynth.levels.generate.fitness.play_requirements import (
    PlayRequirements,
    PlayRequirementTest,
    unique,
    within,
)
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchableGame, solve
from tests.support.level_generation_games import drawn, example, level


def complaint(game: PuzzleScriptGame, made: Level, **wishes: object) -> str | None:
    search = SearchableGame(game)
    free = tuple(i for i, cell in enumerate(made.cells) if "wall" not in _names(game, cell))
    layout = drawn(game, *[game_row(game, made, y) for y in range(made.height)])
    layout = type(layout)(made.width, made.height, layout.cells, free)
    moves = solve(search, made, solvers=("bfs",)).moves
    assert moves is not None
    wanted = PlayRequirements(**wishes)  # type: ignore[arg-type]
    return PlayRequirementTest(LevelSolver(game), layout, wanted, 10_000).complaint(made, moves)


def _names(game: PuzzleScriptGame, cell: int) -> set[str]:
    return {thing.name for thing in game.objects if cell & thing.mask}


def game_row(game: PuzzleScriptGame, made: Level, y: int) -> str:
    """The walls of a row."""
    return "".join("#" if "wall" in _names(game, made.cell(x, y)) else "." for x in range(made.width))


def test_ranges_may_have_no_end() -> None:
    assert within(5, (5, None))
    assert within(5, (0, 5))
    assert not within(6, (0, 5))
    assert not within(4, (5, None))


def test_length_is_that_of_the_shortest_solution() -> None:
    game = example("sokoban")
    made = level(game, "#######", "#P*..O#", "#######")
    assert complaint(game, made, length=(3, 3)) is None
    assert complaint(game, made, length=(4, None)) == "too short"
    assert complaint(game, made, length=(0, 2)) == "too long"


def test_difficulty_is_the_least_number_of_states_explored() -> None:
    game = example("sokoban")
    made = level(game, "#######", "#P*..O#", "#######")
    assert complaint(game, made, difficulty=(1, 10)) is None
    assert complaint(game, made, difficulty=(1000, None)) == "of another difficulty"


BLOCKED = ("######", "#P*~E#", "######")
AROUND = ("######", "#P*~E#", "#....#", "######")


def test_a_needed_rule_cannot_be_avoided() -> None:
    game = example("lava")
    melting = analyse(game).rules[-1].line
    assert complaint(game, level(game, *BLOCKED), needs=(melting,)) is None
    assert complaint(game, level(game, *BLOCKED), uses=(melting,)) is None
    assert complaint(game, level(game, *AROUND), needs=(melting,)) == "solvable without the rule"


def test_a_used_rule_is_one_without_which_the_solution_fails() -> None:
    game = example("lava")
    push = analyse(game).rules[0].line
    free = level(game, "######", "#P..E#", "#.*..#", "######")
    assert complaint(game, free, uses=(push,)) == "without the rule"


def test_order_does_not_make_another_solution_but_another_crate_does() -> None:
    game = example("sokoban")
    apart = level(game, "#######", "#O*.*O#", "#..P..#", "#######")
    assert complaint(game, apart, unique=True) is None
    either = level(game, "#######", "#.*O*.#", "#..P..#", "#######")
    assert complaint(game, either, unique=True) == "with several solutions"
    assert not unique(game, SearchableGame(game).load(level(game, "####", "#P*#", "#O.#", "####")))


def test_without_spares_every_object_matters() -> None:
    game = example("sokoban")
    lean = level(game, "#######", "#P*..O#", "#######")
    assert complaint(game, lean, no_spare=True) is None
    spare = level(game, "#######", "#P*..O#", "#..*..#", "#.....#", "#######")
    assert complaint(game, spare, no_spare=True) == "with something to spare"


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ((3, 3, 3), None),
        ((3, 3), "another solution"),
        ((3, 3, 3, 3), "another solution"),
        ((4,), "another solution"),
    ],
)
def test_a_given_solution_wins_with_its_last_move(moves: tuple[int, ...], said: str | None) -> None:
    game = example("sokoban")
    made = level(game, "#######", "#P*..O#", "#######")
    layout = drawn(game, "#######", "#.....#", "#######")
    test = PlayRequirementTest(LevelSolver(game), layout, PlayRequirements(solution=moves), 1000)
    assert test.before_solving(made) == said
