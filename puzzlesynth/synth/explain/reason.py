"""What is said about why there is no puzzle."""

from __future__ import annotations

from collections.abc import Collection

from puzzlesynth.quick_dataclasses import dataclass

from .requirements import Requirement


@dataclass(frozen=True)
class Reason:
    """A smallest set of requirements that cannot hold together: it needs each of them, as far as could be decided."""

    requirements: tuple[Requirement, ...]
    notes: tuple[str, ...] = ()
    """The longest chain that exists, the shortcut that spoils a candidate."""
    proven: bool = True
    """False where a guarantee is part of it and playing could not settle whether it is really in the way."""
    fewest: bool = True
    """Whether it is proven that no other such set, but those named before, has fewer members."""


NOT_ALL_NEEDED = "it could not be decided whether some of these could be left out"
NO_MORE_COPIES = "no item has more copies than the pack allows"


def within(limits: Collection[str]) -> str:
    """A note for what is proven within these limits alone."""
    return f"proven within {'this limit' if len(limits) == 1 else 'these limits'}: {'; '.join(limits)}"
