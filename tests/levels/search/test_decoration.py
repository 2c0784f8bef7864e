"""A game without its decoration has the same moves, as far as what matters goes, and the same solutions."""

from __future__ import annotations

from random import Random

import pytest

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchableGame, SearchLimits, solve
from puzzlesynth.levels.search.decoration import without_decoration
from puzzlesynth.levels.search.transitions import is_solution
from tests.support.engine_games import tiny_game
from tests.support.random_games import random_source
from tests.support.samples import some_of
from tests.support.search_games import PUSH

ASKING = """\
[ action Player ] -> [ action Player ] again
[ action Player ] [ no Mark ] -> [ action Player ] [ Mark ]
[ stationary Player ] [ Gem ] -> [ Player ] [ ]"""
"""An action that changes nothing but decoration lets the game go on, if there is a cell to be decorated."""


def explored(game: PuzzleScriptGame, level: Level | int = 0) -> tuple[object, ...]:
    report = solve(game, level, solvers=["bfs"])
    return report.verdict, report.moves and len(report.moves), report.solvers[0].reached


def in_full(game: PuzzleScriptGame, monkeypatch: pytest.MonkeyPatch) -> tuple[object, ...]:
    with monkeypatch.context() as patch:
        patch.setattr("puzzlesynth.levels.search.transitions.without_decoration", lambda whole: whole)
        return explored(game)


def test_states_that_differ_in_decoration_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    blink = PUSH + "\nlate [ Crate no Mark ] -> [ Crate Mark ]\nlate [ Mark no Crate ] -> [ ]"
    game = tiny_game(
        blink + "\n[ > Player | ] [ Goal no Mark ] -> [ > Player | ] [ Goal Mark ]",
        "PC.O",
        win="All Goal on Crate",
    )
    stripped = without_decoration(game)
    assert len(stripped.all_rules) < len(game.all_rules)
    assert explored(game)[:2] == in_full(game, monkeypatch)[:2] == ("solved", 2)


def test_what_blinks_does_not_make_more_states(monkeypatch: pytest.MonkeyPatch) -> None:
    trail = PUSH + "\nlate [ Player no Mark ] -> [ Player Mark ]"
    game = tiny_game(trail, "P....\n..C..\n....O\n....#", win="All Goal on Crate")
    few, many = explored(game), in_full(game, monkeypatch)
    assert few[:2] == many[:2]
    assert 10 * int(str(few[2])) < int(str(many[2]))


@pytest.mark.parametrize(
    "reader",
    [
        "[ > Player | Mark ] -> cancel",
        "[ Mark | Crate ] -> win",
        "late [ Mark Goal ] -> [ Mark ]",
        "[ > Crate | Mark ] -> [ Crate | Mark ]",
        "[ > Player | no Mark ] -> [ > Player | Gem ]",
        "[ Player | Mark ] [ Goal ] -> [ Player | Mark ] [ ] again",
    ],
)
def test_what_a_rule_that_matters_looks_at_is_kept(reader: str) -> None:
    trail = PUSH + "\n" + reader + "\nlate [ Player no Mark ] -> [ Player Mark ]"
    game = tiny_game(trail, "P.CO", win="All Goal on Crate")
    assert len(without_decoration(game).all_rules) == len(game.all_rules)


def test_with_random_or_rigid_rules_everything_is_kept() -> None:
    for rule in (
        "random [ Player ] -> [ Player Mark ]",
        "rigid [ > Player | Mark ] -> [ > Player | > Mark ]",
    ):
        game = tiny_game(f"{PUSH}\n{rule}\nlate [ Crate ] -> [ Crate Mark ]", "P.CO", win="All Goal on Crate")
        assert without_decoration(game) is game


def test_a_move_that_decorates_and_asks_for_another_turn_goes_on() -> None:
    report = solve(tiny_game(ASKING, "PG.", win="No Gem"), 0)
    assert report.moves == (4,)


def test_what_wins_only_without_decoration_is_no_solution() -> None:
    game = tiny_game(
        ASKING.replace("[ no Mark ]", "[ Mark Goal ]").replace("[ Mark ]", "[ Goal ]"), "PG.", win="No Gem"
    )
    assert SearchableGame(game).stripped(game.maps[0]).is_stripped
    assert solve(game, 0).verdict == "unsolvable"


DECORATIONS = (
    "late [ Ant no Trail ] -> [ Ant Trail ]",
    "late [ Player ] [ Trail ] -> [ Player ] [ ]",
    "[ > Player | Trail ] -> [ > Player | > Trail ]",
    "[ Cat | no Trail ] -> [ Cat | Trail ]",
    "[ action Player no Glow ] -> [ action Player Glow ]",
    "[ Glow ] [ no Trail ] -> [ ] [ Trail ]",
)


def decorated_source(chance: Random) -> str:
    """A random game with objects that nothing else looks at."""
    text = random_source(chance)
    text = text.replace("OBJECTS\n", "OBJECTS\nTrail\nred\n\nGlow\nblue\n\n", 1)
    text = text.replace("COLLISIONLAYERS\n", "COLLISIONLAYERS\nTrail, Glow\n", 1)
    place = chance.choice(["RULES\n", "WINCONDITIONS\n"])
    rules = "\n".join(chance.sample(DECORATIONS, chance.randint(1, 3)))
    return text.replace(place, f"{place}{rules}\n" if place == "RULES\n" else f"{rules}\n{place}", 1)


def compare(number: int) -> int:
    """Search a random game with and without its decoration. Returns whether it has any and both came to an end."""
    game = compile_source(decorated_source(Random(number))).game
    if game is None or not game.maps:
        return 0
    search, level = SearchableGame(game), game.maps[0]
    if search.refusals or search.is_random or search.stripped(level) is search:
        return 0
    if search.load(level).starts_won:
        return 0
    limits = SearchLimits(None, 3000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SearchableGame, "stripped", lambda self, _: self)
        whole = solve(game, level, solvers=["bfs"], limits=limits)
    found = solve(game, level, solvers=["bfs"], limits=limits)
    if "undecided" in (whole.verdict, found.verdict):
        return 0
    assert found.verdict == whole.verdict
    assert len(found.moves or ()) == len(whole.moves or ())
    assert found.moves is None or is_solution(game, level, found.moves)
    return 1


@pytest.mark.seconds
@pytest.mark.sampled
def test_random_games_without_decoration_are_solved_alike() -> None:
    assert sum(compare(number) for number in some_of(range(600)))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 2000, 200))
def test_many_random_games_without_decoration_are_solved_alike(first: int) -> None:
    assert sum(compare(number) for number in range(first, first + 200))
