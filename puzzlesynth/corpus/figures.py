"""Sizes and rates in words: in the unit that leaves something before the point."""

from __future__ import annotations

_SIZES = ((10**9, "GB"), (10**6, "MB"), (10**3, "kB"))
_RATES = ((1, "per second"), (60, "per minute"), (3600, "per hour"))


def size_text(size: int) -> str:
    """`345 bytes`, `34.5 kB`, `1,200.0 GB`."""
    for unit, name in _SIZES:
        if size >= unit:
            return f"{size / unit:,.1f} {name}"
    return "1 byte" if size == 1 else f"{size} bytes"


def rate_text(per_second: float) -> str:
    """`335 per second`, `28 per minute`."""
    for seconds, name in _RATES:
        if per_second * seconds >= 2 or name == _RATES[-1][1]:
            break
    rate = per_second * seconds
    return f"{rate:,.1f} {name}" if rate < 10 else f"{rate:,.0f} {name}"
