"""What a puzzle of a book with kept inputs has to be: the conditions, exactly, and where its things lie.

Nothing is ever lost, so all that a player can have once an area is open is a fixpoint. Take a game whose areas open
one after another. An area can be solved before it is open (a sequence break) if its goal can be made of what lies in
the areas before it, without ever having what solves the last of these. If that is so nowhere, an area can be solved
without a kind of step just if no earlier area needs that kind, and this area's goal can be made without it of
everything that lies in the areas up to this one. For without the kind, all areas up to this one open. So two
fixpoints for each area are enough. Areas that are not open yet matter only by the room that their things take up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from puzzlesynth.pack.model import Area
from puzzlesynth.synth.recipes.areas.area_chain import ChosenGoals
from puzzlesynth.synth.recipes.proposal import depths_of
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph
from puzzlesynth.synth.recipes.shortcuts.kept_landmarks import can_be_made, landmarks
from puzzlesynth.synth.relevance import PackAnalysis

Laid = tuple[tuple[tuple[int, int], ...], ...]
"""For each area the items that are placed in it, and how many of each."""


class KeptBook:
    def __init__(
        self,
        possible: PackAnalysis,
        graph: RecipeGraph,
        areas: Sequence[Area],
        opened: Sequence[Sequence[str]],
        choices: Sequence[ChosenGoals],
    ) -> None:
        """`areas`: in the order in which they open. `opened`: the places that open with each of them. `choices`: of a
        goal for each area."""
        self.graph, self.areas, self.choices = graph, areas, choices
        self.depths = [depths_of(area) for area in areas]
        items = [possible.pack.items[name] for name in graph.names]
        self.room = [item.copies for item in items]
        """How many of each item there can be."""
        places = [possible.start.places_for(item) for item in items]
        self._allowed = [[[name for name in names if name in new] for new in opened] for names in places]
        self._known: dict[tuple[ChosenGoals, int, Laid], int | None] = {}

    @cached_property
    def is_plain(self) -> bool:
        """Whether steps of the same kind always take the same."""
        return len({way.kind for way in self.graph.ways}) == len(self.graph.ways)

    @cached_property
    def most_taken(self) -> list[int]:
        """How many of each item one step can take; at least one."""
        found = [1] * len(self.graph.names)
        for needs in self.graph.needs.values():
            for item, number in needs:
                found[item] = max(found[item], number)
        return found

    def places(self, item: int, stage: int) -> list[str]:
        """Where an item can be put among what opens with an area."""
        return self._allowed[item][stage]

    def latest(self, item: int, stage: int) -> int | None:
        """The last of the areas up to this one in which an item may lie. What lies further away never helps a player
        more, and takes up as much room. None: it is not placed."""
        return next((n for n in range(stage, -1, -1) if self._allowed[item][n]), None)

    def placeable(self, goals: ChosenGoals, stage: int) -> frozenset[int]:
        """What may be placed for an area's tree."""
        meeting = frozenset().union(*goals.accepted)
        return frozenset(
            item
            for item in range(len(self.graph.names))
            if item not in meeting and self.latest(item, stage) is not None
        )

    def may_be_hidden(self, goals: ChosenGoals, stage: int) -> frozenset[int]:
        """What may lie in areas that are not open yet when an area is solved."""
        later = range(stage + 1, len(self.areas))
        return frozenset(
            item
            for item in range(len(self.graph.names))
            if not any(item in accepted for accepted in goals.accepted)
            and any(self._allowed[item][n] for n in later)
        )

    # --- tests ----------------------------------------------------------------------------------------

    def needed(self, goals: ChosenGoals, laid: Laid, stage: int) -> int | None:
        """The kinds of steps that are part of every way to solve an area of a game with these things, as bits; None: it
        cannot be solved, or before it is open."""
        key = (goals, stage, laid)
        if key not in self._known:
            self._known[key] = self._needed(goals, laid, stage)
        return self._known[key]

    def _needed(self, goals: ChosenGoals, laid: Laid, stage: int) -> int | None:
        accepted = sorted(goals.accepted[stage])
        before: int | None = 0
        if stage:
            before = self.needed(goals, laid, stage - 1)
            placed, room = _together(laid[:stage]), self._room_beside(laid[stage:])
            if can_be_made(self.graph, accepted, placed, closed(goals, stage, room)):
                return None
        placed, room = _together(laid[: stage + 1]), self._room_beside(laid[stage + 1 :])
        here = landmarks(self.graph, accepted, placed, room) if before is not None else None
        return None if before is None or here is None else before | here

    def _room_beside(self, behind: Laid) -> list[int]:
        room = list(self.room)
        for item, number in _together(behind).items():
            room[item] -= number
        return room


def closed(goals: ChosenGoals, stage: int, room: Sequence[int]) -> list[int]:
    """The room that there is as long as an area is not open: nothing solves the one before it."""
    found = list(room)
    for item in goals.accepted[stage - 1] - goals.accepted[stage]:
        found[item] = 0
    return found


def _together(laid: Laid) -> Counter[int]:
    found: Counter[int] = Counter()
    for here in laid:
        found.update(dict(here))
    return found


def laid_of(things: Sequence[Mapping[int, int]]) -> Laid:
    return tuple(tuple(sorted(here.items())) for here in things)
