"""Constraints tested against a puzzle that is there already."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from puzzlesynth import asp
from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import PuzzleError
from puzzlesynth.synth.constraints import ConstraintError
from tests.support.paths import ROOT

HEIST = load_pack(ROOT / "examples" / "heist")
PUZZLE = next(make_puzzles(HEIST))


@pytest.mark.parametrize(
    ("constraint", "holds"),
    [
        ("asp:at_most_steps(5)", True),
        ("asp:at_most_steps(4)", False),
        ("asp:must_use_item(Glasses)", True),
        (':- used("Glasses").', False),
        (':- not used("Glasses").\n:- not used("Badge").', True),
        (':- not used("Glasses").\n:- used("Badge").', False),
        ("deep(S) :- level(S,4).\n:- not deep(_).", True),
    ],
)
def test_a_constraint_of_the_shelf_or_as_text(constraint: str, holds: bool) -> None:
    assert asp.satisfies(HEIST, PUZZLE, constraint) is holds


def test_a_constraint_file(tmp_path: Path) -> None:
    path = tmp_path / "no_badge.lp"
    path.write_text(':- used("Badge").', "utf-8")
    assert not asp.satisfies(HEIST, PUZZLE, path)


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        (':- used("Badgee").', "<constraint>:1:"),
        (":- used(", "<constraint>:2:1: error: syntax error"),
        ("", "it states nothing that must hold"),
        (":~ used(I). [1,I]", "it states nothing that must hold"),
        ("asp:at_most", "the shelf has no `at_most`"),
    ],
)
def test_a_wrong_constraint_is_refused(constraint: str, message: str) -> None:
    with pytest.raises(ConstraintError, match=message):
        asp.satisfies(HEIST, PUZZLE, constraint)


def test_a_puzzle_of_another_pack_is_refused() -> None:
    with pytest.raises(PuzzleError, match="another pack: `attic`, not `heist`"):
        asp.satisfies(HEIST, replace(PUZZLE, pack="attic"), ':- used("Badge").')
