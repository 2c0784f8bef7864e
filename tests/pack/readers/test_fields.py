"""Fields of a pack: what is neither true nor false is refused where it is, with a hint where a word was meant so."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.pack import PackError, load_pack


@pytest.mark.parametrize(
    ("value", "hint"), [("yes", "write `true`"), ("Off", "write `false`"), ("maybe", None), ("[true]", None)]
)
def test_what_is_not_a_boolean_is_refused_with_its_place(
    tmp_path: Path, value: str, hint: str | None
) -> None:
    path = tmp_path / "pack.yaml"
    path.write_text(
        f"pack: test\nitems: {{Gem: }}\nareas:\n  Hall: {{start: {value}, goals: [Gem]}}\n", "utf-8"
    )
    with pytest.raises(PackError) as refused:
        load_pack(path)
    (problem,) = [problem for problem in refused.value.problems if problem.code == "wrong-kind"]
    assert (problem.place.line, problem.hint) == (4, hint)
