"""Random players on every example pack: nothing breaks, and a merciful game can always still be won.

    python benchmarks/random_players.py [--players 10000] [--moves 60] [-o FILE]

Every player makes random legal moves and takes some of them back. A third of the games are merciful, a third polite,
a third cruel. After every move the state is checked against what must always be true, and in a merciful game also
that it can be won. The time of `Game.apply` is that of the processor. Then living worlds are played by their own
hints, by a player who thinks for a moment before each move: how long after an area opens its puzzle arrives.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from random import Random

from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.play import Chance, Doomed, Game, Move, Refused, Status
from puzzlesynth.play.default_maker import make_whole_game
from puzzlesynth.play.soundness import faults_of
from puzzlesynth.puzzle.model import Puzzle

EXAMPLES = Path(__file__).parent.parent / "examples"
PACKS = ("tiny.yaml", "heist", "meadow", "lighthouse")
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
        self.refused += any(isinstance(event, Refused) for event in told)
        self.doomed += any(isinstance(event, Doomed) for event in told)

    def _check(self) -> None:
        self.faults += faults_of(self.game.pack, self.game.state)
        if self.game.cruelty.value == "merciful" and self.game.chance() is not Chance.WINNABLE:
            self.faults.append("a merciful game cannot be won")


def players(name: str, pack: Pack, puzzles: list[Puzzle], count: int, moves: int) -> dict[str, object]:
    times: list[float] = []
    totals = {"moves": 0, "refused": 0, "doomed": 0}
    faults: list[str] = []
    begin = time.process_time()
    for number in range(count):
        cruelty = ("merciful", "polite", "cruel")[number % 3]
        player = Player(Game(pack, puzzles[number % len(puzzles)], cruelty=cruelty), Random(number))
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


def living(name: str, pack: Pack, seeds: int, think: float) -> dict[str, object]:
    """Plays living worlds by their hints, with a moment of thought before each move; waits at every opening."""
    waits: list[float] = []
    won = 0
    for seed in range(seeds):
        with Game(pack, seed=seed, cruelty="merciful") as game:
            game.wait(600)
            while game.status is Status.PLAYING and (hint := game.hint(3)).moves:
                for move in hint.moves:
                    time.sleep(think)
                    opened = game.state.open
                    game.apply(move)
                    if not game.pending and game.state.open != opened and game.status is Status.PLAYING:
                        waits.append(0.0)
                    if game.pending:
                        begin = time.perf_counter()
                        game.wait(600)
                        waits.append(1000 * (time.perf_counter() - begin))
            won += game.status is Status.WON
    waits.sort()
    return {
        "pack": name,
        "games": seeds,
        "won": won,
        "think_s": think,
        "openings": len(waits),
        "within_100_ms": sum(wait <= 100 for wait in waits),
        "arrival_median_ms": round(waits[len(waits) // 2]) if waits else None,
        "arrival_max_ms": round(waits[-1]) if waits else None,
    }


def table(rows: list[dict[str, object]]) -> str:
    keys = list(rows[0])
    cells = [keys, *([str(row[key]) for key in keys] for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(keys))]
    return "\n".join("  ".join(cell.rjust(w) for cell, w in zip(line, widths, strict=True)) for line in cells)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=10_000, help="in all, shared among the packs")
    parser.add_argument("--moves", type=int, default=60, help="of each player")
    parser.add_argument("--living", type=int, default=10, help="living games of each pack")
    parser.add_argument("--think", type=float, default=0.5, help="seconds before each move of a living game")
    parser.add_argument("-o", "--output", type=Path, help="also write the figures as JSON")
    options = parser.parse_args()
    packs = {name: load_pack(EXAMPLES / name) for name in PACKS}
    count = -(-options.players // len(packs))
    random = []
    for name, pack in packs.items():
        puzzles = [make_whole_game(pack, seed) for seed in range(SEEDS)]
        random.append(players(name, pack, puzzles, count, options.moves))
    print(table(random))
    figures: dict[str, object] = {"random": random}
    if options.living:
        figures["living"] = alive = [
            living(name, pack, options.living, options.think) for name, pack in packs.items()
        ]
        print(table(alive))
    if options.output:
        options.output.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")
    return 1 if any(row["faults"] for row in random) else 0


if __name__ == "__main__":
    sys.exit(main())
