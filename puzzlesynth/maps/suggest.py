"""Maps that a pack can fill, from the synthesizer itself.

Every block of the starting map can be anything: something that lies there, or any kind of step fed by such blocks again.
Filling it with so many blocks is choosing a shape together with everything in it; what was chosen is the map.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.pack.map_model import Block, MapArea, PuzzleMap
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.in_map import pack_for

from .from_puzzle import NoMap, map_of

KINDS = (
    ("combine", ("ingredient1", "ingredient2")),
    ("request", ("requester", "requested")),
    ("change", ("changer", "changee")),
)
MOST_DEPTH = 3


def suggest(
    pack: Pack,
    blocks: int,
    *,
    count: int = 1,
    seed: int = 0,
    asks: str | None = None,
    time_limit: float | None = None,
) -> Iterator[PuzzleMap]:
    """Different maps with so many blocks (steps and things), each of which the pack can fill."""
    from .filling import MapMaker

    start = anything(blocks, asks)
    seen: set[str] = set()
    for puzzle in MapMaker(pack, start, size=blocks, time_limit=time_limit).puzzles(seed):
        from puzzlesynth.pack.map_world import map_world

        game = pack_for(pack, puzzle, map_world(pack, start))
        try:
            found = map_of(game, puzzle, f"suggestion_{len(seen) + 1}")
        except NoMap:
            continue
        shape = _shape(found, found.blocks[found.output or ""].inputs["input"] or "")
        if shape not in seen:
            seen.add(shape)
            yield found
        if len(seen) >= count:
            return


def _shape(found: PuzzleMap, name: str) -> str:
    block = found.blocks[name]
    return f"{block.kind}({', '.join(_shape(found, below or '') for below in block.inputs.values())})"


def anything(blocks: int, asks: str | None = None) -> PuzzleMap:
    """A map whose blocks can all be anything, deep enough for so many."""
    depth = min(MOST_DEPTH, max(1, (blocks + 1).bit_length() - 1), max(1, (blocks - 1) // 2))
    made: dict[str, Block] = {
        "here": Block("here", "spawn", area="here"),
        "there": Block("there", "spawn", area="there"),
        "lying": Block("lying", "or", {"option1": "here", "option2": "there"}),
    }
    below = "lying"
    top = below
    for level in range(1, depth + 1):
        top = _level(made, level, below, is_last=level == depth)
        below = top
    made["output"] = Block("output", "output", {"input": top}, item=asks)
    areas = {"here": MapArea("here", True, ("there",)), "there": MapArea("there", False, ("here",))}
    return PuzzleMap("anything", areas, made, "output")


def _level(made: dict[str, Block], level: int, below: str, is_last: bool) -> str:
    """A block that is any kind of step over the level below; lower down it can also be something that lies there."""
    options = []
    for kind, roles in KINDS:
        if is_last and kind == "change":
            continue  # what is only changed in the end was there from the start
        name = f"{kind}_{level}"
        made[name] = Block(name, kind, dict.fromkeys(roles, below))
        options.append(name)
    if not is_last:
        made[f"in_{level}"] = Block(f"in_{level}", "insert", {"box": "lying", "boxee": "lying"})
        made[f"boxed_{level}"] = Block(f"boxed_{level}", "unbox", {"box": f"in_{level}"})
        options += [f"boxed_{level}", "lying"]
    while len(options) > 1:
        name = f"choice_{level}_{len(options)}"
        made[name] = Block(name, "or", {"option1": options[0], "option2": options[1]})
        options = [*options[2:], name]
    return options[0]
