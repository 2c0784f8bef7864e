"""How the program ends: at once, with its output, its exit status and whatever was to be done at the end."""

from __future__ import annotations

import subprocess
import sys

import pytest

BEGIN = """
import atexit, sys
from puzzlesynth.cli import main as cli

class Kept:
    def __del__(self):
        print("taken apart")

kept = Kept()
sys.argv = ["puzzlesynth", *sys.argv[1:]]
"""


def run(end: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", BEGIN + end, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(("words", "status"), [(("--version",), 0), (("check", "no such pack"), 2)])
def test_a_process_of_its_own_is_not_taken_apart_at_the_end(words: tuple[str, ...], status: int) -> None:
    done = run("cli.program()", *words)
    assert done.returncode == status
    assert "taken apart" not in done.stdout
    assert done.stdout


def test_what_is_to_be_done_at_the_end_is_done() -> None:
    late = "cli.main = lambda: (atexit.register(print, 'done at the end'), sys.exit(3)); cli.program()"
    done = run(late)
    assert (done.returncode, done.stdout) == (3, "done at the end\n")


def test_a_process_that_only_runs_a_command_goes_on_as_usual() -> None:
    done = run("try: cli.main()\nexcept SystemExit: print('on it goes')", "--version")
    assert done.stdout.endswith("on it goes\ntaken apart\n")


CTRL_C_WHILE_SOMETHING_IS_TAKEN_APART = """
import signal, time
import puzzlesynth.cli.commands as commands

class Program:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def work():
    Program()
    time.sleep(30)
    print("it went on")

signal.signal(signal.SIGINT, signal.default_int_handler)
commands.app = work
cli.main()
"""


def test_ctrl_c_is_not_lost_while_an_object_is_taken_apart() -> None:
    done = run(CTRL_C_WHILE_SOMETHING_IS_TAKEN_APART)
    assert done.returncode == 130
    assert "it went on" not in done.stdout
    assert done.stderr == "stopped\n"
