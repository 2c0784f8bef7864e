"""Questions, and answers replayed in the world."""

from __future__ import annotations

from itertools import islice

import pytest

from puzzlesynth import make_puzzles
from puzzlesynth.gym.written_solution import answer_of, question_of, replay_answer
from tests.support.games import ONE_KEY, TRAP, example


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["heist", "meadow", "lighthouse"])
def test_the_intended_solution_is_a_whole_answer_and_a_shorter_one_is_not(name: str) -> None:
    pack, _ = example(name)
    for puzzle in islice(make_puzzles(pack, seed=2), 5):
        answer = answer_of(pack, puzzle)
        assert replay_answer(pack, puzzle, answer).score == 1
        lines = answer.splitlines()
        assert len(lines) == len(puzzle.steps)
        for number in range(len(lines)):
            # No step can be left out: there are no shortcuts.
            left = replay_answer(pack, puzzle, "\n".join(lines[:number] + lines[number + 1 :]))
            assert not left.won
            assert left.score < 1


def test_other_solutions_are_as_good_and_layout_does_not_matter() -> None:
    answer = "1. `unlock DOOR key`\n\n  - Light lamp in Attic."
    found = replay_answer(TRAP, ONE_KEY, answer)
    assert (found.score, found.won, found.steps, found.problem) == (1, True, 2, None)


@pytest.mark.parametrize(
    ("answer", "score", "problem"),
    [
        ("", 0, None),
        ("fly", 0, "no rule fly"),
        ("Unlock door", 0, "takes 1 object"),
        ("Unlock door sesame", 0, "no sesame"),
        ("Unlock door key in Cellar", 0, "no area Cellar"),
        ("Unlock door key in Attic", 0, "not in Attic"),
        ("Light lamp", 0, "not open yet"),
        ("Unlock door key\nUnlock door key", 0.5, "no key"),
        ("Melt key furnace\nUnlock door key", 0, "no key"),
        ("Drink poison\nUnlock door key", 0, None),
    ],
)
def test_an_answer_counts_as_far_as_it_gets(answer: str, score: float, problem: str | None) -> None:
    found = replay_answer(TRAP, ONE_KEY, answer)
    assert found.score == score
    assert not found.won
    if problem is None:
        assert found.problem is None
    else:
        assert problem in str(found.problem)


def test_the_question_has_everything_in_it() -> None:
    text = question_of(TRAP, ONE_KEY)
    for part in (
        "Unlock Door[locked: True] Key",
        "(ends the game in defeat)",
        "goal Lamp[lit: True]",
        "- Attic: lamp (Lamp)",
    ):
        assert part in text
