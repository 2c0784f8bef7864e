"""A rule while it is being worked on: cells are still words, a direction and a name for each term."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from puzzlesynth.levels.model import Command
from puzzlesynth.levels.parser.messages import MessageLog
from puzzlesynth.levels.parser.tokens import ELLIPSIS

Term = tuple[str, str]
"""A direction (or `no`, `random`, ..., or nothing) and a name. An ellipsis is written twice."""
Cell = tuple[Term, ...]
Row = list[Cell]

MOST_RULES = 50_000
"""How many rules one line of the source may expand to, and so may all of them together."""


@dataclass(slots=True)
class RuleDraft:
    """A rule. `left` and `right` are the rows of cells before and after the arrow; `right` is empty if only
    commands stand there."""

    left: list[Row]
    right: list[Row]
    line: int
    group: int
    directions: list[str] = field(default_factory=list)
    direction: str = ""
    late: bool = False
    rigid: bool = False
    random: bool = False
    commands: tuple[Command, ...] = ()
    never_matches: tuple[str, str] | None = None
    """Two objects of one layer that the rule wants in the same cell."""
    broken: bool = False
    """Something in the rule has no meaning; there is an error about it."""

    def copy(self) -> RuleDraft:
        return RuleDraft(
            [row.copy() for row in self.left],
            [row.copy() for row in self.right],
            self.line,
            self.group,
            self.directions,
            self.direction,
            self.late,
            self.rigid,
            self.random,
            self.commands,
        )

    def with_cell(self, row: int, cell: int, change: Callable[[Cell], Cell]) -> RuleDraft:
        """A copy with one cell replaced, left and right."""
        copy = self.copy()
        for side in (copy.left, copy.right) if copy.right else (copy.left,):
            side[row][cell] = change(side[row][cell])
        return copy

    def change_right(self, change: Callable[[Cell], Cell]) -> None:
        """Replace every cell on the right."""
        for row in self.right:
            row[:] = [change(cell) for cell in row]

    def change_cells(self, change: Callable[[Cell], Cell]) -> None:
        """Replace every cell, left and right."""
        for row in (*self.left, *self.right):
            row[:] = [change(cell) for cell in row]

    @property
    def has_ellipsis(self) -> bool:
        return any(cell and cell[0][1] == ELLIPSIS for row in self.left for cell in row)


def report_too_many_rules(rule: RuleDraft, log: MessageLog) -> None:
    """Say that a rule stands for more rules than anyone could play with."""
    log.error(
        f"This rule stands for more than {MOST_RULES} rules, once every word in it that can mean several "
        "things has been written out. Please split it up.",
        rule.line,
    )


def rule_as_text(rule: RuleDraft) -> str:
    """The rule written out. Two rules of a group that read the same are the same."""
    words = [f"({rule.line})"]
    words += [
        word for word, given in (("LATE", rule.late), ("RANDOM", rule.random), ("RIGID", rule.rigid)) if given
    ]
    if any(len(row) > 1 for row in rule.left):
        words.append(rule.direction.upper())
    words += [_row_as_text(row) for row in rule.left]
    words.append("->")
    words += [_row_as_text(row) for row in rule.right]
    for command in rule.commands:
        words.append(command.name if command.text is None else f"{command.name} {command.text}")
    return " ".join(words)


def _row_as_text(row: Row) -> str:
    return "[ " + " | ".join(_cell_as_text(cell) for cell in row) + " ]"


@lru_cache(maxsize=10_000)
def _cell_as_text(cell: Cell) -> str:
    return " ".join(
        name if direction in ("", ELLIPSIS) else f"{direction} {name}" for direction, name in cell
    )
