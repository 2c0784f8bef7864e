"""Slips in a rule's line that leave no doubt what was meant: another sign for `::=`, sides swapped, no action.

The line is read leniently, repaired, and parsed again, so a suggestion can be typed as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.suggestions import NameIndex

from .syntax_errors import SHAPE, Explanation

SIGN = "::="
ANY_ACTION = "Use"
"""The action of a suggestion where the designer has to choose one."""
MOST_SHOWN = 160
"""The longest rule, in characters, that is written out in a suggestion."""

_TEXT = r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\''
_PIECE = re.compile(
    rf"""(?P<blank>\s+|(?:(?<=\s)|^)\#.*|,)
    |(?P<sign>[:=]+(?:\s*[:=]+)*(?:>)?|<?[-=~]+>|<[-=~]+|[→⇒⟶⟹←⇐])
    |(?P<term>[^\W\d]\w*(?:\#\w+)?(?:\[(?:{_TEXT}|[^\[\]"'])*\])?)""",
    re.VERBOSE | re.DOTALL,
)
_NAME = re.compile(r"\w+")
_BACKWARDS = re.compile(r".*>|[→⇒⟶⟹]")
"""Signs that read `before -> afterwards`."""

Reads = Callable[[str], bool]
"""Whether a text is a rule."""


@dataclass(frozen=True)
class _Term:
    text: str
    start: int

    @property
    def name(self) -> str:
        found = _NAME.match(self.text)
        assert found is not None
        return found.group()

    @property
    def is_bare(self) -> bool:
        """Nothing but a name, as an action is."""
        return self.name == self.text

    def is_thing(self, known: NameIndex | None) -> bool:
        return not self.is_bare or (known is not None and known.has(self.name))


@dataclass(frozen=True)
class _Line:
    """A line, divided into terms and signs as far as possible: what is before and after its first sign."""

    left: tuple[_Term, ...]
    right: tuple[_Term, ...]
    signs: tuple[_Term, ...]

    @property
    def sides(self) -> tuple[str, str]:
        left, right = (" ".join(term.text for term in side) for side in (self.left, self.right))
        return left, right


def repaired_syntax(text: str, known: NameIndex | None, reads: Reads) -> Explanation | None:
    """What went wrong in a line that is no rule; None where nothing fits. `known`: the pack's types."""
    line = _read(text)
    if line is None:
        return None
    if len(line.signs) > 1:
        return _second_sign(line)
    if not line.signs:
        return _no_sign(line, known)
    sign = line.signs[0]
    if sign.text != SIGN:
        return _wrong_sign(line, sign, known, reads)
    return _swapped(line, known, reads) or _no_action(line, known, reads)


def _read(text: str) -> _Line | None:
    found: dict[str, list[_Term]] = {"left": [], "right": [], "signs": []}
    at = 0
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            return None
        if piece.lastgroup == "sign":
            found["signs"].append(_Term(piece.group(), at))
        elif piece.lastgroup == "term":
            found["right" if found["signs"] else "left"].append(_Term(piece.group(), at))
        at = piece.end()
    return _Line(**{name: tuple(terms) for name, terms in found.items()})


def _second_sign(line: _Line) -> Explanation | None:
    if any(sign.text != SIGN for sign in line.signs):
        return None
    hint = f"write one rule per line: what the second `{SIGN}` makes begins a new line"
    return f"there is a second `{SIGN}`", line.signs[1].start, hint


def _no_sign(line: _Line, known: NameIndex | None) -> Explanation | None:
    if not line.left:
        return None
    first, last = line.left[0], line.left[-1]
    if known is not None and first.is_bare and len(line.left) > 1 and not known.nearly(first.name):
        after = flipped(line.left[1].text)
        hint = _write(f"{after} {SIGN} {line.sides[0]}", " if that is what is there afterwards")
        return f"expected `{SIGN}` before the action `{first.name}`", first.start, hint
    message = f"expected `{SIGN}` and an action"
    return message, last.start + len(last.text), SHAPE


def flipped(term: str) -> str:
    """What most actions make of the thing that they are done to: the contrary of what it was."""
    return re.sub(r":\s*(True|False)\b", lambda found: f": {found[1] == 'False'}", term, count=1)


def _wrong_sign(line: _Line, sign: _Term, known: NameIndex | None, reads: Reads) -> Explanation | None:
    """Another sign; where it points the other way, the sides may be the other way round as well."""
    left, right = line.sides
    there, back = f"{left} {SIGN} {right}", f"{right} {SIGN} {left}"
    if set(sign.text.split()) == {SIGN}:
        second = sign.start + sign.text.rindex(SIGN)
        return (
            f"there is a second `{SIGN}`",
            second,
            _write(there) if reads(there) else "leave one of them out",
        )
    message = f"expected `{SIGN}`, found `{sign.text}`"
    points_back = known is None and _BACKWARDS.fullmatch(sign.text) is not None
    if (_looks_swapped(line, known) or points_back) and reads(back):
        return message, sign.start, _write(back)
    if line.right and line.right[0].is_thing(known):
        there = f"{left} {SIGN} {ANY_ACTION} {right}"
    return message, sign.start, _write(there) if reads(there) else SHAPE


def _swapped(line: _Line, known: NameIndex | None, reads: Reads) -> Explanation | None:
    left, right = line.sides
    candidate = f"{right} {SIGN} {left}"
    if not _looks_swapped(line, known) or not reads(candidate):
        return None
    return "the two sides look swapped", line.left[0].start, swapped_hint(candidate)


def swapped_hint(candidate: str) -> str:
    return _write(candidate, ": what is there afterwards comes first")


def _looks_swapped(line: _Line, known: NameIndex | None) -> bool:
    """The left side begins with a word that is no thing, and goes on with things: an action and its inputs."""
    if len(line.left) < 2 or not line.right or not line.left[0].is_bare:
        return False
    action = line.left[0].name
    if known:
        return not known.nearly(action) and all(known.nearly(term.name) for term in line.right)
    rest = {term.name for term in line.left[1:]}
    after = [term.name for term in line.right]
    return action not in {*rest, *after} and not rest.isdisjoint(after) and not line.right[0].is_bare


def _no_action(line: _Line, known: NameIndex | None, reads: Reads) -> Explanation | None:
    left, right = line.sides
    if not line.right:
        whole = f"{left} {SIGN} {ANY_ACTION} …".strip()
        hint = f"write what the player does and what it takes: `{whole}`" if _fits(whole) else SHAPE
        return f"expected an action after `{SIGN}`", line.signs[0].start + len(SIGN), hint
    first = line.right[0]
    if known is not None and not first.is_bare and not known.nearly(first.name):
        bare = " ".join((first.name, *(term.text for term in line.right[1:])))
        candidate = f"{left} {SIGN} {bare}"
        if reads(candidate):
            message = f"the action `{first.name}` takes no `{first.text[len(first.name) :]}`"
            return message, first.start + len(first.name), _write(candidate, ": only things have properties")
    candidate = f"{left} {SIGN} {ANY_ACTION} {right}".strip()
    if not first.is_thing(known) or not reads(candidate):
        return None
    message = f"expected an action after `{SIGN}`; `{first.text}` is a thing"
    return message, first.start, no_action_hint(candidate)


def no_action_hint(candidate: str) -> str:
    return _write(candidate, f", with the action of your choice for `{ANY_ACTION}`")


def _fits(rule: str) -> bool:
    return len(rule) <= MOST_SHOWN


def _write(rule: str, more: str = "") -> str:
    return f"write `{rule}`{more}" if _fits(rule) else SHAPE
