"""A pack with some of its requirements given up or with other bounds: what a designer has who follows some advice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace

from puzzlesynth.pack.model import Area, Item, Limits, Pack, Policy
from puzzlesynth.synth.initial_state import InitialState, fresh_start
from puzzlesynth.synth.targets import Target, Targets

from .requirements import Id, Requirement, by_id

MORE_STAGES = 2
"""Changes beyond the limit, at least, for objects that can change in circles."""


def more_copies(pack: Pack, item: Item) -> int:
    """How many copies more than the pack allows are tried: as many as one rule could want at once."""
    wanted = (sum(term.type in item.types for term in rule.inputs) for rule in pack.rules)
    return max(1, *wanted)


def more_stages(pack: Pack) -> int:
    """How many changes beyond the limit are tried: enough to go through all values of a property."""
    values: dict[str, set[object]] = defaultdict(set)
    for rule in pack.rules:
        for term in rule.outputs:
            for name, value in term.properties:
                values[name].add(value)
    longest = max((len(found) for found in values.values()), default=0)
    return max(MORE_STAGES, longest - pack.limits.stages)


def most_more_copies(pack: Pack) -> int:
    """The same for every item."""
    return max(1, *(more_copies(pack, item) for item in pack.items.values()))


def weakened_pack(pack: Pack, ids: Collection[Id]) -> Pack:
    """The pack without what the requirements with these ids ask of its areas, items and limits."""
    return replace(
        pack,
        items={name: _item(pack, item, ids) for name, item in pack.items.items()},
        areas={name: _area(area, ids) for name, area in pack.areas.items()},
        limits=_limits(pack, ids),
    )


def _item(pack: Pack, item: Item, ids: Collection[Id]) -> Item:
    name = item.name
    return replace(
        item,
        spawnable=item.spawnable or ("not_spawnable", name) in ids,
        areas=None if ("area", name) in ids else item.areas,
        copies=item.copies + (more_copies(pack, item) if ("copies", name) in ids else 0),
    )


def _area(area: Area, ids: Collection[Id]) -> Area:
    name, promised = area.name, area.guarantees
    return replace(
        area,
        start=area.start or ("sequence", name) in ids,
        min_depth=1 if ("min_depth", name) in ids else area.min_depth,
        max_depth=None if ("max_depth", name) in ids else area.max_depth,
        guarantees=replace(
            promised,
            shortcuts=Policy.ALLOW if ("shortcuts", name) in ids else promised.shortcuts,
            dead_ends=Policy.ALLOW if ("dead_ends", name) in ids else promised.dead_ends,
        ),
    )


def _limits(pack: Pack, ids: Collection[Id]) -> Limits:
    stages = more_stages(pack) if ("limit", "stages") in ids else 0
    more = most_more_copies(pack) if ("limit", "copies") in ids else 0
    return Limits(pack.limits.stages + stages, pack.limits.copies + more)


def weakened_targets(targets: Targets, given_up: Collection[Requirement]) -> Targets:
    """The targets without some of their bounds. Red herrings are counted by the program."""
    found: Mapping[tuple[str, str | None], Target] = {(one.kind, one.area): one for one in targets.bounds}
    bounds = dict(found)
    for requirement in by_id(given_up):
        if requirement.kind == "target":
            _, kind, area, end = (str(part) for part in requirement.id)
            old = bounds.get((kind, area)) or found[kind, None]
            bounds[kind, area] = Target(kind, area, replace(old.range, **{end: None}))
    return replace(targets, bounds=tuple(bounds.values()))


def weakened_start(start: InitialState | None, pack: Pack) -> InitialState:
    """Where the game stands, in the loosened pack."""
    if start is None:
        return fresh_start(pack)
    return replace(start, pack=pack, areas=tuple(pack.areas[area.name] for area in start.areas))
