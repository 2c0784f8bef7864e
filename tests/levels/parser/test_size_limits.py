"""Sources that would take all of the time or memory are refused with the line that is too much."""

from __future__ import annotations

import pytest

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.parser.rules import rule_compiler
from puzzlesynth.levels.parser.rules.rule_compiler import MOST_ROWS
from puzzlesynth.levels.parser.sections.legend import MOST_PARTS
from tests.support.paths import ROOT

SOURCE = (ROOT / "examples" / "levels" / "sokoban.txt").read_text("utf-8")


def with_lines(section: str, lines: list[str]) -> tuple[str, int]:
    """The game with more lines at the beginning of a section, and the number of the first of them."""
    source = SOURCE.splitlines()
    title = next(number for number, line in enumerate(source) if line.strip().upper() == section)
    at = title + 2
    return "\n".join([*source[:at], "", *lines, "", *source[at:]]), at + 2


def refusal(section: str, lines: list[str]) -> tuple[str, int | None]:
    text, first = with_lines(section, lines)
    message = compile_source(text).errors[0]
    return message.text, None if message.line is None else message.line - first


@pytest.mark.parametrize("word", ["and", "or"])
def test_a_legend_that_doubles_with_each_line_is_refused(word: str) -> None:
    first = f"Many0 = Player {word} Target"
    lines = [first, *(f"Many{n + 1} = Many{n} {word} Many{n}" for n in range(60))]
    source, _ = with_lines("LEGEND", lines)
    compilation = compile_source(source)
    assert any(f"more than {MOST_PARTS} objects" in message.text for message in compilation.errors)


def test_a_rule_with_very_many_patterns_is_refused() -> None:
    many = "[ Player ] " * (MOST_ROWS + 1)
    message, line = refusal("RULES", [f"{many}-> {many}"])
    assert (message, line) == (f"This rule has more than {MOST_ROWS} patterns on its left side.", 0)
    few = "[ Player ] " * 3
    assert not compile_source(with_lines("RULES", [f"{few}-> {few}"])[0]).errors


def test_very_many_rules_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 400
    monkeypatch.setattr(rule_compiler, "MOST_RULES", most)
    push = "[ > Player | Crate ] -> [ > Player | > Crate ]"
    assert not compile_source(with_lines("RULES", [push] * (most // 4 - 1))[0]).errors
    message, line = refusal("RULES", [push] * most)
    assert f"more than {most} rules" in message
    assert line is not None
