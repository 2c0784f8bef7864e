"""Levels of a corpus as environments play them."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

import puzzlesynth.gym  # noqa: F401 - registers the environments
from puzzlesynth.bad_input import BadInput
from puzzlesynth.gym.levels.corpus_levels import CorpusLevels
from puzzlesynth.gym.levels.environment import LevelEnv
from puzzlesynth.gym.levels.vector_environment import LevelVectorEnv
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import solve
from puzzlesynth.levels.show import letters
from puzzlesynth.levels.show.tables import level_json
from tests.gym.levels.test_environment import path_of
from tests.support.level_generation_games import example

GAME = path_of("sokoban")


def as_row(number: int) -> dict[str, Any]:
    """One of the game's own levels as a corpus has them."""
    game = example("sokoban")
    level = game.levels[number]
    assert isinstance(level, Level)
    head = {"pack": {"name": "sokoban", "sha256": sha256(Path(GAME).read_bytes()).hexdigest()}}
    moves = solve(game, number).moves or ()
    return head | level_json(game, level) | {"solution": letters(moves)}


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    game = example("sokoban")
    return [as_row(number) for number, level in enumerate(game.levels) if isinstance(level, Level)][:4]


@pytest.fixture
def corpus(tmp_path: Path, rows: list[dict[str, Any]]) -> Path:
    path = tmp_path / "levels.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return path


def test_every_row_is_the_level_that_was_written(corpus: Path) -> None:
    game = example("sokoban")
    levels = CorpusLevels(game, corpus)
    own = [level for level in game.levels if isinstance(level, Level)][:4]
    for number, level in enumerate(own):
        found = levels.row(number)
        assert found.level.cells == level.cells
        assert found.solution_length == len(solve(game, game.levels.index(level)).moves or ())
    assert levels.sizes == {(level.width, level.height) for level in own}


@pytest.mark.seconds
def test_an_environment_plays_each_row_once_in_an_order_that_the_seed_decides(
    corpus: Path, rows: list[dict[str, Any]]
) -> None:
    env = cast(LevelEnv, gymnasium.make("puzzlesynth/Level-v0", game=GAME, corpus=str(corpus)).unwrapped)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)

    def drawn(seed: int) -> list[Level]:
        levels = []
        for draw in range(len(rows)):
            env.reset(seed=seed if not draw else None)
            levels.append(env.level.level)
        return levels

    first = drawn(3)
    assert len(set(first)) == len(rows)
    assert drawn(3) == first
    assert any(drawn(seed) != first for seed in range(4, 9))
    _, info = env.reset(options={"row": 2})
    assert info["solution_length"] == len(rows[2]["solution"])
    with pytest.raises(BadInput, match="no row 4"):
        env.reset(options={"row": 4})
    with pytest.raises(BadInput, match="from 0; found 'x'"):
        env.reset(options={"row": "x"})
    with pytest.raises(BadInput, match="no corpus"):
        LevelEnv(GAME).reset(options={"row": 0})


def test_lanes_play_rows_of_one_size(corpus: Path, rows: list[dict[str, Any]]) -> None:
    size = (rows[1]["width"], rows[1]["height"])
    env = LevelVectorEnv(GAME, 6, corpus=str(corpus), size=size)
    _, info = env.reset(seed=1)
    fitting = {len(row["solution"]) for row in rows if (row["width"], row["height"]) == size}
    assert set(info["solution_length"]) <= fitting
    one = LevelVectorEnv(GAME, 6, corpus=str(corpus), size=size, pool=1)
    assert len(set(one.reset(seed=1)[1]["solution_length"])) == 1
    with pytest.raises(BadInput, match="several sizes"):
        LevelVectorEnv(GAME, 6, corpus=str(corpus))


def test_a_merged_corpus_is_played_by_split(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow import parquet

    folder = tmp_path / "dataset" / "data" / "sokoban"
    folder.mkdir(parents=True)
    for split, chosen in (("train", rows[:3]), ("test", rows[3:])):
        columns = {
            "level": list(map(json.dumps, chosen)),
            "width": [row["width"] for row in chosen],
            "height": [row["height"] for row in chosen],
        }
        parquet.write_table(pyarrow.table(columns), folder / f"{split}-00000-of-00001.parquet")
    for where in (tmp_path / "dataset", folder, folder / "test-00000-of-00001.parquet"):
        env = LevelEnv(GAME, corpus=str(where), split="test")
        assert env.reset(seed=1)[1]["solution_length"] == len(rows[3]["solution"])
    with pytest.raises(BadInput, match="no levels of 3 by 3 cells in `train`"):
        LevelEnv(GAME, corpus=str(folder), size=(3, 3))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda row: row["pack"].update(sha256="0" * 64), "a level of another game, sokoban"),
        (lambda row: row.update(solution=row["solution"][:-1]), "does not win"),
        (lambda row: row.update(solution="up up and away"), "row 0: move 3"),
        (lambda row: row["rows"].pop(), "size that the level says"),
        (lambda row: row["legend"].clear(), "not a level of a corpus"),
        (lambda row: row["legend"].update({"#": ["hedge"]}), "no object `hedge`"),
        (lambda row: row.pop("pack"), "not a level of a corpus"),
    ],
)
def test_other_levels_are_refused(
    tmp_path: Path, rows: list[dict[str, Any]], change: Callable[[Any], object], said: str
) -> None:
    row = json.loads(json.dumps(rows[0]))
    change(row)
    path = tmp_path / "levels.jsonl"
    path.write_text(json.dumps(row), "utf-8")
    with pytest.raises(BadInput, match=said):
        LevelEnv(GAME, corpus=str(path)).reset(seed=1)


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "levels.jsonl"
    for text, said in (
        ("", "no levels"),
        ("[]", "expected a JSON object"),
        ("{", "row 0"),
        ("{}", "no row|row 0"),
    ):
        path.write_text(text, "utf-8")
        with pytest.raises(BadInput, match=said):
            LevelEnv(GAME, corpus=str(path)).reset(seed=1)
    with pytest.raises(BadInput, match="do not apply"):
        LevelEnv(GAME, corpus=str(path), layout="7x7")
