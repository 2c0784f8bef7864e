"""The original's random numbers: RC4 keyed with the bytes of a seed, seven bytes to a number.

Recorded plays carry a seed, so every draw must fall exactly as it does there.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

_BYTES = range(7)
_LARGEST = 2.0**56 - 1
_KEPT = 4096
"""Numbers that were taken and are kept until memory for others is needed."""
_AT_ONCE = 512
"""Numbers that are generated together where that takes no time."""

NumberGenerator = Callable[["array[int]", int], "array[int]"]
"""Makes numbers from the cipher (two places and 256 bytes), which it takes further."""


def seed_bytes(seed: str) -> list[int]:
    """A seed's bytes as the original takes them: UTF-16 units, high byte first, no leading zeros."""
    units = seed.encode("utf-16-be", "surrogatepass")
    result: list[int] = []
    for high, low in zip(units[::2], units[1::2], strict=True):
        if high:
            result.append(high)
        result.append(low)
    return result


class RandomStream:
    """A stream of numbers from 0 to 1 that depends on the seed alone."""

    __slots__ = ("_i", "_j", "_seed", "_state", "ahead", "drawn", "taken")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._state: list[int] = []
        self._i = 0
        self._j = 0
        self.ahead = array("q")
        """Numbers, in their seven bytes, that were looked at. The first `taken` of them have been taken."""
        self.taken = 0
        self.drawn = 0
        """How many numbers have been taken so far."""

    def _cipher(self) -> list[int]:
        """The cipher's bytes. Most plays draw no numbers and never need them."""
        if not self._state:
            key = seed_bytes(self._seed) or [0]
            self._state = state = list(range(256))
            j = 0
            for i in range(256):
                j = (j + state[i] + key[i % len(key)]) % 256
                state[i], state[j] = state[j], state[i]
        return self._state

    def look_ahead(self, count: int, generate: NumberGenerator | None = None) -> None:
        """Have at least this many numbers ready that are not taken yet; `generate` makes them faster than Python does."""
        missing = self.taken + count - len(self.ahead)
        if missing <= 0:
            return
        if self.taken > _KEPT:
            del self.ahead[: self.taken]
            self.taken = 0
        if generate is None:
            self.ahead.extend(self._generate(missing))
            return
        cipher = array("q", [self._i, self._j, *self._cipher()])
        self.ahead.extend(generate(cipher, max(missing, _AT_ONCE)))
        self._i, self._j, *self._state = cipher

    def take(self, count: int) -> None:
        """Take numbers that are ahead."""
        self.taken += count
        self.drawn += count

    def uniform(self) -> float:
        """The next number: seven bytes, rounded to a float as the original's running sum is."""
        if self.taken < len(self.ahead):
            self.take(1)
            return self.ahead[self.taken - 1] / _LARGEST
        state, i, j = self._cipher(), self._i, self._j
        total = 0
        for _ in _BYTES:
            i = (i + 1) & 255
            one = state[i]
            j = (j + one) & 255
            state[i] = other = state[j]
            state[j] = one
            total = total << 8 | state[(one + other) & 255]
        self._i, self._j = i, j
        self.drawn += 1
        return total / _LARGEST

    def below_many(self, count: int, times: int) -> list[int]:
        """That many next whole numbers from 0 to `count` - 1."""
        if times == 1:
            return [self.below(count)]
        last = count - 1
        found = []
        for total in self._totals(times):
            number = int(total / _LARGEST * count)
            found.append(number if number < count else last)
        return found

    def _totals(self, times: int) -> list[int]:
        """Seven bytes each, for many numbers at once."""
        self.look_ahead(times)
        self.take(times)
        return list(self.ahead[self.taken - times : self.taken])

    def _generate(self, times: int) -> list[int]:
        state, i, j = self._cipher(), self._i, self._j
        stream = bytearray()
        add = stream.append
        for _ in range(7 * times):
            i = (i + 1) & 255
            one = state[i]
            j = (j + one) & 255
            state[i] = other = state[j]
            state[j] = one
            add(state[(one + other) & 255])
        self._i, self._j = i, j
        return [int.from_bytes(stream[at : at + 7], "big") for at in range(0, 7 * times, 7)]

    def below(self, count: int) -> int:
        """The next whole number from 0 to `count` - 1."""
        number = int(self.uniform() * count)
        return number if number < count else count - 1


class Tape(RandomStream):
    """Random numbers that can be read again from any place: what has been drawn so far is part of a state."""

    __slots__ = ("_numbers", "position")

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._numbers: list[float] = []
        self.position = 0

    def uniform(self) -> float:
        while self.position >= len(self._numbers):
            self._numbers.append(super().uniform())
        number = self._numbers[self.position]
        self.position += 1
        return number

    def below_many(self, count: int, times: int) -> list[int]:
        return [self.below(count) for _ in range(times)]
