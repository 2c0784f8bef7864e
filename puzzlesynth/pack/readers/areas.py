"""Areas as the YAML has them: goals, depth, connections, what is there at the start, what is guaranteed."""

from __future__ import annotations

from puzzlesynth.pack.bounds import MAX_GOALS
from puzzlesynth.pack.model import Area, Door, Guarantees, Place, Term
from puzzlesynth.pack.rules.notation import NotationError, parse_term
from puzzlesynth.pack.yaml.nodes import Mapping, Scalar, Sequence, YamlNode
from puzzlesynth.pack.yaml.scalar_location import locator

from . import fields as read
from .fields import Fields, ProblemLog

GUARANTEES = ("shortcuts", "dead_ends")
KEYS = (
    "title", "description", "start", "goals", "depth", "connects", "open", "doors", "contains", "herrings",
    *GUARANTEES, "guarantees",
)  # fmt: skip


def read_area(key: Scalar, node: YamlNode, inherited: Guarantees, notes: ProblemLog) -> Area | None:
    """One area; it promises what the pack promises, unless it says otherwise."""
    name = read.new_name(key, "an area", notes)
    what = f"the area `{key.text}`"
    found = read.fields(node, what, KEYS, notes)
    places = {word: value.place for word, (_, value) in found.items()}
    values = {word: value for word, (_, value) in found.items()}
    goals = _goals(values["goals"], notes) if "goals" in values else ()
    if "goals" in values and _is_empty(values["goals"]):
        notes.error("missing-key", f"{what} needs `goals`: what must be there to solve it", key.place)
    least, most = read_depth(values["depth"], notes) if "depth" in values else (1, None)
    start = read.boolean(values["start"], "`start`", notes) if "start" in values else None
    area = Area(
        name=name or "",
        goals=goals,
        start=read.given(start, False),
        min_depth=least,
        max_depth=most,
        connects=_names(values, "connects", "an area", places, notes),
        contains=_names(values, "contains", "an item", places, notes),
        adjoins=_names(values, "open", "an area", places, notes),
        doors=_doors(values["doors"], name or "", notes) if "doors" in values else (),
        herrings=read.given(
            read.integer(values["herrings"], "`herrings`", notes, least=0) if "herrings" in values else None,
            0,
        ),
        guarantees=_guarantees(found, inherited, notes),
        title=read.text(values["title"], "`title`", notes) if "title" in values else None,
        description=read.text(values["description"], "`description`", notes)
        if "description" in values
        else None,
        place=key.place,
        places=places,
    )
    return area if name else None


def read_guarantees(node: YamlNode, inherited: Guarantees, notes: ProblemLog) -> Guarantees:
    """`{shortcuts: …, dead_ends: …}`; what is not given is inherited."""
    return _policies(read.fields(node, "`guarantees`", GUARANTEES, notes), inherited, notes)


def read_depth(node: YamlNode, notes: ProblemLog) -> tuple[int, int | None]:
    """`{min: …, max: …}`: how many steps the longest chain of an area may have."""
    if isinstance(node, Scalar) and not node.is_null:
        notes.error(
            "wrong-kind", f"`depth` is a range; this is `{node.text}`", node.place, "as in `{min: 3, max: 6}`"
        )
        return 1, None
    found = read.fields(node, "`depth`", ("min", "max"), notes)
    least = read.integer(found["min"][1], "`min`", notes, least=1) if "min" in found else None
    most = None
    if "max" in found and not _is_null(found["max"][1]):
        most = read.integer(found["max"][1], "`max`", notes, least=1)
    if most is not None and most < read.given(least, 1):
        message = f"`max` is {most}, less than `min`, which is {least}"
        notes.error("out-of-range", message, found["max"][1].place)
    return read.given(least, 1), most


def _guarantees(found: Fields, inherited: Guarantees, notes: ProblemLog) -> Guarantees:
    if "guarantees" in found:
        inherited = read_guarantees(found["guarantees"][1], inherited, notes)
    return _policies(found, inherited, notes)


def _policies(found: Fields, inherited: Guarantees, notes: ProblemLog) -> Guarantees:
    shortcuts = read.policy(found["shortcuts"][1], "`shortcuts`", notes) if "shortcuts" in found else None
    dead_ends = read.policy(found["dead_ends"][1], "`dead_ends`", notes) if "dead_ends" in found else None
    return Guarantees(read.given(shortcuts, inherited.shortcuts), read.given(dead_ends, inherited.dead_ends))


def _doors(node: YamlNode, area: str, notes: ProblemLog) -> tuple[Door, ...]:
    """`[{to: Vault, key: VaultKey, name: VaultDoor}]`; the name of the area behind it is enough."""
    found = []
    for entry in node.entries if isinstance(node, Sequence) else [node]:
        given: dict[str, str | None] = {}
        if isinstance(entry, Scalar):
            given["to"] = read.name(entry, "an area", notes)
        else:
            for word, (_, value) in read.fields(entry, "a door", ("to", "key", "name"), notes).items():
                given[word] = read.name(value, "an area" if word == "to" else "an item", notes)
        if given.get("to") is None:
            notes.error("missing-key", "a door needs `to`: the area behind it", entry.place)
            continue
        to = given["to"] or ""
        found.append(Door(given.get("name") or f"Door_{area}_{to}", to, given.get("key"), entry.place))
    return tuple(found)


def _goals(node: YamlNode, notes: ProblemLog) -> tuple[Term, ...]:
    if isinstance(node, Mapping):
        _unquoted(node, notes)
        return ()
    entries = read.entries(node, notes, "goals")
    if len(entries) > MAX_GOALS:
        message = f"an area has at most {MAX_GOALS:,} goals; these are {len(entries):,}"
        notes.error("too-large", message, node.place)
        return ()
    found = [_goal(entry, notes) for entry in entries]
    return tuple(goal for goal in found if goal is not None)


def _goal(node: YamlNode, notes: ProblemLog) -> Term | None:
    if not isinstance(node, Scalar) or node.is_null:
        _unquoted(node, notes)
        return None
    try:
        return parse_term(node.text, locator(node))
    except NotationError as mistake:
        notes.problems.append(mistake.problem)
        return None


def _unquoted(node: YamlNode, notes: ProblemLog) -> None:
    hint = 'a goal with properties stands in quotes: "Safe[locked: False]"'
    notes.error("unquoted", f"expected a goal, found {read.kind_of(node)}", node.place, hint)


def _names(
    values: dict[str, YamlNode], word: str, what: str, places: dict[str, Place], notes: ProblemLog
) -> tuple[str, ...]:
    if word not in values:
        return ()
    before = len(notes.problems)
    found = read.names(values[word], what, notes)
    if len(notes.problems) > before:
        notes.leave_unread(word)
    places.update({f"{word}.{number}": place for number, (_, place) in enumerate(found)})
    return tuple(name for name, _ in found)


def _is_null(node: YamlNode) -> bool:
    return isinstance(node, Scalar) and node.is_null


def _is_empty(node: YamlNode) -> bool:
    return _is_null(node) or getattr(node, "entries", None) == []
