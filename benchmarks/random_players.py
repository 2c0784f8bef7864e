"""Random players on every example pack: nothing breaks, and a merciful game can always still be won.

    python -m benchmarks.random_players [--players 10000] [--moves 60] [-o FILE]

Every player makes random legal moves and takes some of them back. A third of the games are merciful, a third polite,
a third cruel. After every move the state is checked against what must always be true, and in a merciful game also
that it can be won. The time of `Game.apply` is that of the processor. Living worlds have a benchmark of their own.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from benchmarks.example_puzzles import PACKS, Made, pack_called, puzzles_of
from benchmarks.report import report
from puzzlesynth.play import Chance, Doomed, Game, Move, MoveRefused
from tests.support.state_invariants import invariant_violations

SEEDS = 5


class Player:
    """One random player, and what was noticed."""

    def __init__(self, game: Game, random: Random) -> None:
        self.game, self.random = game, random
        self.moves = self.refused = self.doomed = 0
        self.faults: list[str] = []
        self.times: list[float] = []

    def play(self, moves: int) -> None:
        for _ in range(moves):
            chance = self.random.random()
            if chance < 0.08:
                self.game.undo(self.random.randrange(1, 6))
            elif chance < 0.12:
                self.game.redo(self.random.randrange(1, 6))
            elif possible := self.game.moves():
                self._move(possible)
            else:
                self.game.undo(self.random.randrange(1, 10))
            self._check()

    def _move(self, possible: list[Move]) -> None:
        move = self.random.choice(possible)
        begin = time.process_time_ns()
        told = self.game.apply(move)
        self.times.append((time.process_time_ns() - begin) / 1e6)
        self.moves += 1
        self.refused += any(isinstance(event, MoveRefused) for event in told)
        self.doomed += any(isinstance(event, Doomed) for event in told)

    def _check(self) -> None:
        self.faults += invariant_violations(self.game.pack, self.game.state)
        if self.game.cruelty.value == "merciful" and self.game.chance() is not Chance.WINNABLE:
            self.faults.append("a merciful game cannot be won")


def players(name: str, puzzles: list[Made], count: int, moves: int) -> dict[str, object]:
    times: list[float] = []
    totals = {"moves": 0, "refused": 0, "doomed": 0}
    faults: list[str] = []
    begin = time.process_time()
    for number in range(count):
        cruelty = ("merciful", "polite", "cruel")[number % 3]
        player = Player(Game(*puzzles[number % len(puzzles)], cruelty=cruelty), Random(number))
        player.play(moves)
        times += player.times
        faults += player.faults
        for key in totals:
            totals[key] += getattr(player, key)
    times.sort()
    return {
        "pack": name,
        "players": count,
        **totals,
        "faults": len(faults),
        "apply_median_ms": round(times[len(times) // 2], 3),
        "apply_99%_ms": round(times[len(times) * 99 // 100], 3),
        "apply_max_ms": round(times[-1], 1),
        "seconds": round(time.process_time() - begin, 1),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=10_000, help="in all, shared among the packs")
    parser.add_argument("--moves", type=int, default=60, help="of each player")
    parser.add_argument("-o", "--output", type=Path, help="also write the figures as JSON")
    options = parser.parse_args()
    count = -(-options.players // len(PACKS))
    rows = []
    for name in PACKS:
        with tempfile.TemporaryDirectory() as imported:
            pack = pack_called(name, Path(imported))
        if pack is None:
            print(f"{name}: left out, its files are not there")
        else:
            rows.append(players(name, puzzles_of(pack, SEEDS), count, options.moves))
    report("random_players", "random players, times of Game.apply in ms of the processor", rows)
    if options.output:
        options.output.write_text(json.dumps(rows, indent=2) + "\n", "utf-8")
    return 1 if any(row["faults"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
