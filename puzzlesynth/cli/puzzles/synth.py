"""Commands that make puzzles: synth, count."""

from __future__ import annotations

import json
import os
import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common.errors import INTERRUPTED, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.files import write_atomically
from puzzlesynth.cli.common.inputs import (
    AllowExtensions,
    JsonOption,
    PackArgument,
    allowed_extensions,
    open_pack,
)
from puzzlesynth.cli.common.map_options import RelationChoice
from puzzlesynth.cli.common.output import ProgressLine
from puzzlesynth.cli.common.output_stream import EmittedCount, emit_puzzles
from puzzlesynth.cli.common.time_limit import TimeLimit

from .synthesis_options import (
    DepthOption,
    DifficultyOption,
    HerringsOption,
    StepsOption,
    WidthOption,
    targets_from,
)
from .synthesis_run import MapFillingRun, SynthesisRun, as_line

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.model import Puzzle
    from puzzlesynth.synth.initial_state import InitialState

Constraints = Annotated[
    list[str] | None,
    typer.Option(
        "--constraint",
        metavar="FILE",
        help="A constraint file, or one of the shelf as asp:NAME; can be repeated.",
    ),
]
Places = Annotated[bool, typer.Option("--places", help="Puzzles also differ when only places do.")]


MEASURED = 100
"""Up to so many puzzles are measured without asking: it can take longer than making them."""


class RuleChoice(Enum):
    all = "all"
    tree = "tree"
    safe = "safe"


def synth(
    pack: PackArgument,
    n: Annotated[int, typer.Option("-n", min=1, help="How many different puzzles.")] = 1,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same puzzles.")] = None,
    constraint: Constraints = None,
    area: Annotated[str | None, typer.Option(help="A puzzle for this area alone, in a running game.")] = None,
    state: Annotated[str | None, typer.Option(metavar="FILE", help="The running game, as JSON.")] = None,
    places: Places = False,
    time_limit: TimeLimit = None,
    map_: Annotated[
        str | None, typer.Option("--map", metavar="NAME", help="Fill this map of the pack.")
    ] = None,
    relations: Annotated[
        RelationChoice, typer.Option(help="With --map: which relations of items the game has.")
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
            help="Say in each puzzle's JSON how difficult it is. Without this: where up to 100 are asked for.",
            show_default=False,
        ),
    ] = None,
    rules: Annotated[
        RuleChoice, typer.Option(help="Which rules players can use: all, the tree's, or a largest safe set.")
    ] = RuleChoice.all,
    diverse: Annotated[bool, typer.Option("--diverse", help="Puzzles as different as possible.")] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="With --json or -o, for puzzles that are not measured: processes that play what is found. The puzzles "
            "are the same whatever it is. Without this: one for each core where more than 100 are asked for.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[Path | None, typer.Option("-o", metavar="DIR", help="One JSON file a puzzle.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Make puzzles: proven solvable, and free of shortcuts.

    Example: puzzlesynth synth examples/heist -n 3 --seed 7
    """
    allowed_extensions[0] = allowed_extensions[0] or allow_extensions
    loaded = open_pack(pack)
    seed = _random_seed() if seed is None else seed
    made: SynthesisRun
    if map_ is None:
        if not loaded.areas:
            raise BadInput(
                f"{loaded.name} has maps and no areas of its own: name one with --map ({', '.join(loaded.maps)})"
            )
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
    """The tree as soon as it is there: how difficult it is takes another moment to find out."""
    tree = _tree(pack, puzzle)
    with out.one():
        print(tree, flush=True)
    print(_tree(pack, made.measured(puzzle)).removeprefix(tree).lstrip("\n"), end="\n\n")


def _tree(pack: Pack, puzzle: Puzzle) -> str:
    from puzzlesynth.puzzle.game_pack import pack_for
    from puzzlesynth.puzzle.text_tree import tree_text

    return tree_text(pack_for(pack, puzzle), puzzle)


def _jobs(n: int) -> int:
    """Where many puzzles are asked for, every core has something to do."""
    return (os.cpu_count() or 1) if n > MEASURED else 1


def _random_seed() -> int:
    import secrets

    return secrets.randbelow(2**31)


def start_from_options(pack: Pack, area: str | None, state: str | None) -> InitialState | None:
    """Where a running game is; None: a new game."""
    if area is None and state is None:
        return None
    from puzzlesynth.puzzle.game_state import StateError, read_state
    from puzzlesynth.synth.initial_state import opening_start, running_start

    if area is None:
        raise BadInput("--state needs --area: the area that is to get a puzzle")
    if area not in pack.areas:
        raise BadInput(f"--area: no area is called `{area}`; there are {', '.join(pack.areas)}")
    if state is None:
        if not pack.areas[area].start:
            raise BadInput(
                f"--area {area}: it is not open at the start, so --state has to say how the game stands"
            )
        return opening_start(pack, area)
    try:
        running = read_state(pack, Path(state))
    except StateError as error:
        raise BadInput(f"{state}: {error}") from None
    if area not in running.progress.open:
        raise BadInput(f"--area {area}: it is not open in {state}")
    if area in running.progress.solved:
        raise BadInput(f"--area {area}: it is solved already in {state}")
    return running_start(pack, running.objects, running.progress, area)


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
    from puzzlesynth.deadline import OutOfTime
    from puzzlesynth.pack.text.wording import counted
    from puzzlesynth.pipeline.generate import counting_synthesizer
    from puzzlesynth.synth.exhaustion import Exhaustion

    from .synthesis_run import ending

    loaded = open_pack(pack)
    if not loaded.areas:
        raise BadInput(
            f"{loaded.name} has maps and no areas of its own: `puzzlesynth map count` counts fillings"
        )
    exhaustion = Exhaustion()
    found, complete, status = 0, False, 0
    with ProgressLine("counting") as progress:
        try:
            counting = counting_synthesizer(loaded, constraint or [], places, time_limit)
            exhaustion = counting.exhaustion
            for _ in counting.different():
                found += 1
                progress.say(str(found))
                if found >= limit:
                    break
            else:
                complete = True
        except OutOfTime:
            status = OUT_OF_TIME
        except KeyboardInterrupt:
            status = INTERRUPTED
    caveats = list(exhaustion.caveats()) if complete else []
    exact = complete and not caveats
    if as_json:
        said = {"count": found, "exact": exact} | ({"limits": caveats} if caveats else {})
        print(json.dumps(said, ensure_ascii=False))
    elif caveats:
        print("\n".join(ending(exhaustion, counted(found, "puzzle"), "puzzles")))
    else:
        print(counted(found, "puzzle") if exact else f"at least {counted(found, 'puzzle')}")
    if status:
        print("stopped" if status == INTERRUPTED else "out of time", file=sys.stderr)
        raise typer.Exit(status)
