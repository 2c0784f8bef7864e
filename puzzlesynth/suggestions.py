"""Spelling suggestions: which of the names that exist was meant by one that does not."""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import cached_property

_MOST_SUGGESTIONS = 100
_LIKELY = 20
_LONGEST = 100


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """`did you mean …?` for a single name, None where nothing comes close; for many names keep a `NameIndex`."""
    return NameIndex(known).did_you_mean(name)


def hint_for(name: str, known: Iterable[str]) -> str:
    """`did you mean …?`, or all names to choose from."""
    names = list(known)
    return did_you_mean(name, names) or (choice_of(names) if names else "there is none")


def choice_of(names: Iterable[str]) -> str:
    """`choose a, b or c`."""
    *others, last = names
    return f"choose {', '.join(others)} or {last}" if others else f"choose {last}"


class NameIndex:
    """Existing names, ready to say which one comes closest to a name that does not exist."""

    def __init__(self, known: Iterable[str]) -> None:
        # A set has no order that would be the same tomorrow.
        self._known = sorted(known) if isinstance(known, Set) else known
        self.found: dict[str, str | None] = {}
        self._masks: dict[str, int] = {}

    @cached_property
    def _exact(self) -> frozenset[str]:
        return frozenset(self._known)

    @cached_property
    def by_lower(self) -> dict[str, str]:
        return {name.lower(): name for name in reversed(list(self._known))}

    @cached_property
    def _lower(self) -> list[str]:
        return list(self.by_lower)

    @cached_property
    def _sharing(self) -> dict[str, list[int]]:
        """For each pair of letters the numbers of the names that have it; worked out when the first name is wrong."""
        found: dict[str, list[int]] = {}
        for number, name in enumerate(self._lower):
            for pair in _pairs(name):
                found.setdefault(pair, []).append(number)
        return found

    def _bits(self, pair: str) -> int:
        """The same for one pair, as bits of a number."""
        if pair not in self._masks:
            bits = bytearray(len(self._lower) // 8 + 1)
            for number in self._sharing.get(pair, ()):
                bits[number >> 3] |= 1 << (number & 7)
            self._masks[pair] = int.from_bytes(bits, "little")
        return self._masks[pair]

    def closest(self, name: str) -> str | None:
        """The existing name that someone who wrote `name` most likely meant."""
        if name not in self.found:
            # With this many wrong names an early answer helps more than suggestions.
            self.found[name] = self._closest(name) if len(self.found) < _MOST_SUGGESTIONS else None
        return self.found[name]

    def _closest(self, name: str) -> str | None:
        from difflib import get_close_matches

        name = name.lower()[:_LONGEST]
        if name in self.by_lower:
            return self.by_lower[name]
        # Comparing with every name takes long in a large pack; what comes close shares pairs of letters.
        likely = self.sharing_most(sorted(_pairs(name)))
        found = [other for other in likely if _one_slip_apart(name, other)]
        found.sort(key=lambda other: sorted(other) != sorted(name))  # letters change places more often
        found = found or get_close_matches(name, likely, n=1, cutoff=0.6)
        return self.by_lower[found[0]] if found else None

    def sharing_most(self, pairs: list[str]) -> list[str]:
        """The names that have most of these pairs; of those with as many, who has an earlier one comes first.

        How many each name has is counted for all names at once: `planes` has the binary digits of the numbers, and a
        name is the same bit of each.
        """
        planes: list[int] = []
        for pair in pairs:
            carry = self._bits(pair)
            for place, plane in enumerate(planes):
                planes[place], carry = plane ^ carry, plane & carry
            if carry:
                planes.append(carry)
        found: list[str] = []
        for count in range(len(pairs), 0, -1):
            if count >> len(planes):
                continue
            having = (1 << len(self._lower)) - 1
            for place, plane in enumerate(planes):
                having &= plane if count >> place & 1 else ~plane
            for pair in pairs if having else ():
                here = having & self._bits(pair)
                having ^= here
                while here:
                    lowest = here & -here
                    found.append(self._lower[lowest.bit_length() - 1])
                    if len(found) == _LIKELY:
                        return found
                    here ^= lowest
        return found

    def has(self, name: str) -> bool:
        return name in self._exact

    def nearly(self, name: str) -> bool:
        """Whether it is one of the names, or one with a letter too many, too few, wrong or out of place."""
        match = self.closest(name)
        return match is not None and _one_slip_apart(name.lower(), match.lower())

    def did_you_mean(self, name: str) -> str | None:
        """`did you mean …?`, or None where nothing comes close."""
        match = self.closest(name)
        return f"did you mean `{match}`?" if match else None


def _one_slip_apart(one: str, other: str) -> bool:
    """Whether the names are the same but for one letter, or two letters that have changed places."""
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    return max(len(one), len(other)) <= 1 or (len(one) == 2 and one == other[::-1])


def _pairs(name: str) -> set[str]:
    """Neighbouring letters, those at either end included."""
    framed = f"^{name[:_LONGEST]}$"
    return {framed[index : index + 2] for index in range(len(framed) - 1)}
