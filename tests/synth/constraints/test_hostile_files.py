"""Constraint files that are broken or malicious: an error with a place, and never anything worse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from puzzlesynth.logic_text import DEEPEST
from puzzlesynth.pack import Pack, Problem, load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.synth.constraints.designer_constraints import ConstraintError
from puzzlesynth.synth.constraints.rewriter import constraint_set
from tests.support.paths import ROOT

HEIST = ROOT / "examples" / "heist" / "pack.yaml"

With = Callable[[str], Pack]


@pytest.fixture
def with_constraint(tmp_path: Path) -> With:
    def made(text: str) -> Pack:
        (tmp_path / "constraints").mkdir()
        (tmp_path / "constraints" / "mine.lp").write_text(text, encoding="utf-8")
        (tmp_path / "pack.yaml").write_text(HEIST.read_text("utf-8"), encoding="utf-8")
        return load_pack(tmp_path)

    return made


def refusal(pack: Pack) -> Problem:
    with pytest.raises(ConstraintError) as caught:
        next(make_puzzles(pack, seed=1), None)
    return caught.value.problems[0]


def nested(depth: int) -> str:
    return ":- used(" + "f(" * depth + "1" + ")" * depth + ")."


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (":- used(Schlüssel).", 1, 13, "`ü` can only be in texts and comments"),
        ('% ä\n:- used("Käse").', 2, 9, "the pack has no item `Käse`"),
        (':- step(S,R,A), area("Käse",B) X.', 1, 32, "syntax"),
        (nested(2_000), 1, 9 + 2 * DEEPEST - 1, f"more than {DEEPEST} levels"),
        (nested(200_000), 1, 9 + 2 * DEEPEST - 1, f"more than {DEEPEST} levels"),
        (":- used(X), X = " + "-" * 200_000 + "1.", 1, 117, f"more than {DEEPEST} levels"),
        (":- used(X), X = " + "1+" * 200_000 + "1.", 1, 218, f"more than {DEEPEST} levels"),
        (":- used(X), X = " + "|" * 2_000 + "1.", 1, 117, f"more than {DEEPEST} levels"),
        ("\n:~ used(I). [-2147483648,I]", 2, 15, "numbers go up to 2147483647"),
        (":~ used(I). [1@99999999999,I]", 1, 16, "numbers go up to 2147483647"),
        (":~ used(I). [" + "9" * 6_000 + ",I]", 1, 14, "numbers go up to 2147483647"),
        ("% @prefer(few, 3) Few.\n:~ used(I). [1000000000,I]", 1, 1, "1,000,000,000 times the 3 of its tag"),
        ("n(1).\n:~ used(I). [I,I]", 2, 1, "weight of this preference can be"),
        (":~ used(I). [1@I,I]", 1, 1, "priority of this preference can be"),
        (":- used(I), X < Y.", 1, 13, "nothing says what `X` can be"),
        ("a(X).", 1, 3, "nothing says what `X` can be"),
        ("% é\n:~ used(I). [W,I]", 2, 14, "nothing says what `W` can be"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_constraint_has_a_place(
    with_constraint: With, text: str, line: int, column: int, message: str
) -> None:
    problem = refusal(with_constraint(text))
    assert message in f"{problem.code} {problem.message}"
    assert problem.place.file.endswith("mine.lp")
    assert (problem.place.line, problem.place.column) == (line, column)


def test_what_is_nested_as_deeply_as_is_allowed_is_read(with_constraint: With) -> None:
    assert constraint_set(with_constraint(nested(DEEPEST - 1).replace("used(", "1 = ("))).named


@pytest.mark.seconds
def test_long_lists_and_bodies_are_no_nesting(with_constraint: With) -> None:
    body = ", ".join(f"used(I{n}), I{n} < -{n}+1" for n in range(500))
    assert constraint_set(with_constraint(f":- {body}. n({', '.join(['1-1'] * 500)})."))


def test_weights_as_large_as_the_solver_can_add_are_preferences(with_constraint: With) -> None:
    puzzle = next(make_puzzles(with_constraint(":~ used(I). [2147483647,I]"), seed=1))
    cost = puzzle.constraints[0].cost
    assert cost is not None
    assert cost > 2**31


def test_a_sum_too_large_for_the_solver_is_said_in_plain_words(with_constraint: With) -> None:
    problem = refusal(with_constraint(":- #sum { 2147483647,I : used(I) } > 100."))
    assert str(problem.message) == "a `#sum` can become larger than 2,147,483,647"
    assert problem.hint == "use smaller numbers in it"
