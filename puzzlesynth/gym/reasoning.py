"""Narrative puzzles as a reasoning-gym dataset: `reasoning_gym.create_dataset("puzzlesynth_narrative", pack=…)`.

Importing this module registers the dataset and its curriculum.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from reasoning_gym.coaching import BaseCurriculum, ScalarAttributeDefinition
from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset

from puzzlesynth.api import parse_pack
from puzzlesynth.bad_input import BadInput
from puzzlesynth.pack.template import template
from puzzlesynth.puzzle.json_io import puzzle_from_json, puzzle_to_json
from puzzlesynth.puzzle.model import Puzzle

from .puzzle_source import PackSource, as_pack
from .written_solution import answer_of, question_of, replay_answer

NAME = "puzzlesynth_narrative"
GRADES = ("easy", "medium", "hard")


@dataclass
class NarrativeConfig:
    """Which puzzles: options of `puzzlesynth.make_puzzles`."""

    pack: str = ""
    """Where the pack is; none: the one that `puzzlesynth new` writes."""
    difficulty: str | None = None
    """`easy`, `medium` or `hard`."""
    steps: str | None = None
    depth: str | None = None
    herrings: str | None = None
    constraints: list[str] = field(default_factory=list)
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        if self.difficulty is not None and self.difficulty not in GRADES:
            raise BadInput(f"difficulty: expected one of {', '.join(GRADES)}, found {self.difficulty!r}")
        if self.size < 1:
            raise BadInput("size: expected at least 1")


class NarrativeDataset(ProceduralDataset):  # type: ignore[misc]
    """Question: the whole world of a puzzle. Answer: a plan. Any plan that solves it is right."""

    def __init__(self, config: NarrativeConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self.pack = as_pack(config.pack) if config.pack else parse_pack(template("cellar"))
        self._source = PackSource(
            self.pack,
            difficulty=config.difficulty,
            steps=config.steps,
            depth=config.depth,
            herrings=config.herrings,
            constraints=config.constraints,
        )
        self._source.restart(self.seed)
        self._made: list[Puzzle] = []

    def __getitem__(self, idx: int) -> dict[str, Any]:
        if not 0 <= idx < self.size:
            raise IndexError(idx)
        while len(self._made) <= idx:
            self._made.append(self._source.draw())
        puzzle = self._made[idx]
        return {
            "question": question_of(self.pack, puzzle),
            "answer": answer_of(self.pack, puzzle),
            "metadata": {
                "source_dataset": NAME,
                "source_index": idx,
                "puzzle": puzzle_to_json(puzzle),
                "solution_length": len(puzzle.solution),
                "difficulty": {"difficulty": self.config.difficulty, **puzzle.difficulty},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Exact: the world replays the answer. 1 if every area is solved, else the share of those that are."""
        if not isinstance(answer, str):
            return 0.0
        puzzle = puzzle_from_json(entry["metadata"]["puzzle"])
        return replay_answer(self.pack, puzzle, answer).score


class NarrativeCurriculum(BaseCurriculum):  # type: ignore[misc]
    """From easy to hard, by measured difficulty."""

    def __init__(self) -> None:
        super().__init__(NarrativeCurriculum.__name__, NarrativeConfig)
        self._define_attributes(
            ScalarAttributeDefinition(
                name="difficulty",
                levels=list(GRADES),
                description="The measured difficulty of the puzzles",
                field_name="difficulty",
            )
        )


if NAME not in DATASETS:
    register_dataset(NAME, NarrativeDataset, NarrativeConfig, NarrativeCurriculum)
