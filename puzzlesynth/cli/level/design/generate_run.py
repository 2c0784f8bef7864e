"""Runs `level generate`: reads the wishes, makes the levels, writes them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlesynth.cli.common.errors import NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.files import check_output, write_atomically
from puzzlesynth.cli.common.output import ProgressLine
from puzzlesynth.cli.level.pictures import drawing_errors
from puzzlesynth.cli.level.sources import read_source

from .options import open_designated

if TYPE_CHECKING:
    from puzzlesynth.levels.generate import (
        GeneratedLevel,
        GenerateOrder,
        GenerationProgress,
        LevelLayout,
        NoPlacement,
        PlayRequirements,
        StartRequirements,
    )
    from puzzlesynth.levels.model import PuzzleScriptGame

INTERRUPTED = 130
_RANGE = re.compile(r"\s*(\d+)?\s*(\.\.)?\s*(\d+)?\s*")


@dataclass(frozen=True, slots=True)
class GenerateRequest:
    """What was asked for on the command line."""

    layout: str
    count: int
    differ: int
    seed: int | None
    numbers: tuple[str, ...]
    apart: tuple[str, ...]
    within: tuple[str, ...]
    symmetry: tuple[str, ...]
    constraints: tuple[Path, ...]
    border: bool
    walls: tuple[str, ...]
    floors: tuple[str, ...]
    players: tuple[str, ...]
    connected: bool
    allow_stuck: bool
    length: str | None
    difficulty: str | None
    uses: tuple[int, ...]
    needs: tuple[int, ...]
    unique: bool
    no_spare: bool
    solution: str | None
    method: str
    population: str
    effort: int
    tries: int
    states: int
    time_limit: float | None
    outputs: tuple[Path, ...]
    levels_only: bool
    as_json: bool


def run(path: str, wishes: GenerateRequest) -> int:
    """Make, write and print. Returns the exit status."""
    source, game = open_designated(path, wishes.walls, wishes.floors, wishes.players)
    for output in wishes.outputs:
        check_output(output, [path, wishes.layout, *wishes.constraints])
        if output.suffix.lower() not in (".txt", ".jsonl", ".png", ".svg"):
            raise BadInput(f"{output}: levels are written as .txt, .jsonl, .png or .svg")
    from puzzlesynth.levels.generate import NoPlacement, generate_levels

    with _complaints(), ProgressLine("making levels") as progress:
        order = _order(game, wishes)

        def say(tally: GenerationProgress) -> None:
            progress.say(f"{tally.accepted} good of {tally.tries} tried, {tally.wanted} wanted")

        try:
            made, tally = generate_levels(order, say)
        except NoPlacement as none:
            return _none(none)
    _write(source, game, made, wishes)
    _print(game, made, wishes)
    return _finish(made, tally, order)


@contextmanager
def _complaints(output: Path | None = None) -> Iterator[None]:
    """What is wrong with the wishes is the user's to know."""
    from puzzlesynth.levels.generate import BadLayout, BadStartRequirement, BadUserProgram, CannotGenerate
    from puzzlesynth.levels.level_writer import CannotWrite
    from puzzlesynth.levels.show import BadMoves

    try:
        yield
    except CannotWrite as error:
        raise BadInput(f"{output}: {error}" if output is not None else str(error)) from None
    except (BadStartRequirement, BadLayout, BadUserProgram, CannotGenerate, BadMoves) as error:
        raise BadInput(str(error)) from None
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise BadInput("this search needs numpy: pip install 'puzzlesynth[levels]'") from None


def _order(game: PuzzleScriptGame, wishes: GenerateRequest) -> GenerateOrder:
    from typing import cast

    from puzzlesynth.levels.generate import METHODS, GenerateOrder
    from puzzlesynth.levels.generate.generation import Method
    from puzzlesynth.levels.generate.strategies.genetic_algorithm import POPULATIONS, Population

    for option, value, known in (
        ("--method", wishes.method, METHODS),
        ("--population", wishes.population, POPULATIONS),
    ):
        if value not in known:
            raise BadInput(f"{option} {value}: there are {', '.join(known)}")
    outcomes = _outcomes(game, wishes)
    return GenerateOrder(
        game=game,
        layout=_layout(game, wishes),
        demands=_demands(game, wishes, outcomes.solution),
        outcomes=outcomes,
        count=wishes.count,
        seed=_random_seed() if wishes.seed is None else wishes.seed,
        method=cast(Method, wishes.method),
        population=cast(Population, wishes.population),
        effort=wishes.effort,
        most_tries=wishes.tries,
        most_states=wishes.states,
        time_limit=wishes.time_limit,
        differ=wishes.differ,
    )


def _random_seed() -> int:
    import secrets

    return secrets.randbelow(2**31)


def _layout(game: PuzzleScriptGame, wishes: GenerateRequest) -> LevelLayout:
    from puzzlesynth.levels.analysis import analyse
    from puzzlesynth.levels.generate import read_layout, room
    from puzzlesynth.levels.generate.placement.layout import layout_size

    size = layout_size(wishes.layout)
    if size is not None:
        return room(game, analyse(game), *size, border=wishes.border)
    return read_layout(game, read_source(wishes.layout), wishes.layout)


def _demands(
    game: PuzzleScriptGame, wishes: GenerateRequest, solution: tuple[int, ...] | None
) -> StartRequirements:
    from typing import cast

    from puzzlesynth.levels.generate import StartRequirements
    from puzzlesynth.levels.generate.placement.start_requirements import SYMMETRIES, Symmetry, object_named

    numbers = {}
    for text in wishes.numbers:
        name, equals, amount = text.partition("=")
        least, most = _range("--number", amount)
        if not equals or most is None:
            raise BadInput(f"--number {text}: write OBJECT=A..B or OBJECT=N")
        numbers[object_named(game, name)] = (least, most)
    for kind in wishes.symmetry:
        if kind not in SYMMETRIES:
            raise BadInput(f"--symmetry {kind}: there are {', '.join(SYMMETRIES)}")
    return StartRequirements(
        numbers=numbers,
        symmetry=cast("tuple[Symmetry, ...]", wishes.symmetry),
        apart=tuple(_pair(game, "--apart", text) for text in wishes.apart),
        within=tuple(_pair(game, "--within", text) for text in wishes.within),
        connected=wishes.connected,
        allow_stuck=wishes.allow_stuck,
        solution=solution,
        files=tuple((str(path), read_source(str(path))) for path in wishes.constraints),
    )


def _pair(game: PuzzleScriptGame, option: str, text: str) -> tuple[int, int, int]:
    from puzzlesynth.levels.generate.placement.start_requirements import object_named

    names, _, distance = text.partition("=")
    parts = names.split(",")
    if len(parts) != 2 or not distance.strip().isdigit():
        raise BadInput(f"{option} {text}: write OBJECT,OBJECT=N")
    return object_named(game, parts[0]), object_named(game, parts[1]), int(distance)


def _outcomes(game: PuzzleScriptGame, wishes: GenerateRequest) -> PlayRequirements:
    from puzzlesynth.levels.analysis import collect_source_rules
    from puzzlesynth.levels.generate import PlayRequirements
    from puzzlesynth.levels.show import read_moves

    lines = [rule.line for rule in collect_source_rules(game)]
    for line in (*wishes.uses, *wishes.needs):
        if line not in lines:
            there = ", ".join(map(str, lines[:20])) or "none"
            raise BadInput(f"no rule stands on line {line} of the source: rules are on {there}")
    solution = None
    if wishes.solution is not None:
        moves = read_moves(wishes.solution)
        solution = tuple(move for move in moves if isinstance(move, int))
        if len(solution) != len(moves) or not solution:
            raise BadInput("--specific-solution: a solution is made of u l d r and x")
    return PlayRequirements(
        length=None if wishes.length is None else _range("--length", wishes.length),
        difficulty=None if wishes.difficulty is None else _range("--difficulty", wishes.difficulty),
        uses=wishes.uses,
        needs=wishes.needs,
        unique=wishes.unique,
        no_spare=wishes.no_spare,
        solution=solution,
    )


def _range(option: str, text: str) -> tuple[int, int | None]:
    """`20..40`, `20..`, `..40` or `20`."""
    match = _RANGE.fullmatch(text)
    if match is None or not (match[1] or match[3]):
        raise BadInput(f"{option} {text}: write A..B, A.., ..B or a number")
    least = int(match[1] or 0)
    most = int(match[3]) if match[3] else (None if match[2] else least)
    if most is not None and most < least:
        raise BadInput(f"{option} {text}: the end lies before the beginning")
    return least, most


def _none(none: NoPlacement) -> int:
    if not none.proven:
        print(f"given up: {'; '.join(none.reasons)}", file=sys.stderr)
        return OUT_OF_TIME
    lines = ["no level can satisfy these together:", *(f"  - {reason}" for reason in none.reasons)]
    print("\n".join(lines), file=sys.stderr)
    return NONE_EXISTS


def _write(source: str, game: PuzzleScriptGame, made: list[GeneratedLevel], wishes: GenerateRequest) -> None:
    if not made:
        return
    from puzzlesynth.levels.level_writer import MapLetters, json_lines, levels_section, source_with_levels

    for output in wishes.outputs:
        kind = output.suffix.lower()
        contents: str | bytes
        with _complaints(output):
            if kind == ".jsonl":
                contents = json_lines(game, made)
            elif kind == ".txt" and wishes.levels_only:
                contents = levels_section(game, made, MapLetters(game))
            elif kind == ".txt":
                contents = source_with_levels(source, game, made)
            else:
                contents = _picture(game, made, kind)
        write_atomically(output, contents)
        print(f"wrote {output}", file=sys.stderr)


def _picture(game: PuzzleScriptGame, made: list[GeneratedLevel], kind: str) -> str | bytes:
    from puzzlesynth.levels.show import level_scene, png, sheet_scene, svg, view_of

    with drawing_errors():
        views = [(number, view_of(item.level)) for number, item in enumerate(made, start=1)]
        scene = level_scene(game, views[0][1]) if len(views) == 1 else sheet_scene(game, views)
        return svg(scene, game.settings.title) if kind == ".svg" else png(scene)


def _print(game: PuzzleScriptGame, made: list[GeneratedLevel], wishes: GenerateRequest) -> None:
    from puzzlesynth.levels.level_writer import MapLetters, json_lines
    from puzzlesynth.levels.show import letters

    if wishes.as_json:
        print(json_lines(game, made), end="")
        return
    if wishes.outputs:
        return
    map_letters = MapLetters(game)
    for number, item in enumerate(made, start=1):
        measures = item.measures
        print(
            f"Level {number} ({item.level.width} by {item.level.height}), seed {item.seed}, by {item.method}"
        )
        print("\n".join(map_letters.rows(item.level)))
        print(f"  solved in {len(item.moves)} moves: {letters(item.moves)}")
        difficulty = "not measured" if measures.difficulty is None else f"{measures.difficulty}"
        print(f"  score {measures.score:.2f}, difficulty {difficulty}")
        print()
    for letter, things in map_letters.added.items():
        print(f"{letter} = {' and '.join(things)}")


def _finish(made: list[GeneratedLevel], tally: GenerationProgress, order: GenerateOrder) -> int:
    from puzzlesynth.levels.generate.generation import TOO_ALIKE

    if tally.stopped == "done":
        return 0
    found = f"{len(made)} of {tally.wanted} levels after {tally.tries} candidates (seed {order.seed})"
    why = {
        "time": "out of time",
        "tries": "out of tries",
        "interrupted": "stopped",
        "exhausted": "nothing new is found any more",
    }[tally.stopped]
    counts = ", ".join(f"{count} {reason}" for reason, count in tally.reasons.most_common())
    print(f"{why}: {found}{': ' + counts if counts else ''}", file=sys.stderr)
    if made and len(made) < tally.wanted and tally.reasons[TOO_ALIKE]:
        least = "1 thing" if order.differ == 1 else f"{order.differ} things"
        many = "1 different level was" if len(made) == 1 else f"{len(made)} different levels were"
        less = ", and --differ accepts less" if order.differ > 1 else ""
        print(
            f"Only {many} found: levels of a run differ in at least {least}, also mirrored, turned or shifted{less}.",
            file=sys.stderr,
        )
    if tally.stopped == "interrupted":
        return INTERRUPTED
    return 0 if len(made) >= tally.wanted else OUT_OF_TIME
