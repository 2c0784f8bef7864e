"""The best levels of a run are known while it goes on."""

from __future__ import annotations

import pytest

from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.generate import GeneratedLevel, GenerateOrder, best_so_far, generate_levels, room
from puzzlesynth.levels.generate.best_so_far import BestSoFar
from puzzlesynth.levels.search import SearchableGame
from puzzlesynth.levels.search.transitions import is_solution
from tests.support.level_generation_games import example


def order() -> GenerateOrder:
    game = example("sokoban")
    return GenerateOrder(game, room(game, analyse(game), 6, 6), count=3, seed=4, effort=15)


def test_the_best_so_far_can_be_won_and_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_so_far, "LEAST_SECONDS", 0.0)
    monkeypatch.setattr(best_so_far, "SHARE", 0)
    told: list[list[GeneratedLevel]] = []
    made, tally = generate_levels(order(), best=told.append)
    assert (made, tally) == generate_levels(order())
    assert len(told[0]) == 1
    assert [item.level for item in told[-1]] == [item.level for item in made]
    game = SearchableGame(order().game)
    assert all(is_solution(game.game, item.level, item.moves) for best in told for item in best)


def test_what_was_told_before_an_interrupt_is_still_given_out() -> None:
    def interrupt(best: list[GeneratedLevel]) -> None:
        told.extend(best)
        raise KeyboardInterrupt

    told: list[GeneratedLevel] = []
    made, tally = generate_levels(order(), best=interrupt)
    assert made == told
    assert tally.stopped == "interrupted"


def test_nothing_is_chosen_again_unless_there_is_more_to_choose_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_so_far, "LEAST_SECONDS", 0.0)
    monkeypatch.setattr(best_so_far, "SHARE", 0)
    chosen, told = iter("abc"), list[str]()
    so_far = BestSoFar(lambda: next(chosen), told.append)
    for known in (0, 1, 1, 2, 2):
        so_far.look(known)
    assert told == ["a", "b"]
    monkeypatch.setattr(best_so_far, "LEAST_SECONDS", 1000.0)
    for known in (3, 4):
        so_far.look(known)
    assert told == ["a", "b", "c"]
