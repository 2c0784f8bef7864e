"""What a map asks for in the end is no place: nobody is told of an area that is called so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from tests.export.ink import test_source as ink
from tests.export.twee import test_twee as twee
from tests.support.solution_moves import solution_turns
from tests.support.tiny_packs import pack as world_pack
from tests.support.tiny_packs import puzzle as world_puzzle
from tests.support.transition_vectors import move_data
from tests.support.zmachine import Telling, played, story_file

END = "output"


def ending() -> tuple[Pack, Puzzle]:
    goal = {"start": True, "goals": ["Cake"]}
    made = world_pack(
        {"Dough": {"carryable": True}, "Cake": None}, "Cake ::= Bake Dough", {"Shop": goal, END: goal}
    )
    told = world_puzzle(made, ["dough Dough Shop"], [f"s1 {END} 1: dough -> cake"], {"cake": "Cake"})
    areas = dict(made.areas)
    areas[END] = replace(areas[END], is_place=False, adjoins=("Shop",))
    areas["Shop"] = replace(areas["Shop"], goals=())
    kept = tuple(one for one in told.areas if one.name == END)
    return replace(made, areas=areas), replace(told, areas=kept)


def test_in_inform(tmp_path: Path) -> None:
    pack, puzzle = ending()
    telling = Telling(pack, puzzle)
    commands = [telling.command(turn) for turn in solution_turns(pack, puzzle)]
    said = "\n".join(played(story_file(pack, puzzle, tmp_path), ["goals", *commands]))
    assert "In the end: You are after the cake." in said
    assert "Everything is solved." in said
    assert END not in said.lower()


@pytest.mark.seconds
def test_in_ink() -> None:
    pack, puzzle = ending()
    telling = ink.Telling(pack, puzzle)
    (found,) = ink.played(pack, puzzle, [telling.tags(turn) for turn in solution_turns(pack, puzzle)])
    assert found["status"] == "won"
    assert END not in found["said"].lower()


def test_in_twine_and_on_the_page_which_share_their_words() -> None:
    pack, puzzle = ending()
    moves = [twee.ordered(move_data(turn.move)) for turn in solution_turns(pack, puzzle)]
    (found,) = twee.played((pack, puzzle), moves)["results"]
    assert found["status"] == "won"
    assert END not in " ".join([*found["beginning"], *found["said"], *found["hints"]]).lower()
