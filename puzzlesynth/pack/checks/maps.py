"""Looks maps over: blocks and areas that do not exist, inputs of the wrong kind, circles, parts that are missing."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.pack.diagnostics.problems import Problem, error, unknown
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.puzzle_map import ONLY_OUTPUT, ONLY_SOLVING, Block, PuzzleMap
from puzzlesynth.suggestions import NameIndex

from .names import cycles


def check_map(found: PuzzleMap, pack: Pack) -> Iterator[Problem]:
    """Everything that is wrong with a map whatever its blocks are filled with. What is not there yet is no mistake."""
    areas = found.areas or pack.areas
    blocks, known_areas, items = NameIndex(found.blocks), NameIndex(areas), NameIndex(pack.items)
    for block in found.blocks.values():
        yield from _inputs(found, block, blocks)
        for key, name in (("area", block.area), ("to", block.to)):
            if name is not None and name not in areas:
                word = key if block.kind == "spawn" or key == "to" else "from"
                yield unknown("area", name, block.where(word), known_areas)
        if block.item is not None and block.item not in pack.items:
            yield unknown("item", block.item, block.where("item"), items)
        for role in block.needs:
            if role not in block.inputs:
                message = f"`{block.name}` ({block.kind}) has no input `{role}`"
                yield error(
                    "unknown-input", message, block.where("needs"), f"it has {', '.join(block.inputs)}"
                )
    for area in found.areas.values():
        for n, name in enumerate(area.doors):
            if name not in found.areas:
                yield unknown("area", name, area.where(f"doors.{n}"), known_areas)
        for n, name in enumerate(area.locked):
            if name not in found.blocks:
                yield unknown("block", name, area.where(f"locked.{n}"), blocks)
            elif found.blocks[name].kind != "unlock":
                message = (
                    f"an area is locked by an unlock block; `{name}` is {_a(found.blocks[name].kind)} block"
                )
                yield error("wrong-input", message, area.where(f"locked.{n}"))
    if found.areas and not any(area.start for area in found.areas.values()):
        yield error("no-start", f"no area of the map `{found.name}` is a start area", found.place)
    yield from _solving(found, pack, blocks)
    yield from _circles(found)


def _solving(found: PuzzleMap, pack: Pack, blocks: NameIndex) -> Iterator[Problem]:
    """A map says either what solves the pack's areas, or has an output and a world of its own."""
    wrong = ONLY_OUTPUT if found.solves else ONLY_SOLVING
    form = "`solves`" if found.solves else "an output"
    for block in found.blocks.values():
        if block.kind in wrong:
            message = f"`{block.name}` is {_a(block.kind)} block, which a map with {form} cannot have"
            yield error("wrong-block", message, block.place)
    for key, present in (("output", found.output is not None), ("areas", bool(found.areas))):
        if found.solves and present:
            message = f"a map with `solves` is about the pack's own areas: it cannot have `{key}`"
            yield error("wrong-map", message, found.where(key))
    places = NameIndex(pack.areas)
    for area, name in found.solves.items():
        if area not in pack.areas:
            yield unknown("area", area, found.where(f"solves.{area}"), places)
        elif not pack.areas[area].goals:
            yield error("wrong-map", f"there is nothing to solve in `{area}`", found.where(f"solves.{area}"))
        place = found.where(f"solved by.{area}")
        if name not in found.blocks:
            yield unknown("block", name, place, blocks)
        elif found.blocks[name].kind in ("spawn", "left"):
            message = f"`{name}` is {_a(found.blocks[name].kind)} block: an area is solved by a step"
            yield error("wrong-input", message, place)


def missing_parts(found: PuzzleMap) -> Iterator[Problem]:
    """What a map still needs before it can be filled."""
    if found.output is None and not found.solves:
        yield error(
            "incomplete-map", f"the map `{found.name}` has no output: where does it end?", found.place
        )
    for block in found.blocks.values():
        for role, name in block.inputs.items():
            if name is None:
                message = f"`{block.name}` ({block.kind}) has no {role} yet"
                yield error("incomplete-map", message, block.place)
        if block.kind in ("spawn", "unlock") and block.area is None:
            yield error("incomplete-map", f"`{block.name}` ({block.kind}) has no area yet", block.place)
        if block.kind == "unlock" and block.to is None:
            yield error("incomplete-map", f"the door `{block.name}` leads nowhere yet", block.place)


def _inputs(found: PuzzleMap, block: Block, blocks: NameIndex) -> Iterator[Problem]:
    yield from _repeated_inputs(found, block)
    for role, name in block.inputs.items():
        if name is None:
            continue
        if name in found.areas and name not in found.blocks:
            message = f"the {role} of `{block.name}` is a block that gives something; `{name}` is an area"
            yield error("wrong-input", message, block.where(role), f"put a spawn block into `{name}`")
        elif name not in found.blocks:
            yield unknown("block", name, block.where(role), blocks)
        elif block.kind == "left" and found.blocks[name].kind == "spawn":
            message = f"`{block.name}` is what a step leaves; `{name}` is a spawn block"
            yield error("wrong-input", message, block.where(role))
        elif found.blocks[name].kind in ("unlock", "output") and block.kind != "left":
            kind = found.blocks[name].kind
            message = f"`{name}` is {_a(kind)} block: it gives nothing that `{block.name}` could take"
            hint = "a door leads into an area: name it there as `locked`" if kind == "unlock" else None
            yield error("wrong-input", message, block.where(role), hint)


def _repeated_inputs(found: PuzzleMap, block: Block) -> Iterator[Problem]:
    """In a map with `solves` a block is one object, and no step takes an object twice; other maps copy the block."""
    names = list(block.inputs.values())
    for n, (role, name) in enumerate(block.inputs.items()):
        if found.solves and name is not None and name in names[:n]:
            message = f"`{block.name}` takes `{name}` twice, but in a map with `solves` it is a single object"
            yield error("wrong-input", message, block.where(role), "use another block for the second one")


def _circles(found: PuzzleMap) -> Iterator[Problem]:
    """Blocks need their inputs, what lies somewhere needs the area, a locked area its door."""
    for circle in cycles(found.blocks, lambda name: _needed(found, name)):
        block = next((found.blocks[name] for name in reversed(circle) if name in found.blocks), None)
        words = " needs ".join(f"`{name.removeprefix(AREA)}`" for name in circle)
        place = block.place if block else found.place
        yield error("circle", f"the map goes in a circle: {words}", place)


AREA = "area "


def _needed(found: PuzzleMap, name: str) -> list[str]:
    if name.startswith(AREA):
        area = found.areas.get(name.removeprefix(AREA))
        return [door for door in area.locked if door in found.blocks] if area and not area.start else []
    block = found.blocks[name]
    needed = [other for other in block.inputs.values() if other is not None and other in found.blocks]
    if block.area is not None:
        needed.append(AREA + block.area)
    return needed


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
