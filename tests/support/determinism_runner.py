"""A program that runs the cases of `determinism_cases` in one process, each in a folder of its own.

    python determinism_runner.py INPUTS RESULTS JOBS [last-first] [CASE…]

What a case prints is in the file `stdout` of its folder, its exit status in `status`.
"""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path


def run(words: list[str], folder: Path) -> None:
    from puzzlesynth.cli.main import main

    folder.mkdir(parents=True)
    os.chdir(folder)
    sys.argv, sys.stdin = ["puzzlesynth", *words], io.TextIOWrapper(io.BytesIO(b""))
    with open(folder / "stdout", "wb") as file:
        sys.stdout = io.TextIOWrapper(file, encoding="utf-8")
        try:
            main()
            status: object = 0
        except SystemExit as end:
            status = end.code
        finally:
            sys.stdout.flush()
            sys.stdout = sys.__stdout__
    (folder / "status").write_text(str(status or 0), encoding="utf-8")


def run_all(inputs: Path, results: Path, jobs: int, last_first: bool, chosen: list[int]) -> None:
    from tests.support.determinism_cases import cases

    numbered = list(enumerate(cases(inputs, jobs)))
    if chosen:
        numbered = [numbered[number] for number in chosen]
    for number, words in reversed(numbered) if last_first else numbered:
        run(words, results / f"{number:03}")


if __name__ == "__main__":
    where, to, jobs, *rest = sys.argv[1:]
    order = "last-first" in rest
    run_all(Path(where), Path(to), int(jobs), order, [int(word) for word in rest if word.isdigit()])
