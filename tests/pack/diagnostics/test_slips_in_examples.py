"""Typical slips in the rules of the examples: `check` answers each on its line, with help that puts it right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.rule_slips import EXAMPLES, PACKS, Slip, Source, all_slips, answered, problems, sources

EVERY = 50
"""Of all slips so many are passed over for one that is tried; of each kind at least one is."""


def tried() -> list[tuple[Source, Slip]]:
    found = list(all_slips())
    first = {slip.kind: number for number, (_, slip) in reversed(list(enumerate(found)))}
    return [found[number] for number in sorted({*first.values(), *range(0, len(found), EVERY)})]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("source", "slip"), [pytest.param(*pair, id=f"{pair[1].kind}-{pair[1].line}") for pair in tried()]
)
def test_a_slip_is_answered_on_its_line_and_alone(source: Source, slip: Slip, tmp_path: Path) -> None:
    found = problems(source, slip.line, tmp_path)
    assert answered(source, slip, found), [str(problem) for problem in found]
    assert len(found) == 1, "what only follows from the slip is not reported beside it"


@pytest.mark.parametrize("name", PACKS)
def test_the_examples_themselves_have_no_problems(name: str, tmp_path: Path) -> None:
    source = next(sources(name))
    assert problems(source, source.text, tmp_path) == ()


def rewritten(name: str, folder: Path, old: str, new: str) -> Path:
    """A pack of the examples with one line of its rules changed; the folder."""
    for file in (EXAMPLES / name).iterdir():
        text = file.read_text("utf-8")
        (folder / file.name).write_text(text.replace(old, new, 1) if "rule" in file.name else text, "utf-8")
    return folder


@pytest.mark.parametrize("name", ["meadow", "lighthouse"])
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  - rule:", "\t- rule:", "indented with a tab"),
        ('rule: "', "rule: ", "quotes"),
        ("name:", "nmae:", "did you mean `name`?"),
        ("rule:", "rul:", "did you mean `rule`?"),
    ],
)
def test_a_slip_in_the_yaml_around_a_rule_is_answered(
    name: str, old: str, new: str, said: str, tmp_path: Path
) -> None:
    from puzzlesynth.pack import PackError, load_pack

    before = (EXAMPLES / name / "rules.yaml").read_text("utf-8")
    if new == "rule: ":
        line = next(line for line in before.splitlines() if 'rule: "' in line and ": True]" in line)
        old, new = line, line.replace('"', "")
    number = before[: before.index(old)].count("\n") + 1
    with pytest.raises(PackError) as caught:
        load_pack(rewritten(name, tmp_path, old, new))
    here = [found for found in caught.value.problems if found.place.line == number]
    assert any(said in f"{found.message} {found.hint}" for found in here), caught.value.problems
