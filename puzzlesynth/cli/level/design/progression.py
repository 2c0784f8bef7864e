"""`level progression`: puts levels in an order in which difficulty rises and rules appear one at a time."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlesynth.cli.common.errors import NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.inputs import JsonOption
from puzzlesynth.cli.common.option_class import command_of, option
from puzzlesynth.cli.common.run import Progress
from puzzlesynth.cli.level.sources import open_source
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.quick_dataclasses import dataclass

from .options import ChanceOptions, NoSpoilersOption, check_outputs
from .output import level_pictures, write_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzlesynth.levels.design import ExcludedLevel, Progression, ProgressionWishes
    from puzzlesynth.levels.model import Level, PuzzleScriptGame


@dataclass(frozen=True, kw_only=True)
class ProgressionOptions(ChanceOptions):
    """Put levels in an order in which difficulty rises and new rules appear one at a time.

    A level uses a rule if its shortest solution applies it and does not win without it. In this order, as few levels as
    possible have more than one new rule, and the challenge falls as little as possible. For up to twelve levels, no
    order is better. Levels that cannot be solved come last.

    Exit status: 0 done, 1 no level can be solved, 2 bad input, 3 a level could not be decided.

    Example: puzzlesynth level progression examples/levels/lava.txt -o ordered.txt
    """

    games: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME…",
            help="Sources with the same objects and rules; the result is based on the first.",
        ),
    ]
    time_limit: float = option("Seconds per level and solver.", 20, metavar="SECONDS", min=0)
    states: int = option("Explore at most this many states per search.", 1_000_000, metavar="N", min=1)
    output: list[Path] | None = option(
        "Write the game with its levels in this order as .txt, or a picture as .png or .svg.",
        None,
        "--output",
        "-o",
        metavar="FILE",
    )
    before: list[str] | None = option(
        "Level A somewhere before level B. Can be repeated.", None, "--before", metavar="A:B"
    )
    place: list[str] | None = option(
        "This level in place N, from 1. Can be repeated.", None, "--place", metavar="LEVEL:N"
    )
    no_spoilers: NoSpoilersOption = False
    as_json: JsonOption = False


def run(options: ProgressionOptions) -> int:
    outputs = tuple(options.output or ())
    check_outputs(outputs, options.games, (".txt", ".png", ".svg"))
    opened = [open_source(path) for path in options.games]
    game = opened[0][1]
    from puzzlesynth.levels.design import arrange_within, study
    from puzzlesynth.levels.generate.generation import require_searchable
    from puzzlesynth.levels.search import SearchLimits

    named, above, after = _levels(options.games, opened)
    wishes = _wishes([name for name, _ in named], options.before or (), options.place or ())
    with Progress("studying levels") as progress:
        require_searchable(game)
        good, bad = study(
            game,
            named,
            limits=SearchLimits(options.time_limit, options.states),
            progress=lambda name: progress.say(f"level {name}"),
            chance=options.meaning(game, quiet=options.as_json),
        )
        try:
            order = arrange_within(good, wishes)
        except ValueError as none:
            raise BadInput(f"--before, --place: {none}") from None
    _write(opened[0][0], game, order, bad, above, after, outputs)
    spoilers = not options.no_spoilers
    if options.as_json:
        for record in _json(game, order, bad, spoilers):
            print(json.dumps(record, ensure_ascii=False))
    else:
        _print(opened[0][0], game, order, bad, spoilers)
    if not good:
        return NONE_EXISTS
    return OUT_OF_TIME if any(item.reason == "undecided" for item in bad) else 0


progression = command_of(ProgressionOptions, run)


def _wishes(names: list[str], before: Sequence[str], places: Sequence[str]) -> ProgressionWishes:
    from puzzlesynth.levels.design import ProgressionWishes

    pairs = [_divided("before", text, names) for text in before]
    for text, (_, other) in zip(before, pairs, strict=True):
        if other not in names:
            raise BadInput(f"--before {text}: there is no level {other}")
    stay = dict(_divided("place", text, names) for text in places)
    for name, number in stay.items():
        if not number.isdecimal() or not 1 <= int(number) <= len(names):
            raise BadInput(f"--place {name}:{number}: expected a place from 1 to {len(names)}")
    return ProgressionWishes(
        before=tuple(pairs), places={name: int(number) - 1 for name, number in stay.items()}
    )


def _divided(option: str, text: str, names: list[str]) -> tuple[str, str]:
    """`3:5` as the level and the rest."""
    level, colon, rest = text.partition(":")
    if not colon:
        raise BadInput(f"--{option} {text}: expected two numbers with a colon between them, as in 3:5")
    if level not in names:
        raise BadInput(f"--{option} {text}: there is no level {level}")
    return level, rest


def _levels(
    games: list[str], opened: list[tuple[str, PuzzleScriptGame]]
) -> tuple[list[tuple[str, Level]], dict[str, list[str]], list[str]]:
    """All levels with their names, the comments and messages before each of them, and those at the end."""
    from puzzlesynth.levels.model import Level as Map
    from puzzlesynth.levels.source_editor import lines_of

    first = opened[0][1]
    named: list[tuple[str, Level]] = []
    before: dict[str, list[str]] = {}
    after: list[str] = []
    for path, (source, game) in zip(games, opened, strict=True):
        if not _alike(first, game):
            raise BadInput(f"{path}: its objects, rules or win conditions differ from those of {games[0]}")
        lines, end = lines_of(source), None
        number = 0
        for entry in game.levels:
            if not isinstance(entry, Map):
                continue
            number += 1
            name = str(number) if len(games) == 1 else f"{Path(path).stem} {number}"
            while name in before:
                name += "'"
            start = entry.line - 1
            above = lines[_block(lines, start, end) : start]
            named.append((name, entry))
            before[name] = [line for line in above if line.strip()]
            end = entry.last_line
        after += [line for line in lines[end:] if line.strip()] if end is not None else []
    if not named:
        raise BadInput("there are no levels, only messages")
    return named, before, after


def _block(lines: list[str], start: int, end: int | None) -> int:
    """Where the lines begin that belong to the map at `start`."""
    if end is not None:
        return end
    begin = start
    while begin > 0 and not re.fullmatch(r"\s*(=+|levels)\s*", lines[begin - 1], re.IGNORECASE):
        begin -= 1
    return begin


def _alike(one: PuzzleScriptGame, other: PuzzleScriptGame) -> bool:
    def rules(game: PuzzleScriptGame) -> list[Any]:
        programs = (game.rules, game.late_rules)
        return [
            (rule.direction, rule.rows, rule.commands)
            for program in programs
            for group in program.groups
            for rule in group.rules
        ]

    def wins(game: PuzzleScriptGame) -> list[Any]:
        return [
            (item.quantifier, item.subject_mask, item.target_mask, item.has_target)
            for item in game.win_conditions
        ]

    names = [(thing.name, thing.layer) for thing in one.objects]
    return (
        names == [(thing.name, thing.layer) for thing in other.objects]
        and rules(one) == rules(other)
        and wins(one) == wins(other)
    )


def _write(
    source: str,
    game: PuzzleScriptGame,
    order: Progression,
    bad: list[ExcludedLevel],
    before: dict[str, list[str]],
    after: list[str],
    outputs: tuple[Path, ...],
) -> None:
    from puzzlesynth.levels.source_editor import with_levels

    levels = [(item.studied.level, before[item.studied.name]) for item in order.levels]
    levels += [(item.level, [*before[item.name], f"({item.reason})"]) for item in bad]

    def content(kind: str) -> str | bytes:
        if kind == ".txt":
            return with_levels(source, game, levels, after)
        return level_pictures(game, [level for level, _ in levels], kind)

    write_files(outputs, content)


def _rules(game: PuzzleScriptGame) -> dict[int, str]:
    """The rules by their lines, named A, B, C in the order of the source."""
    from puzzlesynth.levels.analysis import collect_source_rules

    lines = sorted({rule.line for rule in collect_source_rules(game)})
    return {line: _letter(number) for number, line in enumerate(lines)}


def _letter(number: int) -> str:
    return chr(65 + number % 26) + ("" if number < 26 else str(number // 26))


def _print(
    source: str, game: PuzzleScriptGame, order: Progression, bad: list[ExcludedLevel], spoilers: bool
) -> None:
    import textwrap

    from puzzlesynth.levels.show.tables import WIDTH, table
    from puzzlesynth.levels.source_editor import lines_of

    names = _rules(game)
    heads = (
        ["place", "level", "moves", "challenge", "difficulty", "rules", "new"]
        if spoilers
        else ["place", "level", "new"]
    )
    rows = []
    for place, item in enumerate(order.levels, start=1):
        studied = item.studied
        new = " ".join(names[line] for line in item.new_rules)
        row = [str(place), studied.name]
        if spoilers:
            rules = " ".join(names[line] for line in sorted(studied.rules))
            row += [str(len(studied.moves)), str(studied.hardness), str(studied.difficulty), rules or "none"]
        rows.append([*row, new])
    if rows:
        print("\n".join(table(heads, rows)))
        print()
    shown = sorted({line for item in order.levels for line in item.new_rules})
    texts = lines_of(source)
    for line in shown:
        text = f"{names[line]} = {texts[line - 1].strip()} (line {line})"
        print(text if len(text) <= WIDTH else f"{text[: WIDTH - 3]}...")
    for left in bad:
        print(f"level {left.name}: {left.reason}, no place")
    print("\n".join(textwrap.wrap(_judgement(order), WIDTH)))


def _judgement(order: Progression) -> str:
    words = [
        "no level has more than one new rule"
        if not order.surplus
        else f"{counted(order.surplus, 'rule')} too many at once"
    ]
    falls = sum(1 for item in order.levels if item.falls)
    words.append("challenge never falls" if not falls else f"challenge falls {counted(falls, 'time')}")
    ending = (
        "there is no better order"
        if order.exact
        else "too many levels to prove that there is no better order"
    )
    return f"{', '.join(words)}; {ending}"


def _json(
    game: PuzzleScriptGame, order: Progression, bad: list[ExcludedLevel], spoilers: bool
) -> list[dict[str, Any]]:
    from puzzlesynth.levels.show.tables import level_json, moves_json

    records: list[dict[str, Any]] = []
    for place, item in enumerate(order.levels, start=1):
        studied = item.studied
        record: dict[str, Any] = {
            "place": place,
            "level": studied.name,
            **level_json(game, studied.level),
            "new_rules": list(item.new_rules),
        }
        if spoilers:
            record |= {
                "rules": sorted(studied.rules),
                "challenge": studied.challenge,
                "difficulty": studied.difficulty,
                "falls": item.falls,
                **moves_json(studied.moves, studied.plan),
            }
        records.append(record)
    records += [
        {"place": None, "level": item.name, **level_json(game, item.level), "reason": item.reason}
        for item in bad
    ]
    return records
