"""A living world is the same however long its puzzles take, whoever makes them, and whatever becomes of the makers."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.play import (
    Chance,
    Doomed,
    Game,
    IllegalMove,
    Make,
    Move,
    NoPuzzle,
    Opened,
    Prepared,
    RunningWorld,
    Status,
    Unprepared,
    Use,
    load_game,
    save_game,
)
from puzzlesynth.play.just_in_time.chapter_generator import make_with_synthesizer
from puzzlesynth.play.just_in_time.chapters import empty_world
from puzzlesynth.play.just_in_time.executors import ProcessExecutor, ThreadExecutor, worker_for
from puzzlesynth.play.just_in_time.worker_process import ChapterWorker, WorkerFault
from puzzlesynth.puzzle.model import Puzzle
from tests.support.games import EXAMPLES, TOWER, make_tower
from tests.support.tiny_packs import pack as made_of


class Gate:
    """A maker that can be held up."""

    def __init__(self, make: Make = make_with_synthesizer) -> None:
        self.open = threading.Event()
        self.open.set()
        self._make = make

    def __call__(self, running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        assert self.open.wait(60)
        return self._make(running, areas, seed)


def play_until_an_area_opens(game: Game) -> None:
    while game.status is Status.PLAYING:
        for move in game.hint(3).moves:
            if any(isinstance(event, Opened) for event in game.apply(move)):
                return


def pending_game(pack: Pack, seed: int, gate: Gate) -> tuple[Game, int]:
    """A game with some moves since an area opened whose puzzle has not come; and how many."""
    game = Game(pack, seed=seed, make=gate, worker="thread", cruelty="cruel")
    game.wait(60)
    gate.open.clear()
    play_until_an_area_opens(game)
    assert game.pending
    count = 0
    for _ in range(5):
        uses = [move for move in game.moves() if isinstance(move, Use)]
        if not uses:
            break
        game.apply(uses[seed % len(uses)])
        if game.status is not Status.PLAYING:
            game.undo()
            break
        count += 1
    return game, count


def at_once(pack: Pack, seed: int, moves: list[Move]) -> Game:
    game = Game(pack, seed=seed, worker="inline", cruelty="cruel")
    for move in moves:
        game.wait()
        game.apply(move)
    game.wait()
    return game


@pytest.mark.seconds
@pytest.mark.parametrize("seed", range(4))
def test_neither_saving_nor_going_back_and_forth_changes_what_comes(seed: int) -> None:
    pack, gate = load_pack(EXAMPLES / "meadow"), Gate()
    game, count = pending_game(pack, seed, gate)
    with game, at_once(pack, seed, game.history) as early:
        saved = save_game(game)
        game.undo(count + 1)
        game.redo(count + 1)
        gate.open.set()
        game.wait(60)
        assert (game.goals, game.state.things) == (early.goals, early.state.things)
        with load_game(saved, pack, worker="inline") as loaded:
            loaded.wait()
            assert (loaded.goals, loaded.state.things) == (early.goals, early.state.things)


def test_what_can_be_redone_stays_when_a_puzzle_comes() -> None:
    pack, gate = load_pack(EXAMPLES / "meadow"), Gate()
    game, count = pending_game(pack, 0, gate)
    with game:
        assert count > 1
        game.undo(count + 1)
        game.redo(count + 1)
        gate.open.set()
        game.wait(60)
        game.undo(count - 1)
        game.wait(60)
        assert game.redo(count) == count - 1


DOOM: dict[str, Any] = {
    "items": {
        "Gem": {"carryable": True, "notSpawnable": True},
        "Mound": {"area": ["S"]},
        "Torch": {"area": ["T"]},
        "Match": {"carryable": True, "area": ["S"]},
        "Ash": {"carryable": True, "notSpawnable": True},
        "Crown": {"carryable": True, "notSpawnable": True},
        "Ore": {"carryable": True, "area": ["B"]},
    },
    "rules": [
        "Gem ::= Dig Mound",
        "Torch[lit: True] Match ::= Light Torch[lit: False] Match",
        "Ash ::= Burn Match",
        "Crown ::= Forge Ore",
    ],
    "areas": {
        "S": {"start": True, "goals": ["Gem"], "connects": ["B", "T"]},
        "T": {"start": True, "goals": ["Torch[lit: True]"]},
        "B": {"goals": ["Crown"]},
    },
}


@pytest.mark.parametrize("late", [False, True])
def test_a_doomed_game_is_not_saved_by_a_puzzle_that_comes_late(late: bool) -> None:
    gate = Gate()
    with Game(made_of(**DOOM), seed=1, make=gate, cruelty="polite") as game:
        game.wait(60)
        if late:
            gate.open.clear()
        dig, burn = (
            next(m for m in game.moves() if isinstance(m, Use) and m.action == action)
            for action in ("Dig", "Burn")
        )
        game.apply(dig)
        if not late:
            game.wait(60)
        assert any(isinstance(event, Doomed) for event in game.apply(burn))
        gate.open.set()
        game.wait(60)
        assert game.goals.keys() == {"T", "B"}
        assert game.chance() is Chance.DEAD
        game.undo()
        assert game.chance() is Chance.WINNABLE


def test_a_loss_meanwhile_makes_no_difference() -> None:
    deadly_cake = replace(
        TOWER, rules=tuple(replace(rule, fail=rule.action == "Eat") for rule in TOWER.rules)
    )
    late = Gate(make_tower)
    with (
        Game(deadly_cake, make=late, cruelty="cruel") as game,
        Game(deadly_cake, make=make_tower, cruelty="cruel") as early,
    ):
        game.wait(60)
        early.wait(60)
        late.open.clear()
        moves = [Use(1, "Force", ("gate", "lever")), Use(5, "Eat", ("cake",))]
        for move in moves:
            game.apply(move)
            early.apply(move)
            early.wait(60)
        assert game.status is Status.LOST
        late.open.set()
        game.wait(60)
        assert (game.goals, game.state) == (early.goals, early.state)


@pytest.mark.seconds
def test_what_goes_wrong_in_the_makers_process_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = load_pack(EXAMPLES / "tiny.yaml")
    faulty = WorkerFault("MemoryError: there is none left")
    monkeypatch.setattr(ChapterWorker, "asked", lambda self, what: faulty)
    with Game(pack) as game:
        told = game.wait(60)
        assert [type(event) for event in told] == [Unprepared]
        assert "none left" in str(told[0])
        assert game.chance() is not Chance.DEAD
        monkeypatch.undo()
        game.undo()
        assert any(isinstance(event, Prepared) for event in game.wait(60))


def test_nobody_who_asks_for_a_hint_keeps_the_news_from_others() -> None:
    with Game(TOWER, make=make_tower, worker="inline") as game:
        game.hint()
        with pytest.raises(IllegalMove):
            game.apply("jump")  # type: ignore[arg-type]
        assert any(isinstance(event, Prepared) for event in game.poll())
        assert game.poll() == ()


def test_a_hint_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzlesynth.play.game.PATIENCE", 0.05)
    gate = Gate()
    gate.open.clear()
    with Game(load_pack(EXAMPLES / "heist"), make=gate) as game:
        assert "Ask again in a moment" in game.hint().text
        gate.open.set()
        game.wait(60)
        assert game.hint().level == 1


def no_puzzle(*_: object) -> Puzzle:
    return None  # type: ignore[return-value]


def text(*_: object) -> Puzzle:
    return "a puzzle"  # type: ignore[return-value]


def leaves(*_: object) -> Puzzle:
    raise SystemExit(3)


def breaks(*_: object) -> Puzzle:
    raise RuntimeError("out of order")


@pytest.mark.parametrize("broken", [no_puzzle, text, leaves, breaks])
def test_a_maker_that_fails_is_tried_again_and_proves_nothing(broken: Callable[..., Puzzle]) -> None:
    makers = [broken, make_tower]

    def make(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        return makers.pop(0)(running, areas, seed)

    with Game(TOWER, make=make, worker="thread") as game:
        assert [type(event) for event in game.wait(60)] == [Unprepared]
        assert game.chance() is not Chance.DEAD
        game.undo()
        assert any(isinstance(event, Prepared) for event in game.wait(60))


def test_no_puzzle_is_proof() -> None:
    def make(*_: object) -> Puzzle:
        raise NoPuzzle("there is none")

    with Game(TOWER, make=make, worker="inline") as game:
        game.wait()
        assert game.chance() is Chance.DEAD


@pytest.mark.seconds
def test_a_game_that_is_closed_makes_nothing_more() -> None:
    game = Game(load_pack(EXAMPLES / "meadow"), seed=1)
    game.wait(60)
    game.close()
    assert game.living_world is not None
    play_until_an_area_opens(game)
    assert (game.living_world.worker, game.pending) == (None, ())


@pytest.mark.seconds
def test_a_game_that_is_forgotten_leaves_no_process() -> None:
    game = Game(load_pack(EXAMPLES / "tiny.yaml"))
    game.wait(60)
    assert game.living_world is not None
    assert isinstance(game.living_world.worker, ProcessExecutor)
    processes = game.living_world.worker.processes
    del game
    assert processes
    for process in processes:
        while process.poll() is None:
            # Somebody may still be telling the world.
            time.sleep(0.01)
            gc.collect()


@pytest.mark.parametrize("program", [None, "", "/usr/games/engine"])
def test_where_python_is_part_of_another_program_a_thread_makes_puzzles(
    program: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    worker = worker_for(load_pack(EXAMPLES / "tiny.yaml"), None, None)
    assert isinstance(worker, ThreadExecutor)
    worker.close()


def test_where_no_process_lasts_a_thread_makes_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzlesynth.workers.BEGIN", "raise SystemExit")
    pack = load_pack(EXAMPLES / "meadow")
    with Game(pack, seed=2) as game, Game(pack, seed=2, worker="inline") as inline:
        game.wait(60)
        inline.wait()
        assert game.state == inline.state


@pytest.mark.seconds
def test_files_of_the_player_are_no_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "queue.py").write_text("raise SystemExit('this is mine')")
    monkeypatch.chdir(tmp_path)
    pack = load_pack(EXAMPLES / "tiny.yaml")
    helper = ChapterWorker(pack, "make")
    try:
        assert isinstance(helper.asked((empty_world(pack), ("Porch",), 0)), Puzzle)
    finally:
        helper.end()


@pytest.mark.seconds
def test_a_program_ends_promptly_though_a_game_was_never_closed() -> None:
    program = f"""
from puzzlesynth.pack import load_pack
from puzzlesynth.play import Game
games = [Game(load_pack({str(EXAMPLES / "lighthouse")!r}), seed=seed) for seed in range(3)]
print("over")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert (done.stdout, done.stderr) == ("over\n", "")


@pytest.mark.parametrize("seed", ["x", None, 1.5, True])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(TypeError, match="seed"):
        Game(TOWER, seed=seed, make=make_tower)  # type: ignore[arg-type]
