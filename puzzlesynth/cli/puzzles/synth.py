"""Commands that make puzzles: synth, count."""

from __future__ import annotations

import json
import os
import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common.colour import highlighted
from puzzlesynth.cli.common.files import write_atomically
from puzzlesynth.cli.common.inputs import (
    AllowExtensions,
    JsonOption,
    PackArgument,
    SeedOption,
    allowed_extensions,
    open_pack,
    require_areas,
    seed_or_random,
)
from puzzlesynth.cli.common.map_options import RelationChoice
from puzzlesynth.cli.common.output import EmittedCount, Progress, early_end, emit_puzzles
from puzzlesynth.cli.common.time_limit import TimeLimit
from puzzlesynth.pack.text.wording import counted

from .synthesis_options import (
    AreaOption,
    Constraints,
    DepthOption,
    DifficultyOption,
    HerringsOption,
    Places,
    StateOption,
    StepsOption,
    WidthOption,
    start_from_options,
    targets_from,
)
from .synthesis_run import MapFillingRun, SynthesisRun, as_line, ending

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.model import Puzzle


MEASURED = 100
"""Up to this many puzzles are measured by default: it can take longer than generating them."""


class RuleChoice(Enum):
    all = "all"
    tree = "tree"
    safe = "safe"


def synth(
    pack: PackArgument,
    n: Annotated[int, typer.Option("-n", min=1, help="How many different puzzles.")] = 1,
    seed: SeedOption = None,
    constraint: Constraints = None,
    area: AreaOption = None,
    state: StateOption = None,
    places: Places = False,
    time_limit: TimeLimit = None,
    map_: Annotated[
        str | None,
        typer.Option("--map", metavar="NAME", help="Fill this map of the pack.", rich_help_panel="Maps"),
    ] = None,
    relations: Annotated[
        RelationChoice,
        typer.Option(help="With --map: which relations of items the game has.", rich_help_panel="Maps"),
    ] = RelationChoice.needed,
    allow_extensions: AllowExtensions = False,
    steps: StepsOption = None,
    depth: DepthOption = None,
    width: WidthOption = None,
    herrings: HerringsOption = None,
    difficulty: DifficultyOption = None,
    measure: Annotated[
        bool | None,
        typer.Option(
            "--measure/--no-measure",
            help="Write each puzzle's difficulty into its JSON. By default for up to 100 puzzles.",
            show_default=False,
        ),
    ] = None,
    rules: Annotated[
        RuleChoice,
        typer.Option(help="The rules that players can use: all, those of the tree, or a largest safe set."),
    ] = RuleChoice.all,
    diverse: Annotated[
        bool, typer.Option("--diverse", help="Choose puzzles that are as different as possible.")
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Worker processes for --json or -o without measuring; does not affect results. By default one per core "
            "for more than 100 puzzles.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", metavar="DIR", help="Write one JSON file per puzzle.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Generate puzzles: proven solvable, and free of shortcuts.

    Example: puzzlesynth synth examples/heist -n 3 --seed 7
    """
    allowed_extensions[0] = allowed_extensions[0] or allow_extensions
    loaded = open_pack(pack)
    seed = seed_or_random(seed)
    made: SynthesisRun
    if map_ is None:
        require_areas(loaded)
        made = SynthesisRun(
            loaded, start_from_options(loaded, area, state), constraint or [], places, time_limit
        )
        made.targets = targets_from(loaded, steps, depth, width, herrings, difficulty)
        made.rules, made.diverse = rules.value, n if diverse else 0
    else:
        made = MapFillingRun(loaded, map_, relations.value, constraint or [], places, time_limit)
    measure = n <= MEASURED if measure is None else measure
    if output is None and not as_json:
        emit_puzzles(made.puzzles(seed), n, lambda puzzle, out: _tell(loaded, made, puzzle, out))
    else:
        lines = (
            (as_line(made.measured(puzzle)) for puzzle in made.puzzles(seed))
            if measure
            else made.lines(seed, _jobs(n) if jobs is None else jobs)
        )

        def write(line: str, out: EmittedCount) -> None:
            with out.one() as number:
                if output is not None:
                    write_atomically(output / f"{loaded.name}-{seed}-{number}.json", line + "\n")
                if as_json:
                    sys.stdout.write(line + "\n")

        emit_puzzles(lines, n, write)
    made.finish(n)


# What is only needed once there is a puzzle is read then: clingo can begin sooner.


def _tell(pack: Pack, made: SynthesisRun, puzzle: Puzzle, out: EmittedCount) -> None:
    """The tree as soon as it is there: measuring its difficulty takes another moment."""
    tree = _tree(pack, puzzle)
    with out.one():
        print(highlighted(tree), flush=True)
    rest = _tree(pack, made.measured(puzzle)).removeprefix(tree).lstrip("\n")
    print(highlighted(rest), end="\n\n")


def _tree(pack: Pack, puzzle: Puzzle) -> str:
    from puzzlesynth.puzzle.game_pack import pack_for
    from puzzlesynth.puzzle.text_tree import tree_text

    return tree_text(pack_for(pack, puzzle), puzzle)


def _jobs(n: int) -> int:
    """Every core, where many puzzles are asked for."""
    return (os.cpu_count() or 1) if n > MEASURED else 1


def count(
    pack: PackArgument,
    constraint: Constraints = None,
    places: Places = False,
    time_limit: TimeLimit = None,
    limit: Annotated[int, typer.Option(min=1, help="Stop counting here.")] = 100_000,
    as_json: JsonOption = False,
) -> None:
    """Count the different puzzles of a pack, or give a bound.

    Example: puzzlesynth count examples/heist
    """
    from puzzlesynth.pipeline.generate import counting_synthesizer
    from puzzlesynth.synth.exhaustion import Exhaustion

    loaded = open_pack(pack)
    require_areas(loaded, "`puzzlesynth map count` counts fillings")
    exhaustion = Exhaustion()
    found, complete = 0, False
    with early_end() as end, Progress("counting") as progress:
        counting = counting_synthesizer(
            loaded, constraints=constraint or [], places=places, time_limit=time_limit
        )
        exhaustion = counting.exhaustion
        for _ in counting.different():
            found += 1
            progress.say(str(found))
            if found >= limit:
                break
        else:
            complete = True
    caveats = list(exhaustion.caveats()) if complete else []
    exact = complete and not caveats
    if as_json:
        said = {"count": found, "exact": exact} | ({"limits": caveats} if caveats else {})
        print(json.dumps(said, ensure_ascii=False))
    elif caveats:
        print("\n".join(ending(exhaustion, counted(found, "puzzle"), "puzzles")))
    else:
        print(counted(found, "puzzle") if exact else f"at least {counted(found, 'puzzle')}")
    end.exit()
