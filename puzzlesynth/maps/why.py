"""Why a map cannot be filled: a smallest set of blocks and items that cannot hold together.

A block can be let go: then anything at all comes out of it, from nowhere. An item's limit can be let go: then there are
as many of it as anybody wants. A conflict is a set of blocks and limits such that the map cannot be filled as long as
these hold, whatever becomes of the others, and could be if any one of them were let go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from puzzlesynth.pack.map_model import PuzzleMap
from puzzlesynth.pack.model import Pack, Place, Policy

PLENTY = 12
"""As many of an item as a map could want, where its limit is let go."""


@dataclass(frozen=True)
class Part:
    """Something that holds: a block, or how many there are of an item."""

    kind: str
    """`block` or `item`."""
    name: str
    text: str
    place: Place


@dataclass(frozen=True)
class Conflict:
    parts: tuple[Part, ...]
    because_of_shortcuts: bool
    """It could be filled if players were allowed to leave steps out."""


def why(pack: Pack, found: PuzzleMap, time_limit: float | None = None) -> Conflict | None:
    """A smallest conflict; None: the map can be filled."""
    from puzzlesynth.synth.deadline import Deadline

    clock = Deadline(time_limit)
    parts = _parts(pack, found)

    def impossible(held: Sequence[Part], shortcuts: bool = False) -> bool:
        free = frozenset(p.name for p in parts if p.kind == "block" and p not in held)
        plenty = frozenset(p.name for p in parts if p.kind == "item" and p not in held)
        left = clock.left()
        return not can_be_filled(pack, found, free, plenty, shortcuts, left)

    if not impossible(parts):
        return None
    only_shortcuts = not impossible(parts, True)
    blocks = [part for part in parts if part.kind == "block"]
    # Where it makes no difference how many there are of anything, the blocks alone are to blame.
    to_blame = blocks if impossible(blocks) else parts
    return Conflict(tuple(smallest(to_blame, impossible)), only_shortcuts)


def can_be_filled(
    pack: Pack,
    found: PuzzleMap,
    free: frozenset[str] = frozenset(),
    plenty: frozenset[str] = frozenset(),
    shortcuts: bool = False,
    time_limit: float | None = None,
) -> bool:
    from .filling import MapMaker

    if shortcuts:
        pack = replace(pack, guarantees=replace(pack.guarantees, shortcuts=Policy.ALLOW))
    maker = MapMaker(pack, found, free=free, plenty=plenty, time_limit=time_limit)
    program = maker.synthesizer.program
    program.search_randomly(None)
    if next(program.answers(limit=1, deadline=maker.deadline), None) is not None:
        return True
    return not shortcuts and not free and not plenty and next(maker.puzzles(), None) is not None


def smallest(parts: Sequence[Part], impossible: Callable[[Sequence[Part]], bool]) -> list[Part]:
    """A part of the parts that is impossible by itself, and no longer if any one is taken out (QuickXplain)."""

    def narrow(held: list[Part], known: bool, rest: list[Part]) -> list[Part]:
        if known and impossible(held):
            return []
        if len(rest) == 1:
            return rest
        middle = len(rest) // 2
        first, second = rest[:middle], rest[middle:]
        later = narrow([*held, *first], True, second)
        sooner = narrow([*held, *later], bool(later), first)
        return [*sooner, *later]

    return narrow([], False, list(parts)) if parts else []


def _parts(pack: Pack, found: PuzzleMap) -> list[Part]:
    """The blocks that lead to the output, and the items that there are not many of."""
    parts = [
        Part("item", item.name, f"there {_are(item.copies)} {item.name} at most", item.place)
        for item in pack.items.values()
        if item.copies < PLENTY
    ]
    waiting = [found.blocks[found.output or ""]]
    seen: dict[str, None] = {}
    for block in waiting:
        for name in block.inputs.values():
            if name is not None and name not in seen:
                seen[name] = None
                waiting.append(found.blocks[name])
        area = found.areas.get(block.area or "")
        for name in area.locked if area else ():
            if name not in seen:
                seen[name] = None
                waiting.append(found.blocks[name])
    for name in seen:
        block = found.blocks[name]
        if block.kind != "unlock":
            parts.append(Part("block", name, f"the block {name} ({_worded(block.kind)})", block.place))
    return parts


def _are(copies: int) -> str:
    return "is 1" if copies == 1 else f"are {copies}"


def _worded(kind: str) -> str:
    return {"request": "item request", "change": "property change", "insert": "insertion"}.get(kind, kind)
