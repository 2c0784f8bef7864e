"""Commands that make puzzles: synth, count."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from puzzlesynth.interrupts import uninterrupted

from .failing import NONE_EXISTS, OUT_OF_TIME, BadInput
from .inputs import AllowExtensions, JsonOption, PackArgument, allowed_extensions, open_pack
from .map_options import Relations, map_maker
from .output import Progress
from .shape_options import (
    DepthOption,
    DifficultyOption,
    HerringsOption,
    StepsOption,
    WidthOption,
    targets_from,
)
from .writing import write_whole

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.model import Puzzle
    from puzzlesynth.synth.start import Start
    from puzzlesynth.synth.targets import Targets

Constraints = Annotated[
    list[str] | None,
    typer.Option(
        "--constraint",
        metavar="FILE",
        help="A constraint file, or one of the shelf as asp:NAME; can be repeated.",
    ),
]
TimeLimit = Annotated[float | None, typer.Option(min=0, metavar="SECONDS", help="Stop after so long.")]
Places = Annotated[bool, typer.Option("--places", help="Puzzles also differ when only places do.")]


Found = TypeVar("Found")

MEASURED = 100
"""Up to so many puzzles are measured without asking: it can take longer than making them."""

REASON_SECONDS = 15.0
"""How long a synthesis that found nothing looks for the reason."""


class Rules(Enum):
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
        Relations, typer.Option(help="With --map: which relations of items the game has.")
    ] = Relations.needed,
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
        Rules, typer.Option(help="Which rules players can use: all, the tree's, or a largest safe set.")
    ] = Rules.all,
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
    made: _Made
    if map_ is None:
        if not loaded.areas:
            raise BadInput(
                f"{loaded.name} has maps and no areas of its own: name one with --map ({', '.join(loaded.maps)})"
            )
        made = _Made(loaded, _start(loaded, area, state), constraint or [], places, time_limit)
        made.targets = targets_from(loaded, steps, depth, width, herrings, difficulty)
        made.rules, made.diverse = rules.value, n if diverse else 0
    else:
        made = _Filled(loaded, map_, relations.value, constraint or [], places, time_limit)
    measure = n <= MEASURED if measure is None else measure
    if output is None and not as_json:
        _give_out(made.puzzles(seed), n, lambda puzzle, out: _tell(loaded, puzzle, out))
    else:
        lines = (
            (_json(_measured(loaded, puzzle)) for puzzle in made.puzzles(seed))
            if measure
            else made.lines(seed, _jobs(n) if jobs is None else jobs)
        )

        def write(line: str, out: _Out) -> None:
            with out.one() as number:
                if output is not None:
                    write_whole(output / f"{loaded.name}-{seed}-{number}.json", line + "\n")
                if as_json:
                    sys.stdout.write(line + "\n")

        _give_out(lines, n, write)
    made.finish(n)


# What is only needed once there is a puzzle is read then: clingo can begin sooner.


class _Out:
    """How many puzzles were given out."""

    def __init__(self) -> None:
        self.given = 0

    @contextmanager
    def one(self) -> Iterator[int]:
        """One more, with its number: a line that is on its way to a slow reader is not cut by Ctrl-C, and what was
        given out is counted."""
        with uninterrupted():
            yield self.given + 1
            self.given += 1


def _tell(pack: Pack, puzzle: Puzzle, out: _Out) -> None:
    """The tree as soon as it is there: how difficult it is takes another moment to find out."""
    tree = _tree(pack, puzzle)
    with out.one():
        print(tree, flush=True)
    print(_tree(pack, _measured(pack, puzzle)).removeprefix(tree).lstrip("\n"), end="\n\n")


def _measured(pack: Pack, puzzle: Puzzle) -> Puzzle:
    from puzzlesynth.choosing import measured
    from puzzlesynth.puzzle.in_map import pack_for

    return puzzle if puzzle.difficulty else measured(pack_for(pack, puzzle), puzzle)


def _json(puzzle: Puzzle) -> str:
    from puzzlesynth.puzzle import puzzle_to_json

    return puzzle_to_json(puzzle)


def _tree(pack: Pack, puzzle: Puzzle) -> str:
    from puzzlesynth.puzzle.in_map import pack_for
    from puzzlesynth.puzzle.tree import tree_text

    return tree_text(pack_for(pack, puzzle), puzzle)


def _different(puzzles: Iterator[Puzzle], n: int) -> Iterator[Puzzle]:
    from puzzlesynth.choosing import as_different_as_possible
    from puzzlesynth.puzzle.distance import spread_of

    chosen, plain = as_different_as_possible(puzzles, n)
    if len(chosen) > 1:
        print(f"{spread_of(chosen)} (the first draws: {spread_of(plain)})", file=sys.stderr)
    yield from chosen


def _jobs(n: int) -> int:
    """Where many puzzles are asked for, every core has something to do."""
    return (os.cpu_count() or 1) if n > MEASURED else 1


def _give_out(puzzles: Iterator[Found], n: int, give: Callable[[Found, _Out], None]) -> None:
    """The first n, with a word on how far it is; Ctrl-C keeps what there is."""
    out = _Out()
    try:
        with Progress("making puzzles") as progress:
            for puzzle in islice(puzzles, n):
                with progress.hidden():
                    give(puzzle, out)
                progress.say(f"{out.given} of {n}")
    except KeyboardInterrupt:
        with uninterrupted():
            sys.stdout.flush()
        print(f"stopped after {out.given} of {n}", file=sys.stderr)
        raise typer.Exit(130) from None
    sys.stdout.flush()


class _Made:
    """A run of the synthesizer, and how it ended."""

    def __init__(
        self, pack: Pack, start: Start | None, constraints: list[str], places: bool, time_limit: float | None
    ) -> None:
        for path in constraints:
            if not path.startswith("asp:") and not Path(path).is_file():
                raise BadInput(f"{path}: there is no such constraint file")
        self._pack = pack
        self._options: dict[str, Any] = {
            "start": start,
            "constraints": constraints,
            "places": places,
            "time_limit": time_limit,
        }
        self.targets: Targets | None = None
        self.rules = "all"
        self.diverse = 0
        """How many puzzles are to be as different as possible; 0: draws as they come."""
        self._out_of_time = False
        self._found = 0

    def puzzles(self, seed: int) -> Iterator[Puzzle]:
        return self._counted(self._source(seed))

    def lines(self, seed: int, jobs: int) -> Iterator[str]:
        """The same as lines of JSON, from several processes where that is possible."""
        if jobs == 1 or not self._is_plain:
            return map(_json, self.puzzles(seed))
        from puzzlesynth.parallel import puzzle_lines

        return self._counted(
            puzzle_lines(self._pack, seed=seed, jobs=jobs, targets=self.targets, **self._options)
        )

    def _counted(self, found: Iterator[Found]) -> Iterator[Found]:
        from puzzlesynth.synth.constraints import ConstraintError
        from puzzlesynth.synth.deadline import OutOfTime

        try:
            for one in found:
                self._found += 1
                yield one
        except OutOfTime:
            self._out_of_time = True
        except ConstraintError as error:
            raise BadInput(str(error)) from None

    @property
    def _is_plain(self) -> bool:
        """Whether the puzzles are as the synthesizer finds them, and nobody chooses among them."""
        return self.rules == "all" and not self.diverse and not (self.targets and self.targets.grade)

    def _source(self, seed: int) -> Iterator[Puzzle]:
        if self._is_plain:
            from puzzlesynth.making import make_puzzles

            return make_puzzles(self._pack, seed=seed, targets=self.targets, **self._options)
        from puzzlesynth.requesting import Request

        more = {name: value for name, value in self._options.items() if name in ("start", "places")}
        request = Request(
            self._pack,
            seed,
            self.rules,
            self.targets,
            self._options["constraints"],
            self._options["time_limit"],
            more,
        )
        return _different(request.puzzles(), self.diverse) if self.diverse else request.puzzles()

    def finish(self, wanted: int) -> None:
        """Say why there are fewer than wanted, and end with the right status."""
        if self._found >= wanted:
            return
        if self._out_of_time:
            print(f"out of time: {self._found} of {wanted} puzzles", file=sys.stderr)
            raise typer.Exit(OUT_OF_TIME)
        if self._found:
            print(f"that is all: the pack has no more than {self._found}", file=sys.stderr)
            return
        print(self._none(), file=sys.stderr)
        raise typer.Exit(NONE_EXISTS)

    def _none(self) -> str:
        if self.targets and self.targets.grade:
            return f"{self._pack.name} has no puzzle that is {self.targets.grade}: proven"
        more = "`puzzlesynth why` with the same options says more"
        first = self._reason()
        return f"{first}\n{more}" if first else f"{self._pack.name} has no puzzle: proven. {more}."

    def _reason(self) -> str | None:
        """The first line of what `why` says, if it can be had soon."""
        from puzzlesynth.reasons import why_not
        from puzzlesynth.synth.deadline import OutOfTime

        from .why import headline

        constraints, start = self._options["constraints"], self._options.get("start")
        try:
            reason = why_not(self._pack, constraints, self.targets, REASON_SECONDS, start).reason()
        except OutOfTime:
            return None
        return None if reason is None else headline(reason)


class _Filled(_Made):
    """The same for a map of the pack."""

    def __init__(
        self,
        pack: Pack,
        name: str,
        relations: str,
        constraints: list[str],
        places: bool,
        time_limit: float | None,
    ) -> None:
        super().__init__(pack, None, constraints, places, time_limit)
        self._map, self._relations = name, relations
        del self._options["start"]

    @property
    def _is_plain(self) -> bool:
        return False

    def _source(self, seed: int) -> Iterator[Puzzle]:
        return map_maker(self._pack, self._map, relations=self._relations, **self._options).puzzles(seed)

    def _none(self) -> str:
        return (
            f"the map {self._map} cannot be filled: proven. "
            f"`puzzlesynth map why` says which blocks and items cannot hold together."
        )


def _random_seed() -> int:
    import secrets

    return secrets.randbelow(2**31)


def _start(pack: Pack, area: str | None, state: str | None) -> Start | None:
    """Where a running game is; None: a new game."""
    if area is None and state is None:
        return None
    from puzzlesynth.puzzle.running import StateError, read_state
    from puzzlesynth.synth.start import opening_start, running_start

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
    from puzzlesynth.making import counter
    from puzzlesynth.synth.constraints import ConstraintError
    from puzzlesynth.synth.deadline import OutOfTime

    loaded = open_pack(pack)
    if not loaded.areas:
        raise BadInput(
            f"{loaded.name} has maps and no areas of its own: `puzzlesynth map count` counts fillings"
        )
    found, exact, out_of_time = 0, False, False
    try:
        synthesizer = counter(loaded, constraint or [], places, time_limit)
    except ConstraintError as error:
        raise BadInput(str(error)) from None
    with Progress("counting") as progress:
        try:
            for _ in synthesizer.different():
                found += 1
                progress.say(str(found))
                if found >= limit:
                    break
            else:
                exact = True
        except OutOfTime:
            out_of_time = True
        except KeyboardInterrupt:
            pass
    if as_json:
        print(json.dumps({"count": found, "exact": exact}))
    else:
        things = "puzzle" if found == 1 else "puzzles"
        print(f"{found} {things}" if exact else f"at least {found} {things}")
    if out_of_time:
        raise typer.Exit(OUT_OF_TIME)
