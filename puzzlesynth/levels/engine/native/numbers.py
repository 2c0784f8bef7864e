"""Random numbers in machine code."""

from __future__ import annotations

from array import array

from puzzlesynth.levels.engine.native.compiler.machine_code import NativeCode
from puzzlesynth.levels.engine.rng import NumberGenerator


def number_generator(code: NativeCode) -> NumberGenerator:
    """What makes numbers for a `RandomStream`."""
    draw = code.function("draw_numbers", 3)

    def generate(cipher: array[int], count: int) -> array[int]:
        numbers = array("q", bytes(8 * count))
        draw(cipher.buffer_info()[0], numbers.buffer_info()[0], count)
        return numbers

    return generate
