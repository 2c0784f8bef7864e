"""Runs commands as users do, each in a process of its own that is forked from one that has read everything already.

So each command starts fresh, takes some milliseconds instead of a second, and whatever it does (a crash of the
interpreter, an endless loop, all of the memory) is seen from outside."""

from __future__ import annotations

import faulthandler
import os
import resource
import signal
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.support.paths import ROOT

MEMORY = 4 * 2**30
"""Bytes of address space; a command that needs more gets a MemoryError."""
MOST_RESIDENT = 1200 * 2**20
"""Bytes in memory; who needed more has failed."""
PAUSE = 0.002
SLOWEST = 10
"""On a machine that is busy with other work, a command may take so many times as long by the clock."""


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    status: int
    """Its exit status; below zero: the signal that ended it."""
    stdout: str
    stderr: str
    seconds: float
    """Of a processor: what the machine does beside it does not count."""
    resident: int
    """Bytes, at most."""
    killed: bool = False
    """It did not end by itself."""


def prepare() -> None:
    """Reads what commands need, so that the processes forked from this one have it."""
    from importlib import import_module
    from pkgutil import walk_packages

    import puzzlesynth
    from puzzlesynth.pack import check_pack, load_pack

    for found in walk_packages(puzzlesynth.__path__, "puzzlesynth."):
        if not found.name.endswith("__main__"):
            import_module(found.name)
    check_pack(load_pack(ROOT / "examples" / "tiny.yaml"))


def run(words: list[str], folder: Path, stdin: bytes = b"", patience: float = 60) -> Done:
    """One command in a folder, with nothing to answer its questions but `stdin`.

    `patience`: seconds of a processor, or of the clock for a command that does nothing in so long a time."""
    (folder / ".stdin").write_bytes(stdin)
    begin = time.monotonic()
    child = os.fork()
    if not child:
        _become(words, folder)
    killed = False
    while True:
        ended, status, used = os.wait4(child, os.WNOHANG)
        if ended:
            break
        if not killed and _hangs(child, time.monotonic() - begin, patience):
            os.killpg(child, signal.SIGKILL)
            killed = True
        time.sleep(PAUSE)
    _end_group(child)
    stdout, stderr = (
        (folder / name).read_bytes().decode(errors="replace") for name in (".stdout", ".stderr")
    )
    for name in (".stdin", ".stdout", ".stderr"):
        (folder / name).unlink()
    return Done(
        os.waitstatus_to_exitcode(status),
        stdout,
        stderr,
        used.ru_utime + used.ru_stime,
        used.ru_maxrss * 1024,
        killed,
    )


def _hangs(child: int, elapsed: float, patience: float) -> bool:
    if elapsed < patience:
        return False
    return elapsed > SLOWEST * patience or not 0 < _processor_time(child) < patience


def _processor_time(child: int) -> float:
    """Of a process and the processes that it has waited for; 0 where the system does not say."""
    try:
        ticks = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[11:15]
    except OSError:
        return 0
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def _end_group(child: int) -> None:
    """Processes that it left behind."""
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)


def command(words: list[str]) -> None:
    """The command in this process."""
    from puzzlesynth.cli.main import main
    from tests.fuzz.python_commands import prepare_command

    sys.argv = ["puzzlesynth", *words]
    (prepare_command(words) or main)()


def _become(words: list[str], folder: Path) -> None:
    """The forked process: never returns."""
    status = 97
    try:
        os.setsid()
        faulthandler.disable()
        os.chdir(folder)
        for number, name, flags in (
            (0, ".stdin", os.O_RDONLY),
            (1, ".stdout", os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
            (2, ".stderr", os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
        ):
            os.dup2(os.open(name, flags, 0o600), number)
        sys.stdin = os.fdopen(0, "r", encoding="utf-8", closefd=False)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGINT, signal.default_int_handler)
        command(words)
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(status)


if __name__ == "__main__":
    command(sys.argv[1:])
