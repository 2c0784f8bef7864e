"""How much work a candidate is worth, as in De Keyser's thesis (2019), counted in states instead of seconds.

Until a solvable candidate has been found, a tenth of all the work spent so far; from then on eight times what the
hardest of the kept levels needed. Never less than `LEAST`, so that there is something to begin with. States are the same
on every machine, and with them the suggestions of a seed.
"""

from __future__ import annotations

from dataclasses import dataclass

LEAST = 1_000
SHARE = 10
FACTOR = 8


@dataclass(slots=True)
class SearchBudget:
    """The limit for the next candidates. `fixed` overrides the rule."""

    fixed: int | None = None
    spent: int = 0
    found: bool = False
    hardest: int = 0

    @property
    def limit(self) -> int:
        if self.fixed is not None:
            return self.fixed
        if not self.found:
            return max(LEAST, self.spent // SHARE)
        return max(LEAST, FACTOR * self.hardest)

    def tell(self, work: int, *, solved: bool) -> None:
        """A candidate has been decided, or given up, after so many states."""
        self.spent += work
        self.found = self.found or solved
