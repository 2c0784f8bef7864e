"""What is done while a puzzle is being made counts, as if the puzzle had been there."""

from __future__ import annotations

import threading
from threading import Event
from typing import Any

import pytest

from puzzlesynth.pack.model import Pack
from puzzlesynth.play import (
    Game,
    Make,
    Opened,
    RunningWorld,
    Solved,
    Status,
    Take,
    Use,
    Walk,
    Won,
    load_game,
    save_game,
)
from puzzlesynth.play.session import Session
from puzzlesynth.puzzle.model import Goal, Object, Puzzle
from puzzlesynth.world.rule_semantics import Mechanics
from tests.support.sessions import Drawer, said, started
from tests.support.tiny_packs import pack

ROPE = Object("rope", "Rope", "Loft", None, True, {})
ITEMS = {
    "Gate": {"open": False},
    "Bell": {"rung": False},
    "Rope": {"carryable": True},
    "Hemp": {"carryable": True},
    "Cake": {"carryable": True},
}
YARD = {
    "start": True,
    "goals": ["Gate[open: True]"],
    "connects": ["Loft"],
    "contains": ["Gate", "Hemp", "Cake"],
}
FORCE = Use(1, "Force", ("gate",))


def tower(*rules: str, loft: dict[str, Any] | None = None, **areas: dict[str, Any]) -> Pack:
    """A yard, a loft with a bell, and a puzzle for the loft that brings a rope."""
    places = {
        "Yard": YARD,
        "Loft": {"goals": ["Bell[rung: True]"], "contains": ["Bell"]} | (loft or {}),
        **areas,
    }
    return pack(ITEMS, ["Gate[open: True] ::= Force Gate[open: False]", *rules], places)


class Late:
    """Makes puzzles when it is allowed to."""

    def __init__(self, of: Pack) -> None:
        self._pack, self.go = of, Event()
        self.go.set()

    def __call__(self, running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        assert self.go.wait(20)
        made = (ROPE,) if "Loft" in areas else ()
        starts = {name: self._pack.areas[name].start for name in areas}
        goals = tuple(Goal(a, str(self._pack.areas[a].goals[0]), starts[a], None, "") for a in areas)
        present = running.present
        return Puzzle(
            present.pack,
            present.pack_sha256,
            goals,
            (*running.objects, *made),
            (),
            (),
            (),
            progress=running.progress,
        )


def begun(of: Pack, cruelty: str = "cruel") -> tuple[Game, Late]:
    """A game in the moment before the loft opens; its puzzle will take its time."""
    late = Late(of)
    game = Game(of, make=late, worker="thread", cruelty=cruelty)
    game.wait(20)
    late.go.clear()
    return game, late


RING = "Bell[rung: True] ::= Ring Bell[rung: False]"
STILL = "Bell[rung: False] ::= Still Bell[rung: True]"
RUNG = Use(2, "Ring", ("bell",))


def test_a_goal_that_was_met_meanwhile_is_told_and_stays_solved() -> None:
    crypt = {"goals": ["Gate[open: True]"]}
    made = tower(RING, STILL, loft={"connects": ["Crypt"]}, Crypt=crypt)
    game, late = begun(made)
    with game:
        for move in (FORCE, Walk("Loft"), RUNG, Use(3, "Still", ("bell",))):
            game.apply(move)
        late.go.set()
        told = game.wait(20)
        assert next(e.area for e in told if isinstance(e, Solved)) == "Loft"
        assert Opened("Crypt") in told
        assert "Loft" in game.state.solved, "what is solved stays solved"
        with load_game(save_game(game), made, make=late, worker="thread") as loaded:
            assert loaded.state == game.state


def test_a_game_that_was_won_meanwhile_is_over() -> None:
    made = tower(RING)
    game, late = begun(made)
    with game:
        for move in (FORCE, Walk("Loft"), RUNG, Walk("Yard")):
            game.apply(move)
        late.go.set()
        assert Won() in game.wait(20)
        after = game.status
        assert game.history[-1] == RUNG
        with load_game(save_game(game), made, make=late, worker="thread") as loaded:
            assert loaded.status is Status.WON
        game.undo()
        assert (after, game.status) == (Status.WON, Status.PLAYING)


def said_while_a_puzzle_arrives(made: Pack, command: str) -> str:
    game, late = begun(made, "merciful")
    with game:
        session = started(game)
        session.respond("force gate")
        threading.Timer(0.1, late.go.set).start()
        return said(session.respond(command))


def test_what_a_puzzle_makes_impossible_ends_no_session() -> None:
    made = tower("Bell[rung: True] ::= Ring Bell[rung: False] Rope", "Rope ::= Twist Hemp")
    assert said_while_a_puzzle_arrives(made, "twist hemp").startswith("That is not possible any more.")


def test_what_is_refused_is_not_reported_as_done() -> None:
    made = tower("Bell[rung: True] ::= Ring Bell[rung: False] Rope Cake", "::= Eat Cake")
    text = said_while_a_puzzle_arrives(made, "eat cake")
    assert "Better not" in text
    assert "You eat" not in text


def test_below_a_question_there_is_no_menu() -> None:
    made = tower(
        "Bell[rung: True] ::= Ring Bell[rung: False] Rope", "Hemp ::= Sniff Hemp", "Cake ::= Sniff Cake"
    )
    game, late = begun(made)
    with game:
        session = started(game)
        session.respond("force gate")
        threading.Timer(0.1, late.go.set).start()
        text = said(session.turn("sniff", 20))
        assert "Which do you mean?" in text
        assert "Take:" not in text, "its numbers would be taken for answers"
        assert said(session.respond("2")).startswith("You sniff the cake.")


def test_loading_keeps_the_maker_and_forgets_where_somebody_has_been() -> None:
    made = tower(RING)
    late = Late(made)
    with Game(made, make=late, worker="inline", cruelty="cruel") as game:
        files = Drawer()
        session = Session(game, files)
        session.opening()
        session.respond("save")
        session.respond("force gate")
        session.respond("go loft")
        session.respond("load")
        assert (session.game.make, session.game.worker) == (late, "inline")
        session.respond("force gate")
        assert "[rung: True]" in session.game.goals["Loft"]
        assert any("Bell" in line.text for line in session.respond("go loft").lines), (
            "seen for the first time"
        )


def test_a_game_that_nothing_can_be_made_for_stays_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    from puzzlesynth.play import NoPuzzle
    from puzzlesynth.play.undo_history import Moment

    made = tower(RING)

    def none_for_the_loft(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        if "Loft" in areas:
            raise NoPuzzle("there is none")
        return Late(made)(running, areas, seed)

    make: Make = none_for_the_loft
    with Game(made, make=make, worker="inline", cruelty="cruel") as game:
        game.apply(FORCE)
        looked_at: list[Moment] = []
        running = Moment.running

        def look_at(moment: Moment) -> object:
            looked_at.append(moment)
            return running(moment)

        monkeypatch.setattr(Moment, "running", look_at)
        for _ in range(30):
            game.apply(Take("cake"))
            game.undo()
            game.apply(Take("hemp"))
            game.undo()
        assert len(looked_at) < 300, "no moment is looked at again and again"


def test_no_two_forms_get_the_same_number_whoever_makes_them() -> None:
    import sys

    made = tower(RING)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(100):
            mechanics = Mechanics(made)
            forms: list[Any] = []

            def work(first: int, mechanics: Mechanics = mechanics, forms: list[Any] = forms) -> None:
                gate = made.items["Gate"]
                forms.extend(mechanics.form(gate, {"height": 2 * number + first}) for number in range(40))

            threads = [threading.Thread(target=work, args=(first,)) for first in (0, 1)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert len({form.index for form in forms}) == 80
    finally:
        sys.setswitchinterval(before)
