"""The original's random numbers: RC4, seven bytes to a number."""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.machine import Words


def draw_numbers(state: Words, numbers: Words, count: int) -> None:
    """Write down the next numbers. The state: two places, then the 256 bytes."""
    i = state[0]
    j = state[1]
    for k in range(count):
        total = 0
        for _ in range(7):
            i = (i + 1) & 255
            one = state[2 + i]
            j = (j + one) & 255
            other = state[2 + j]
            state[2 + i] = other
            state[2 + j] = one
            total = total << 8 | state[2 + ((one + other) & 255)]
        numbers[k] = total
    state[0] = i
    state[1] = j
