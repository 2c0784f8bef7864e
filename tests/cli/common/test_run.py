"""Whatever a command does, it stops when its time is up and when Ctrl-C is pressed, and says no more than it knows."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from puzzlesynth.deadline import OutOfTime
from puzzlesynth.pipeline import generate as making
from tests.support.commands import Run
from tests.support.paths import ROOT

HEIST = ROOT / "examples" / "heist"
MAIN = "from puzzlesynth.cli.main import main; main()"

WITHOUT_END = {
    "numbers": "p(0).\np(X+1) :- p(X).\n:- p(-1).\n",
    "a range": "n(1..2000000000).\n:- n(0).\n",
    "a product": "n(1..5000).\n:- n(X), n(Y), n(Z), X + Y + Z = 99999999.\n",
}


@pytest.fixture
def switches(tmp_path: Path) -> Path:
    """Thirty items with three independent switches each, and no dead end: it takes long to see that."""
    items = [f"T{number}" for number in range(30)]
    lines = ["pack: switches", "items:", "  Prize: {carryable: true, notSpawnable: true}"]
    lines += [f"  {item}: {{a: false, b: false, c: false}}" for item in items]
    lines.append("rules: |")
    for item in items:
        for name in "abc":
            lines.append(f"  {item}[{name}: True] ::= Press{name}{item} {item}[{name}: False]")
            lines.append(f"  {item}[{name}: False] ::= Pull{name}{item} {item}[{name}: True]")
    wanted = " ".join(f"{item}[a: True, b: True, c: True]" for item in items[:3])
    lines += [f"  Prize {' '.join(items[:3])} ::= Take {wanted}", "guarantees: {dead_ends: forbid}", "areas:"]
    lines.append(f"  Hall: {{start: true, goals: [Prize], contains: [{', '.join(items)}]}}")
    pack = tmp_path / "switches.yaml"
    pack.write_text("\n".join(lines) + "\n", "utf-8")
    return pack


PATIENT = "import puzzlesynth.cli.common.run as limit; limit.GRACE = 50"
"""On a busy machine, to say what was found can take longer than a command has for it."""


def ended(
    *words: object, before: str = PATIENT, cwd: Path | None = None, ctrl_c_after: float | None = None
) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own. One that does not end is a failure. Ctrl-C comes when it has worked for so many
    seconds of processor time: on a busy machine it would otherwise still be starting."""
    code = f"import sys; sys.argv = ['puzzlesynth', *sys.argv[1:]]\n{before}\n{MAIN}"
    with subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as running:
        try:
            if ctrl_c_after is not None:
                _let_work(running, ctrl_c_after)
                running.send_signal(signal.SIGINT)
            out, error = running.communicate(timeout=60)
        finally:
            running.kill()
    return subprocess.CompletedProcess(running.args, running.returncode, out, error)


def _let_work(running: subprocess.Popen[str], seconds: float) -> None:
    end = monotonic() + 10 * seconds
    while _processor_time(running.pid) < seconds and monotonic() < end:
        sleep(0.05)
        assert running.poll() is None, "it ended before Ctrl-C"


def _processor_time(process: int) -> float:
    try:
        numbers = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:  # only Linux tells
        return 0.0
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


# --- while clingo grounds ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("numbers", marks=pytest.mark.seconds),
        *(pytest.param(kind, marks=pytest.mark.thorough) for kind in ("a range", "a product")),
    ],
)
def test_the_time_limit_is_kept_while_a_constraint_grounds_without_end(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "endless.lp"
    file.write_text(WITHOUT_END[kind], "utf-8")
    done = ended("synth", HEIST, "--constraint", file, "--time-limit", 1.5)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "out of time: 0 of 1 puzzle\n")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("count", HEIST), "out of time\n"),
        (("why", HEIST), "out of time: it is not known whether there is a puzzle\n"),
        (("synth", HEIST, "-n", 200, "--json", "--jobs", 2), "out of time: 0 of 200 puzzles\n"),
        (("synth", HEIST, "--difficulty", "hard"), "out of time: 0 of 1 puzzle\n"),
        (("synth", HEIST, "--diverse", "-n", 2), "out of time: 0 of 2 puzzles\n"),
        (("synth", HEIST, "--rules", "safe"), "out of time: 0 of 1 puzzle\n"),
    ],
    ids=lambda value: " ".join(map(str, value[2:])) if isinstance(value, tuple) else "",
)
def test_every_command_with_a_time_limit_keeps_it(
    tmp_path: Path, words: tuple[object, ...], said: str
) -> None:
    file = tmp_path / "endless.lp"
    file.write_text(WITHOUT_END["numbers"], "utf-8")
    done = ended(*words, "--constraint", file, "--time-limit", 1.5)
    assert (done.returncode, done.stderr) == (3, said)
    assert done.stdout in ("", "at least 0 puzzles\n")


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("synth", marks=pytest.mark.seconds),
        *(pytest.param(command, marks=pytest.mark.thorough) for command in ("count", "why")),
    ],
)
def test_ctrl_c_is_kept_while_a_constraint_grounds_without_end(tmp_path: Path, command: str) -> None:
    file = tmp_path / "endless.lp"
    file.write_text(WITHOUT_END["numbers"], "utf-8")
    done = ended(command, HEIST, "--constraint", file, ctrl_c_after=2.5)
    assert done.returncode == 130
    assert done.stderr.startswith("stopped")
    assert done.stderr.count("\n") == 1


@pytest.mark.thorough
def test_grounding_that_takes_too_much_memory_is_an_error_in_the_constraints(tmp_path: Path) -> None:
    file = tmp_path / "endless.lp"
    file.write_text(WITHOUT_END["numbers"], "utf-8")
    small = "import puzzlesynth.solver_threads as memory; memory.MOST_GROUND = 2**26"
    done = ended("synth", HEIST, "--constraint", file, before=small)
    assert (done.returncode, done.stdout) == (2, "")
    assert "takes more than 0.0625 GiB of memory to ground" in done.stderr


# --- while puzzles are played -----------------------------------------------------------------------------


@pytest.mark.seconds
def test_the_time_limit_is_kept_while_a_puzzle_is_played(switches: Path) -> None:
    done = ended("synth", switches, "--time-limit", 2)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "out of time: 0 of 1 puzzle\n")


@pytest.mark.seconds
def test_counting_that_is_cut_claims_no_more_than_a_bound(switches: Path) -> None:
    done = ended("count", switches, "--time-limit", 2, "--json")
    assert (done.returncode, json.loads(done.stdout)) == (3, {"count": 0, "exact": False})


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("synth", "stopped after 0 of 1\n"),
        ("count", "stopped\n"),
        ("why", "stopped\n"),
        ("qa", "stopped before the first puzzle: there is nothing to report on yet\n"),
        ("play", "stopped\n"),
    ],
)
def test_ctrl_c_is_kept_while_a_puzzle_is_played(
    switches: Path, tmp_path: Path, command: str, said: str
) -> None:
    done = ended(command, switches, cwd=tmp_path, ctrl_c_after=4)
    assert (done.returncode, done.stderr) == (130, said)
    assert list(tmp_path.iterdir()) == [switches]


def test_what_nothing_can_stop_is_left_when_the_time_is_up(tmp_path: Path) -> None:
    stuck = (
        "import time, puzzlesynth.pipeline.generate as making\n"
        "def make(*_, **__):\n"
        "    while True:\n"
        "        try: time.sleep(1)\n"
        "        except BaseException: pass\n"
        "making.make_puzzles = make"
    )
    done = ended("synth", HEIST, "--time-limit", 1, before=stuck)
    assert (done.returncode, done.stdout) == (3, "")
    assert "nothing is proven about the rest" in done.stderr


# --- what was found ---------------------------------------------------------------------------------------


def cut_after(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    make = making.make_puzzles

    def cut(*words: Any, **more: Any) -> Iterator[Any]:
        for count, puzzle in enumerate(make(*words, **more)):
            if count == number:
                raise OutOfTime
            yield puzzle

    # Imported first, while the function that it takes over is still the real one.
    monkeypatch.setattr("puzzlesynth.pipeline.request.make_puzzles", cut)
    monkeypatch.setattr(making, "make_puzzles", cut)


@pytest.mark.parametrize("more", [(), ("--diverse",)], ids=["as they come", "diverse"])
def test_puzzles_that_were_found_in_time_are_given_out(
    run: Run, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    meadow = HEIST.with_name("meadow")
    cut_after(monkeypatch, 3)
    done = run("synth", meadow, "-n", 5, "--seed", 1, "--json", *more)
    assert done.returncode == 3
    assert len(done.stdout.splitlines()) == 3
    assert done.stderr.splitlines()[-1] == "out of time: 3 of 5 puzzles"


@pytest.mark.parametrize("more", [(), ("--json",)], ids=["text", "json"])
def test_a_puzzle_that_there_is_no_time_to_measure_is_given_out_all_the_same(
    run: Run, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    def late(*_: object) -> None:
        raise OutOfTime

    usual = run("synth", HEIST, "--seed", 1, "--json", "--no-measure").stdout
    monkeypatch.setattr("puzzlesynth.world.difficulty.difficulty_of", late)
    done = run("synth", HEIST, "--seed", 1, *more)
    assert done.returncode == 3
    assert done.stderr == "out of time: 1 of 1 puzzle; the difficulty of 1 was not measured\n"
    assert done.stdout == usual if more else "Guarantees: " in done.stdout


def test_the_limit_must_be_a_number(run: Run) -> None:
    done = run("synth", HEIST, "--time-limit", "nan")
    assert (done.returncode, done.stderr) == (
        2,
        "error: --time-limit must be a number of seconds, 0 or more\n",
    )


# --- at the very beginning --------------------------------------------------------------------------------


@pytest.mark.seconds
@pytest.mark.parametrize(
    "module", ["typer", "puzzlesynth.cli.common.errors", "yaml", "clingo", "puzzlesynth.world"]
)
def test_ctrl_c_while_modules_are_read_leaves_no_traceback(module: str) -> None:
    sending = (
        "import os, signal, sys\n"
        "class Sending:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n"
        "            sys.meta_path.remove(self)\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Sending())"
    )
    done = ended("synth", HEIST, before=sending)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.startswith("stopped")
    assert done.stderr.count("\n") == 1
