"""Commands that make puzzles: synth and count. When there are no more, they say why."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from puzzlesynth.cli.common import inputs
from puzzlesynth.cli.common.errors import NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.files import write_atomically
from puzzlesynth.cli.common.run import (
    EmittedCount,
    Progress,
    TimeLimit,
    emit_puzzles,
    limit_explanation,
)
from puzzlesynth.cli.common.standard_streams import highlighted, print_line
from puzzlesynth.deadline import Deadline, OutOfTime
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.synth.options import SynthesisOptions

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.model import Puzzle
    from puzzlesynth.synth.exhaustion import Exhaustion

MEASURED = 100
"""Up to this many puzzles are measured by default: it can take longer than generating them."""


RuleChoice = StrEnum("RuleChoice", ["all", "tree", "safe"])


def synth(
    pack: inputs.PackArgument,
    n: Annotated[int, typer.Option("-n", min=1, help="How many different puzzles.")] = 1,
    seed: inputs.SeedOption = None,
    constraint: inputs.Constraints = None,
    area: inputs.AreaOption = None,
    state: inputs.StateOption = None,
    places: inputs.Places = False,
    time_limit: TimeLimit = None,
    map_: Annotated[
        str | None,
        typer.Option("--map", metavar="NAME", help="Fill this map of the pack.", rich_help_panel="Maps"),
    ] = None,
    relations: Annotated[
        inputs.RelationChoice,
        typer.Option(help="With --map: which relations of items the game has.", rich_help_panel="Maps"),
    ] = inputs.RelationChoice.needed,
    base: inputs.BaseOption = None,
    keep: inputs.KeepOption = None,
    never: inputs.NeverOption = None,
    unlike: inputs.UnlikeOption = None,
    returning: inputs.ReturningOption = 50,
    allow_extensions: inputs.AllowExtensions = False,
    steps: inputs.StepsOption = None,
    depth: inputs.DepthOption = None,
    width: inputs.WidthOption = None,
    herrings: inputs.HerringsOption = None,
    difficulty: inputs.DifficultyOption = None,
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
    as_json: inputs.JsonOption = False,
) -> None:
    """Generate puzzles: proven solvable, and free of shortcuts.

    Example: puzzlesynth synth examples/heist -n 3 --seed 7
    """
    inputs.allowed_extensions[0] = inputs.allowed_extensions[0] or allow_extensions
    loaded = inputs.open_pack(pack)
    seed = inputs.seed_or_random(seed)
    made: SynthesisRun
    if map_ is None:
        inputs.require_areas(loaded)
        if relations is not inputs.RelationChoice.needed:
            raise BadInput("--relations needs --map: the map to fill")
        start, constraints = (
            inputs.start_from_options(loaded, area, state),
            inputs.existing_constraints(constraint or []),
        )
        targets = inputs.targets_from(loaded, steps, depth, width, herrings, difficulty)
        steering = inputs.steering_from(loaded, base, keep, never, unlike, returning)
        options = SynthesisOptions(start, constraints, places, targets, time_limit, steering=steering)
        made = SynthesisRun(loaded, options, rules.value, n if diverse else 0)
    else:
        _refuse(
            "--map",
            {"--area": area, "--state": state, "--base": base, "--keep": keep, "--never": never},
            {
                "--unlike": unlike,
                "--steps": steps,
                "--depth": depth,
                "--width": width,
                "--herrings": herrings,
            },
            {"--difficulty": difficulty, "--rules": rules is not RuleChoice.all, "--diverse": diverse},
        )
        options = SynthesisOptions(
            None, inputs.existing_constraints(constraint or []), places, None, time_limit
        )
        made = MapFillingRun(loaded, options, map_, relations.value)
    measure = n <= MEASURED if measure is None else measure
    if output is None and not as_json:
        emit_puzzles(made.puzzles(seed), n, lambda puzzle, out: _tell(loaded, made, puzzle, out))
    else:
        lines = (
            (as_line(made.measured(puzzle)) for puzzle in made.puzzles(seed))
            if measure
            else made.lines(seed, _jobs(n) if jobs is None else jobs, n)
        )

        def write(line: str, out: EmittedCount) -> None:
            with out.one() as number:
                if output is not None:
                    write_atomically(output / f"{loaded.name}-{seed}-{number}.json", line + "\n")
                if as_json:
                    sys.stdout.write(line + "\n")

        emit_puzzles(lines, n, write)
    made.finish(n)


def _refuse(chosen: str, *others: Mapping[str, object]) -> None:
    """Nothing that is asked for is passed over in silence."""
    for name, given in ((name, given) for group in others for name, given in group.items()):
        if given:
            raise BadInput(f"{name} does not go with {chosen}")


# What is only needed once there is a puzzle is read then: clingo can begin sooner.


def _tell(pack: Pack, made: SynthesisRun, puzzle: Puzzle, out: EmittedCount) -> None:
    """Prints the tree at once: measuring its difficulty takes another moment."""
    tree = _tree(pack, puzzle)
    with out.one():
        print(highlighted(tree), flush=True)
    rest = _tree(pack, made.measured(puzzle)).removeprefix(tree).lstrip("\n")
    print(highlighted(rest))
    if made.grades_areas:
        from puzzlesynth.world.difficulty import area_difficulties

        found = area_difficulties(_game_pack(pack, puzzle), puzzle)
        areas = [f"{area} {one.score:.0f}, {one.level}" for area, one in found]
        print(f"Areas: {'; '.join(areas)}")
    print()


def _tree(pack: Pack, puzzle: Puzzle) -> str:
    from puzzlesynth.puzzle.text_tree import tree_text

    return tree_text(_game_pack(pack, puzzle), puzzle)


def _game_pack(pack: Pack, puzzle: Puzzle) -> Pack:
    """The pack as the puzzle's game has it."""
    if puzzle.map is None:
        return pack
    from puzzlesynth.puzzle.game_pack import pack_for

    return pack_for(pack, puzzle)


def _jobs(n: int) -> int:
    """Every core, where many puzzles are asked for."""
    return (os.cpu_count() or 1) if n > MEASURED else 1


Found = TypeVar("Found")

REASON_SECONDS = 10.0
"""How long a run that has proven that there is no puzzle looks for the reason."""


class SynthesisRun:
    """A run of the synthesizer, and how it ended."""

    more = "`puzzlesynth why` with the same options shows what would help"

    def __init__(self, pack: Pack, options: SynthesisOptions, rules: str = "all", diverse: int = 0) -> None:
        """`diverse`: how many puzzles are to be as different as possible; 0: draws as they come."""
        from puzzlesynth.synth.exhaustion import Exhaustion

        self._pack, self._rules, self._diverse = pack, rules, diverse
        self._exhaustion = Exhaustion()
        self._options = replace(options, exhaustion=self._exhaustion)
        self._targets = options.targets
        self._out_of_time = False
        self._found = 0
        self._unmeasured = 0
        """How many puzzles there was no time to measure."""

    def puzzles(self, seed: int) -> Iterator[Puzzle]:
        return self._counted(lambda: self._source(seed))

    def lines(self, seed: int, jobs: int, number: int) -> Iterator[str]:
        """The same as lines of JSON, `number` of them, from several processes where that is possible."""
        if jobs == 1 or not self._is_plain:
            return map(as_line, self.puzzles(seed))
        from puzzlesynth.pipeline.parallel_generation import puzzle_lines

        found = partial(puzzle_lines, self._pack, seed=seed, jobs=jobs, number=number, options=self._options)
        return self._counted(found)

    def measured(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with its difficulty, or unchanged if there is no time left to measure it."""
        from puzzlesynth.world.difficulty import measured

        if puzzle.difficulty:
            return puzzle
        try:
            return measured(_game_pack(self._pack, puzzle), puzzle)
        except OutOfTime:
            self._unmeasured += 1
            self._out_of_time = True
            return puzzle

    def _counted(self, source: Callable[[], Iterator[Found]]) -> Iterator[Found]:
        try:
            for one in source():
                self._found += 1
                yield one
        except OutOfTime:
            self._out_of_time = True

    @property
    def grades_areas(self) -> bool:
        return bool(self._targets and self._targets.area_grades)

    @property
    def _is_plain(self) -> bool:
        """Whether the puzzles are as the synthesizer finds them, without a selection."""
        return self._rules == "all" and not self._diverse and not (self._targets and self._targets.has_grades)

    def _source(self, seed: int) -> Iterator[Puzzle]:
        if self._is_plain:
            from puzzlesynth.pipeline.generate import make_puzzles

            return make_puzzles(self._pack, seed=seed, options=self._options)
        from puzzlesynth.pipeline.request import Request

        request = Request(self._pack, seed, self._rules, self._options)
        return _different(request.puzzles(), self._diverse) if self._diverse else request.puzzles()

    def finish(self, wanted: int) -> None:
        """Say why there are fewer than wanted, and end with the right status."""
        if self._found >= wanted and not self._unmeasured:
            return
        if self._out_of_time:
            less = f"; the difficulty of {self._unmeasured} was not measured" if self._unmeasured else ""
            print(f"out of time: {self._found} of {counted(wanted, 'puzzle')}{less}", file=sys.stderr)
            raise typer.Exit(OUT_OF_TIME)
        if self._found:
            for line in ending(self._exhaustion, f"Done: {self._all()}", "puzzles"):
                print_line(line, sys.stderr)
            return
        for line in ending(self._exhaustion, self._none(), "puzzles"):
            print_line(line, sys.stderr)
        if self._exhaustion.undecided:
            raise typer.Exit(OUT_OF_TIME)
        self._say_why_none()
        raise typer.Exit(NONE_EXISTS)

    def _all(self) -> str:
        """How many puzzles there are."""
        exactly = "exactly " if self._exhaustion.proven else ""
        bounds = self._targets and (self._targets.bounds or self._targets.has_grades)
        given = self._options
        asked = given.constraints or bounds or given.start or given.steering or self._rules != "all"
        options = " with these options" if asked else ""
        return f"this pack has {exactly}{counted(self._found, 'puzzle')}{options}"

    def _say_why_none(self) -> None:
        """The reason, if it is found soon."""
        if self._targets and self._targets.has_grades:
            return  # `smallest_conflict` knows nothing of difficulty
        seconds = limit_explanation(NONE_EXISTS, REASON_SECONDS, f"{self.more}\n")
        try:
            with Progress("looking for the reason"), Deadline(seconds).applied():
                lines = self._reason(seconds)
        except OutOfTime:
            lines = []
        for line in lines:
            print_line(line, sys.stderr)
        print_line(self.more, sys.stderr)

    def _none(self) -> str:
        kind = " of this difficulty" if self._targets and self._targets.has_grades else ""
        asked = " with these choices" if self._options.steering else ""
        return f"{self._pack.name} has no puzzle{kind}{asked}{self._proof}"

    @property
    def _proof(self) -> str:
        return "; this is proven, not a timeout" if self._exhaustion.proven else ""

    def _reason(self, seconds: float) -> list[str]:
        """The first conflicting set of requirements, explained."""
        from puzzlesynth.pipeline.explain import explanation_for

        from .why import details, headline

        if self._options.steering:
            return self._conflict(seconds)
        constraints, start = self._options.constraints, self._options.start
        reason = explanation_for(self._pack, constraints, self._targets, seconds, start).reason()
        return [] if reason is None else [headline(reason), *details(reason)]

    def _conflict(self, seconds: float) -> list[str]:
        """Which of the things to keep or never to use leave no puzzle together."""
        from puzzlesynth.pipeline.regeneration import Regenerator

        options = replace(self._options, time_limit=seconds, exhaustion=None)
        steering = options.steering
        assert steering is not None
        found = Regenerator(self._pack, options).conflict(steering)
        if not found:
            return []
        self.more = "Leave out one of them, and there are puzzles again."
        return ["these cannot hold together:", *(f"  - {one.told(self._pack)}" for one in found)]


class MapFillingRun(SynthesisRun):
    """The same for a map of the pack."""

    more = "`puzzlesynth map why` shows which blocks and items of a map conflict"

    def __init__(self, pack: Pack, options: SynthesisOptions, name: str, relations: str) -> None:
        super().__init__(pack, options)
        self._map, self._relations = name, relations

    @property
    def _is_plain(self) -> bool:
        return False

    def _source(self, seed: int) -> Iterator[Puzzle]:
        made = inputs.map_maker(self._pack, self._map, relations=self._relations, options=self._options)
        return made.puzzles(seed)

    def _all(self) -> str:
        exactly = "exactly " if self._exhaustion.proven else ""
        # Fillings may differ in nothing but where things lie; then they are the same puzzle.
        what = "filling" if self._options.places else "different puzzle"
        asked = " with these constraints" if self._options.constraints else ""
        return f"the map {self._map} has {exactly}{counted(self._found, what)}{asked}"

    def _none(self) -> str:
        given = f" with {' and '.join(self._given)}" if self._given else ""
        return f"the map {self._map} cannot be filled{given}{self._proof}"

    @property
    def _given(self) -> list[str]:
        """What was asked for besides the map."""
        relations = [] if self._relations == "needed" else [f"--relations {self._relations}"]
        return [*relations, *(["these constraints"] if self._options.constraints else [])]

    def _reason(self, seconds: float) -> list[str]:
        """What `map why` says. It looks at the map alone."""
        from puzzlesynth.cli.packs.map import conflict_lines
        from puzzlesynth.maps.conflict import smallest_conflict
        from puzzlesynth.puzzle.game_pack import complete_map

        conflict = smallest_conflict(self._pack, complete_map(self._pack, self._map), seconds)
        if conflict is not None:
            return ["these cannot hold together:", *conflict_lines(conflict)]
        self.more = (
            f"Without {' and '.join(self._given)}, the map can be filled." if self._given else self.more
        )
        return []


def ending(exhaustion: Exhaustion, said: str, what: str) -> Iterator[str]:
    """What the end of a search says, as lines: the result, and what it does not cover."""
    if exhaustion.proven:
        yield f"{said}." if said.startswith("Done") else said
        return
    yield f"{said} within these limits:"
    yield from (f"  - {caveat}" for caveat in exhaustion.caveats())
    yield f"Without them there may be more {what}."


def _different(puzzles: Iterator[Puzzle], n: int) -> Iterator[Puzzle]:
    from puzzlesynth.pipeline.selection import select_diverse
    from puzzlesynth.puzzle.diversity import spread_of

    chosen = select_diverse(puzzles, n)
    if len(chosen.puzzles) > 1:
        spread, plain = spread_of(chosen.puzzles), spread_of(chosen.plain)
        print(f"{spread} (the first draws: {plain})", file=sys.stderr)
    yield from chosen.puzzles
    if not chosen.in_time:
        raise OutOfTime


def as_line(puzzle: Puzzle) -> str:
    from puzzlesynth.puzzle.json_io import puzzle_to_json

    return puzzle_to_json(puzzle)
