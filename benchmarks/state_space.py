"""How fast the world is explored: states a second on one core, and what one puzzle costs.

    python benchmarks/state_space.py [-o FILE]

The puzzles are made up here, so that the figures do not depend on the synthesizer.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

from puzzlesynth.pack.model import ANYTHING, Area, Item, Pack, PackHashes, Rule, Term
from puzzlesynth.puzzle import Created, Goal, Object, Puzzle, Step, identity
from puzzlesynth.world import explore, find_dead_end, find_shortcut, replay, verify
from puzzlesynth.world.ground_task import ground_task


def workshop(chains: int, length: int, toggles: int) -> tuple[Pack, Puzzle]:
    """Chains of things made from each other with kept tools, and machines that can be switched at will.

    Every chain has a tool and a raw thing; a machine must run for each chain's last step; the goal
    takes what all the chains make.
    """
    items: dict[str, Item] = {}
    rules: list[Rule] = []
    objects: list[Object] = []
    steps: list[Step] = []
    creates: list[Created] = []

    def item(name: str, carryable: bool, placed: bool) -> str:
        items[name] = Item(name, (), frozenset({name, ANYTHING}), {}, carryable)
        if placed:
            objects.append(Object(name.lower(), name, "Shop", None, True, {}))
        else:
            creates.append(Created(name.lower(), name))
        return name

    def rule(action: str, outputs: list[Term], inputs: list[Term]) -> int:
        rules.append(Rule(len(rules) + 1, action, tuple(outputs), tuple(inputs)))
        return len(rules)

    def step(number: int, inputs: list[str], sources: list[str | None], outputs: list[str]) -> str:
        name = f"s{len(steps) + 1}"
        after = tuple(source for source in sources if source is not None)
        action = rules[number - 1].action
        steps.append(
            Step(name, "Shop", number, action, tuple(inputs), tuple(sources), tuple(outputs), after, "Shop")
        )
        return name

    machines = [item(f"Machine{m}", False, True) for m in range(toggles)]
    for machine in machines:
        on, off = Term(machine, (("on", True),)), Term(machine, (("on", False),))
        rule(f"Start{machine}", [on], [off])
        rule(f"Stop{machine}", [off], [on])
    started = [step(2 * m + 1, [name.lower()], [None], [name.lower()]) for m, name in enumerate(machines)]
    ends: list[tuple[str, str]] = []
    for c in range(chains):
        tool = item(f"Tool{c}", True, True)
        thing, made_by = item(f"Thing{c}x0", True, True), None
        for n in range(1, length + 1):
            new = item(f"Thing{c}x{n}", True, False)
            inputs = [Term(thing), Term(tool)]
            names: list[str] = [thing.lower(), tool.lower()]
            sources: list[str | None] = [made_by, None]
            outputs = [new.lower(), tool.lower()]
            if n == length and machines:
                machine = machines[c % len(machines)]
                inputs.append(Term(machine, (("on", True),)))
                names.append(machine.lower())
                sources.append(started[c % len(machines)])
            number = rule(f"Make{new}", [Term(new), Term(tool)], inputs)
            if n == length and machines:
                rules[-1] = Rule(number, f"Make{new}", (Term(new), Term(tool), Term(machine)), tuple(inputs))
                outputs.append(machine.lower())
            made_by = step(number, names, sources, outputs)
            thing = new
        ends.append((thing, made_by or ""))
    goal = item("Masterpiece", True, False)
    number = rule("Assemble", [Term(goal)], [Term(name) for name, _ in ends])
    last = step(number, [name.lower() for name, _ in ends], [by for _, by in ends], [goal.lower()])
    area = Area("Shop", (Term(goal),), start=True)
    pack = Pack("workshop", items, tuple(rules), {"Shop": area}, hashes=PackHashes("0" * 64))
    puzzle = Puzzle(
        "workshop",
        "0" * 64,
        (Goal("Shop", goal, True, None, last),),
        tuple(objects),
        tuple(steps),
        tuple(creates),
        tuple(one.id for one in steps),
    )
    return pack, puzzle


def seconds(work: Callable[[], object], least: float = 0.5) -> float:
    """Processor time, the best of several runs, so that other work on the machine matters little."""
    best = float("inf")
    spent = 0.0
    while spent < least:
        begin = time.process_time()
        work()
        took = time.process_time() - begin
        spent += took
        best = min(best, took)
    return best


def exploring(name: str, pack: Pack, puzzle: Puzzle, limit: int) -> dict[str, object]:
    found = explore(pack, puzzle, limit)
    took = seconds(lambda: explore(pack, puzzle, limit), 2.0)
    edges = sum(map(len, found.successors))
    return {
        "puzzle": name,
        "objects": len(puzzle.objects),
        "rules": len(pack.rules),
        "actions": len(found.task.actions),
        "states": len(found.states),
        "edges": edges,
        "seconds": round(took, 4),
        "states_per_second": round(len(found.states) / took),
        "edges_per_second": round(edges / took),
    }


def single(name: str, pack: Pack, puzzle: Puzzle) -> dict[str, object]:
    works: dict[str, Callable[[], object]] = {
        "compile": lambda: ground_task(pack, puzzle),
        "replay": lambda: replay(pack, puzzle),
        "find_shortcut": lambda: find_shortcut(pack, puzzle),
        "find_dead_end": lambda: find_dead_end(pack, puzzle),
        "verify": lambda: verify(pack, puzzle),
        "identity": lambda: identity(puzzle),
    }
    costs = {f"{key}_ms": round(1000 * seconds(work), 3) for key, work in works.items()}
    return {"puzzle": name, "steps": len(puzzle.steps), "rules": len(pack.rules), **costs}


def table(rows: list[dict[str, object]]) -> str:
    keys = list(rows[0])
    cells = [keys, *([str(row[key]) for key in keys] for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(keys))]
    return "\n".join("  ".join(cell.rjust(w) for cell, w in zip(line, widths, strict=True)) for line in cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, help="also write the figures as JSON")
    options = parser.parse_args()
    sizes = {"small": (2, 3, 2), "middle": (3, 5, 6), "large": (5, 6, 8)}
    large = [exploring(name, *workshop(*size), limit=100_000) for name, size in sizes.items()]
    few = [single("few", *workshop(2, 2, 0)), single("fifteen", *workshop(2, 6, 2))]
    print(table(large), table(few), sep="\n\n")
    if options.output:
        options.output.write_text(json.dumps({"exploring": large, "single": few}, indent=2) + "\n")


if __name__ == "__main__":
    main()
