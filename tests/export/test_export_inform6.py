"""Inform 6, compiled by the real compiler and played by a real interpreter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from export_hostile import hostile
from export_making import clashing, gated, heist, meadow
from export_solution import solution_turns, wandering_turns
from export_zmachine import Telling, listed_options, played, story_file
from test_export_cruelty import trap
from world_strategies import random_world

from puzzlesynth.export import Options, exporter
from puzzlesynth.export.inform6.grammar import loose_verbs
from puzzlesynth.export.inform6.texts import escaped
from puzzlesynth.export.inform6.words import namings
from puzzlesynth.play.dangers import dangers_of
from puzzlesynth.world import Use

WON = "Everything is solved."


@pytest.mark.parametrize("made", [heist, meadow, clashing, gated, hostile], ids=lambda made: made.__name__)
def test_the_solution_wins_and_less_does_not(tmp_path: Path, made: Any) -> None:
    pack, puzzle = made()
    turns, telling = solution_turns(pack, puzzle), Telling(pack, puzzle)
    commands = [telling.command(turn) for turn in turns]
    story = story_file(pack, puzzle, tmp_path)
    said = played(story, [*commands, "quit", "y"])
    assert WON in said[len(commands)]
    assert not any(WON in text for text in said[: len(commands)])
    for index, turn in enumerate(turns):
        if isinstance(turn.move, Use):
            rest = commands[:index] + commands[index + 1 :]
            assert not any(WON in text for text in played(story, rest)), f"won without {commands[index]!r}"


def test_the_first_word_of_a_phrase_is_enough(tmp_path: Path) -> None:
    """UNLOCK THE GATE is typed as UNLOCK CLIFF GATE WITH KEY by everybody who has not read how it is called."""
    pack, puzzle = meadow()
    telling = Telling(pack, puzzle)
    loose = loose_verbs(telling.story.deeds)
    commands, shorter = [], 0
    for turn in solution_turns(pack, puzzle):
        command = telling.command(turn)
        if isinstance(turn.move, Use) and len(turn.move.inputs) <= 2:
            words = telling.story.deeds.phrases[turn.move.rule]
            if words[0] in loose:
                command = command.replace(" ".join(words), words[0], 1)
                shorter += 1
        commands.append(command)
    assert shorter > 1
    said = played(story_file(pack, puzzle, tmp_path), commands)
    assert WON in said[len(commands)]


@pytest.mark.parametrize("made", [heist, meadow], ids=lambda made: made.__name__)
def test_the_wrong_order_does_not_win(tmp_path: Path, made: Any) -> None:
    pack, puzzle = made()
    telling = Telling(pack, puzzle)
    commands = [telling.command(turn) for turn in solution_turns(pack, puzzle)]
    assert not any(WON in text for text in played(story_file(pack, puzzle, tmp_path), commands[::-1]))


def same_options(folder: Path, pack: Any, puzzle: Any, seed: int, length: int) -> int:
    """A random player types along; after each command the game must offer exactly what the world offers."""
    telling = Telling(pack, puzzle)
    turns = wandering_turns(pack, puzzle, seed, length)
    if not turns:
        return 0
    wanted, commands = [telling.options(turns[0].before)], ["actions"]
    for turn in turns:
        commands += [telling.command(turn), "actions"]
        wanted.append(telling.options(turn.after))
    said = played(story_file(pack, puzzle, folder), commands)
    for number, options in enumerate(wanted):
        if sum(options.values()) < 60 and len(said) > 2 * number + 1:
            assert listed_options(said[2 * number + 1]) == options, (number, commands[: 2 * number + 1])
    return len(wanted)


@pytest.mark.parametrize("made", [heist, meadow], ids=lambda made: made.__name__)
def test_a_wanderer_finds_the_same_world(tmp_path: Path, made: Any) -> None:
    assert same_options(tmp_path, *made(), 5, 40) > 3


@pytest.mark.parametrize("seed", range(12))
def test_random_worlds_are_the_same(tmp_path: Path, seed: int) -> None:
    """Commands are ambiguous there (every rule is called the same), so only the start is compared."""
    pack, puzzle = random_world(seed)
    telling = Telling(pack, puzzle)
    state = telling.world.start()
    said = played(story_file(pack, puzzle, tmp_path), ["actions"])
    if state.status.value == "playing" and len(said) > 1:
        assert listed_options(said[1]) == telling.options(state)


def test_hints_lead_to_the_end(tmp_path: Path) -> None:
    """Following the third hint again and again wins the heist."""
    pack, puzzle = heist()
    story = story_file(pack, puzzle, tmp_path)
    commands: list[str] = []
    for _ in range(8):
        said = played(story, [*commands, "hint", "hint", "hint"])
        if any(WON in text for text in said):
            break
        commands.append(said[len(commands) + 3].split("Try this: ")[1].splitlines()[0])
    assert WON in played(story, commands)[len(commands)]


def test_names_are_told_apart() -> None:
    names = namings(
        {
            "a": "locker",
            "b": "Canadian locker",
            "c": "locker",
            "d": "the",
            "e": "screwdrivers",
            "f": "screwdriver",
        }
    )
    assert names["a"].full == ("locker",)
    assert "locker" not in names["b"].enough
    assert names["b"].enough == ("canadian",)
    assert len({name.full for name in names.values()}) == len(names)


def test_signs_of_the_language_are_escaped() -> None:
    assert escaped('"a" ~b~ ^c^ @d \\e\nä 🗝') == "~a~ @@126b@@126 @@94c@@94 @@64d @@92e^@{e4} (old key)"


def test_the_source_is_plain_ascii() -> None:
    source = exporter("inform6").export(*hostile(), Options(foresee=dangers_of))
    assert isinstance(source, str)
    assert source.isascii()


@pytest.mark.parametrize("cruelty", ["merciful", "polite"])
def test_a_merciful_story_refuses_what_would_end_it(tmp_path: Path, cruelty: str) -> None:
    made = trap(cruelty)
    drunk = played(story_file(*made, tmp_path), ["drink poison", "unlock door with key"])
    assert ("Better not: that would be the end." in drunk[1]) == (cruelty == "merciful")
    assert any("Everything is solved." in said for said in drunk) == (cruelty == "merciful")
