"""Games made at random: the compiled engines and the turns of a search do what the interpreter does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.engine import LevelSession
from puzzlesynth.levels.engine.runtime import CompiledEngine
from puzzlesynth.levels.engine.runtime import rule_tables as plan
from puzzlesynth.levels.engine.turn import Engine
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search.transitions import SearchableGame, one_level_game
from tests.support.engine_games import KEYS, native_engine, press_on_both, shorten, tiny_game
from tests.support.random_games import random_source
from tests.support.samples import random_examples


@pytest.fixture(autouse=True, scope="module")
def give_up_early() -> Iterator[None]:
    """Rules without end are frequent among random ones, and take very long to be given up in earnest."""
    with pytest.MonkeyPatch.context() as patch:
        shorten(patch)
        yield


def made(chance: Random, *, large: bool = False) -> PuzzleScriptGame | None:
    return compile_source(random_source(chance, large=large)).game


def play_on_both(
    game: PuzzleScriptGame, chance: Random, make_engine: Callable[[PuzzleScriptGame], Engine]
) -> None:
    one = LevelSession(game, 0, seed="9")
    other = LevelSession(game, 0, seed="9", engine=make_engine(game))
    for _ in range(10):
        press_on_both(one, other, chance.choice(KEYS))
        assert one.level_index == other.level_index
        assert one.message == other.message
        assert one.notices == other.notices
        assert one.numbers_drawn == other.numbers_drawn
        if one.notices:
            return  # Rules without end take their time.


def search_as_played(game: PuzzleScriptGame, chance: Random) -> None:
    search = SearchableGame(game)
    level = game.levels[0]
    if search.refusals or not isinstance(level, Level):
        return
    session = LevelSession(one_level_game(game, level), 0, seed="9")
    steps = search.load(level, "9")
    state = steps.start
    for _ in range(10):
        key, move = chance.choice(steps.moves)
        after = move(state)
        session.press(key)
        if steps.again.endless or steps.again.cut_short or session.notices:
            return
        won = after < 0 or steps.won(after)
        assert won == bool(session.levels_won) or steps.starts_won
        if won or "checkpoint" in search._commands:
            return
        state = after
        assert steps.code.cells(state) == session.engine.cells(session.board)


def check(number: int) -> None:
    chance = Random(number)
    game = made(chance)
    if game is None or not game.levels:
        return
    for make_engine in (CompiledEngine, native_engine):
        play_on_both(game, Random(number), make_engine)
    search_as_played(game, chance)


@pytest.mark.parametrize("number", range(5))
def test_every_match_of_a_rule_that_changes_nothing_counts_when_one_is_drawn(number: int) -> None:
    """The second rule is part of the random group without saying `random` itself."""
    rules = "random left [ Player | no Wall ] -> [ Player | Gem ]\n+ [ no Gem ] -> [ ] restart"
    search_as_played(tiny_game(rules, "...P..\n......", win="No Player"), Random(number))


@pytest.mark.seconds
@random_examples(60)
@given(st.integers(0, 10**9))
def test_random_games_run_alike_on_all_engines(number: int) -> None:
    check(number)


@pytest.mark.seconds
@random_examples(40)
@given(st.integers(0, 10**9))
def test_random_games_run_alike_when_every_rule_has_code(number: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plan, "HOT", 1)
        patch.setattr("puzzlesynth.levels.engine.runtime.compiled_engine.HOT", 1)
        check(number)


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(8))
def test_random_games_of_many_objects_and_cells_run_alike(number: int) -> None:
    game = made(Random(number), large=True)
    if game is not None and game.levels:
        play_on_both(game, Random(number), native_engine)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 2000, 100))
def test_many_random_games_run_alike(first: int) -> None:
    for number in range(first, first + 100):
        check(number)
