"""Narrative puzzles as a reasoning-gym dataset."""

from __future__ import annotations

import pytest

from puzzlesynth.bad_input import BadInput
from tests.support.games import EXAMPLES

reasoning_gym = pytest.importorskip("reasoning_gym", reason="reasoning-gym is not installed")

pytestmark = pytest.mark.seconds

MEADOW = str(EXAMPLES / "meadow")


def test_the_oracle_scores_one_and_half_of_it_half() -> None:
    import puzzlesynth.gym.reasoning  # noqa: F401 - registers the dataset

    data = reasoning_gym.create_dataset("puzzlesynth_narrative", pack=MEADOW, seed=3, size=4)
    again = reasoning_gym.create_dataset("puzzlesynth_narrative", pack=MEADOW, seed=3, size=4)
    assert len({entry["question"] for entry in data}) == 4
    assert [entry["answer"] for entry in data] == [again[number]["answer"] for number in range(4)]
    for entry in data:
        assert data.score_answer(entry["answer"], entry) == 1
        assert data.score_answer(entry["answer"].rpartition("\n")[0], entry) == 0.5
        assert data.score_answer("I do not know.", entry) == 0
        assert data.score_answer(None, entry) == 0
    with pytest.raises(IndexError):
        data[4]


def test_the_curriculum_goes_by_difficulty() -> None:
    from puzzlesynth.gym.reasoning import NarrativeCurriculum, NarrativeDataset

    curriculum = NarrativeCurriculum()
    grades = []
    for level in range(3):
        curriculum.set_attr_level("difficulty", level)
        config = curriculum.generate_configuration({"pack": MEADOW, "seed": 1, "size": 1})
        grades.append(NarrativeDataset(config)[0]["metadata"]["difficulty"]["grade"])
    assert grades == ["easy", "medium", "hard"]


def test_it_works_without_a_pack_and_refuses_nonsense() -> None:
    from puzzlesynth.gym.reasoning import NarrativeConfig, NarrativeDataset

    data = NarrativeDataset(NarrativeConfig(seed=1, size=1))
    assert data.score_answer(data[0]["answer"], data[0]) == 1
    with pytest.raises(BadInput, match="easy"):
        NarrativeDataset(NarrativeConfig(difficulty="trivial"))
