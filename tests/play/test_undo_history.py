"""What happened in a game, and what its player cannot know yet."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from puzzlesynth.play import Game
from puzzlesynth.play.undo_history import Moment
from tests.support.games import example, take_turn


def never_seen(moments: Sequence[Moment], content: str) -> bool:
    """The definition, moment by moment: it came together with what it is in, and has always been there."""
    holder = moments[-1].state.things[content].inside
    there = [content in moment.state.things for moment in moments]
    first = len(there) - there[::-1].index(False) if False in there else 0
    since = moments[first:]
    if any(moment.state.things[content].inside != holder for moment in since):
        return False
    return first == 0 or holder not in moments[first - 1].state.things


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["meadow", pytest.param("lighthouse", marks=pytest.mark.thorough)])
def test_what_is_hidden_follows_the_definition_through_undo_and_redo(name: str) -> None:
    found: set[bool] = set()
    for seed in range(6):
        random = Random(seed)
        pack, puzzle = example(name, seed)
        game = Game(pack, puzzle, cruelty="cruel")
        for _ in range(60):
            take_turn(game, random)
            history = game.undo_history
            past = history.moments[: history.now + 1]
            inside = [thing.id for thing in game.state.things.values() if thing.inside is not None]
            wanted = {one for one in inside if never_seen(past, one)}
            assert history.hidden() == wanted
            found |= {one in wanted for one in inside}
    assert True in found
