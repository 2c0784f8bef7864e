"""Where the puzzles of an environment come from."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from puzzlesynth import PuzzleError, load_pack, make_puzzles, puzzle_to_json
from puzzlesynth.bad_input import BadInput
from puzzlesynth.gym.corpus_rows import open_rows
from puzzlesynth.gym.episode import Episode
from puzzlesynth.gym.narrative import NarrativeEnv
from puzzlesynth.gym.pack_tables import ActionTable, PackTables
from puzzlesynth.gym.puzzle_source import CorpusSource, PackSource
from tests.support.games import EXAMPLES, example
from tests.support.paths import ROOT


@pytest.fixture(scope="module")
def lines() -> list[str]:
    pack, _ = example("meadow")
    return [puzzle_to_json(puzzle) for puzzle in islice(make_puzzles(pack, seed=3), 6)]


@pytest.fixture
def corpus(tmp_path: Path, lines: list[str]) -> Path:
    path = tmp_path / "meadow.jsonl"
    path.write_text("\n".join(lines) + "\n\n", "utf-8")
    return path


@pytest.mark.seconds
def test_a_source_gives_what_the_pack_gives() -> None:
    pack, _ = example("meadow")
    source = PackSource(pack)
    source.restart(7)
    made = [puzzle.id for puzzle in islice(make_puzzles(pack, seed=7), 4)]
    assert [source.draw().id for _ in range(4)] == made
    source.restart(7)
    assert [source.draw().id for _ in range(4)] == made, "the first one is remembered, the others follow it"


def test_every_row_of_a_corpus_comes_once_in_an_order_that_the_seed_decides(
    corpus: Path, lines: list[str]
) -> None:
    source = CorpusSource(EXAMPLES / "meadow", corpus)
    orders = []
    for seed in (1, 2, 1):
        source.restart(seed)
        orders.append([puzzle_to_json(source.draw()) for _ in range(len(lines))])
    assert orders[0] == orders[2] != orders[1]
    assert sorted(orders[0]) == sorted(lines)
    assert puzzle_to_json(source.draw()) == orders[0][0], "and then it begins again"
    assert puzzle_to_json(source.row(2)) == lines[2]
    with pytest.raises(BadInput, match="no row 6"):
        source.row(6)


def test_bad_corpora_are_refused(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="another pack"):
        CorpusSource(EXAMPLES / "heist", corpus).draw()
    with pytest.raises(BadInput, match="expected a merged corpus"):
        open_rows(tmp_path / "nowhere")
    corpus.write_text("")
    with pytest.raises(BadInput, match="no puzzles"):
        CorpusSource(EXAMPLES / "meadow", corpus)
    corpus.write_text("{}\n")
    with pytest.raises(PuzzleError):
        CorpusSource(EXAMPLES / "meadow", corpus).draw()


@pytest.mark.seconds
def test_maps_are_filled_and_numbered_with_their_areas_and_doors() -> None:
    source = PackSource(EXAMPLES / "bakery", map="cellar")
    tables = PackTables(source.spaces_pack)
    actions = ActionTable(tables)
    source.restart(1)
    for _ in range(2):
        puzzle = source.draw()
        episode = Episode(source.game_pack(puzzle), puzzle)
        while not episode.over:
            ids = tables.numbered(episode.state)
            for move in episode.situation.moves:
                actions.number(move, ids)
            tables.area_rows(episode.state, episode.game.goals)
            episode.play(episode.move_for(episode.walkthrough()[0]))
        assert episode.won


def test_a_puzzle_with_other_areas_than_observations_have_is_refused(tmp_path: Path) -> None:
    bakery = load_pack(EXAMPLES / "bakery")
    filled = puzzle_to_json(next(make_puzzles(bakery, map="deliver")))
    rows = tmp_path / "rows.jsonl"
    rows.write_text(filled + "\n", "utf-8")
    with pytest.raises(BadInput, match=r"row 0: map: this puzzle has the areas of the map `deliver`"):
        CorpusSource(bakery, rows).draw()
    with pytest.raises(BadInput, match="observations have those of the map `cellar`"):
        PackSource(bakery, map="cellar").own_puzzle(filled)
    assert PackSource(bakery, map="deliver").own_puzzle(filled).map is not None


@pytest.mark.seconds
def test_a_merged_corpus_is_played_by_split_and_row(tmp_path: Path, lines: list[str]) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow import parquet

    folder = tmp_path / "dataset" / "data" / "meadow"
    folder.mkdir(parents=True)
    for name, rows in (("train-00000-of-00001", lines[:4]), ("test-00000-of-00001", lines[4:])):
        parquet.write_table(pyarrow.table({"puzzle": rows}), folder / f"{name}.parquet")
    env = NarrativeEnv(EXAMPLES / "meadow", corpus=str(tmp_path / "dataset"), split="test", infos=("puzzle",))
    drawn = {env.reset(seed=1)[1]["puzzle"], env.reset()[1]["puzzle"]}
    assert drawn == set(lines[4:])
    train = NarrativeEnv(EXAMPLES / "meadow", corpus=str(tmp_path / "dataset"), infos=("puzzle",))
    assert train.reset(options={"row": 2})[1]["puzzle"] == lines[2]
    with pytest.raises(BadInput, match="no row 4"):
        train.reset(options={"row": 4})
    with pytest.raises(BadInput, match="from 0; found None"):
        train.reset(options={"row": None})
    with pytest.raises(BadInput, match="a puzzle or its JSON, found 5"):
        train.reset(options={"puzzle": 5})


@pytest.mark.seconds
def test_what_needs_no_gymnasium_works_without_it() -> None:
    code = (
        "import sys\n"
        "sys.modules['gymnasium'] = None\n"
        "from puzzlesynth.gym import PackSource, TextGame\n"
        "game = TextGame('examples/heist')\n"
        "game.seed(1)\n"
        "print('Bank' in game.reset()[0])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("True\n", "")
