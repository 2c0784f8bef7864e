"""3-SAT formulas as puzzle maps: the construction by which filling maps is as hard as that.

An area for each literal, whose key needs the one copy of its variable. Each clause is an item that lies in one of its
three literals' areas; all clauses are combined in the end.
"""

from __future__ import annotations

from random import Random

from puzzlesynth.pack.model import ANYTHING, Item, Pack, Relations
from puzzlesynth.pack.puzzle_map import Block, MapArea, PuzzleMap
from puzzlesynth.pack.transform.extensions import with_relation_rules

Clause = tuple[int, int, int]
"""Three literals: a variable's number, negative where it is negated."""


def sat_pack_and_map(variables: int, clauses: list[Clause]) -> tuple[Pack, PuzzleMap]:
    """The database and the map of a formula."""
    items: dict[str, Item] = {}

    def add(name: str, copies: int = 1, spawnable: bool = True, **said: object) -> None:
        number = said.pop("var", None)
        properties = {"var": number} if isinstance(number, int) else {}
        items[name] = Item(
            name, types=frozenset((name, ANYTHING)), properties=properties, carryable=True, spawnable=spawnable,
            copies=copies, relations=Relations(**said),  # type: ignore[arg-type]
        )  # fmt: skip

    pairs = tuple((f"x{v}", "blank") for v in range(1, variables + 1))
    add("key", 1, False, key=True, madeby=pairs)
    add("blank", 2 * variables, destroyoncombine=True)
    for v in range(1, variables + 1):
        add(f"x{v}", destroyoncombine=True, var=v)
    for c in range(1, len(clauses) + 1):
        add(f"c{c}", destroyoncombine=True)
        before = f"all{c - 1}" if c > 2 else "c1"
        if c > 1:
            add(f"all{c}", 1, False, destroyoncombine=True, madeby=((before, f"c{c}"),))
    blocks: dict[str, Block] = {"blank": Block("blank", "spawn", area="hall")}
    areas: dict[str, MapArea] = {"hall": MapArea("hall", True)}
    for v in range(1, variables + 1):
        blocks[f"v{v}"] = Block(f"v{v}", "spawn", area="hall")
        blocks[f"f{v}"] = Block(f"f{v}", "filter", {"input": f"v{v}"}, property="var", value=v)
        for sign in ("true", "false"):
            area, door = f"x{v}_{sign}", f"door{v}_{sign}"
            made = f"key{v}_{sign}"
            blocks[made] = Block(made, "combine", {"ingredient1": f"f{v}", "ingredient2": "blank"})
            blocks[door] = Block(door, "unlock", {"key": made}, area="hall", to=area)
            blocks[f"in_{area}"] = Block(f"in_{area}", "spawn", area=area)
            areas[area] = MapArea(area, False, (), (door,))
    top = ""
    for c, clause in enumerate(clauses, 1):
        spots = [f"in_x{abs(literal)}_{'true' if literal > 0 else 'false'}" for literal in clause]
        blocks[f"or{c}a"] = Block(f"or{c}a", "or", {"option1": spots[0], "option2": spots[1]})
        blocks[f"or{c}"] = Block(f"or{c}", "or", {"option1": f"or{c}a", "option2": spots[2]})
        if c > 1:
            blocks[f"and{c}"] = Block(f"and{c}", "combine", {"ingredient1": top, "ingredient2": f"or{c}"})
        top = f"and{c}" if c > 1 else f"or{c}"
    asked = f"all{len(clauses)}" if len(clauses) > 1 else "c1"
    blocks["output"] = Block("output", "output", {"input": top}, item=asked)
    pack = with_relation_rules(Pack("sat", items, (), {}))
    return pack, PuzzleMap("sat", areas, blocks, "output")


def random_clauses(variables: int, count: int, random: Random) -> list[Clause]:
    found = []
    for _ in range(count):
        chosen = random.sample(range(1, variables + 1), 3)
        a, b, c = (v if random.random() < 0.5 else -v for v in chosen)
        found.append((a, b, c))
    return found
