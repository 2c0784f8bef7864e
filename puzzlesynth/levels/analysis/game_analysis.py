"""What each object of a game is: type, subtype, priority, behaviours, least number, and its relations.

The definitions are those of Khalifa and Fayek (2015):

* *types*: `player`; `winning` if a win condition names it; `rule` if a rule does; `solid` if it is nothing but in
  the way of the player or of objects that rules name (see `walls`; the paper asks that no rule names it at all);
* *subtype* of what rules name: `critical` if it is in rules with the player and with a winning object,
  `normal` if with one of the two, `useless` if with neither. A winning object that rules name counts as
  standing with a winning object; the player has no subtype;
* *priority*: how many rules of the source mention it;
* *behaviours*: from comparing both sides of every rule;
* *least number*: the most cells that one left side wants it in. For what some rule creates, the fewest cells in
  the left sides of the rules that create it: it need not be there at the start.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from puzzlesynth.levels.model import PuzzleScriptGame, WinCondition

from .source_rules import BEHAVIOURS, CREATE, SourceRule, collect_source_rules
from .walls import find_walls

ObjectType = Literal["player", "winning", "rule", "solid"]
Subtype = Literal["critical", "normal", "useless"]
TYPES: tuple[ObjectType, ...] = ("player", "winning", "rule", "solid")


@dataclass(frozen=True, slots=True)
class ObjectFacts:
    """What the rules say about one object. `types` are in the order of `TYPES`; none for mere decoration."""

    id: int
    name: str
    types: tuple[ObjectType, ...]
    subtype: Subtype | None
    priority: int
    behaviours: tuple[str, ...]
    least_number: int

    @property
    def type(self) -> ObjectType | None:
        """The type that decides when the object is placed."""
        return self.types[0] if self.types else None


@dataclass(frozen=True, slots=True)
class Relation:
    """Two objects that stand together in rules or in a win condition (`lines` of the source)."""

    one: int
    other: int
    lines: tuple[int, ...]
    winning: bool


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """A game's objects by id, how they are related, and its rules as written."""

    objects: tuple[ObjectFacts, ...]
    relations: tuple[Relation, ...]
    rules: tuple[SourceRule, ...]
    walls: tuple[int, ...] = ()
    """The solid objects in the player's way; rooms are built of the first."""
    wall_reasons: dict[int, str] = field(default_factory=dict)
    """Why each wall is one, for designers."""

    @property
    def wall_mask(self) -> int:
        return sum(1 << thing for thing in self.walls)

    def of_type(self, kind: ObjectType) -> tuple[ObjectFacts, ...]:
        """Objects whose deciding type this is."""
        return tuple(thing for thing in self.objects if thing.type == kind)


def analyse(game: PuzzleScriptGame) -> GameAnalysis:
    """Read everything from the rules and the win conditions."""
    rules = collect_source_rules(game)
    winning = _winning(game)
    named = {thing for rule in rules for thing in rule.presences}
    walls = find_walls(game, rules, winning)
    player = set(game.player_objects)
    objects = []
    for thing in game.objects:
        types: list[ObjectType] = []
        if thing.id in walls.solid:
            types.append("solid")
        else:
            types += ["player"] if thing.id in player else []
            types += ["winning"] if thing.id in winning else []
            types += ["rule"] if thing.id in named else []
        standing = [rule for rule in rules if thing.id in rule.presences]
        objects.append(
            ObjectFacts(
                thing.id,
                thing.name,
                tuple(types),
                _subtype(thing.id, standing, player, winning)
                if standing and thing.id not in player and thing.id not in walls.solid
                else None,
                len(standing),
                _behaviours(thing.id, standing),
                _least_number(thing.id, standing),
            )
        )
    return GameAnalysis(tuple(objects), _relations(game, rules), rules, walls.walls, walls.reasons)


def _winning(game: PuzzleScriptGame) -> set[int]:
    """What win conditions name. Without `on`, a condition's target is everything and names nothing."""
    masks = [condition.subject_mask for condition in game.win_conditions]
    masks += [condition.target_mask for condition in game.win_conditions if condition.has_target]
    return {thing.id for thing in game.objects if any(mask & thing.mask for mask in masks)}


def _subtype(thing: int, standing: Iterable[SourceRule], player: set[int], winning: set[int]) -> Subtype:
    together = {other for rule in standing for other in rule.presences}
    with_player, with_winning = bool(together & player), bool(together & winning)
    if with_player and with_winning:
        return "critical"
    return "normal" if with_player or with_winning else "useless"


def _behaviours(thing: int, standing: Iterable[SourceRule]) -> tuple[str, ...]:
    found = {behaviour for rule in standing for behaviour in rule.presences[thing].behaviours}
    return tuple(behaviour for behaviour in BEHAVIOURS if behaviour in found)


def _least_number(thing: int, standing: Iterable[SourceRule]) -> int:
    presences = [rule.presences[thing] for rule in standing]
    creating = [presence.left for presence in presences if CREATE in presence.behaviours]
    return min(creating) if creating else max((presence.left for presence in presences), default=0)


def _relations(game: PuzzleScriptGame, rules: Iterable[SourceRule]) -> tuple[Relation, ...]:
    lines: dict[tuple[int, int], set[int]] = {}
    winning: set[tuple[int, int]] = set()
    for rule in rules:
        for pair in combinations(rule.presences, 2):
            lines.setdefault(pair, set()).add(rule.line)
    for condition in game.win_conditions:
        for pair in _condition_pairs(game, condition):
            winning.add(pair)
            lines.setdefault(pair, set()).add(condition.line)
    return tuple(
        Relation(one, other, tuple(sorted(found)), (one, other) in winning)
        for (one, other), found in sorted(lines.items())
    )


def _condition_pairs(game: PuzzleScriptGame, condition: WinCondition) -> set[tuple[int, int]]:
    if not condition.has_target:
        return set()
    subjects = [thing.id for thing in game.objects if condition.subject_mask & thing.mask]
    targets = [thing.id for thing in game.objects if condition.target_mask & thing.mask]
    return {(min(a, b), max(a, b)) for a in subjects for b in targets if a != b}
