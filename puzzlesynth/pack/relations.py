"""What items have to do with each other, as Puzzledice's databases say it: made by, given by, changes, fills, …

Relations stand on items; `relate` turns them into rules, so that nothing after it has to know them.
"""

from __future__ import annotations

from collections.abc import Mapping

from puzzlesynth.quick_dataclasses import dataclass, field

Value = bool | int | str
"""What a property can be."""


def same_value(one: object, other: object) -> bool:
    """Whether two values are the same; `1` is not `true`."""
    return type(one) is type(other) and one == other


@dataclass(frozen=True)
class Relations:
    """The relations that one item declares. None: it says nothing about that."""

    madeby: tuple[tuple[str, str], ...] = ()
    """Pairs of items that combine into it."""
    givenby: tuple[str, ...] = ()
    """Who gives it to whoever brings what they ask for."""
    requests: tuple[str, ...] = ()
    """What it asks for, if it is somebody."""
    mutables: tuple[str, ...] = ()
    """Which of its properties can change."""
    changes: tuple[tuple[str, Value], ...] = ()
    """Properties and values that it gives to others."""
    changedby: tuple[str, ...] | None = None
    """What can change it; None: whatever gives a value that it can have."""
    fills: tuple[str, ...] = ()
    """What it can be put into."""
    filledby: tuple[str, ...] = ()
    """What can be put into it."""
    types: tuple[str, ...] = ()
    """The items whose properties it inherits."""
    values: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    """The values that its properties can have; a property without a list can have any."""
    container: bool | None = None
    """It holds whatever is smaller."""
    size: int | None = None
    capacity: int | None = None
    """How many can be there; 0: one."""
    abstract: bool | None = None
    """It is never placed; it only lends its properties."""
    key: bool | None = None
    """It is the item that locked doors copy their keys from."""
    destroyoncombine: bool | None = None
    """Combining uses it up."""


NONE = Relations()
