"""A process beside the game that is told worlds and answers with puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from puzzlesynth.internal_error import InternalError
from puzzlesynth.pack.model import Pack
from puzzlesynth.workers import CONNECTION_ERRORS as CONNECTION_ERRORS
from puzzlesynth.workers import Worker


@dataclass(frozen=True)
class WorkerFault:
    """Something went wrong in the process: that proves nothing about the world."""

    reason: str


class ChapterWorker(Worker):
    """What the game's side has of such a process. The pack is sent once; the rest is small."""

    def __init__(self, pack: Pack, task: str) -> None:
        """`OSError` where no process can be started."""
        super().__init__(f"puzzlesynth.play.just_in_time.worker_process:{task}")
        self._pack: Pack | None = pack

    def tell(self, what: object) -> None:
        pack, self._pack = self._pack, None
        if pack is not None:
            super().tell(pack)
        super().tell(what)

    def answer(self) -> Any:
        """A game goes on: whatever has ended the process, the puzzle is made elsewhere."""
        try:
            return super().answer()
        except InternalError as error:
            raise EOFError(str(error)) from None
