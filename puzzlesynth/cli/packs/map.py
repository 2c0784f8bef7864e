"""Commands about puzzle maps: describe, count, why, from, suggest, show."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common.errors import INTERRUPTED, NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.files import check_output
from puzzlesynth.cli.common.inputs import (
    JsonOption,
    PackArgument,
    PuzzleArgument,
    open_pack,
    open_pack_and_puzzle,
    pack_files,
    problems_error,
)
from puzzlesynth.cli.common.map_options import MapViewChoice, RelationChoice, drawn_map, map_maker, opened_map
from puzzlesynth.cli.common.output import ProgressLine, write_output
from puzzlesynth.cli.common.puzzle_files import PuzzleNumber
from puzzlesynth.cli.common.time_limit import TimeLimit

if TYPE_CHECKING:
    from puzzlesynth.maps.conflict import Conflict

app = typer.Typer(help="Puzzle maps: the shape of a puzzle, to be filled from a pack.", no_args_is_help=True)

MapArgument = Annotated[str, typer.Argument(metavar="MAP", help="The name of one of the pack's maps.")]
Output = Annotated[Path | None, typer.Option("-o", metavar="FILE", help="Write it there.")]


class MapFormat(StrEnum):
    svg = "svg"
    dot = "dot"
    mermaid = "mermaid"


@app.command()
def describe(pack: PackArgument, map_: MapArgument) -> None:
    """Tell a map in words, also one that is not complete.

    Example: puzzlesynth map describe examples/bakery deliver
    """
    from puzzlesynth.maps.description import describe as told

    print("\n".join(told(opened_map(open_pack(pack), map_))))


@app.command()
def count(
    pack: PackArgument,
    map_: MapArgument,
    limit: Annotated[int, typer.Option(min=1, help="Stop counting here.")] = 100_000,
    play: Annotated[
        int, typer.Option(min=0, help="Play so many fillings where a shortcut is not ruled out at once.")
    ] = 200,
    relations: Annotated[
        RelationChoice, typer.Option(help="Which relations the game has.")
    ] = RelationChoice.needed,
    time_limit: TimeLimit = None,
    as_json: JsonOption = False,
) -> None:
    """Count the fillings of a map: exactly, or between two bounds.

    Example: puzzlesynth map count examples/bakery deliver
    """
    from puzzlesynth.deadline import OutOfTime
    from puzzlesynth.maps.filling_count import FillingCount
    from puzzlesynth.maps.filling_count import count as counted

    loaded = open_pack(pack)
    found, status = FillingCount(0), 0
    with ProgressLine("counting") as progress:
        try:
            maker = map_maker(loaded, map_, relations=relations.value, time_limit=time_limit)
            for found in counted(maker, limit, play):
                progress.say(str(found.least))
        except OutOfTime:
            status = OUT_OF_TIME
        except KeyboardInterrupt:
            status = INTERRUPTED
    if as_json:
        print(json.dumps({"count": found.least, "most": found.most, "exact": found.is_exact}))
    else:
        print(found)
    if status:
        print("stopped" if status == INTERRUPTED else "out of time", file=sys.stderr)
        raise typer.Exit(status)
    if found.most == 0:
        raise typer.Exit(NONE_EXISTS)


@app.command()
def why(
    pack: PackArgument, map_: MapArgument, time_limit: TimeLimit = None, as_json: JsonOption = False
) -> None:
    """Say why a map cannot be filled: a smallest set of blocks and items that cannot hold together.

    Example: puzzlesynth map why examples/bakery deliver
    """
    from puzzlesynth.deadline import OutOfTime
    from puzzlesynth.maps.conflict import smallest_conflict as explained
    from puzzlesynth.pack import PackError
    from puzzlesynth.puzzle.game_pack import complete_map

    loaded = open_pack(pack)
    try:
        conflict = explained(loaded, complete_map(loaded, map_), time_limit)
    except PackError as error:
        raise problems_error(error.problems) from None
    except OutOfTime:
        print("out of time: whether the map can be filled is not known", file=sys.stderr)
        raise typer.Exit(OUT_OF_TIME) from None
    if conflict is None:
        print(json.dumps({"possible": True}) if as_json else f"the map {map_} can be filled")
        return
    if as_json:
        print(json.dumps(_conflict_json(conflict)))
    else:
        _tell_conflict(map_, conflict)
    raise typer.Exit(NONE_EXISTS)


@app.command("from")
def from_puzzle(
    pack: PackArgument,
    puzzle: PuzzleArgument,
    number: PuzzleNumber = None,
    name: Annotated[str, typer.Option(help="What the map is called.")] = "shape",
    area: Annotated[str | None, typer.Option(help="Of this area's puzzle.")] = None,
    output: Output = None,
) -> None:
    """Write the map of a puzzle, as YAML for a pack's `maps`.

    Example: puzzlesynth synth examples/bakery --map deliver --json | puzzlesynth map from examples/bakery -
    """
    from puzzlesynth.importers.puzzledice.converter import map_text
    from puzzlesynth.maps.map_extraction import NoMapError, map_of

    loaded, opened = open_pack_and_puzzle(pack, puzzle, number)
    check_output(output, [puzzle, *pack_files(loaded)])
    try:
        text = map_text(map_of(loaded, opened, name, area))
    except NoMapError as error:
        raise BadInput(str(error)) from None
    write_output(text.rstrip("\n") + "\n", output)


@app.command()
def suggest(
    pack: PackArgument,
    blocks: Annotated[int, typer.Option(min=3, max=15, help="How many blocks: steps and things.")] = 8,
    n: Annotated[int, typer.Option("-n", min=1, help="How many different maps.")] = 1,
    asks: Annotated[str | None, typer.Option(metavar="ITEM", help="What the map is to ask for.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same maps.")] = 0,
    time_limit: TimeLimit = None,
    output: Output = None,
) -> None:
    """Suggest maps that this pack can fill, as YAML for its `maps`.

    Example: puzzlesynth map suggest examples/bakery --blocks 5
    """
    from puzzlesynth.deadline import OutOfTime
    from puzzlesynth.importers.puzzledice.converter import map_text
    from puzzlesynth.maps.suggestions import kinds_of
    from puzzlesynth.maps.suggestions import suggest as suggested
    from puzzlesynth.pack.text.wording import counted

    loaded = open_pack(pack)
    check_output(output, pack_files(loaded))
    if asks is not None and asks not in loaded.items:
        raise BadInput(f"--asks: no item is called `{asks}`")
    found: list[str] = []
    status = 0
    try:
        for one in suggested(loaded, blocks, count=n, seed=seed, asks=asks, time_limit=time_limit):
            found.append(map_text(one))
    except OutOfTime:
        status = OUT_OF_TIME
    except KeyboardInterrupt:
        status = INTERRUPTED
    if status:
        stopped = "stopped" if status == INTERRUPTED else "out of time"
        print(f"{stopped}: {len(found)} of {counted(n, 'map')}", file=sys.stderr)
        if found:
            write_output("\n".join(found).rstrip("\n") + "\n", output)
        raise typer.Exit(status)
    if not found:
        print(f"no map of {blocks} blocks was found that {loaded.name} can fill", file=sys.stderr)
        if not kinds_of(loaded):
            print("none of its rules says what kind of step it is (`kind: combine`, …)", file=sys.stderr)
        raise typer.Exit(NONE_EXISTS)
    write_output("\n".join(found).rstrip("\n") + "\n", output)


@app.command()
def show(
    pack: PackArgument,
    map_: MapArgument,
    view: Annotated[
        MapViewChoice, typer.Option(help="The blocks, or the areas with their doors.")
    ] = MapViewChoice.blocks,
    to: Annotated[MapFormat, typer.Option(help="How to draw it.")] = MapFormat.mermaid,
    output: Output = None,
) -> None:
    """Draw a map: its blocks, or its areas and doors.

    Example: puzzlesynth map show examples/bakery deliver --view areas --to svg -o areas.svg
    """
    loaded = open_pack(pack)
    check_output(output, pack_files(loaded))
    write_output(drawn_map(loaded, map_, view.value, to.value) + "\n", output)


def _conflict_json(conflict: Conflict) -> dict[str, object]:
    parts = [{"kind": p.kind, "name": p.name, "text": p.text, "line": p.place.line} for p in conflict.parts]
    return {
        "possible": False,
        "shortcuts": conflict.because_of_shortcuts,
        "dead_ends": conflict.because_of_dead_ends,
        "smallest": conflict.is_smallest,
        "conflict": parts,
    }


def _tell_conflict(name: str, conflict: Conflict) -> None:
    print(f"the map {name} cannot be filled. These cannot hold together:")
    for line in conflict_lines(conflict):
        print(line)


def conflict_lines(conflict: Conflict) -> Iterator[str]:
    """What cannot hold together, with places, and what is to be said about it."""
    for part in conflict.parts:
        yield f"  {part.text}  ({part.place})"
    if not conflict.is_smallest:
        yield "There may be a set with fewer members; finding out takes too long."
    if conflict.because_of_shortcuts:
        yield "It could be filled if players were allowed to leave steps out (`shortcuts: allow`)."
    if conflict.because_of_dead_ends:
        yield "It could be filled if players were allowed to get stuck (`dead_ends: report`)."
