"""Inform 6, compiled by the real compiler and played by a real interpreter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.export import Options, exporter
from puzzlesynth.export.game_model import game_of
from puzzlesynth.export.inform6.dictionary import parser_names
from puzzlesynth.export.inform6.grammar import InformGrammar
from puzzlesynth.export.inform6.text import escaped
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import Use
from puzzlesynth.world.verification.dead_ends import dangers_of
from tests.export.test_cruelty import trap
from tests.support.export_puzzles import Maker, clashing, gated, heist, meadow
from tests.support.hostile_pack import hostile
from tests.support.random_worlds import random_world
from tests.support.solution_moves import solution_turns, wandering_turns
from tests.support.tiny_packs import Areas, Items, puzzle
from tests.support.tiny_packs import pack as world_pack
from tests.support.zmachine import Telling, listed_options, played, story_file

WON = "Everything is solved."


@pytest.mark.seconds
@pytest.mark.parametrize("made", [heist, meadow, clashing, gated, hostile], ids=lambda made: made.__name__)
def test_the_solution_wins_and_less_does_not(tmp_path: Path, made: Maker) -> None:
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
    loose = InformGrammar(telling.story.routines).loose
    commands, shorter = [], 0
    for turn in solution_turns(pack, puzzle):
        command = telling.command(turn)
        if isinstance(turn.move, Use) and len(turn.move.inputs) <= 2:
            words = telling.story.routines.phrases[turn.move.rule]
            if words[0] in loose:
                command = command.replace(" ".join(words), words[0], 1)
                shorter += 1
        commands.append(command)
    assert shorter > 1
    said = played(story_file(pack, puzzle, tmp_path), commands)
    assert WON in said[len(commands)]


def names_at_hand() -> tuple[Pack, Puzzle]:
    """Two things that share a word, one whose name is part of another's, and a second key that lies elsewhere."""
    items: Items = {
        "CliffGate": {"open": False},
        "GateKey": {"carryable": True},
        "TowerKey": {"carryable": True},
        "Locker": {"painted": False},
        "CanadianLocker": {"painted": False},
        "TinOfPaint": {"carryable": True},
    }
    rules = """
        CliffGate[open: True] GateKey ::= Unlock CliffGate[open: False] GateKey
        Locker[painted: True] TinOfPaint ::= Paint Locker[painted: False] TinOfPaint TowerKey
        CanadianLocker[painted: True] TinOfPaint ::= Paint CanadianLocker[painted: False] TinOfPaint
    """
    areas: Areas = {
        "Here": {"start": True, "goals": ["CliffGate[open: True]"], "connects": ["There"]},
        "There": {"goals": ["Locker[painted: True]"]},
    }
    pack = world_pack(items, rules, areas)
    things = [f"{item.lower()} {item} {'There' if item == 'TowerKey' else 'Here'}" for item in items]
    steps = [
        "s1 Here 1: cliffgate gatekey -> cliffgate gatekey",
        "s2 There 2: locker tinofpaint towerkey -> locker tinofpaint after s1",
    ]
    return pack, puzzle(pack, things, steps, {}, opened_by={"There": "Here"})


def test_part_of_a_name_is_enough_where_nothing_else_is_meant(tmp_path: Path) -> None:
    commands = ["take paint", "take key", "unlock cliff with key"]
    said = played(story_file(*names_at_hand(), tmp_path), commands)
    assert ["Taken." in text for text in said[1:3]] == [True, True]
    assert "The score has just gone up" in said[3]


def test_who_says_a_word_that_two_things_share_is_asked_which_one(tmp_path: Path) -> None:
    said = played(
        story_file(*names_at_hand(), tmp_path), ["examine gate", "key", "examine gate", "cliff gate"]
    )
    assert "Which do you mean, the cliff gate or the gate key?" in said[1]
    assert "the gate key" in said[2]
    assert "Which do you mean" in said[3]
    assert "the cliff gate" in said[4]


def test_a_whole_name_is_never_taken_for_a_part_of_another(tmp_path: Path) -> None:
    said = played(
        story_file(*names_at_hand(), tmp_path), ["examine locker", "examine canadian", "x canadian locker"]
    )
    assert "the locker" in said[1]
    assert ["the canadian locker" in text.lower() for text in said[1:4]] == [False, True, True]


@pytest.mark.parametrize("made", [heist, meadow], ids=lambda made: made.__name__)
def test_the_wrong_order_does_not_win(tmp_path: Path, made: Maker) -> None:
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
def test_a_wanderer_finds_the_same_world(tmp_path: Path, made: Maker) -> None:
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


def test_names_are_told_apart() -> None:
    names = parser_names(
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


def test_what_is_wanted_is_told_until_it_is_there(tmp_path: Path) -> None:
    pack, puzzle = meadow()
    game = game_of(pack, puzzle)
    (first,) = game.wishes(game.player).values()
    story = story_file(pack, puzzle, tmp_path)
    begun = played(story, ["goals", "exits"])
    assert first in " ".join(begun[0].split()), "looking around tells it"
    assert first in begun[1]
    assert first not in begun[2]
