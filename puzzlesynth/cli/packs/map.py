"""Commands about puzzle maps: describe, count, why, from, suggest, show."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common import inputs
from puzzlesynth.cli.common.errors import NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.files import check_output, write_output
from puzzlesynth.cli.common.puzzle_files import PuzzleNumber
from puzzlesynth.cli.common.run import Progress, TimeLimit, early_end
from puzzlesynth.cli.help import Application
from puzzlesynth.deadline import OutOfTime
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.synth.options import SynthesisOptions

if TYPE_CHECKING:
    from puzzlesynth.maps.conflict import Conflict

app = Application(help="Describe, count, explain, suggest and draw puzzle maps.")

MapArgument = Annotated[str, typer.Argument(metavar="MAP", help="The name of one of the pack's maps.")]


@app.command()
def describe(pack: inputs.PackArgument, map_: MapArgument) -> None:
    """Describe a map in words, even if it is not complete.

    Example: puzzlesynth map describe examples/bakery deliver
    """
    from puzzlesynth.maps.description import describe as described
    from puzzlesynth.puzzle.game_pack import find_map

    print("\n".join(described(find_map(inputs.open_pack(pack), map_))))


@app.command()
def count(
    pack: inputs.PackArgument,
    map_: MapArgument,
    limit: Annotated[int, typer.Option(min=1, help="Stop counting here.")] = 100_000,
    play: Annotated[
        int,
        typer.Option(
            min=0,
            help="Play at most this many fillings, of those that need to be played to rule out shortcuts.",
        ),
    ] = 200,
    relations: Annotated[
        inputs.RelationChoice, typer.Option(help="Which relations of items the game has.")
    ] = inputs.RelationChoice.needed,
    time_limit: TimeLimit = None,
    as_json: inputs.JsonOption = False,
) -> None:
    """Count the fillings of a map: exactly, or between two bounds.

    Example: puzzlesynth map count examples/bakery deliver
    """
    from puzzlesynth.maps.filler import FillingCount
    from puzzlesynth.maps.filler import count as count_fillings

    loaded = inputs.open_pack(pack)
    found = FillingCount(0)
    options = SynthesisOptions(time_limit=time_limit)
    with early_end() as end, Progress("counting") as progress:
        maker = inputs.map_maker(loaded, map_, relations=relations.value, options=options)
        for found in count_fillings(maker, limit, play):
            progress.say(str(found.least))
    if as_json:
        print(json.dumps({"count": found.least, "most": found.most, "exact": found.is_exact}))
    else:
        print(found)
    end.exit()
    if found.most == 0:
        raise typer.Exit(NONE_EXISTS)


@app.command()
def why(
    pack: inputs.PackArgument,
    map_: MapArgument,
    time_limit: TimeLimit = None,
    as_json: inputs.JsonOption = False,
) -> None:
    """Explain why a map cannot be filled: a smallest set of blocks and items that conflict.

    Example: puzzlesynth map why examples/bakery deliver
    """
    from puzzlesynth.maps.conflict import smallest_conflict
    from puzzlesynth.puzzle.game_pack import complete_map

    loaded = inputs.open_pack(pack)
    try:
        conflict = smallest_conflict(loaded, complete_map(loaded, map_), time_limit)
    except OutOfTime:
        print("out of time: it is not known whether the map can be filled", file=sys.stderr)
        raise typer.Exit(OUT_OF_TIME) from None
    if conflict is None:
        print(json.dumps({"possible": True}) if as_json else f"the map {map_} can be filled")
        return
    if as_json:
        print(json.dumps(_conflict_json(conflict)))
    else:
        print(f"the map {map_} cannot be filled. These cannot hold together:")
        print("\n".join(conflict_lines(conflict)))
    raise typer.Exit(NONE_EXISTS)


@app.command("from")
def from_puzzle(
    pack: inputs.PackArgument,
    puzzle: inputs.PuzzleArgument,
    number: PuzzleNumber = None,
    name: Annotated[str, typer.Option(help="The name of the map.")] = "shape",
    area: Annotated[str | None, typer.Option(help="Use only this area's part of the puzzle.")] = None,
    output: inputs.Output = None,
) -> None:
    """Write the map of a puzzle, as YAML for a pack's `maps`.

    Example: puzzlesynth synth examples/bakery --map deliver --json | puzzlesynth map from examples/bakery -
    """
    from puzzlesynth.maps.map_extraction import map_of
    from puzzlesynth.pack.yaml.writer import map_text

    loaded, opened = inputs.open_pack_and_puzzle(pack, puzzle, number)
    check_output(output, [puzzle, *inputs.pack_files(loaded)])
    write_output(map_text(map_of(loaded, opened, name, area)).rstrip("\n") + "\n", output)


@app.command()
def suggest(
    pack: inputs.PackArgument,
    blocks: Annotated[int, typer.Option(min=3, max=15, help="How many blocks: steps and items.")] = 8,
    n: Annotated[int, typer.Option("-n", min=1, help="How many different maps.")] = 1,
    asks: Annotated[str | None, typer.Option(metavar="ITEM", help="The item that the map asks for.")] = None,
    seed: inputs.SeedOption = 0,
    time_limit: TimeLimit = None,
    output: inputs.Output = None,
) -> None:
    """Suggest maps that this pack can fill, as YAML for its `maps`.

    Example: puzzlesynth map suggest examples/bakery --blocks 5
    """
    from puzzlesynth.maps.suggestions import kinds_of
    from puzzlesynth.maps.suggestions import suggest as suggested
    from puzzlesynth.pack.yaml.writer import map_text

    loaded = inputs.open_pack(pack)
    check_output(output, inputs.pack_files(loaded))
    if asks is not None and asks not in loaded.items:
        raise BadInput(f"--asks: there is no item named `{asks}`")
    found: list[str] = []
    with early_end() as end, Progress("looking for maps") as progress:
        for one in suggested(loaded, blocks, count=n, seed=seed or 0, asks=asks, time_limit=time_limit):
            found.append(map_text(one))
            progress.say(f"{len(found)} of {n}")
    if found:
        write_output("\n".join(found).rstrip("\n") + "\n", output)
    end.exit(f": {len(found)} of {counted(n, 'map')}")
    if not found:
        print(f"no map of {counted(blocks, 'block')} was found that {loaded.name} can fill", file=sys.stderr)
        if not kinds_of(loaded):
            print("none of its rules has a kind (`kind: combine`, …)", file=sys.stderr)
            raise typer.Exit(NONE_EXISTS)
        print("this is not proven: maps are drawn at random; try another --seed", file=sys.stderr)
        raise typer.Exit(OUT_OF_TIME)
    if len(found) < n:
        print(f"{counted(len(found), 'map')} found; there may be more", file=sys.stderr)


@app.command()
def show(
    pack: inputs.PackArgument,
    map_: MapArgument,
    view: Annotated[
        inputs.MapViewChoice, typer.Option(help="Draw the blocks, or the areas and doors.")
    ] = inputs.MapViewChoice.blocks,
    to: Annotated[inputs.ChartFormat, typer.Option(help="The format.")] = inputs.ChartFormat.mermaid,
    output: inputs.Output = None,
) -> None:
    """Draw a map: its blocks, or its areas and doors.

    Example: puzzlesynth map show examples/bakery deliver --view areas --to svg -o areas.svg
    """
    loaded = inputs.open_pack(pack)
    check_output(output, inputs.pack_files(loaded))
    write_output(inputs.drawn_map(loaded, map_, view.value, to.value) + "\n", output)


def _conflict_json(conflict: Conflict) -> dict[str, object]:
    parts = [{"kind": p.kind, "name": p.name, "text": p.text, "line": p.place.line} for p in conflict.parts]
    return {
        "possible": False,
        "shortcuts": conflict.because_of_shortcuts,
        "dead_ends": conflict.because_of_dead_ends,
        "smallest": conflict.is_smallest,
        "conflict": parts,
    }


def conflict_lines(conflict: Conflict) -> Iterator[str]:
    """What cannot hold together, with places and notes."""
    for part in conflict.parts:
        yield f"  {part.text}  ({part.place})"
    if not conflict.is_smallest:
        yield "There may be a smaller set; finding out would take too long."
    if conflict.because_of_shortcuts:
        yield "It can be filled if players may skip steps (`shortcuts: allow`)."
    if conflict.because_of_dead_ends:
        yield "It can be filled if players may get stuck (`dead_ends: report`)."
