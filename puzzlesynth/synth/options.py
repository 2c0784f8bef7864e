"""What users ask for in addition to the pack: options and targets. Commands, pipeline and maps pass it on as a whole.

Targets are bounds on a puzzle's shape, for every area or for one. *steps*: how many steps an area's tree has. *depth*:
how many steps its longest chain has. *width*: how many of its steps wait for no other step of the tree. *herrings*: how
many red herrings lie in it. What the pack says about depth still holds; a number of herrings replaces the pack's.
*difficulty* is a target too, for the whole puzzle or for one area; it is measured by playing, outside the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from puzzlesynth.bad_input import BadInput
from puzzlesynth.pack.model import Area, Pack
from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.suggestions import hint_for

if TYPE_CHECKING:
    from .exhaustion import Exhaustion
    from .initial_state import InitialState
    from .steering import Steering


KINDS = ("steps", "depth", "width", "herrings")
GRADES = ("easy", "medium", "hard")

LARGEST = 10_000

_RANGE = re.compile(r"(\d+)?(\.\.)?(\d+)?")


class TargetError(BadInput):
    """A target that makes no sense; the message says which."""


@dataclass(frozen=True)
class Range:
    least: int | None
    most: int | None

    def __str__(self) -> str:
        if self.least == self.most:
            return str(self.least)
        left = "" if self.least is None else str(self.least)
        return f"{left}..{'' if self.most is None else self.most}"


@dataclass(frozen=True)
class Target:
    """One bound on one kind of thing, for one area or (None) for every area."""

    kind: str
    area: str | None
    range: Range

    def __str__(self) -> str:
        area = f"{self.area}:" if self.area else ""
        return f"--{self.kind} {area}{self.range}"


@dataclass(frozen=True)
class Targets:
    bounds: tuple[Target, ...] = ()
    grade: str | None = None
    """One of `GRADES`: how hard the whole puzzle is."""
    area_grades: tuple[tuple[str, str], ...] = ()
    """How hard single areas are."""

    def of(self, area: str, kind: str) -> Target | None:
        """The bound of an area: its own, otherwise the one for all areas."""
        fitting = [t for t in self.bounds if t.kind == kind and t.area in (None, area)]
        return max(fitting, key=lambda t: t.area is not None, default=None)

    @property
    def has_grades(self) -> bool:
        """Whether some difficulty is asked for, which only playing tells."""
        return self.grade is not None or bool(self.area_grades)

    def herrings(self, area: Area) -> int:
        target = self.of(area.name, "herrings")
        return area.herrings if target is None else target.range.least or 0


NO_TARGETS = Targets()


@dataclass(frozen=True)
class _Reader:
    pack: Pack
    found: list[Target] = field(default_factory=list)

    def read(self, kind: str, text: str) -> Target:
        name, colon, rest = text.rpartition(":")
        if colon and name not in self.pack.areas:
            hint = hint_for(name, self.pack.areas)
            raise TargetError(f"--{kind} {text}: no area is named `{name}` ({hint})")
        match = _RANGE.fullmatch(rest.strip())
        if match is None or not (match[1] or match[3]) or (match[3] and not match[2]):
            raise TargetError(f"--{kind} {text}: expected a number or a range, as in 6..9, 6.. or Tower:6..9")
        if any(len((digits or "").lstrip("0")) > len(str(LARGEST)) for digits in (match[1], match[3])):
            # Python reads no number of thousands of digits.
            raise TargetError(f"--{kind} {text[:40]}{'…' if text[40:] else ''}: no area can have that many")
        least = int(match[1]) if match[1] else None
        most = int(match[3]) if match[3] else None if match[2] else least
        if least is not None and most is not None and most < least:
            raise TargetError(f"--{kind} {text}: {most} is less than {least}")
        if max(least or 0, most or 0) > LARGEST:
            raise TargetError(f"--{kind} {text}: no area can have that many")
        if kind == "herrings" and least != most:
            raise TargetError(f"--{kind} {text}: expected one number")
        return Target(kind, name or None, Range(least, most))


def read_targets(
    pack: Pack, given: Mapping[str, Iterable[str]], difficulty: str | Iterable[str] | None = None
) -> Targets:
    """Targets as the command line has them: for each kind any number of `6..9` or `Tower:6..9`, and of `hard` or
    `Tower:hard` for the difficulty."""
    reader = _Reader(pack)
    bounds = [reader.read(kind, text) for kind in KINDS for text in given.get(kind, ())]
    said = [difficulty] if isinstance(difficulty, str) else difficulty or ()
    grades = [_read_grade(pack, text) for text in said]
    seen: set[tuple[str, str | None]] = set()
    for target in bounds:
        if (target.kind, target.area) in seen:
            raise TargetError(f"{target}: this target is given twice")
        seen.add((target.kind, target.area))
    areas = [area for area, _ in grades]
    for area in areas:
        if areas.count(area) > 1:
            raise TargetError(f"--difficulty: {area or 'the whole puzzle'} has two grades")
    whole = dict(grades).get(None)
    return Targets(tuple(bounds), whole, tuple((area, grade) for area, grade in grades if area is not None))


def _read_grade(pack: Pack, text: str) -> tuple[str | None, str]:
    """A grade, and the area that it is for; None: the whole puzzle."""
    name, colon, grade = text.rpartition(":")
    if colon and name not in pack.areas:
        raise TargetError(f"--difficulty {text}: no area is named `{name}` ({hint_for(name, pack.areas)})")
    if grade not in GRADES:
        raise TargetError(f"--difficulty {text}: expected {', '.join(GRADES[:-1])} or {GRADES[-1]}")
    return name or None, grade


def in_force(targets: Targets, areas: Iterable[Area]) -> Iterator[tuple[Area, Target]]:
    """Every target for every area that it counts for."""
    for area in areas:
        for kind in KINDS:
            target = targets.of(area.name, kind)
            if target is not None:
                yield area, target


@dataclass(frozen=True)
class SynthesisOptions:
    start: InitialState | None = None
    """Where the game begins; None: a new game."""
    constraints: Sequence[str] = ()
    """Files, or programs of the shelf as `asp:name(arguments)`, beside those of the pack."""
    places: bool = False
    """Whether puzzles that differ only in where things are count as different."""
    targets: Targets | None = None
    time_limit: float | None = None
    """In seconds, from the moment when the synthesizer is made."""
    states: int | None = None
    """How many states of a candidate are played at most; None: as many as usual."""
    exhaustion: Exhaustion | None = None
    """Where to note what the end of the stream says."""
    steering: Steering | None = None
    """What to keep of another puzzle, and what never to use."""
    cube: tuple[str, ...] = ()
    """The part of the space to search (`synth.cubes`); empty: the whole space."""


DEFAULT = SynthesisOptions()
