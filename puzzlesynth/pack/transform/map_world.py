"""A map's world: the pack with the map's areas, doors and keys, what the map asks for, and the rules that it needs.

The map's areas have nothing to solve in themselves. What is to be solved is each door, and the output: that what the
map asks for is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from puzzlesynth.pack.diagnostics.problems import PackError, error
from puzzlesynth.pack.model import Area, Door, Item, Pack, Rule, Term, Value
from puzzlesynth.pack.puzzle_map import Block, Property, PuzzleMap
from puzzlesynth.quick_dataclasses import dataclass, field, replace

from .doors import add_door, add_gate, gate, key_copy, key_item, opened_together
from .extensions import can_change

TAKEN = "taken"
OF_A_DOOR = "of_a_door"
"""Tells a door's own key from the pack's key, where a map asks for the latter."""
NEVER = "\0never"


@dataclass(frozen=True)
class MapWorld:
    """A pack made for one map, and where the map's parts are in it."""

    pack: Pack
    map: PuzzleMap
    output_gate: str
    """The area that stands for the output."""
    gates: Mapping[str, str] = field(default_factory=dict)
    """For each unlock block the area that stands for its door; the door itself has the same name."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """For each unlock block the key of its door."""
    takes_output: bool = False
    """Whether what the map asks for may simply lie somewhere, so that taking it is the last step."""


_last_made: list[tuple[Pack, PuzzleMap, MapWorld]] = []


def map_world(pack: Pack, found: PuzzleMap) -> MapWorld:
    """Only for a map that is whole. The last one is kept: it is needed again to show the puzzle."""
    for known, shape, world in _last_made:
        if known is pack and shape is found:
            return world
    world = _made(pack, found)
    _last_made[:] = [(pack, found, world)]
    return world


def _made(pack: Pack, found: PuzzleMap) -> MapWorld:
    places = _places(pack, found)
    if not any(area.start for area in places.values()):
        raise PackError(
            [error("no-start", f"no area of the map `{found.name}` is a start area", found.place)]
        )
    taken_names = {*pack.items, *places}
    doors = {b.name: _free(b.name, taken_names) for b in found.blocks.values() if b.kind == "unlock"}
    keys: dict[str, str] = {}
    items = {name: _placeable(item, places) for name, item in pack.items.items()}
    rules = list(pack.rules)
    key = key_item(pack) if doors else None
    if doors and key is None:
        hint = "write `key: true` on the item that doors copy their keys from"
        raise PackError([error("no-key", "the pack has no key item for the map's doors", found.place, hint)])
    asks_for_keys = found.blocks[found.output or ""].item in (None, key)
    for block, name in doors.items():
        assert key is not None
        own = key_copy(items[key], name)
        if asks_for_keys:
            own = replace(own, properties={**own.properties, OF_A_DOOR: True})
        keys[block] = own.name
        add_door(_door(found, block, name, key), own, pack, items, rules)
    _add(rules, list(_variants(found, rules, items)))
    takes = _may_lie(found, found.blocks[found.output or ""].inputs["input"])
    areas = dict(places)
    for block, name in doors.items():
        add_gate(_door(found, block, name), found.blocks[block].area or "", areas)
    output = _free(found.output or "output", {*taken_names, *doors.values()})
    asked = _asked(found, items)
    wanted = {name: ((OF_A_DOOR, False),) if name == key else () for name in asked}
    if takes:
        _add(rules, (_take_rule(name, wanted[name]) for name in asked))
    goals = tuple(Term(name, (*wanted[name], *(((TAKEN, True),) if takes else ()))) for name in asked)
    first = next(area for area in areas.values() if area.start)
    areas[output] = replace(gate(output, goals[0], first), goals=goals)
    made = replace(pack, items=items, rules=tuple(rules), areas=opened_together(areas), maps={})
    return MapWorld(made, found, output, doors, keys, takes)


def filled_map_pack(world: MapWorld, areas: Collection[str], rules: Collection[int]) -> Pack:
    """The pack of one filling: only the doors and areas that it has, and of the relations only these."""
    pack = world.pack
    doors = {name for name in world.gates.values() if name not in areas}
    kept = {
        name: replace(
            area,
            contains=tuple(item for item in area.contains if item not in doors),
            connects=tuple(other for other in area.connects if other in areas),
        )
        for name, area in pack.areas.items()
        if name in areas
    }
    active = tuple(_inert(r) if r.from_relation and r.number not in rules else r for r in pack.rules)
    return replace(pack, areas=kept, rules=active)


def _inert(rule: Rule) -> Rule:
    """A rule that keeps its number and can never be used."""
    return replace(rule, inputs=(Term(NEVER),), outputs=(), text=None)


def is_inert(rule: Rule) -> bool:
    return rule.inputs == (Term(NEVER),)


# --- areas ------------------------------------------------------------------------------------------------


def _places(pack: Pack, found: PuzzleMap) -> dict[str, Area]:
    """The map's areas, or the pack's, with nothing to solve in them."""
    if not found.areas:
        return {
            a.name: replace(
                a, goals=(), connects=(), adjoins=(*a.adjoins, *a.connects), doors=(), contains=()
            )
            for a in pack.areas.values()
            if a.is_place
        }
    return {
        area.name: Area(
            area.name, (), start=area.start, adjoins=area.doors, guarantees=pack.guarantees, place=area.place
        )
        for area in found.areas.values()
    }


def _door(found: PuzzleMap, block: str, name: str, key: str | None = None) -> Door:
    return Door(name, found.blocks[block].to or "", key, found.blocks[block].place)


def _placeable(item: Item, places: Collection[str]) -> Item:
    """Where an item may lie counts only for areas that the map has too."""
    if item.areas is None or any(name in places for name in item.areas):
        return item
    return replace(item, areas=None)


def _free(name: str, taken: Collection[str]) -> str:
    name = name.replace(".", "_")
    while name in taken:
        name += "_"
    return name


# --- what is asked for ------------------------------------------------------------------------------------


def _asked(found: PuzzleMap, items: Mapping[str, Item]) -> list[str]:
    asked = found.blocks[found.output or ""].item
    if asked is not None:
        return [asked]
    return [
        name
        for name, item in items.items()
        if not item.relations.abstract and "locked" not in item.properties
    ]


def _may_lie(found: PuzzleMap, name: str | None) -> bool:
    """Whether what a block gives can be something that was there already, not made by a step."""
    block = found.blocks[name or ""]
    if block.kind in ("filter", "or"):
        return any(_may_lie(found, other) for other in block.inputs.values())
    return block.kind not in ("combine", "request")


def _take_rule(item: str, wanted: tuple[tuple[str, Value], ...]) -> Rule:
    before, after = Term(item, (*wanted, (TAKEN, False))), Term(item, (*wanted, (TAKEN, True)))
    return Rule(0, "Claim", (after,), (before,), kind="take", text=f"This is what you came for: {{{item}}}.")


# --- rules that ask for more ------------------------------------------------------------------------------


def _add(rules: list[Rule], more: Iterable[Rule]) -> None:
    for rule in list(more):
        rules.append(replace(rule, number=len(rules) + 1))


def _variants(found: PuzzleMap, rules: list[Rule], items: Mapping[str, Item]) -> Iterator[Rule]:
    """Rules that also ask for properties: those that the map's blocks name, and what characters may be picky about."""
    from puzzlesynth.pack.rules.block_roles import role_assignments

    seen: set[tuple[int, int, tuple[Property, ...]]] = set()
    for block in found.blocks.values():
        for role, wishes in _wishes(found, block, items):
            for rule in rules:
                if rule.kind != block.kind or not rule.from_relation:
                    continue
                for way in role_assignments(rule):
                    n = way.get(role, -1)
                    for wish in wishes(rule.inputs[n].type) if n >= 0 else ():
                        if (rule.number, n, wish) not in seen:
                            seen.add((rule.number, n, wish))
                            yield _asking(rule, n, wish)


def _asking(rule: Rule, n: int, wish: tuple[Property, ...]) -> Rule:
    term = rule.inputs[n]
    named = {name for name, _ in wish}
    more = tuple((name, value) for name, value in wish if value is not None)
    term = replace(
        term, properties=(*(p for p in term.properties if p[0] not in named), *more), property_places=()
    )
    return replace(rule, inputs=(*rule.inputs[:n], term, *rule.inputs[n + 1 :]), name=None)


class _Wishes:
    """For an item the property requirements that a block's input may have."""

    def __init__(self, fixed: tuple[Property, ...] | None, items: Mapping[str, Item]) -> None:
        self._fixed, self._items = fixed, items

    def __call__(self, item: str) -> Iterator[tuple[Property, ...]]:
        if self._fixed is not None and all(value is not None for _, value in self._fixed):
            yield self._fixed
            return
        if item not in self._items:
            return
        wanted = None if self._fixed is None else {name for name, _ in self._fixed}
        for name, value in possible_changes(self._items[item], self._items):
            if wanted is None or name in wanted:
                yield ((name, value),)


def _wishes(found: PuzzleMap, block: Block, items: Mapping[str, Item]) -> Iterator[tuple[str, _Wishes]]:
    for role, needs in block.needs.items():
        yield role, _Wishes(needs, items)
    if (
        block.kind == "request"
        and "requested" not in block.needs
        and _may_change(found, block.inputs["requested"])
    ):
        yield "requested", _Wishes(None, items)


def _may_change(found: PuzzleMap, name: str | None) -> bool:
    block = found.blocks[name or ""]
    if block.kind in ("filter", "or", "unbox", "insert"):
        return any(_may_change(found, other) for other in block.inputs.values())
    return block.kind == "change"


def possible_changes(item: Item, items: Mapping[str, Item]) -> Iterator[tuple[str, bool | int | str]]:
    """Properties and values that something can give to an item."""
    pairs = dict.fromkeys(
        pair
        for other in items.values()
        for pair in other.relations.changes
        if can_change(item, other.name, *pair)
    )
    yield from pairs
