"""`level generate`: reads the demands, generates levels, writes them."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

from puzzlesynth.cli.common.errors import INTERRUPTED, NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.inputs import JsonOption, SeedOption, seed_or_random
from puzzlesynth.cli.common.option_class import command_of, option
from puzzlesynth.cli.common.run import Progress, TimeLimit
from puzzlesynth.cli.level.sources import read_source
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.suggestions import choice_of

from .options import ChanceOptions, GameOptions, check_outputs
from .output import json_text, print_added_letters, write_levels

if TYPE_CHECKING:
    from puzzlesynth.levels.analysis.level_style import LevelStyle
    from puzzlesynth.levels.generate import (
        GeneratedLevel,
        GenerateOrder,
        GenerationProgress,
        LevelLayout,
        NoPlacement,
        PlayRequirements,
        StartRequirements,
    )
    from puzzlesynth.levels.model import Level, PuzzleScriptGame

_RANGE = re.compile(r"\s*(\d+)?\s*(\.\.)?\s*(\d+)?\s*")


_START = "Demands on the start"
_PLAY = "Demands on playing"
_SEARCH = "Search"


@dataclass(frozen=True, kw_only=True)
class GenerateOptions(ChanceOptions, GameOptions):
    """Generate new levels: solved, replayed and measured.

    A logic program places objects so that every demand on the start holds; then the solver decides. Every level that is
    printed has been won by playing its solution, and comes with its measures and its seed.

    Exit status: 0 done, 1 no start satisfies the demands (the conflicting ones are listed), 2 bad input, 3 stopped with
    fewer levels than asked for.

    Example: puzzlesynth level generate examples/levels/sokoban.txt --layout 7x7 -n 2 --length 20..40 --seed 1
    """

    layout: str | None = option(
        "A map whose bare cells are filled, or the size of a room. By default, the size of the median level "
        "of those that --like names.",
        None,
        metavar="FILE|WxH",
    )
    like: str = option(
        "Look like the game's own levels (all), like level N of them, or like none of them.",
        "all",
        metavar="all|N|none",
    )
    n: int = option("How many levels to generate.", 1, "-n", min=1, max=1000)
    differ: int | None = option(
        "With -n: levels differ in at least N things, even if mirrored, turned or shifted. By default in a third of "
        "their things, at least 3.",
        None,
        min=1,
        metavar="N",
    )
    seed: SeedOption = None
    time_limit: TimeLimit = None
    output: list[Path] | None = option(
        "Write the whole game with these levels as .txt, or the levels as .jsonl, .png or .svg. "
        "Can be repeated.",
        None,
        "--output",
        "-o",
        metavar="FILE",
    )
    levels_only: bool = option("In .txt files, write the levels without the game.", False)
    as_json: JsonOption = False
    number: list[str] | None = option(
        "How many of an object. Can be repeated.", metavar="OBJECT=A..B", panel=_START
    )
    apart: list[str] | None = option(
        "Every A is at least N cells from every B.", metavar="A,B=N", panel=_START
    )
    within: list[str] | None = option("Every A has a B within N cells.", metavar="A,B=N", panel=_START)
    symmetry: list[str] | None = option(
        "Symmetric walls: horizontal, vertical or rotation. Can be repeated.", metavar="KIND", panel=_START
    )
    constraint: list[Path] | None = option(
        "Your own logic program (see encodings/levels/README.md). Can be repeated.",
        metavar="FILE",
        panel=_START,
    )
    no_border: bool = option("Leave out the walls around a room.", False, panel=_START)
    disconnected: bool = option("Let walls shut cells off.", False, panel=_START)
    allow_stuck: bool = option("Let things start where they are stuck.", False, panel=_START)
    length: str | None = option("Moves in the shortest solution.", metavar="A..B", panel=_PLAY)
    difficulty: str | None = option("States that the best solver explores.", metavar="A..B", panel=_PLAY)
    uses: list[int] | None = option(
        "The solution uses the rule on this line of the source.", metavar="LINE", panel=_PLAY
    )
    needs: list[int] | None = option("No solution avoids this rule.", metavar="LINE", panel=_PLAY)
    unique: bool = option("Only one shortest solution, apart from the order of moves.", False, panel=_PLAY)
    no_spare: bool = option(
        "Nothing to spare: without any one thing, the level is unsolvable or has a shorter solution.",
        False,
        panel=_PLAY,
    )
    specific_solution: str | None = option(
        "These moves are a shortest solution.", metavar="MOVES", panel=_PLAY
    )
    method: str = option(
        "auto, logic, climbing, constructive, genetic, backwards, variation or style.",
        "auto",
        metavar="NAME",
        panel=_SEARCH,
    )
    population: str = option(
        "Begin the genetic search with random, constructive or hybrid levels.",
        "hybrid",
        metavar="KIND",
        panel=_SEARCH,
    )
    rank: str = option(
        "How to rank levels: by the published score, computed from an automated player (score) or from a shortest "
        "solution (shortest), or by both.",
        "both",
        metavar="NAME",
        panel=_SEARCH,
    )
    jobs: int | None = option(
        "Search four times, with different seeds, on N processes and keep the best levels; N does not affect results.",
        None,
        min=1,
        max=64,
        metavar="N",
        panel=_SEARCH,
    )
    effort: int = option("Candidates per level; the best are kept.", 60, min=1, metavar="N", panel=_SEARCH)
    tries: int = option("Stop after this many candidates.", 20_000, min=1, metavar="N", panel=_SEARCH)
    states: int = option(
        "Explore at most this many states per candidate.", 100_000, min=1, metavar="N", panel=_SEARCH
    )


def run(options: GenerateOptions) -> int:
    """Generate, write and print. Returns the exit status."""
    source, game = options.open()
    check_outputs(options.output or (), [options.game, options.layout or "", *(options.constraint or ())])
    from puzzlesynth.levels.generate import NoPlacement, generate_levels
    from puzzlesynth.levels.generate.parallel_generation import generate_in_parallel

    with Progress("generating levels") as progress:
        order = _order(game, options)

        def say(tally: GenerationProgress) -> None:
            progress.say(f"{tally.accepted} good of {tally.tries} tried, {tally.wanted} wanted")

        try:
            if options.jobs is None:
                made, tally = generate_levels(order, say)
            else:
                made, tally = generate_in_parallel(order, options.jobs, say)
        except NoPlacement as none:
            return _none(none)
    write_levels(source, game, made, options.output or (), levels_only=options.levels_only)
    if options.as_json:
        print(json_text(game, made), end="")
    elif not options.output:
        _print(game, made)
    return _finish(made, tally, order)


def _order(game: PuzzleScriptGame, options: GenerateOptions) -> GenerateOrder:
    from puzzlesynth.levels.generate import METHODS, GenerateOrder
    from puzzlesynth.levels.generate.fitness.fitness_function import OBJECTIVES, Objective
    from puzzlesynth.levels.generate.generation import Method
    from puzzlesynth.levels.generate.strategies.genetic_algorithm import POPULATIONS, Population

    for name, value, known in (
        ("--method", options.method, METHODS),
        ("--population", options.population, POPULATIONS),
        ("--rank", options.rank, OBJECTIVES),
    ):
        if value not in known:
            raise BadInput(f"{name} {value}: {choice_of(known)}")
    outcomes = _outcomes(game, options)
    style = _style(game, options)
    return GenerateOrder(
        game=game,
        layout=_layout(game, options, style),
        demands=_demands(game, options, outcomes.solution, style),
        outcomes=outcomes,
        count=options.n,
        seed=seed_or_random(options.seed),
        method=cast(Method, options.method),
        population=cast(Population, options.population),
        effort=options.effort,
        most_tries=options.tries,
        most_states=options.states,
        time_limit=options.time_limit,
        rank=cast(Objective, options.rank),
        chance=options.meaning(game, options.as_json),
        differ=options.differ,
    )


def _model_levels(game: PuzzleScriptGame, options: GenerateOptions) -> list[Level]:
    """The levels that `--like` names."""
    wanted = options.like.strip().lower()
    if wanted in ("all", "none"):
        return game.maps if wanted == "all" else []
    if not wanted.isdecimal() or len(wanted) > 6 or not 1 <= int(wanted) <= len(game.maps):
        raise BadInput(f"--like {options.like}: write all, none, or a level from 1 to {len(game.maps)}")
    return [game.maps[int(wanted) - 1]]


def _style(game: PuzzleScriptGame, options: GenerateOptions) -> LevelStyle | None:
    from puzzlesynth.levels.analysis import analyse
    from puzzlesynth.levels.analysis.level_style import learn_style
    from puzzlesynth.levels.generate.diversity import TURNS, symmetries

    turns = len(symmetries(game)) == len(TURNS)
    return learn_style(game, analyse(game), _model_levels(game, options), turns=turns)


def _layout(game: PuzzleScriptGame, options: GenerateOptions, style: LevelStyle | None) -> LevelLayout:
    from puzzlesynth.levels.analysis import analyse
    from puzzlesynth.levels.generate import read_layout, room
    from puzzlesynth.levels.generate.placement.layout import layout_size

    if options.layout is None:
        models = _model_levels(game, options)
        if not models:
            raise BadInput("--layout is missing: write a size such as 7x7, the file of a map, or --like N")
        by_area = sorted(models, key=lambda level: level.width * level.height)
        middle = by_area[(len(by_area) - 1) // 2]
        size: tuple[int, int] | None = (middle.width, middle.height)
    else:
        size = layout_size(options.layout)
    if size is not None:
        return room(game, analyse(game), *size, border=not options.no_border, style=style)
    assert options.layout is not None
    if options.layout != "-" and not Path(options.layout).is_file():
        raise BadInput(f"--layout {options.layout}: this is neither a size such as 7x7 nor a file")
    return read_layout(game, read_source(options.layout), options.layout)


def _demands(
    game: PuzzleScriptGame,
    options: GenerateOptions,
    solution: tuple[int, ...] | None,
    style: LevelStyle | None,
) -> StartRequirements:
    from puzzlesynth.levels.generate import StartRequirements
    from puzzlesynth.levels.generate.placement.start_requirements import SYMMETRIES, Symmetry

    numbers = {}
    for text in options.number or ():
        name, equals, amount = text.partition("=")
        least, most = _range("--number", amount)
        if not equals or most is None:
            raise BadInput(f"--number {text}: write OBJECT=A..B or OBJECT=N")
        numbers[_object(game, "--number", name)] = (least, most)
    for kind in options.symmetry or ():
        if kind not in SYMMETRIES:
            raise BadInput(f"--symmetry {kind}: {choice_of(SYMMETRIES)}")
    return StartRequirements(
        numbers=numbers,
        symmetry=cast("tuple[Symmetry, ...]", tuple(options.symmetry or ())),
        apart=tuple(_pair(game, "--apart", text) for text in options.apart or ()),
        within=tuple(_pair(game, "--within", text) for text in options.within or ()),
        connected=not options.disconnected,
        allow_stuck=options.allow_stuck,
        solution=solution,
        files=tuple((str(path), read_source(str(path))) for path in options.constraint or ()),
        style=style,
    )


def _pair(game: PuzzleScriptGame, option: str, text: str) -> tuple[int, int, int]:
    names, _, distance = text.partition("=")
    parts = names.split(",")
    if len(parts) != 2 or not distance.strip().isdigit():
        raise BadInput(f"{option} {text}: write OBJECT,OBJECT=N")
    return _object(game, option, parts[0]), _object(game, option, parts[1]), int(distance)


def _object(game: PuzzleScriptGame, option: str, name: str) -> int:
    from puzzlesynth.levels.generate.placement.start_requirements import BadStartRequirement, object_named

    try:
        return object_named(game, name)
    except BadStartRequirement as unknown:
        raise BadInput(f"{option}: {unknown}") from None


def _outcomes(game: PuzzleScriptGame, options: GenerateOptions) -> PlayRequirements:
    from puzzlesynth.levels.analysis import collect_source_rules
    from puzzlesynth.levels.engine.turn import NO_INPUT
    from puzzlesynth.levels.generate import PlayRequirements
    from puzzlesynth.levels.show import read_moves

    lines = [rule.line for rule in collect_source_rules(game)]
    for line in (*(options.uses or ()), *(options.needs or ())):
        if line not in lines:
            there = ", ".join(map(str, lines[:20])) or "none"
            raise BadInput(f"there is no rule on line {line} of the source: rules are on {there}")
    solution = None
    if options.specific_solution is not None:
        moves = [NO_INPUT if move == "tick" else move for move in read_moves(options.specific_solution)]
        solution = tuple(move for move in moves if isinstance(move, int))
        if len(solution) != len(moves) or not solution:
            raise BadInput("--specific-solution: a solution is made of u l d r and x, and in real time of .")
        if NO_INPUT in solution and not game.settings.realtime_interval:
            raise BadInput(
                "--specific-solution: there is no waiting (.) in a game that does not run in real time"
            )
    return PlayRequirements(
        length=None if options.length is None else _range("--length", options.length),
        difficulty=None if options.difficulty is None else _range("--difficulty", options.difficulty),
        uses=tuple(options.uses or ()),
        needs=tuple(options.needs or ()),
        unique=options.unique,
        no_spare=options.no_spare,
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
        raise BadInput(f"{option} {text}: the end is before the beginning")
    return least, most


def _none(none: NoPlacement) -> int:
    if not none.proven:
        print(f"gave up: {'; '.join(none.reasons)}", file=sys.stderr)
        return OUT_OF_TIME
    lines = ["no level can satisfy these together:", *(f"  - {reason}" for reason in none.reasons)]
    print("\n".join(lines), file=sys.stderr)
    return NONE_EXISTS


def _print(game: PuzzleScriptGame, made: list[GeneratedLevel]) -> None:
    from puzzlesynth.levels.show import letters
    from puzzlesynth.levels.source_editor import MapLetters

    map_letters = MapLetters(game)
    for number, item in enumerate(made, start=1):
        measures = item.measures
        print(
            f"Level {number} ({item.level.width} by {item.level.height}), seed {item.seed}, by {item.method}"
        )
        print("\n".join(map_letters.rows(item.level)))
        if item.plan is not None:
            print(f"  {item.plan.words()}: {letters(item.moves)}")
        else:
            print(f"  solved in {counted(len(item.moves), 'move')}: {letters(item.moves)}")
        difficulty = "not measured" if measures.difficulty is None else f"{measures.difficulty}"
        if measures.challenge is not None:
            difficulty += f", challenge {measures.challenge}"
        likeness = "" if item.likeness is None else f", likeness {item.likeness:.0%}"
        print(f"  score {measures.score:.2f}, difficulty {difficulty}{likeness}")
        print()
    if len(made) > 1:
        least = min(item.differs for item in made if item.differs is not None)
        print(f"Any two differ in at least {counted(least, 'thing')}, even if mirrored or turned.")
    print_added_letters(map_letters)


def _finish(made: list[GeneratedLevel], tally: GenerationProgress, order: GenerateOrder) -> int:
    from puzzlesynth.levels.generate.generation import TOO_ALIKE

    if tally.stopped == "done":
        return 0
    found = (
        f"{len(made)} of {counted(tally.wanted, 'level')} after {counted(tally.tries, 'candidate')} "
        f"(seed {order.seed})"
    )
    end = {
        "time": "out of time",
        "tries": "out of tries",
        "interrupted": "stopped",
        "exhausted": "no new levels found",
    }[tally.stopped]
    # What cannot be won for certain may well be won.
    surely = order.chance.certain or order.chance.least > 0
    words = {"unsolvable": "with too small a chance of winning"} if surely else {}
    counts = ", ".join(f"{count} {words.get(why, why)}" for why, count in tally.reasons.most_common())
    print(f"{end}: {found}{': ' + counts if counts else ''}", file=sys.stderr)
    if made and len(made) < tally.wanted and tally.reasons[TOO_ALIKE]:
        least = counted(order.differ, "thing") if order.differ else "a third of their things"
        many = f"{counted(len(made), 'different level')} {'was' if len(made) == 1 else 'were'}"
        less = ", and --differ accepts less" if order.differ != 1 else ""
        print(
            f"Only {many} found: levels of a run differ in at least {least}, even if mirrored, turned or shifted{less}.",
            file=sys.stderr,
        )
    if tally.stopped == "interrupted":
        return INTERRUPTED
    return 0 if len(made) >= tally.wanted else OUT_OF_TIME


generate = command_of(GenerateOptions, run)
