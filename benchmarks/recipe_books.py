"""Recipe books and combination games: the first puzzle, and ten more, where nearly everything can be made in many ways.

    python -m benchmarks.recipe_books [--full] [--game crafting|combination|scaling] [--data FOLDER] [--cap SECONDS]

`crafting` is a published crafting game, if npm's `minecraft-data` is in FOLDER/node_modules (`npm pack minecraft-data`,
unpacked there), and otherwise a random book of the same shape. `combination` is a random game in which everything is made
of two others. `scaling` has random books of 1,000 to 20,000 rules. Every case runs in a process of its own, from the YAML
text to the puzzle with its guarantees, Python's imports left out; seconds are of processor time, and `cap` ends a process
that takes more.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.report import Row, report
from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline.generate import synthesizer_for

PUBLISHED = Path("node_modules/minecraft-data/minecraft-data/data/pc/1.20")

CRAFTING_GOALS = (
    ("campfire", 2),
    ("magenta_dye", 2),
    ("purple_dye", 2),
    ("chiseled_bookshelf", 3),
    ("cyan_banner", 3),
    ("red_bed", 3),
    ("hopper_minecart", 4),
    ("lectern", 4),
    ("lime_banner", 4),
    ("magenta_banner", 5),
    ("purple_banner", 5),
    ("light_gray_banner", 6),
)
"""Twelve goals and how deep their puzzles are at least; some with few ways to them, some with hundreds."""


@dataclass(frozen=True)
class Recipe:
    result: str
    ingredients: tuple[str, ...]
    """As often as it takes them."""


@dataclass(frozen=True)
class RecipeBook:
    name: str
    recipes: tuple[Recipe, ...]

    @property
    def items(self) -> list[str]:
        found = {name for recipe in self.recipes for name in (recipe.result, *recipe.ingredients)}
        return sorted(found)

    @cached_property
    def raw(self) -> frozenset[str]:
        """What everything else can be made of: what no recipe makes, and of things that are only made of each other the
        one that most recipes take."""
        made = {recipe.result for recipe in self.recipes}
        uses = Counter(name for recipe in self.recipes for name in set(recipe.ingredients))
        found = {name for name in self.items if name not in made}
        while True:
            known = self.depths(found)
            rest = [name for name in self.items if name not in known]
            if not rest:
                return frozenset(found)
            found.add(max(rest, key=lambda name: uses[name]))

    def depths(self, raw: set[str] | frozenset[str]) -> Mapping[str, int]:
        """For each item that can be made of raw materials the fewest steps on its longest chain."""
        found = dict.fromkeys(raw, 0)
        changed = True
        while changed:
            changed = False
            for recipe in self.recipes:
                if all(name in found for name in recipe.ingredients):
                    depth = 1 + max(found[name] for name in recipe.ingredients)
                    if depth < found.get(recipe.result, depth + 1):
                        found[recipe.result], changed = depth, True
        return found


# --- books ------------------------------------------------------------------------------------------------


def published_book(folder: Path) -> RecipeBook:
    """All crafting recipes of npm's minecraft-data."""
    names = {item["id"]: item["name"] for item in _json(folder / "items.json")}
    recipes: dict[Recipe, None] = {}
    for ways in _json(folder / "recipes.json").values():
        for way in ways:
            cells = way.get("ingredients") or [cell for row in way["inShape"] for cell in row]
            taken = sorted(names[cell] for cell in cells if cell is not None)
            recipes[Recipe(names[way["result"]["id"]], tuple(taken))] = None
    return RecipeBook("crafting", tuple(recipes))


def random_book(rules: int, depth: int = 6, alternatives: int = 3, seed: int = 1) -> RecipeBook:
    """A book in the shape of the published one: layers of items, one to three ingredients, some of them several times,
    and families of items that are made of each other."""
    random = Random(f"{rules} {depth} {alternatives} {seed}")
    number = max(depth + 4, rules // alternatives)
    layers = _layers(number, depth, raw=number // 5)
    recipes: dict[Recipe, None] = {}
    makable = [(n, name) for n, layer in enumerate(layers) if n for name in layer]
    while len(recipes) < rules:
        n, name = (
            makable[len(recipes) % len(makable)] if len(recipes) < len(makable) else random.choice(makable)
        )
        first = random.choice(layers[n - 1])
        # Where there is a way already, one in eight others begins with something as deep: dyes, carpets, blocks.
        if len(recipes) >= len(makable) and random.random() < 1 / 8:
            first = random.choice(layers[n])
        others = [random.choice(layers[random.randrange(n)]) for _ in range(random.choice((0, 1, 1, 2)))]
        times = random.choice((1, 1, 2, 4))
        taken = sorted([first] * times + others)
        if name not in taken:
            recipes[Recipe(name, tuple(taken))] = None
    return RecipeBook(f"book{rules}", tuple(recipes))


def combination_book(items: int = 720, rules: int = 4600, depth: int = 14, seed: int = 1) -> RecipeBook:
    """A game in which everything but four things is made of two others, one in five ways of something deeper."""
    random = Random(f"{items} {rules} {depth} {seed}")
    layers = _layers(items, depth, raw=4)
    everything = [name for layer in layers for name in layer]
    makable = [(n, name) for n, layer in enumerate(layers) if n for name in layer]
    recipes: dict[Recipe, None] = {}
    pairs: set[tuple[str, ...]] = set()
    while len(recipes) < rules:
        first_way = len(recipes) < len(makable)
        n, name = makable[len(recipes)] if first_way else random.choice(makable)
        lower = [other for layer in layers[:n] for other in layer]
        one = random.choice(layers[n - 1] if first_way else lower)
        other = random.choice(everything if not first_way and random.random() < 0.2 else lower)
        pair = tuple(sorted((one, other)))
        # Two things that are put together give one thing, except where there are too few pairs for that.
        if name not in pair and (pair not in pairs or n < 3):
            pairs.add(pair)
            recipes[Recipe(name, pair)] = None
    return RecipeBook(f"combinations{rules}", tuple(recipes))


def _layers(items: int, depth: int, raw: int) -> list[list[str]]:
    """Names of items, the raw ones first."""
    made = items - raw
    sizes = [raw, *(made * (n + 1) // depth - made * n // depth for n in range(depth))]
    return [[f"thing{layer}x{n}" for n in range(size)] for layer, size in enumerate(sizes)]


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


# --- packs ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """One pack of a book."""

    game: str
    goal: str
    depth: int
    copies: int = 1
    areas: int = 1
    raw_only: bool = True
    """Whether the synthesizer places raw materials only, or whatever it likes."""
    kept: bool = False
    """Whether ingredients are still there afterwards."""
    rules: int = 0
    """Of a random book."""
    others: tuple[tuple[str, int], ...] = ()
    """Goals and depths of the areas before the last."""


def pack_text(book: RecipeBook, case: Case) -> str:
    """The book as a pack. A recipe takes an ingredient as often as it says, but no more often than there are copies."""
    raw = book.raw
    names = {name: _camel(name) for name in book.items}
    lines = [f"pack: {book.name}", "items:"]
    for name in book.items:
        spawnable = not case.raw_only or name in raw
        extra = (f", copies: {case.copies}" if case.copies > 1 else "") + (
            "" if spawnable else ", notSpawnable: true"
        )
        lines.append(f"  {names[name]}: {{carryable: true{extra}}}")
    lines.append("rules:")
    rules: dict[str, None] = {}
    for recipe in book.recipes:
        counts = Counter(recipe.ingredients)
        taken = [names[name] for name, n in counts.items() for _ in range(min(n, case.copies))]
        left = [names[recipe.result], *(taken if case.kept else ())]
        rules[f"  - '{' '.join(left)} ::= Make {' '.join(taken)}'"] = None
    lines += [*rules, "areas:"]
    goals = [*case.others, (case.goal, case.depth)]
    for n, (goal, depth) in enumerate(goals):
        then = f", connects: [Area{n + 1}]" if n + 1 < len(goals) else ""
        start = ", start: true" if n == 0 else ""
        bounds = f"{{min: {depth}, max: {depth + 1}}}"
        lines.append(f"  Area{n}: {{goals: [{names[goal]}], depth: {bounds}{start}{then}}}")
    return "\n".join([*lines, ""])


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def book_of(case: Case, data: Path | None) -> RecipeBook:
    return _book(case.game, case.rules, data)


@cache
def _book(game: str, rules: int, data: Path | None) -> RecipeBook:
    if game == "combination":
        return combination_book()
    if game == "crafting" and data is not None and (data / PUBLISHED).exists():
        return published_book(data / PUBLISHED)
    return random_book(rules or 2400)


# --- cases ------------------------------------------------------------------------------------------------


def matrix_cases(game: str, goals: Sequence[tuple[str, int]], kept: bool, full: bool) -> Iterator[Case]:
    """Copies 1, 2 and 4, one and three areas, raw materials only or everything."""
    for copies in (1, 2, 4):
        for areas in (1, 3):
            for raw_only in (True, False):
                for n, (goal, depth) in enumerate(goals):
                    if full or n % 4 == 0:
                        others = tuple(goals[(n + 4 * k) % len(goals)] for k in range(1, areas))
                        yield Case(game, goal, depth, copies, areas, raw_only, kept, others=others)


def scaling_cases(full: bool) -> Iterator[Case]:
    for rules in (1000, 2000, 5000, 10000, 20000) if full else (1000, 4000):
        book = random_book(rules)
        depths = book.depths(book.raw)
        goal = next(name for name in reversed(book.items) if depths[name] == 5)
        yield Case("scaling", goal, 5, 1, 1, True, rules=rules)


def deep_goals(book: RecipeBook) -> list[tuple[str, int]]:
    """Twelve goals of depth 2 to 6 of a random book."""
    depths = book.depths(book.raw)
    by_depth = [sorted(name for name in depths if depths[name] == depth) for depth in range(2, 7)]
    return [(names[n], depth) for n in range(3) for depth, names in enumerate(by_depth, 2) if n < len(names)][
        :12
    ]


# --- measuring --------------------------------------------------------------------------------------------


def measured(text: str, more: int) -> Row:
    """A first puzzle, or the proof that there is none, and then more."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "pack.yaml"
        path.write_text(text, encoding="utf-8")
        begin = time.process_time()
        pack = load_pack(path)
        loaded = time.process_time()
        making = synthesizer_for(pack)
        ground = time.process_time()
        puzzles = making.puzzles(1)
        puzzle = next(puzzles, None)
        first = time.process_time()
        found = {
            "load": loaded - begin,
            "ground": ground - loaded,
            "search": first - ground,
            "first": first - begin,
        }
        row: Row = {name: round(seconds, 2) for name, seconds in found.items()}
        row["found"] = "none" if puzzle is None else f"{len(puzzle.steps)} steps"
        # A recipe book is searched without a program, as far as that finds anything.
        row["refused"] = making.program.guard.refused if "program" in vars(making) else "no program"
        print(json.dumps(row), flush=True)
        if puzzle is not None and more:
            for _ in range(more):
                next(puzzles, None)
            row["more"] = round(time.process_time() - first, 2)
            print(json.dumps(row), flush=True)
    return row


def in_a_process(case: Case, book: RecipeBook, options: argparse.Namespace) -> Row:
    """In a process of its own, which begins with what is loaded already."""
    text = pack_text(book, case)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        os.dup2(writing, sys.stdout.fileno())
        used = int(time.process_time())
        resource.setrlimit(resource.RLIMIT_CPU, (used + options.cap, used + options.cap + 1))
        failed = 1
        try:
            measured(text, options.more)
            failed = 0
        finally:
            os._exit(failed)
    os.close(writing)
    with os.fdopen(reading) as said:
        lines = said.read().splitlines()
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise SystemExit(f"failed: {case}")
    row: Row = {"goal": case.goal, "depth": case.depth, "copies": case.copies, "areas": case.areas}
    row |= {"placed": "raw" if case.raw_only else "all", "kept": case.kept}
    row |= {"rules": case.rules} if case.rules else {}
    row |= dict.fromkeys(("load", "ground", "search")) | {"first": f">{options.cap}"}
    row |= {"found": None, "refused": None} | ({"more": None} if options.more else {})
    row |= json.loads(lines[-1]) if lines else {}
    if lines and os.WIFSIGNALED(status):
        row["more"] = f">{options.cap}"
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="every case")
    parser.add_argument("--game", choices=("crafting", "combination", "scaling"), help="only this one")
    parser.add_argument("--data", type=Path, help="where node_modules/minecraft-data is")
    parser.add_argument("--cap", type=int, default=60, help="seconds of processor time for each case")
    parser.add_argument("--more", type=int, default=10, help="puzzles after the first")
    parser.add_argument(
        "--only", action="append", default=[], help="only cases whose JSON has this text; may be given again"
    )
    options = parser.parse_args()
    published = options.data is not None and (options.data / PUBLISHED).exists()
    goals = {
        "crafting": CRAFTING_GOALS if published else deep_goals(random_book(2400)),
        "combination": deep_goals(combination_book()),
    }
    games: dict[str, Iterable[Case]] = {
        game: [case for kept in (False, True) for case in matrix_cases(game, of_game, kept, options.full)]
        for game, of_game in goals.items()
    }
    games["scaling"] = scaling_cases(options.full)
    for game, cases in games.items():
        if options.game in (None, game):
            rows = []
            for case in cases:
                if all(text in json.dumps(asdict(case)) for text in options.only):
                    rows.append(in_a_process(case, book_of(case, options.data), options))
                    print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
            if rows:
                report(f"recipe_books_{game}", f"first puzzle: {game}", rows)


if __name__ == "__main__":
    main()
