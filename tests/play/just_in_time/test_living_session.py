"""What a session says about a world whose puzzles are made while it is played."""

from __future__ import annotations

from threading import Event, Timer
from time import sleep

import pytest

from puzzlesynth.play import Game, Make, NoPuzzle, RunningWorld
from puzzlesynth.play.parser import meta_commands as asides
from puzzlesynth.play.session import Session
from puzzlesynth.play.text.reply import Style
from puzzlesynth.puzzle.model import Puzzle
from tests.support.games import TOWER, make_tower
from tests.support.sessions import Drawer, said, started


def late_loft() -> tuple[Make, Event]:
    """A maker that makes the loft's puzzle when the event is set."""
    go = Event()

    def make(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        if "Loft" in areas:
            go.wait(10)
        return make_tower(running, areas, seed)

    return make, go


def test_who_waits_is_told_what_came(monkeypatch: pytest.MonkeyPatch) -> None:
    make, go = late_loft()
    with Game(TOWER, make=make, worker="thread") as game:
        session = started(game)
        session.respond("eat cake")
        session.respond("force gate")
        monkeypatch.setattr(asides, "MOMENT", 0.01)
        assert said(session.respond("wait")).endswith("The puzzle for Loft is still being made.")
        go.set()
        monkeypatch.setattr(asides, "MOMENT", 10)
        assert "In Yard you can now find a" in said(session.respond("wait"))


def test_a_number_means_the_menu_that_was_seen() -> None:
    make, go = late_loft()
    with Game(TOWER, make=make, worker="thread") as game:
        session = started(game)
        session.respond("eat cake")
        lines = [line.text for line in session.respond("force gate").lines]
        assert lines[-1] == "Go:   [1]\u00a0Loft"
        go.set()
        sleep(0.3)
        session.respond("1")
        assert game.state.player == "Loft", "what came meanwhile has other numbers"


def test_a_living_world_tells_what_a_new_puzzle_brought() -> None:
    session = Session(Game(TOWER, make=make_tower, worker="inline"), Drawer())
    text = said(session.opening())
    assert "You want the gate to be open." in text
    assert "lever" in text
    session.respond("eat cake")
    text = said(session.respond("force gate"))
    assert "The way to Loft is open." in text
    assert "In Yard you can now find a" in text


def no_puzzle(where: str, reason: str) -> Make:
    def make(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        if where in areas:
            raise NoPuzzle(reason)
        return make_tower(running, areas, seed)

    return make


def test_a_puzzle_that_cannot_be_made_is_told_with_the_reason() -> None:
    session = Session(Game(TOWER, make=no_puzzle("Yard", "there is no lever."), worker="inline"), Drawer())
    text = said(session.opening())
    assert "Yard stays without a puzzle: there is no lever." in text
    assert "undo" not in text, "there is nothing to undo yet"
    assert "without a puzzle" not in said(session.turn("look")), "once is enough"


def test_a_puzzle_that_cannot_be_made_is_told_whenever_that_is_known() -> None:
    for worker in ("inline", "thread"):
        with Game(TOWER, make=no_puzzle("Loft", "the helper is gone"), worker=worker) as game:
            session = started(game)
            lines = [line.text for line in session.turn("force gate").lines]
            assert lines.count("Loft stays without a puzzle: the helper is gone.") == 1
            assert lines.count("You can undo.") == 1
            assert sum(line.startswith("Take:") for line in lines) == 1, "one menu, at the end"


def test_in_a_living_world_the_solution_says_where_it_stops() -> None:
    session = started(Game(TOWER, make=make_tower, worker="inline"))
    assert "as far as the world is made" in said(session.respond("solution"))
    text = said(session.respond("yes"))
    assert "1. Force the gate with the lever.\nThe world is generated up to here;" in text
    session.respond("force gate")
    session.respond("solution")
    text = said(session.respond("yes"))
    assert "Ring the bell" in text
    assert "as far as that" not in text, "this is the end"


def test_a_puzzle_that_arrives_before_the_solution_is_told() -> None:
    make, go = late_loft()
    with Game(TOWER, make=make, worker="thread") as game:
        session = started(game)
        session.respond("eat cake")
        session.respond("force gate")
        session.respond("solution")
        Timer(0.2, go.set).start()
        assert "In Yard you can now find a" in said(session.respond("yes"))


def test_what_a_new_puzzle_brings_is_told_in_the_same_breath() -> None:
    with Game(TOWER, make=make_tower, worker="thread") as game:
        session = started(game)
        lines = session.turn("force gate").lines
        first = next(n for n, line in enumerate(lines) if line.style is Style.MENU)
        assert all(line.style is Style.MENU for line in lines[first:]), "one menu, at the end"
