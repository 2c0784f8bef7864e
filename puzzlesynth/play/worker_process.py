"""The process that makes puzzles for a game: reads a pack, then worlds, and answers each with a puzzle."""

from __future__ import annotations

import os
import sys

from puzzlesynth.pack.model import Pack
from puzzlesynth.play.chapters import NoPuzzle, RunningWorld
from puzzlesynth.play.workers import receive, send


def main() -> None:
    """Whatever the libraries print goes nowhere: standard output is the pipe."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    _warm_up()
    try:
        pack: Pack = receive(sys.stdin.buffer)
        while True:
            present, areas, seed = receive(sys.stdin.buffer)
            send(answers, _answer(RunningWorld(pack, present), areas, seed))
    except (EOFError, OSError, KeyboardInterrupt):
        return


def _warm_up() -> None:
    """What takes long to import is there before the first question."""
    import puzzlesynth.making
    import puzzlesynth.synth.start
    import puzzlesynth.synth.synthesizer  # noqa: F401


def _answer(running: RunningWorld, areas: tuple[str, ...], seed: int) -> object:
    from puzzlesynth.play.default_maker import make_with_synthesizer

    try:
        return make_with_synthesizer(running, areas, seed)
    except NoPuzzle as problem:
        return str(problem)
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"


if __name__ == "__main__":
    main()
