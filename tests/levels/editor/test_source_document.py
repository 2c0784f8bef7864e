"""Levels are changed in a source, and nothing else is."""

from __future__ import annotations

import pytest

from puzzlesynth.levels.editor.grid import blank, mirrored, painted, resized
from puzzlesynth.levels.editor.source_document import SourceDocument
from puzzlesynth.levels.model import Level, LevelMessage
from puzzlesynth.levels.source_editor import CannotWrite
from tests.support.level_design_games import NAMES, source_of
from tests.support.level_picture_games import TINY
from tests.support.puzzlescript_sources import needs_data, recorded

ODD = (
    TINY.replace("{prelude}", "(as I like it)")
    .replace(
        "{levels}", "(first)\nmessage  Hello   there\n\n  #p*O  (my row)\n(between)\n  ..*.\n\n\n(last)\nP*O."
    )
    .replace("\n", "\r\n")
)


def level_of(document: SourceDocument, entry: int) -> Level:
    level = document.entries[entry]
    assert isinstance(level, Level)
    return level


def other_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines that only one of two texts has."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    return [line for line in old if line not in new], [line for line in new if line not in old]


def test_one_cell_changes_one_letter() -> None:
    document = SourceDocument(ODD)
    level = level_of(document, 1)
    crate = document.game.objects[-1].id
    made = document.with_level(1, painted(document.game, level, [(0, 1)], crate))
    assert other_lines(ODD, made.text) == (["  ..*.\r\n"], ["  *.*.\r\n"])
    assert len(made.text) == len(ODD)


def test_the_same_level_changes_no_byte() -> None:
    document = SourceDocument("\ufeff" + ODD)
    assert document.with_level(1, level_of(document, 1)).text == document.text


def test_a_row_more_keeps_comments_and_ends_of_lines() -> None:
    document = SourceDocument(ODD)
    level = level_of(document, 1)
    made = document.with_level(1, resized(document.game, level, bottom=1))
    assert level_of(made, 1).height == 3
    assert "(between)\r\n" in made.text
    assert "\n" not in made.text.replace("\r\n", "")
    assert made.text.startswith(ODD[: ODD.index("  #p*O")])
    assert made.text.endswith("\r\n\r\n\r\n(last)\r\nP*O.\r\n")


def test_a_combination_without_a_letter_gets_one_in_the_legend() -> None:
    document = SourceDocument(ODD)
    level = level_of(document, 3 - 1)
    spot = next(thing.id for thing in document.game.objects if thing.name == "spot")
    made = document.with_level(2, painted(document.game, level, [(0, 0)], spot))
    gone, come = other_lines(ODD, made.text)
    assert gone == ["P*O.\r\n"]
    assert come == ["A = Spot and Player\r\n", "A*O.\r\n"]


def test_levels_and_messages_come_and_go() -> None:
    document = SourceDocument(ODD)
    new = blank(document.game, 3, 2)
    for place in range(len(document.entries) + 1):
        made = document.with_new_level(new, place)
        assert level_of(made, place).cells == new.cells
        assert len(made.entries) == 4
        assert made.without_entry(place).text.split() == ODD.split()
        told = document.with_new_message("Well\ndone!", place)
        assert isinstance(told.entries[place], LevelMessage)
        assert "message Well done!\r\n" in told.text


def test_a_new_level_comes_last_without_a_place() -> None:
    document = SourceDocument(ODD)
    made = document.with_new_level(blank(document.game, 2, 1))
    assert made.text == ODD.rstrip("\r\n") + "\r\n\r\n..\r\n"


def test_a_message_gets_other_words() -> None:
    made = SourceDocument(ODD).with_message(0, "Bye")
    assert other_lines(ODD, made.text) == (["message  Hello   there\r\n"], ["message Bye\r\n"])
    with pytest.raises(CannotWrite, match="is a level"):
        SourceDocument(ODD).with_message(1, "Bye")


def test_a_level_goes_with_the_comment_above_it() -> None:
    made = SourceDocument(ODD).without_entry(2)
    assert "(last)" not in made.text
    assert "(between)" in made.text
    assert len(made.entries) == 2


def test_levels_in_another_order_take_their_comments_along() -> None:
    made = SourceDocument(ODD).reordered([2, 1, 0])
    assert made.text.index("(last)") < made.text.index("(between)") < made.text.index("(first)")
    assert SourceDocument(made.text).reordered([2, 1, 0]).text.split() == ODD.split()
    with pytest.raises(ValueError, match="once"):
        made.reordered([0, 0, 1])


def test_several_backgrounds_are_told_apart() -> None:
    source = ODD.replace("Spot\r\n#fff", "Grass\r\ngreen\r\n\r\nSpot\r\n#fff", 1)
    source = source.replace("Background\r\nSpot\r\n", "Background, Grass\r\nSpot\r\n")
    document = SourceDocument(source)
    game, level = document.game, level_of(document, 1)
    grass = next(thing.id for thing in game.objects if thing.name == "grass")
    wanted = painted(game, level, [(1, 0), (2, 0)], grass)
    assert level_of(document.with_level(1, wanted), 1).cells == wanted.cells


def test_a_source_with_errors_is_left_alone() -> None:
    broken = ODD.replace("[ > Player | Crate ]", "[ > Player | Crat ]")
    document = SourceDocument(broken.replace("LEGEND", "LEGENT"))
    with pytest.raises(CannotWrite):
        document.with_new_message("x")


def test_entries_that_are_not_there_are_refused() -> None:
    document = SourceDocument(ODD)
    with pytest.raises(CannotWrite, match="message, not a level"):
        document.with_level(0, blank(document.game, 1, 1))
    with pytest.raises(CannotWrite, match="no entry 7"):
        document.without_entry(7)


@pytest.mark.parametrize("name", NAMES)
def test_every_level_of_the_examples_can_be_mirrored_and_back(name: str) -> None:
    source = source_of(name)
    document = SourceDocument(source)
    for entry, level in enumerate(document.entries):
        if isinstance(level, Level):
            turned = document.with_level(entry, mirrored(level))
            assert turned.with_level(entry, level).text == source


@pytest.mark.thorough
@needs_data
def test_levels_of_real_games_are_written_back_byte_for_byte() -> None:
    tried = 0
    for source in {record["source"]: None for record in recorded("play.json")[::6]}:
        document = SourceDocument(source)
        levels = [item for item in enumerate(document.entries) if isinstance(item[1], Level)]
        if not levels or document.compilation.errors:
            continue
        number, level = levels[len(levels) // 2]
        assert isinstance(level, Level)
        assert document.with_level(number, level).text == source
        turned = document.with_level(number, mirrored(level))
        assert level_of(turned, number).cells == mirrored(level).cells
        tried += 1
    assert tried > 50
