"""Plans where chance has a say: what is called certain wins with every seed, and chances are those of the dice."""

from __future__ import annotations

import random

import pytest

from puzzlesynth.levels.chance import ChanceLimits, PlanKind, solve_with_chance
from puzzlesynth.levels.chance.outcomes import BranchingSession, every_stream
from puzzlesynth.levels.engine import LevelSession
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search.transitions import one_level_game
from tests.support.puzzlescript_sources import playable, source

WIN = "Some Player on Target\n"
SLIP = "random [ > Player ] -> [ > Player ]\n+ [ > Player ] -> [ Player ]\n"
"""A step that succeeds every other time."""


def game_of(rules: str, levels: str, *, win: str = WIN, prelude: str = "title Test\n") -> PuzzleScriptGame:
    return playable(source(rules, win=win, levels=levels, prelude=prelude))


def first_level(game: PuzzleScriptGame) -> Level:
    return game.maps[0]


def test_every_number_of_every_draw_comes_up_once() -> None:
    found, chances = [], []
    for stream in every_stream():
        first = stream.below(3)
        rest = stream.below_many(2, 2) if first == 1 else []
        found.append((first, *rest))
        chances.append(stream.chance)
    assert sorted(found) == [(0,), (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1), (2,)]
    assert sum(chances) == pytest.approx(1.0)
    assert max(chances) == chances[0], "the probable ones first"


def test_where_numbers_are_drawn_for_ever_hardly_anything_is_left_out() -> None:
    covered = 0.0
    for stream in every_stream():
        draws = 0
        while stream.below(2) == 0 and draws < 50:
            draws += 1
        covered += stream.chance
    assert covered == pytest.approx(1.0, abs=1e-6)


def test_a_level_that_chance_cannot_spoil_has_a_certain_plan() -> None:
    game = game_of("[ Player | ] -> [ Player | random Thing ]\n".replace("random Thing", ""), "#P.O#\n")
    report = solve_with_chance(game, first_level(game))
    assert (report.kind, report.most_moves, report.line) == (PlanKind.CERTAIN, 2, (3, 3))
    assert report.chance == report.line_chance == 1.0


def test_a_step_that_may_fail_is_sure_in_the_end_but_not_certain() -> None:
    game = game_of(SLIP, "#P.O#\n")
    report = solve_with_chance(game, first_level(game))
    assert report.kind is PlanKind.SURE
    assert report.chance == pytest.approx(1.0, abs=1e-5)
    assert report.most_moves is None
    assert report.line == (3, 3)
    assert report.line_chance == pytest.approx(0.25)


def test_the_chance_of_a_level_that_can_be_lost_is_that_of_its_dice() -> None:
    """Every turn may put a crate beside the player, in the way or behind."""
    rules = "late random [ Player | no Wall no Crate no Target ] -> [ Player | Crate ]\n"
    game = game_of(rules + "+ late [ Player ] -> [ Player ]\n", "#P..O#\n######\n")
    report = solve_with_chance(game, first_level(game))
    assert report.exact
    played = 0
    for seed in range(400):
        session = LevelSession(one_level_game(game, first_level(game)), 0, seed=str(seed))
        while not session.levels_won:
            key = report.policy.get(session.engine.cells(session.board))
            if key is None:
                break
            session.press(key)
        played += session.levels_won
    assert 0 < report.chance < 1
    assert played / 400 == pytest.approx(report.chance, abs=0.08)


def test_what_no_chance_helps_is_proven_hopeless() -> None:
    game = game_of(SLIP, "#P#O#\n")
    report = solve_with_chance(game, first_level(game))
    assert (report.kind, report.chance, report.exact) == (PlanKind.HOPELESS, 0.0, True)


def test_a_limit_leaves_a_lower_bound() -> None:
    game = game_of(SLIP, "#P.....O#\n")
    report = solve_with_chance(game, first_level(game), ChanceLimits(positions=2))
    assert (report.kind, report.exact, report.stopped_by) == (PlanKind.UNKNOWN, False, "positions")


def test_outcomes_are_those_of_playing_with_seeds() -> None:
    rules = "random [ > Player | Crate ] -> [ > Player | up Crate ]\n+ [ > Player | Crate ] -> [ > Player | > Crate ]\n"
    game = game_of(rules, ".....\n.P*..\n....O\n")
    level = first_level(game)
    session = BranchingSession(game, level)
    (start,) = session.starts()
    assert start is not None
    outcomes = session.outcomes(start, 3)
    assert sum(outcomes.values()) == pytest.approx(1.0)
    seen = set()
    for seed in range(60):
        play = LevelSession(one_level_game(game, level), 0, seed=str(seed))
        play.press(3)
        seen.add(play.engine.cells(play.board))
    assert seen == set(outcomes)


def test_in_real_time_waiting_is_a_move() -> None:
    """The door opens by itself after a while; until then the player has to stay away from it."""
    rules = "[ Crate ] -> [ ]\n"
    game = game_of(rules, "#P*O#\n", prelude="title Test\nrealtime_interval 0.5\n")
    report = solve_with_chance(game, first_level(game))
    assert report.waits
    assert report.kind is PlanKind.CERTAIN
    assert report.most_moves == len(report.line)
    session = LevelSession(one_level_game(game, first_level(game)))
    for key in report.line:
        session.press(key)
    assert session.levels_won == 1


@pytest.mark.seconds
def test_certain_plans_win_in_every_play() -> None:
    """The cautious way round is certain, the short way past the dice is not."""
    rules = "random [ > Player | Crate ] -> [ Player | Crate ]\n+ [ > Player | Crate ] -> [ > Player | > Crate ]\n"
    game = game_of(rules, "#######\n#P.*.O#\n#.....#\n#######\n")
    report = solve_with_chance(game, first_level(game))
    assert report.kind is PlanKind.CERTAIN
    for seed in random.Random(1).sample(range(10_000), 30):
        session = LevelSession(one_level_game(game, first_level(game)), 0, seed=str(seed))
        for _ in range(report.most_moves or 0):
            if session.levels_won:
                break
            session.press(report.policy[session.engine.cells(session.board)])
        assert session.levels_won
