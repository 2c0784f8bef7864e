"""A process beside the game that is told worlds and answers with puzzles."""

from __future__ import annotations

import pickle
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from puzzlesynth.pack.model import Pack


@dataclass(frozen=True)
class Fault:
    """Something went wrong in the process: that proves nothing about the world."""

    reason: str


GONE = (OSError, EOFError, ValueError)
"""What comes of talking to a process that has ended."""


BEGIN = "import sys; sys.path[:] = sys.argv[2:]; from puzzlesynth.play.worker_process import main; main(sys.argv[1])"
"""Looks for modules where the game does and nowhere else: not in the folder that the player happens to be in."""


class Helper:
    """What the game's side has of such a process. The pack is sent once; the rest is small."""

    def __init__(self, pack: Pack, task: str) -> None:
        """`OSError` where no process can be started."""
        if not _is_python(sys.executable):
            raise OSError("the program that runs is not Python itself")
        self.process = subprocess.Popen(
            [sys.executable, "-c", BEGIN, task, *(entry for entry in sys.path if isinstance(entry, str))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._pack: Pack | None = pack

    def tell(self, what: object) -> None:
        assert self.process.stdin is not None
        pack, self._pack = self._pack, None
        if pack is not None:
            send(self.process.stdin, pack)
        send(self.process.stdin, what)

    def answer(self) -> Any:
        assert self.process.stdout is not None
        return receive(self.process.stdout)

    def asked(self, what: object) -> Any:
        self.tell(what)
        return self.answer()

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(*GONE):
                    pipe.close()


def _is_python(program: str | None) -> bool:
    """An engine that embeds Python may call itself its executable, and would only start itself again."""
    return (
        bool(program)
        and not hasattr(sys, "frozen")
        and Path(program or "").stem.startswith(("python", "pypy"))
    )


def send(pipe: IO[bytes], what: object) -> None:
    """One message: its length, then its bytes. Only ever between this process and the one that it started."""
    data = pickle.dumps(what)
    pipe.write(len(data).to_bytes(8, "big") + data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    size = pipe.read(8)
    expected = int.from_bytes(size, "big")
    data = pipe.read(expected) if len(size) == 8 else b""
    if len(size) < 8 or len(data) < expected:
        raise EOFError("nothing more comes")
    return pickle.loads(data)
