"""What can ever come up in a level, and what that rules out: a win, or a win from some states."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from puzzlesynth.levels.engine.native.tables.level_tables import LevelTables
from puzzlesynth.quick_dataclasses import dataclass

from .demands import Demand, demands_of
from .level_facts import LevelFacts
from .operators import RelaxedLevel
from .relaxed_rules import relax

if TYPE_CHECKING:
    from .tables import DemandTables, RelaxedTables

REACH = "reach"
"""The name of the proof by itself, among the solvers."""
_MOST_WORK = 400_000
"""Rules that can match, times cells: beyond that, it takes too long to find out."""
_RULE_COST = 300
"""What a rule takes on a board of any size, in cells."""


@dataclass(frozen=True)
class LevelReach:
    """The facts that a level reaches, and what its win conditions demand of them."""

    tables: LevelTables
    level: RelaxedLevel

    @cached_property
    def facts(self) -> LevelFacts:
        return LevelFacts(self.level)

    @cached_property
    def demands(self) -> tuple[Demand, ...]:
        return demands_of(self.tables.game, self.facts)

    def demand_tables(self) -> DemandTables:
        """The demands for one search: tables have working memory."""
        from .tables import DemandTables

        return DemandTables(self.demands, self.tables.changing, self.tables.cells)

    def frozen_tables(self) -> RelaxedTables:
        """To find out what is frozen in a state, for one search."""
        from .frozen import with_things_anywhere
        from .tables import RelaxedTables

        return RelaxedTables(with_things_anywhere(self.facts))

    @property
    def rules_out_win(self) -> bool:
        """Whether the level cannot be won."""
        start = {thing: self.level.start[plane] for thing, plane in self.level.there.items()}
        return not self.facts.can_win or not all(demand.is_met(start) for demand in self.demands)


def reach_of(tables: LevelTables, planes: Sequence[int], inputs: Sequence[int]) -> LevelReach | None:
    """The reach of a level that starts with these planes; None where that would take long, or prove nothing."""
    if len(tables.things.rules) * (tables.cells + _RULE_COST) > _MOST_WORK:
        return None
    level = relax(tables, planes, inputs)
    return LevelReach(tables, level) if level is not None else None
