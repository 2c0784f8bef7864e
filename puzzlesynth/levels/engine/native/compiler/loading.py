"""Machine code that is there when it is wanted: found on disk in a moment, or compiled while others go on working."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

from puzzlesynth.workers import is_python, python_flags, safe_path

from .machine_code import NativeCode, cached_code, compile_kernel, is_installed, keep_code

SWITCH = "PUZZLESYNTH_NATIVE"
"""The environment variable that switches machine code off if it is 0."""


class _Loader:
    """Loads the code once for the process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._started = False
        self._code: NativeCode | None = None
        self.obstacle = self._find_obstacle()
        """Why there is no machine code; empty if there is, or will be."""

    @staticmethod
    def _find_obstacle() -> str:
        if os.environ.get(SWITCH) == "0":
            return f"{SWITCH}=0 switches machine code off"
        if not is_installed():
            return "llvmlite is not installed (pip install 'puzzlesynth[levels]')"
        return ""

    def start(self) -> None:
        """Begin to load in the background."""
        with self._lock:
            if self._started or self.obstacle:
                return
            self._started = True
        threading.Thread(target=self._load, name="native code", daemon=True).start()

    def get(self, wait: float | None) -> NativeCode | None:
        self.start()
        if wait != 0 and not self.obstacle:
            self._done.wait(wait)
        return self._code

    def _load(self) -> None:
        try:
            code = cached_code()
            if code is None:
                code = _compile_elsewhere() or compile_kernel()
            self._code = NativeCode(code)
        except Exception as error:  # Whatever goes wrong here, other engines can do the work.
            self.obstacle = f"machine code could not be made: {error}"
        finally:
            self._done.set()


_BEGIN = f"import sys; sys.path[:] = sys.argv[1:]; from {__name__} import compile_for_another; compile_for_another()"


def _compile_elsewhere() -> bytes | None:
    """Compile in another process: here it would take the interpreter's lock from those who work meanwhile. It finishes
    and keeps the code on disk even if this process ends first. None if that is not possible."""
    if not is_python(sys.executable):
        return None
    with subprocess.Popen(
        [sys.executable, *python_flags(), "-c", _BEGIN, *safe_path()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        code = process.stdout.read()
    return None if process.returncode else code


def compile_for_another() -> None:
    """What the other process does: it prints the code, and keeps it."""
    code = cached_code()
    if code is None:
        code = compile_kernel()
        keep_code(code)
    sys.stdout.buffer.write(code)


_loader = _Loader()


def native_code(*, wait: float | None = 0) -> NativeCode | None:
    """The machine code if it is loaded; otherwise it begins to be. `wait` says for how many seconds, None for as long as
    it takes."""
    return _loader.get(wait)


def is_native_ready() -> bool:
    """Whether the machine code is loaded."""
    return _loader.get(0) is not None


def native_obstacle() -> str:
    """Why there is no machine code; empty if there is, or will be."""
    return _loader.obstacle
