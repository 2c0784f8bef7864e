"""Weights of preferences that cannot be summed are refused once they are known, with the place of the preference."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.synth.constraints.designer_constraints import ConstraintError
from tests.support.synth_packs import pack


def digging() -> Pack:
    return pack("Goal- Key+- Spade+ Box", ["Goal ::= Open Box Key", "Key ::= Dig Spade"])


def refusal(tmp_path: Path, cost: str) -> str:
    """What is said of a preference with this in its brackets."""
    path = tmp_path / "mine.lp"
    path.write_text(f"% @prefer(few, 1000)\n% Few things.\n:~ used(Item). [{cost}]\n", encoding="utf-8")
    made = digging()
    with pytest.raises(ConstraintError) as caught:
        next(make_puzzles(made, constraints=[str(path)]))
    (problem,) = caught.value.problems
    return f"{Path(problem.place.file).name}:{problem.place.line} {problem.message}; {problem.hint}"


@pytest.mark.parametrize(
    ("cost", "message", "hint"),
    [
        (
            "Item",
            'the weight of this preference can be `"Box"`, which is not a whole number',
            "weight comes first",
        ),
        ("1@Item,Item", 'the priority of this preference can be `"Box"`', "weight comes first"),
        (
            "5000000, Item",
            "weight of this preference can be 5,000,000 times the 1,000 of its tag",
            "use a number from",
        ),
    ],
)
def test_a_weight_that_is_no_number_or_too_large_is_refused(
    tmp_path: Path, cost: str, message: str, hint: str
) -> None:
    said = refusal(tmp_path, cost)
    assert said.startswith("mine.lp:1 ")
    assert message in said
    assert hint in said
