"""A process beside the game that is told worlds and answers with puzzles."""

from __future__ import annotations

import pickle
import subprocess
import sys
from contextlib import suppress
from typing import IO, Any

from puzzlesynth.pack.model import Pack

GONE = (OSError, EOFError, ValueError)
"""What comes of talking to a process that has ended."""


class Helper:
    """What the game's side has of such a process. The pack is sent once; the rest is small."""

    def __init__(self, pack: Pack, task: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "puzzlesynth.play.worker_process", task],
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

    def close_pipes(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


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
