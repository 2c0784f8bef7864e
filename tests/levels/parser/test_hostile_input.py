"""Input that nobody would write on purpose: it is read or refused, never answered with a traceback."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.model import Level
from tests.support.puzzlescript_sources import LEGEND, OBJECTS, game_of, line_of, source
from tests.support.samples import random_examples

PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]\n"


@pytest.mark.parametrize(
    "text", ["", "\ufeff", "\x00", "\r\r", "(", ")", "=", "OBJECTS", "[", "\ud800", "🍡"]
)
def test_scraps_are_refused_with_messages(text: str) -> None:
    result = compile_source(text)
    assert result.game is None
    assert result.errors


@pytest.mark.parametrize("line_break", ["\r\n", "\r", "\n"])
def test_line_endings_and_byte_order_marks_do_not_matter(line_break: str) -> None:
    text = source(PUSH, win="All Target on Crate\n")
    assert game_of("\ufeff" + text.replace("\n", line_break)) == game_of(text)


def test_mixed_line_endings_keep_line_numbers() -> None:
    text = source("[ Nobody ] -> [ ]\n")
    mixed = text.replace("LEGEND\n", "LEGEND\r\n").replace("SOUNDS\n", "SOUNDS\r")
    assert compile_source(mixed).errors[0].line == line_of(text, "[ Nobody ] -> [ ]")


def test_tabs_and_no_break_spaces_are_white_space() -> None:
    text = source(
        "\t[\t> Player\u00a0|\tCrate ] -> [ > Player | > Crate ]\t\n", win="All\tTarget on\tCrate\n"
    )
    plain = source(PUSH, win="All Target on Crate\n")
    assert [group.rules[0].rows for group in game_of(text).rules.groups] == [
        group.rules[0].rows for group in game_of(plain).rules.groups
    ]


def test_names_may_be_of_any_script() -> None:
    objects = OBJECTS.replace("Crate\n", "Ящик\n")
    legend = LEGEND.replace("Crate", "ящик") + "箱 = Ящик\n"
    layers = "Background\nTarget\nPlayer, Wall, ящик\n"
    game = game_of(
        source(
            "[ > Player | 箱 ] -> [ > Player | > ЯЩИК ]\n",
            objects=objects,
            legend=legend,
            layers=layers,
            levels="P箱\n",
        )
    )
    assert game.objects[4].display_name == "Ящик"
    level = game.levels[0]
    assert isinstance(level, Level)
    assert level.cell(1, 0) == 0b10001


@pytest.mark.thorough
def test_ten_thousand_rules_are_compiled() -> None:
    game = game_of(source("right " + PUSH + ("right " + PUSH) * 9_999))
    assert len(game.rules.groups) == 10_000


def test_a_large_map_is_read() -> None:
    game = game_of(source(PUSH, levels=("P" + "." * 299 + "\n") * 300))
    level = game.levels[0]
    assert isinstance(level, Level)
    assert (level.width, level.height, len(level.cells)) == (300, 300, 90_000)


def test_long_chains_of_names_end() -> None:
    chain = "a0 = Crate\n" + "".join(f"a{number} = a{number - 1}\n" for number in range(1, 5_000))
    game = game_of(source("[ a4999 ] -> [ ]\n", legend=LEGEND + chain))
    assert len(game.rules.groups) == 1


@pytest.mark.parametrize(
    "lines",
    ["A = B\nB = A\nC = A and Player\n", "A = Player or B\nB = A or A\n", "A = B or C\nC = A or D\nD = C\n"],
)
def test_circles_of_names_end(lines: str) -> None:
    assert compile_source(source("[ A ] -> [ B ]\n", legend=LEGEND + lines)).errors


@pytest.mark.seconds
def test_endless_complaints_are_cut_short() -> None:
    result = compile_source(source("[ Player no Wall ] -> [ Crate ]\n" * 5_000))
    assert result.game is None
    assert len(result.messages) < 200


def test_huge_numbers_are_no_trouble() -> None:
    digits = "9" * 20_000
    result = compile_source(
        source(sounds=f"sfx1 {digits}\n", prelude=f"flickscreen {digits}x{digits}\nagain_interval {digits}\n")
    )
    assert result.game is not None


_VOCABULARY = (
    "[ ] | -> > ^ no random randomdir ... late rigid + startloop endloop moving parallel player crate thing solid "
    "@ background = and or ( ) message up again sfx1 stationary 5 . # OBJECTS LEGEND RULES LEVELS é 字 nobody"
)
_WORDS = st.sampled_from(_VOCABULARY.split())
_LINES = st.lists(st.lists(_WORDS, max_size=12).map(" ".join), max_size=6).map("\n".join)


@pytest.mark.seconds
@random_examples(150)
@given(rules=_LINES, legend=_LINES, sounds=_LINES, layers=_LINES, win=_LINES, levels=_LINES)
def test_word_salad_never_raises(
    rules: str, legend: str, sounds: str, layers: str, win: str, levels: str
) -> None:
    text = source(
        rules + "\n",
        legend=LEGEND + legend + "\n",
        sounds=sounds + "\n",
        win=win + "\n",
        levels="P\n" + levels + "\n",
    )
    assert compile_source(text).messages is not None
    assert compile_source(text.replace("Player, Wall", layers)).messages is not None


@pytest.mark.seconds
@random_examples(100)
@given(st.text(max_size=200))
def test_any_text_is_answered(text: str) -> None:
    assert compile_source(text).messages
