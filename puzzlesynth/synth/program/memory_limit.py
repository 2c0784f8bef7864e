"""How much memory a ground program may take."""

from __future__ import annotations

import sys

MOST_GROUND = 4 * 2**30
"""Bytes that this process may grow by while something is ground. The largest pack that was tried needs a tenth."""


class OutOfMemory(Exception):
    """Grounding takes more than it may."""

    def __init__(self) -> None:
        super().__init__(
            f"the program takes more than {MOST_GROUND / 2**30:g} GiB of memory to ground: "
            "some rule goes on without end, or for too many cases"
        )


class MemoryLimit:
    """What this process takes more than when this was made."""

    def __init__(self) -> None:
        self._before = _peak()

    def check(self) -> None:
        if _peak() - self._before > MOST_GROUND:
            raise OutOfMemory


def _peak() -> int:
    """The most that this process has taken so far, in bytes; 0: this system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
