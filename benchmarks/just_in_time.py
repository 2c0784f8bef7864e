"""A living world: how long after an area opens its puzzle arrives, and how long an action takes.

    python -m benchmarks.just_in_time [--full] [--games 10] [--pack lighthouse]

Players who follow the hints at different paces, and players who half of the time do something at random. Arrival is
the time on the clock from the end of the action that opens an area to the moment when `Game.poll` has its puzzle in.
So the figures depend on what else the machine does meanwhile: the load is printed with them, and `stolen_ms`, the longest
time that a busy loop of one second was kept from running. A machine that falls asleep during a pause is slow when it
wakes: `waking_99%` is what a bit of Python of well below a tenth of a millisecond takes after the same pause.
"""

from __future__ import annotations

import argparse
import gc
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks.report import report
from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.play import Game, Move, RunningWorld, Status
from puzzlesynth.play.just_in_time.chapter_generator import make_with_synthesizer
from puzzlesynth.play.just_in_time.chapters import empty_world
from puzzlesynth.puzzle.model import Puzzle

EXAMPLES = Path(__file__).parent.parent / "examples"
PACES = (
    ("solver", 0.5),
    ("solver", 0.1),
    ("solver", 0.05),
    ("solver", 0.0),
    ("wanderer", 0.1),
    ("wanderer", 0.0),
)
LONG = 400
"""A wanderer gives up after this many moves."""


@dataclass
class Figures:
    first: list[float] = field(default_factory=list)
    """From the beginning of a game to its first puzzle."""
    arrivals: list[float] = field(default_factory=list)
    actions: list[float] = field(default_factory=list)
    won: int = 0


def play(pack: Pack, seed: int, kind: str, pace: float, figures: Figures) -> None:
    random = Random(f"{kind}/{seed}")
    begin = time.perf_counter()
    with Game(pack, seed=seed, cruelty="cruel") as game:
        game.wait(60)
        figures.first.append(1000 * (time.perf_counter() - begin))
        moves = 0
        while game.status is Status.PLAYING and moves < LONG:
            following = _next(game, kind, random)
            if not following:
                break
            for move in following:
                moves += 1
                time.sleep(pace)
                act(game, move, figures)
                if kind == "wanderer":
                    break
        figures.won += game.status is Status.WON


def _next(game: Game, kind: str, random: Random) -> tuple[Move, ...]:
    if kind == "wanderer" and random.random() < 0.5:
        # Nothing that ends the game or leads nowhere: the point is to arrive.
        possible = [move for move in game.moves() if game.warning(move).value == "winnable"]
        return (random.choice(possible),) if possible else ()
    return game.hint(3).moves


def act(game: Game, move: Move, figures: Figures) -> None:
    opened = game.state.open
    begin = time.perf_counter()
    game.apply(move)
    done = time.perf_counter()
    figures.actions.append(1000 * (done - begin))
    if game.state.open != opened and game.status is Status.PLAYING:
        while game.pending:
            time.sleep(0.0005)
            game.poll()
        figures.arrivals.append(1000 * (time.perf_counter() - done))


def share(values: list[float], part: float) -> float | None:
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * part))], 2) if ordered else None


def stolen() -> float:
    """The longest time in ms that a busy loop of a second was kept from running."""
    longest, last = 0.0, time.perf_counter()
    end = last + 1
    while last < end:
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    return round(1000 * longest, 1)


def waking(pace: float, rounds: int = 60) -> float | None:
    """What a bit of Python takes after a pause, in ms: all but one in a hundred take less."""
    words = [str(number % 97) for number in range(200)]
    taken = []
    for _ in range(rounds):
        time.sleep(pace)
        begin = time.perf_counter()
        sorted(words, key=lambda word: (len(word), word[::-1]))
        taken.append(1000 * (time.perf_counter() - begin))
    return share(taken, 0.99)


def row(pack: Pack, games: int, kind: str, pace: float) -> dict[str, object]:
    figures = Figures()
    for seed in range(games):
        play(pack, seed, kind, pace, figures)
    arrivals = figures.arrivals
    return {
        "player": kind,
        "pace_ms": round(1000 * pace),
        "games": games,
        "won": figures.won,
        "openings": len(arrivals),
        "within_100_ms": sum(arrival <= 100 for arrival in arrivals),
        "arrival_50%": share(arrivals, 0.5),
        "95%": share(arrivals, 0.95),
        "max": share(arrivals, 1),
        "action_50%": share(figures.actions, 0.5),
        "99%": share(figures.actions, 0.99),
        "action_max": share(figures.actions, 1),
        "first_50%": share(figures.first, 0.5),
        "waking_99%": waking(pace),
        "load": round(os.getloadavg()[0], 1),
        "stolen_ms": stolen(),
    }


def making(pack: Pack, games: int) -> dict[str, object]:
    """What making the puzzle of a newly opened area takes of the processor, with nothing made ahead."""
    taken: list[float] = []

    def make(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        begin = time.process_time()
        try:
            return make_with_synthesizer(running, areas, seed)
        finally:
            if running.progress.solved:
                taken.append(1000 * (time.process_time() - begin))
            gc.collect()

    make_with_synthesizer(RunningWorld(pack, empty_world(pack)), _start_areas(pack), 0)
    gc.disable()
    for seed in range(games):
        with Game(pack, seed=seed, cruelty="cruel", make=make, worker="inline") as game:
            while game.status is Status.PLAYING and (moves := game.hint(3).moves):
                for move in moves:
                    game.apply(move)
    gc.enable()
    return {
        "openings": len(taken),
        "within_100_ms": sum(one <= 100 for one in taken),
        "cpu_50%": share(taken, 0.5),
        "95%": share(taken, 0.95),
        "max": share(taken, 1),
        "load": round(os.getloadavg()[0], 1),
    }


def _start_areas(pack: Pack) -> tuple[str, ...]:
    return tuple(area.name for area in pack.to_solve if area.start)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="50 games of each kind")
    parser.add_argument("--games", type=int, default=5, help="of each kind")
    parser.add_argument("--pack", default="lighthouse", help="an example")
    options = parser.parse_args()
    pack = load_pack(EXAMPLES / options.pack)
    games = 50 if options.full else options.games
    made = [making(pack, 4 * games)]
    report("live_mode_making", f"puzzles of newly opened areas of {options.pack}: ms of the processor", made)
    rows = [row(pack, games, kind, pace) for kind, pace in PACES]
    report("live_mode", f"living worlds of {options.pack}, times in ms", rows)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
