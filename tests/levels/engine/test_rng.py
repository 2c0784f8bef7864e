"""Random numbers depend on the seed alone, however many are generated at a time."""

from __future__ import annotations

from array import array

import pytest

from puzzlesynth.levels.engine.native.compiler.loading import native_code, native_obstacle
from puzzlesynth.levels.engine.native.numbers import number_generator
from puzzlesynth.levels.engine.rng import RandomStream


def test_numbers_generated_ahead_are_those_drawn_one_by_one() -> None:
    code = native_code(wait=None)
    if code is None:
        pytest.skip(native_obstacle())
    generate = number_generator(code)
    asked: list[int] = []

    def counted(cipher: array[int], count: int) -> array[int]:
        asked.append(count)
        return generate(cipher, count)

    plain, ahead = RandomStream("a seed"), RandomStream("a seed")
    for _ in range(40):
        ahead.look_ahead(16, counted)
        assert [ahead.uniform() for _ in range(16)] == [plain.uniform() for _ in range(16)]
    assert ahead.drawn == plain.drawn == 640
    assert len(asked) == 2


def test_a_stream_that_draws_nothing_sets_up_no_cipher() -> None:
    stream = RandomStream("9")
    assert not stream._state
    first = stream.uniform()
    assert first == RandomStream("9").uniform() != RandomStream("8").uniform()
