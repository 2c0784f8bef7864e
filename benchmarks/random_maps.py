"""Random puzzle maps for benchmarks, and the maps that stand for 3-SAT formulas."""

from __future__ import annotations

from random import Random

from puzzlesynth.pack.map_model import ROLES, Block, MapArea, PuzzleMap
from puzzlesynth.pack.model import ANYTHING, Item, Pack
from puzzlesynth.pack.relate import related
from puzzlesynth.pack.relations import Relations

Clause = tuple[int, int, int]
"""Three literals: a variable's number, negative where it is negated."""


def random_map(blocks: int, random: Random, pack: Pack, name: str = "random") -> PuzzleMap:
    """A tree of so many blocks over three areas, one of them sometimes behind a door."""
    made: dict[str, Block] = {}
    locked = random.random() < 0.5 and blocks >= 8
    areas = {
        "home": MapArea("home", True, ("field",)),
        "field": MapArea("field", False, ("home",)),
        "cave": MapArea("cave", False, () if locked else ("home",), ("door",) if locked else ()),
    }
    places = list(areas)

    def new(kind: str, inputs: dict[str, str | None], **said: str) -> str:
        label = f"{kind}_{len(made) + 1}"
        made[label] = Block(label, kind, inputs, **said)  # type: ignore[arg-type]
        return label

    def grow(budget: int, allowed: list[str]) -> str:
        if budget < 3:
            return new("spawn", {}, area=random.choice(allowed))
        kind = random.choice(("combine", "request", "request", "change", "insert", "or"))
        if kind == "insert" and budget < 4:
            kind = "request"
        left = budget - (2 if kind == "insert" else 1)
        share = random.randint(1, left - 1)
        first, second = ROLES[kind]
        inputs: dict[str, str | None] = {first: grow(share, allowed), second: grow(left - share, allowed)}
        inner = new(kind, inputs)
        return new("unbox", {"box": inner}) if kind == "insert" else inner

    if locked:
        key = grow(max(1, blocks // 5), ["home", "field"])
        made["door"] = Block("door", "unlock", {"key": key}, area=random.choice(["home", "field"]), to="cave")
    left = blocks - len(made)
    share = random.randint(1, max(1, left - 2))
    kind = random.choice(("combine", "request"))
    first, second = ROLES[kind]
    top = new(kind, {first: grow(share, places), second: grow(max(1, left - 1 - share), places)})
    goals = [
        i.name
        for i in pack.items.values()
        if (i.relations.madeby if kind == "combine" else i.relations.givenby)
    ]
    made["output"] = Block("output", "output", {"input": top}, item=random.choice(goals))
    return PuzzleMap(name, areas, made, "output")


# --- 3-SAT ------------------------------------------------------------------------------------------------


def sat_pack_and_map(variables: int, clauses: list[Clause]) -> tuple[Pack, PuzzleMap]:
    """The construction of the thesis: an area for each literal, whose key needs the one copy of its variable.

    Each clause is an item that lies in one of its three literals' areas; all clauses are combined in the end.
    """
    items: dict[str, Item] = {}

    def add(name: str, copies: int = 1, spawnable: bool = True, **said: object) -> None:
        properties = {"var": said.pop("var")} if "var" in said else {}
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
    pack = related(Pack("sat", items, (), {}))
    return pack, PuzzleMap("sat", areas, blocks, "output")


def random_clauses(variables: int, count: int, random: Random) -> list[Clause]:
    found = []
    for _ in range(count):
        chosen = random.sample(range(1, variables + 1), 3)
        a, b, c = (v if random.random() < 0.5 else -v for v in chosen)
        found.append((a, b, c))
    return found
