"""Every exporter on every example pack, in the real tools: does the solution win there?

    python -m benchmarks.exporters [--seeds 20] [--only html,ink] [--packs heist,bakery] [-o FILE]

For each pack and seed a puzzle is made and written in every format; where a pack has maps, its maps take turns.
`puzzledice` is the pack that the import of published Puzzledice files makes, with their doors and keys, if they are
there. Games are played to the end in the tool that the format is for (a browser, a Z-machine interpreter, ink, the
script of a Twine story in node and the story itself in SugarCube, Godot); charts are drawn by Graphviz. The solution
must win, and the solution without its last action must not. The table counts puzzles: how many won, and how many there
were; a tool that is missing is named.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.example_puzzles import PACKS, Made, pack_called, puzzles_of
from puzzlesynth.export import Options, exporter
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world.verification.dead_ends import dangers_of
from tests.export.godot import test_godot as godot
from tests.export.ink import test_source as ink
from tests.export.twee import test_sugarcube as sugarcube
from tests.export.twee import test_twee as twee
from tests.support import browser as html
from tests.support.solution_moves import solution_turns
from tests.support.transition_vectors import move_data
from tests.support.zmachine import Telling, played, story_file


def browser_wins(pack: Pack, puzzle: Puzzle, folder: Path) -> bool:
    moves = [move_data(turn.move) for turn in solution_turns(pack, puzzle)]
    seen = html.browser(folder, (pack, puzzle), moves=moves)
    return bool(seen["won"] == 1 and seen["wonAfterUndo"] == 0 and seen["wonAgain"] == 1)


def inform_wins(pack: Pack, puzzle: Puzzle, folder: Path) -> bool:
    telling = Telling(pack, puzzle)
    commands = [telling.command(turn) for turn in solution_turns(pack, puzzle)]
    story = story_file(pack, puzzle, folder)
    won = "Everything is solved."
    return won in played(story, commands)[len(commands)] and not any(
        won in said for said in played(story, commands[:-1])
    )


def ink_wins(pack: Pack, puzzle: Puzzle, folder: Path) -> bool:
    telling = ink.Telling(pack, puzzle)
    tags = [telling.tags(turn) for turn in solution_turns(pack, puzzle)]
    won, less = ink.played(pack, puzzle, tags, tags[:-1])
    return bool(won["status"] == "won" and not won["missing"] and less["status"] == "playing")


def twee_wins(pack: Pack, puzzle: Puzzle, folder: Path) -> bool:
    moves = [twee.ordered(move_data(turn.move)) for turn in solution_turns(pack, puzzle)]
    won, less = twee.played((pack, puzzle), moves, moves[:-1])["results"]
    return bool(won["status"] == "won" and not won["missing"] and less["status"] == "playing")


def sugarcube_wins(pack: Pack, puzzle: Puzzle, folder: Path) -> bool:
    moves = [twee.ordered(move_data(turn.move)) for turn in solution_turns(pack, puzzle)]
    won, less = sugarcube.sugarcube(folder, (pack, puzzle), moves, moves[:-1])
    return bool(won["status"] == "won" and not won["missing"] and less["status"] == "playing")


def godot_wins(pack: Pack, puzzle: Puzzle, folder: Path) -> bool:
    moves = [move_data(turn.move) for turn in solution_turns(pack, puzzle)]
    won, less = godot.played(folder, (pack, puzzle), moves, moves[:-1])
    return bool(won["status"] == "won" and not won["refused"] and less["status"] == "playing")


def drawn(name: str) -> Callable[[Pack, Puzzle, Path], bool]:
    def draw(pack: Pack, puzzle: Puzzle, folder: Path) -> bool:
        text = exporter(name).export(pack, puzzle, Options(foresee=dangers_of))
        mark = {"svg": 'class="node"', "dot": " [label=", "mermaid": ":::"}[name]
        return str(text).count(mark) >= len(puzzle.steps)

    return draw


CHECKS: dict[str, Callable[[Pack, Puzzle, Path], bool]] = {
    "html": browser_wins,
    "inform6": inform_wins,
    "ink": ink_wins,
    "twee": twee_wins,
    "sugarcube": sugarcube_wins,
    "godot": godot_wins,
    "dot": drawn("dot"),
    "mermaid": drawn("mermaid"),
    "svg": drawn("svg"),
}


def checked(name: str, puzzles: list[Made]) -> dict[str, Any]:
    won, faults, skipped, begin = 0, [], "", time.perf_counter()
    for number, (pack, puzzle) in enumerate(puzzles):
        with tempfile.TemporaryDirectory() as folder:
            try:
                if CHECKS[name](pack, puzzle, Path(folder)):
                    won += 1
                else:
                    faults.append(f"puzzle {number}: the solution does not win, or less than it does")
            except pytest.skip.Exception as reason:
                skipped = str(reason)
                break
            except Exception as problem:
                faults.append(f"puzzle {number}: {type(problem).__name__}: {str(problem)[:300]}")
    seconds = round(time.perf_counter() - begin, 1)
    return {"won": won, "of": len(puzzles), "skipped": skipped, "faults": faults, "seconds": seconds}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--packs", default=",".join(PACKS))
    parser.add_argument("--only", default=",".join(CHECKS), help="formats, with commas")
    parser.add_argument("-o", "--output", type=Path, help="also write the figures as JSON")
    options = parser.parse_args()
    names = options.only.split(",")
    figures: dict[str, Any] = {}
    print("pack".ljust(12) + "".join(name.rjust(10) for name in names))
    for folder in options.packs.split(","):
        with tempfile.TemporaryDirectory() as imported:
            pack = pack_called(folder, Path(imported))
        if pack is None:
            print(f"{folder}: left out, its files are not there")
            continue
        puzzles = puzzles_of(pack, options.seeds)
        row = {name: checked(name, puzzles) for name in names}
        figures[pack.name] = row
        cells = ["skipped" if one["skipped"] else f"{one['won']}/{one['of']}" for one in row.values()]
        print(pack.name.ljust(12) + "".join(cell.rjust(10) for cell in cells), flush=True)
    notes = {
        (name, one["skipped"]) for row in figures.values() for name, one in row.items() if one["skipped"]
    }
    for name, why in sorted(notes):
        print(f"{name}: {why}")
    faults = [
        (pack, name, f) for pack, row in figures.items() for name, one in row.items() for f in one["faults"]
    ]
    for pack_name, name, fault in faults:
        print(f"{pack_name}, {name}: {fault}")
    if options.output:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
