"""Designers' constraints: reading `.lp` files and the shelf, finding mistakes in them, and handing them to clingo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzlesynth.pack.model import NOWHERE, Pack

from .designer_constraints import SWITCH, WISH, ConstraintError, ConstraintSet

__all__ = ["SWITCH", "WISH", "ConstraintError", "ConstraintSet", "constraint_set"]


def constraint_set(
    pack: Pack, extra: Sequence[str] = (), switchable: bool = False, texts: Mapping[str, str] | None = None
) -> ConstraintSet:
    """The pack's constraints and some more: files, or programs of the shelf as `asp:name(arguments)`.

    `switchable`: the constraint with the number n only counts where `counts(("constraint",n))` holds. `texts`: what files
    say, where that is not to be read from them.
    """
    listed = [(c.path or c.name, c.place) for c in pack.constraints]
    seen = {name for name, _ in listed}
    listed += [(name, NOWHERE) for name in extra if name not in seen]
    found = ConstraintSet()
    if listed:
        # Most packs have none, and parsing logic programs takes a while to import.
        from .rewriter import add_files

        add_files(found, listed, pack, switchable, texts or {})
    return found
