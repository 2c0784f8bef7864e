"""An analysis for people and programs: a table, JSON, and a chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any

from puzzlesynth.charts.chart import Chart, ChartEdge, ChartNode, NodeStyle
from puzzlesynth.levels.model import PuzzleScriptGame
from puzzlesynth.levels.show.tables import WIDTH, table

from .game_analysis import GameAnalysis, ObjectFacts
from .roles import ObjectRole, object_roles

_MOST_NAMES = 6
"""Of more objects with the same relations, all are named once."""
_COLOURS = {"player": "#2ec4b6", "winning": "#f2b84b", "rule": "#c98a4b", "solid": "#9aa5b8", None: "#eeeeee"}


def analysis_text(game: PuzzleScriptGame, analysis: GameAnalysis) -> str:
    """Objects, relations and rules in lines of text."""
    heads = ("object", "role", "type", "subtype", "priority", "least", "behaviours")
    roles = object_roles(game, analysis)
    lines = table(heads, [_row(game, thing, roles[thing.id].role) for thing in analysis.objects])
    lines += ["", *_explained(game, roles)]
    related = "; ".join(_relations(game, analysis)) or "none"
    lines += fill(f"Related: {related}", WIDTH, subsequent_indent="  ", break_on_hyphens=False).split("\n")
    lines += ["", "Rules, by the line of the source:"]
    lines += [f"  {rule.line:>4}  {_shown(rule.text, rule.line)}" for rule in analysis.rules] or ["  none"]
    return "\n".join(lines)


def _explained(game: PuzzleScriptGame, roles: tuple[ObjectRole, ...]) -> list[str]:
    """What is built of what, and how to say otherwise."""
    walls = [
        fill(f"{game.objects[thing].display_name} is a wall: {found.why}", WIDTH, subsequent_indent="  ")
        for thing, found in enumerate(roles)
        if found.role == "wall"
    ]
    if not walls:
        walls = ["There are no walls: nothing stays in the player's way for good"]
    return [*walls, "(to override: --wall, --floor, --player)", ""]


def _row(game: PuzzleScriptGame, thing: ObjectFacts, role: str) -> tuple[str, ...]:
    return (
        game.objects[thing.id].display_name,
        role,
        ", ".join(thing.types) or "-",
        thing.subtype or "-",
        str(thing.priority),
        str(thing.least_number),
        ", ".join(thing.behaviours) or "-",
    )


def _relations(game: PuzzleScriptGame, analysis: GameAnalysis) -> list[str]:
    """What is related to what. Objects that are related to the same others are named together."""
    names = [thing.display_name for thing in game.objects]
    related: dict[int, dict[int, bool]] = {}
    for link in analysis.relations:
        related.setdefault(link.one, {})[link.other] = link.winning
        related.setdefault(link.other, {})[link.one] = link.winning
    kin = _kin(related)
    seen: set[frozenset[int]] = set()
    named: set[int] = set()
    texts = []
    for link in analysis.relations:
        sides = [kin[link.one], kin[link.other]]
        if (key := frozenset(side[0] for side in sides)) not in seen:
            seen.add(key)
            texts.append(_relation(names, sides, named) + (" (to win)" if link.winning else ""))
    return texts


def _relation(names: Sequence[str], sides: Sequence[tuple[int, ...]], named: set[int]) -> str:
    """How objects are related, given each with its kin. `named` are the groups that have been listed before."""
    one, other = sorted(sides, key=len)
    if one == other and len(one) > 2:
        named.add(one[0])
        return f"{', '.join(names[thing] for thing in one)} with each other"
    if one == other:
        one, other = one[:1], one[1:]
    if len(one) == len(other) == 1:
        return f"{names[one[0]]} and {names[other[0]]}"
    return " with ".join(_each(names, side, named) for side in (one, other))


def _each(names: Sequence[str], things: Sequence[int], named: set[int]) -> str:
    if len(things) == 1:
        return names[things[0]]
    if len(things) > _MOST_NAMES and things[0] in named:
        return f"each of {names[things[0]]} and the {len(things) - 1} others like it"
    named.add(things[0])
    return f"each of {', '.join(names[thing] for thing in things)}"


def _kin(related: Mapping[int, Mapping[int, bool]]) -> dict[int, tuple[int, ...]]:
    """For every object, those that are related to the same others: all of them to each other, or none."""
    strangers: dict[object, list[int]] = {}
    friends: dict[object, list[int]] = {}
    for thing, links in related.items():
        strangers.setdefault(frozenset(links.items()), []).append(thing)
        for winning in (False, True):
            friends.setdefault(frozenset([*links.items(), (thing, winning)]), []).append(thing)
    kin: dict[int, tuple[int, ...]] = {thing: (thing,) for thing in related}
    for group in [*strangers.values(), *friends.values()]:
        if len(group) > 1:
            kin.update({thing: tuple(group) for thing in group if len(kin[thing]) < len(group)})
    return kin


def _shown(text: str, line: int) -> str:
    """A rule's first expansion, without the line number before it."""
    return text.removeprefix(f"({line})").strip() or "(no text)"


def analysis_json(game: PuzzleScriptGame, analysis: GameAnalysis) -> dict[str, Any]:
    """Everything, with objects by their names."""
    names = [thing.name for thing in game.objects]
    roles = object_roles(game, analysis)
    return {
        "title": game.settings.title,
        "objects": [
            {
                "name": thing.name,
                "role": roles[thing.id].role,
                "why": roles[thing.id].why,
                "types": list(thing.types),
                "subtype": thing.subtype,
                "priority": thing.priority,
                "behaviours": list(thing.behaviours),
                "least_number": thing.least_number,
            }
            for thing in analysis.objects
        ],
        "relations": [
            {
                "objects": [names[link.one], names[link.other]],
                "lines": list(link.lines),
                "winning": link.winning,
            }
            for link in analysis.relations
        ],
        "rules": [
            {"line": rule.line, "late": rule.late, "text": _shown(rule.text, rule.line)}
            for rule in analysis.rules
        ],
    }


def relation_chart(game: PuzzleScriptGame, analysis: GameAnalysis) -> Chart:
    """The graph of relations: colours are types, heavy edges are win conditions."""
    related = {thing for link in analysis.relations for thing in (link.one, link.other)}
    nodes = []
    for thing in analysis.objects:
        if thing.types or thing.id in related:
            detail = ", ".join((*([thing.subtype] if thing.subtype else []), *thing.behaviours))
            lines = (game.objects[thing.id].display_name, "/".join(thing.types), detail)
            style = NodeStyle(thing.type or "other", fill=_COLOURS[thing.type])
            nodes.append(ChartNode(f"o{thing.id}", tuple(filter(None, lines)), style))
    edges = [
        ChartEdge(f"o{link.one}", f"o{link.other}", arrow=False, strong=link.winning)
        for link in analysis.relations
    ]
    return Chart("relations", tuple(nodes), tuple(edges))
