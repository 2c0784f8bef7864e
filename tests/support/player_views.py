"""Everything that a player can read after some moves, in the terminal and in every exported game."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from puzzlesynth.play import Game
from puzzlesynth.play.session import Session
from puzzlesynth.world import Move, State, World
from tests.export.godot import test_godot as godot
from tests.export.html.test_page import saved
from tests.export.ink import test_source as ink
from tests.export.twee.test_sugarcube import sugarcube
from tests.export.twee.test_twee import ordered
from tests.support import zmachine as zmachine
from tests.support.browser import Gesture, visit
from tests.support.solution_moves import Turn
from tests.support.transition_vectors import move_data

Made = tuple[Any, Any]
Face = Callable[[Path, Made, Sequence[Sequence[Move]]], list[str]]

OPENED = "document.querySelectorAll('[aria-expanded=false]').forEach((head) => head.click())"


def turns(made: Made, moves: Sequence[Move]) -> list[Turn]:
    world = World(*made)
    state = world.start()
    found = []
    for move in moves:
        done = world.apply(state, move)
        found.append(Turn(state, move, done.state, done.events))
        state = done.state
    return found


def at_hand(made: Made, moves: Sequence[Move]) -> list[str]:
    played = turns(made, moves)
    state: State = played[-1].after if played else World(*made).start()
    return [t.id for t in state.things.values() if t.inside is None and t.area in (None, state.player)]


def terminal(_: Path, made: Made, plays: Sequence[Sequence[Move]]) -> list[str]:
    class NoFiles:
        def read(self, name: str) -> str:
            raise FileNotFoundError(name)

        def write(self, name: str, text: str) -> None:
            raise PermissionError(name)

    found = []
    for moves in plays:
        game = Game(*made)
        session = Session(game, NoFiles())
        replies = [session.opening()]
        for move in moves:
            replies.append(session.respond("look"))
            session.do([move], replies[-1])
        typed = ["look", "inventory", *(f"x {name}" for name in at_hand(made, moves))]
        replies += [session.respond(line) for line in typed]
        found.append("\n".join(line.text for reply in replies for line in reply.lines))
    return found


def page(folder: Path, made: Made, plays: Sequence[Sequence[Move]]) -> list[str]:
    gestures: list[Gesture] = []
    for moves in plays:
        gestures += [saved([move_data(move) for move in moves]), ("reload",), ("do", OPENED)]
        gestures.append(("see", "document.body.innerText"))
    return visit(folder, made, gestures)


def twee(folder: Path, made: Made, plays: Sequence[Sequence[Move]]) -> list[str]:
    done = sugarcube(folder, made, *([ordered(move_data(move)) for move in moves] for moves in plays))
    assert [result["missing"] for result in done] == [[]] * len(done)
    return [result["text"] for result in done]


def engine(folder: Path, made: Made, plays: Sequence[Sequence[Move]]) -> list[str]:
    done = godot.played(folder, made, *([move_data(move) for move in moves] for moves in plays))
    assert [result["refused"] for result in done] == [0] * len(done)
    return [
        "\n".join([*result["looks"], *(words for found in result["offers"].values() for words in found)])
        for result in done
    ]


def inkle(_: Path, made: Made, plays: Sequence[Sequence[Move]]) -> list[str]:
    tellings = [ink.Telling(*made) for _ in plays]
    tags = [
        [telling.tags(turn) for turn in turns(made, moves)]
        for telling, moves in zip(tellings, plays, strict=True)
    ]
    done = ink.played(*made, *tags)
    assert [result["missing"] for result in done] == [[]] * len(done)
    return [result["said"] + json.dumps(result["turns"]) for result in done]


def story(folder: Path, made: Made, plays: Sequence[Sequence[Move]]) -> list[str]:
    found = []
    for moves in plays:
        telling = zmachine.Telling(*made)
        typed = [telling.command(turn) for turn in turns(made, moves)]
        typed += ["look", "inventory", "actions"]
        typed += [f"examine {telling.typed(name)}" for name in at_hand(made, moves)]
        found.append("\n".join(zmachine.played(zmachine.story_file(*made, folder), typed)))
    return found


FACES: dict[str, Face] = {
    "terminal": terminal, "html": page, "twee": twee, "godot": engine, "ink": inkle, "inform6": story,
}  # fmt: skip
