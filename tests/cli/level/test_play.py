"""`puzzlesynth level play` at a terminal, played through a pseudo-terminal."""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from pathlib import Path

import pytest

from puzzlesynth.cli.level.keys import split_keys
from tests.support.paths import ROOT

pty = pytest.importorskip("pty", reason="pseudo-terminals are a Unix matter")

EXAMPLES = ROOT / "examples" / "levels"


class Terminal:
    """A game being played at 80 by 24."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.seen = ""
        settings = {"TERM": "xterm", "COLUMNS": "80", "LINES": "24", "PYTHONIOENCODING": "utf-8"}
        kept = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        self.process, self.file = pty.fork()
        if self.process == 0:
            # Tests that run in the background ignore Ctrl-C, and a process inherits that.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            code = "from puzzlesynth.cli.main import main; main()"
            os.execve(
                sys.executable,
                [sys.executable, "-c", code, "level", "play", *arguments],
                kept | settings | environment,
            )

    def until(self, text: str) -> str:
        """What appears up to a text that must come."""
        end = time.monotonic() + 30
        while text not in self.seen and time.monotonic() < end:
            if not self._read(0.2):
                break
        assert text in self.seen, self.seen[-500:]
        before, _, self.seen = self.seen.partition(text)
        return before

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self.file], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self.file, 65536)
        except OSError:
            return False
        self.seen += data.decode("utf-8", "replace")
        return bool(data)

    def type(self, keys: str) -> None:
        os.write(self.file, keys.encode())

    def status(self) -> int:
        """The exit status, once the game has ended."""
        while self._read(0.2):
            ended, status = os.waitpid(self.process, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status)
        _, status = os.waitpid(self.process, 0)
        return os.waitstatus_to_exitcode(status)


@pytest.mark.seconds
def test_a_level_is_played_with_arrow_keys() -> None:
    terminal = Terminal(str(EXAMPLES / "sokoban.txt"), "--level", "2")
    screen = terminal.until("q quit")
    assert "level 2 of 10  moves 0" in screen
    assert "▀" in screen
    assert "\033[38;2;" in screen
    terminal.type("\033[B\033[C\033[C\033[A\033OA")
    terminal.until("Solved in 5 moves!")
    terminal.type(" ")
    terminal.until("level 3 of 10  moves 0")
    terminal.type("q")
    terminal.until("1 level solved.")
    assert terminal.status() == 0


@pytest.mark.seconds
def test_undo_restart_and_going_from_level_to_level() -> None:
    terminal = Terminal(str(EXAMPLES / "sokoban.txt"), NO_COLOR="1")
    first = terminal.until("q quit")
    assert "#P.*..O#" in first
    assert "\033[38;2;" not in first
    terminal.type("dd")
    assert "#..P*.O#" in terminal.until("moves 2") + terminal.until("q quit")
    terminal.type("z")
    assert "#.P*..O#" in terminal.until("q quit")
    terminal.type("r")
    terminal.until("moves 0")
    assert "#P.*..O#" in terminal.until("q quit")
    terminal.type("n")
    terminal.until("level 2 of 10")
    terminal.type("p")
    terminal.until("level 1 of 10")
    terminal.type("q")
    terminal.until("0 levels solved.")
    assert terminal.status() == 0


@pytest.mark.seconds
def test_ctrl_c_has_the_exit_status_that_it_has_everywhere() -> None:
    terminal = Terminal(str(EXAMPLES / "sokoban.txt"))
    terminal.until("q quit")
    terminal.type("\x03")
    terminal.until("\033[?1049l")
    terminal.until("0 levels solved.")
    terminal.until("stopped")
    assert terminal.status() == 130


@pytest.mark.seconds
def test_messages_wait_for_a_key(tmp_path: Path) -> None:
    head, _, _ = (EXAMPLES / "sokoban.txt").read_text("utf-8").partition("\nLEVELS\n")
    path = tmp_path / "talk.txt"
    path.write_text(f"{head}\nLEVELS\n=======\n\nmessage Good evening\n\np*o\n", "utf-8")
    terminal = Terminal(str(path))
    assert "Good evening" in terminal.until("(press a key)")
    terminal.type("x")
    terminal.until("level 1 of 1  moves 0")
    terminal.type("d")
    terminal.until("Solved in 1 move!")
    terminal.type("x")
    terminal.until("That was the last level.")
    terminal.type("x")
    assert terminal.status() == 0


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        (b"\033[A\033[B\033OC\033OD", ["up", "down", "right", "left"]),
        (b"wasdWASD", ["up", "left", "down", "right"] * 2),
        (b"x zrnpq", ["action", "action", "undo", "restart", "next", "previous", "quit"]),
        (b"\033[15~", ["other"]),
        (b"\xc3\xa9k", ["other", "other", "other"]),
    ],
)
def test_keys_are_told_apart(sent: bytes, keys: list[str]) -> None:
    assert split_keys(sent) == keys
