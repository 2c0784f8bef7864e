"""The designers' constraints of one program. Most packs have none: what reads them is only read where there are some."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from puzzlesynth.pack.diagnostics.problems import PackError
from puzzlesynth.pack.model import NOWHERE, Pack
from puzzlesynth.quick_dataclasses import dataclass, field

if TYPE_CHECKING:
    import clingo
    from clingo import ast

    from .tags import DesignerConstraint
    from .vocabulary import Signature


class ConstraintError(PackError):
    """A constraint that cannot be used, with everything that is wrong with it."""


WISH = "wish"
"""`wish(Number,Weight,Priority,Terms)`: this much of the preference with this number is not met."""

SWITCH = "counts"
"""`counts(Id)`: the requirement counts. Only where requirements can be switched off."""


@dataclass
class ConstraintSet:
    """The designers' constraints of one program."""

    statements: list[ast.AST] = field(default_factory=list)
    named: list[DesignerConstraint] = field(default_factory=list)
    """What must hold, in the order of the files."""
    preferences: list[DesignerConstraint] = field(default_factory=list)
    words: set[Signature] = field(default_factory=set)
    """Every predicate that the constraints mention, or that the definitions of their words do."""

    def add_to(self, control: clingo.Control) -> None:
        if not self.statements:
            return
        from clingo import ast

        with ast.ProgramBuilder(control) as builder:
            for statement in self.statements:
                builder.add(statement)


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
        from .rewriter import add_files

        add_files(found, listed, pack, switchable, texts or {})
    return found
