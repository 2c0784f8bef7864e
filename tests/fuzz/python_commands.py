"""What is no command of the command line, or serves until it is stopped, as a command that ends.

`studio PLACE` runs as it is, up to where the server would start: then the requests of a file are answered instead, by the
same connection that answers a page, except that a task runs in this process and is cancelled after a while. `gym PACK
ROWS` and `gym GAME` draw from the sources of environments.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from types import FrameType
from typing import Any

PATIENCE = 0.4
"""Seconds of a processor for each task of the studio."""
LONGEST = 3.0
"""After which the process of a task would have been killed."""
ENOUGH = 15.0
"""Seconds of a processor after which the rest of a file of requests is not asked any more."""


def prepare_command(words: list[str]) -> Callable[[], None] | None:
    """Makes ready for a command of this module; what to call instead of the command line, if not that."""
    if words[:1] == ["gym"]:
        return lambda: sys.exit(_gym(words[1:]))
    if words[:1] == ["studio"]:
        from puzzlesynth.studio.server import connection, launch

        os.environ["XDG_STATE_HOME"] = str(Path("state").absolute())
        setattr(launch, "run", _serve)  # noqa: B010
        setattr(connection, "Lane", _Lane)  # noqa: B010
    return None


# --- the studio -----------------------------------------------------------------------------------------------------


def _serve(project: Any, _note: Any, bound: Any, ready: Callable[[], None]) -> None:
    """Answers the requests of the file that standard input names."""
    from puzzlesynth.studio.protocol import RequestError
    from puzzlesynth.studio.server.connection import Connection

    bound.close()
    ready()
    tab = Connection(project, None)  # type: ignore[arg-type]
    project.notify = lambda name, said, by: tab.notice(name, said) if by is not tab else None
    tab.greet()
    begin = time.process_time()
    for line in Path(sys.stdin.read().strip() or os.devnull).read_bytes().split(b"\n"):
        try:
            tab.hear(line.decode("utf-8", "replace"))
        except RequestError as refused:
            print(f"refused: {refused}")
        project.documents.look_outside()
        _drain(tab)
        if time.process_time() > begin + ENOUGH:
            break
    tab.close()


def _drain(tab: Any) -> None:
    from puzzlesynth.internal_error import InternalError

    while not tab.outgoing.empty():
        said = tab.outgoing.get_nowait()
        said.encode("utf-8")
        answer = json.loads(said, parse_constant=_no_json)
        if answer.get("type") == "error":
            print(f"{answer['error']['code']}: {answer['error']['message']}"[:300])
            if answer["error"]["code"] == "internal":
                raise InternalError(answer["error"]["message"])


def _no_json(word: str) -> None:
    from puzzlesynth.internal_error import InternalError

    raise InternalError(f"an answer has {word}, which a browser does not read")


class _Lane:
    """Does the work of a lane at once."""

    def __init__(self, _standby: object) -> None: ...

    def start(self, work: Any) -> None:
        from puzzlesynth.solver_threads import PAUSE_SECONDS, must_not_be_interrupted
        from puzzlesynth.studio.jobs.failures import failure_of
        from puzzlesynth.studio.jobs.worker import Cancelled, task_at
        from puzzlesynth.studio.protocol import CANCELLED

        def stop(_number: int, frame: FrameType | None) -> None:
            if must_not_be_interrupted(frame):
                signal.setitimer(signal.ITIMER_PROF, PAUSE_SECONDS)
                return
            raise Cancelled

        killer = Timer(LONGEST, os._exit, (0,))
        killer.daemon = True
        signal.signal(signal.SIGPROF, stop)
        try:
            killer.start()
            signal.setitimer(signal.ITIMER_PROF, PATIENCE)
            try:
                given = pickle.loads(pickle.dumps(work.given))
                result = task_at(work.task)(given, work.on_event)
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
                killer.cancel()
        except KeyboardInterrupt:
            work.on_failure(CANCELLED)
        except Exception as error:
            if failure_of(error).code == "internal":
                raise
            work.on_failure(failure_of(error))
        else:
            work.on_result(result)

    def cancel(self) -> None: ...

    def close(self) -> None: ...


# --- gym ------------------------------------------------------------------------------------------------------------


def _gym(words: list[str]) -> int:
    from puzzlesynth.bad_input import BadInput
    from puzzlesynth.pack import PackError
    from puzzlesynth.pack.text.wording import without_control_characters
    from puzzlesynth.puzzle import PuzzleError

    try:
        _draw_puzzles(*words) if len(words) > 1 else _draw_levels(words[0])
    except (BadInput, PackError, PuzzleError) as refused:
        print(without_control_characters(str(refused)), file=sys.stderr)
        return 2
    return 0


def _draw_puzzles(pack: str, rows: str) -> None:
    from puzzlesynth.gym.narrative import NarrativeEnv
    from puzzlesynth.gym.puzzle_source import CorpusSource

    source = CorpusSource(pack, rows)
    source.restart(1)
    for _ in range(3):
        source.draw()
    environment = NarrativeEnv(pack, corpus=rows)
    environment.reset(seed=1)
    environment.close()


def _draw_levels(game: str) -> None:
    from puzzlesynth.gym.levels.environment import LevelEnv

    environment = LevelEnv(game)
    environment.reset(seed=1)
    environment.step(0)
    environment.close()
