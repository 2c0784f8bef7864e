"""What the evaluator promises: the measures of the paper as defined there, and four more."""

from __future__ import annotations

import math

import pytest

from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.generate.fitness.automated_player import GoalDistance, play
from puzzlesynth.levels.generate.fitness.challenge import direction_changes
from puzzlesynth.levels.generate.fitness.rule_trace import RuleTracer, without_rule
from puzzlesynth.levels.generate.fitness.score import (
    LevelEvaluator,
    detours,
    normal,
    object_numbers,
)
from puzzlesynth.levels.generate.fitness.state_space import explore
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchableGame, solve
from puzzlesynth.levels.search.transitions import is_solution
from tests.support.level_generation_games import NAMES, changed, example, level

STRAIGHT = ("######", "#P*.O#", "######")


def test_the_normal_distribution_is_a_density() -> None:
    assert normal(1.221, 1.221, 0.461) == pytest.approx(1 / (0.461 * math.sqrt(2 * math.pi)))
    assert normal(0.417 + 0.128, 0.417, 0.128) == pytest.approx(normal(0.417, 0.417, 0.128) * math.exp(-0.5))


def test_the_measures_of_a_level_that_can_be_worked_out_by_hand() -> None:
    game = example("sokoban")
    measured = LevelEvaluator(game).measure_fully(level(game, *STRAIGHT), (3, 3))
    assert measured.length == 2
    assert measured.solution_length == pytest.approx(normal(2 / 18, 1.221, 0.461))
    assert measured.box_line == pytest.approx(1 / 2)
    assert measured.applied_rules == pytest.approx(normal(2 / 2, 0.417, 0.128))
    assert measured.object_numbers == pytest.approx(1.0)
    assert measured.playing == pytest.approx(2 / 9)
    assert 0.75 < measured.exploration < 0.76
    assert measured.direction_changes == 0
    assert measured.detours == 0
    assert measured.dead_ends == 0


def test_object_numbers_weigh_rules_players_and_winning_objects() -> None:
    game = example("sokoban")
    analysis = analyse(game)

    def of(*rows: str) -> float:
        return object_numbers(game, analysis, level(game, *rows))

    assert of("P*O") == pytest.approx(1.0)
    assert of("P.O") == pytest.approx(0.4 * 0.5 + 0.3)
    assert of("PP*O") == pytest.approx(0.7)
    assert of("P*OO") == pytest.approx(0.4 + 0.3 + 0.15)


def test_what_rules_create_need_not_be_equal() -> None:
    game = example("gem")
    assert object_numbers(game, analyse(game), level(game, "P***O")) == pytest.approx(1.0)


def test_exploration_tells_unsolvable_from_given_up() -> None:
    game = example("sokoban")
    evaluator = LevelEvaluator(game, player=lambda steps, analysis: play(steps, analysis, 3), most_states=3)
    hopeless = level(game, "#####", "#*.P#", "#..O#", "#####")
    assert evaluator.measure(hopeless).exploration == 0.5
    assert LevelEvaluator(game).measure(hopeless).exploration == 0.0
    assert LevelEvaluator(game).measure(hopeless).length is None


def test_rules_are_counted_once_a_turn_and_those_of_an_idle_turn_apart() -> None:
    game = example("blockfaker")
    made = level(game, "########", "#P*.**E#", "#......#", "########")
    applied = RuleTracer(game).applied(made, (3, 3))
    push, mark, vanish = (rule.line for rule in analyse(game).rules)
    assert applied.turns == (frozenset({push, mark, vanish}), frozenset())
    assert applied.idle == frozenset()
    lined_up = level(game, "P.***E")
    assert RuleTracer(game).applied(lined_up, ()).idle == {mark, vanish}


def test_a_game_without_a_rule_plays_as_if_the_rule_were_not_there() -> None:
    game = example("sokoban")
    line = analyse(game).rules[0].line
    made = level(game, *STRAIGHT)
    assert is_solution(game, made, (3, 3))
    assert not is_solution(without_rule(game, line), made, (3, 3))


def test_dead_ends_are_states_from_which_nothing_wins() -> None:
    game = example("sokoban")
    steps = SearchableGame(game).load(level(game, "######", "#P*O.#", "######"))
    space = explore(steps, 1000)
    assert space.complete
    assert space.to_win[0] == 1
    assert space.dead_share == 0
    lost = explore(SearchableGame(game).load(level(game, "#######", "#..*..#", "#..P.O#", "#######")), 1000)
    assert lost.to_win[0] == -1
    assert lost.dead_share == 1


@pytest.mark.parametrize("name", ["sokoban", "lava", "gem"])
def test_the_space_knows_the_shortest_solution(name: str) -> None:
    game = example(name)
    first = game.levels[0]
    assert isinstance(first, Level)
    space = explore(SearchableGame(game).load(first), 20_000)
    assert space.to_win[0] == len(solve(game, 0, solvers=("bfs",)).moves or ())


def test_the_automated_player_wins_what_can_be_won() -> None:
    game = example("sokoban")
    first = game.levels[1]
    assert isinstance(first, Level)
    playing = play(SearchableGame(game).load(first), analyse(game))
    assert playing.moves is not None
    assert is_solution(game, first, playing.moves)
    assert playing.best_score == 1.0


def test_a_level_that_is_won_as_it_stands_is_won_by_a_move_that_leaves_it_so() -> None:
    game = example("sokoban")
    start = level(game, "#####", "#...#", "#.@.#", "#.P.#", "#####")
    playing = play(SearchableGame(game).load(start), analyse(game))
    assert playing.moves == (1,)  # up would push the crate off its mark
    assert is_solution(game, start, playing.moves)


@pytest.mark.seconds
@pytest.mark.parametrize("name", NAMES)
def test_what_was_seen_before_is_as_near_as_at_first_sight(name: str) -> None:
    game, analysis = example(name), analyse(example(name))
    steps = SearchableGame(game).load(next(entry for entry in game.levels if isinstance(entry, Level)))
    near = GoalDistance(steps.code, analysis)
    for state in explore(steps, 300).states * 2:
        fresh = GoalDistance(steps.code, analysis)
        assert (near.to_win(state), near.to_rules(state)) == (fresh.to_win(state), fresh.to_rules(state))


def test_nearness_is_an_average_of_ways() -> None:
    game = example("sokoban")
    steps = SearchableGame(game).load(level(game, "#######", "#P*..O#", "#.*O..#", "#######"))
    near = GoalDistance(steps.code, analyse(game))
    assert near.to_win(steps.start) == pytest.approx((3 + 1) / 2 / (7 + 4))
    assert near.to_rules(steps.start) == pytest.approx(1 / (7 + 4))


def test_turns_and_detours_are_counted() -> None:
    assert direction_changes((0, 0, 1, 1, 0)) == 2
    game = changed("All Target on Crate", "Some Player on Target")
    steps = SearchableGame(game).load(level(game, "#####", "#.P.#", "#..O#", "#####"))
    assert detours(steps, (1, 2, 3, 3)) == pytest.approx(1 / 4)
