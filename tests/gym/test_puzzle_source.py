"""Where the puzzles of an environment come from."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from puzzlesynth import PuzzleError, make_puzzles, puzzle_to_json
from puzzlesynth.bad_input import BadInput
from puzzlesynth.gym.episode import Episode
from puzzlesynth.gym.pack_tables import ActionTable, PackTables
from puzzlesynth.gym.puzzle_source import CorpusSource, PackSource, open_rows
from tests.support.games import EXAMPLES, example


@pytest.fixture(scope="module")
def lines() -> list[str]:
    pack, _ = example("meadow")
    return [puzzle_to_json(puzzle) for puzzle in islice(make_puzzles(pack, seed=3), 6)]


@pytest.fixture
def corpus(tmp_path: Path, lines: list[str]) -> Path:
    path = tmp_path / "meadow.jsonl"
    path.write_text("\n".join(lines) + "\n\n", "utf-8")
    return path


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
