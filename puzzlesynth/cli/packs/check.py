"""Commands about packs: new, check, schema."""

from __future__ import annotations

import gc
import json
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common.errors import BAD_INPUT, NONE_EXISTS, BadInput
from puzzlesynth.cli.common.files import write_output
from puzzlesynth.cli.common.inputs import JsonOption, PackArgument, allowed_extensions
from puzzlesynth.cli.common.standard_streams import highlighted
from puzzlesynth.pack.text.wording import counted

if TYPE_CHECKING:
    from puzzlesynth.pack import Pack


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new pack's name, and its folder.")],
) -> None:
    """Write a small working pack to start from.

    Example: puzzlesynth new my_game
    """
    from puzzlesynth.pack import write_template

    try:
        path = write_template(name)
    except FileExistsError:
        raise BadInput(f"{name} already exists; nothing was written") from None
    except ValueError as error:
        raise BadInput(str(error)) from None
    print(f"wrote {path}")
    print(f"next: puzzlesynth synth {name}")


def check(pack: PackArgument, as_json: JsonOption = False) -> None:
    """Find mistakes in a pack, each with its place and a hint.

    Example: puzzlesynth check examples/heist
    """
    from puzzlesynth.api import check as problems_of
    from puzzlesynth.pack import PackError, load_pack, problems_json, render_problems

    status = 0
    # Nothing of a pack is garbage, and looking for some takes a tenth of the time for a large one.
    collecting = gc.isenabled()
    gc.disable()
    try:
        loaded = load_pack(pack, allowed_extensions[0])
        problems = problems_of(loaded)
        if any(problem.is_error for problem in problems):
            status = NONE_EXISTS
    except PackError as error:
        problems, status = error.problems, BAD_INPUT
    finally:
        if collecting:
            gc.enable()
    if as_json:
        print(json.dumps(problems_json(problems), indent=2, ensure_ascii=False))
    elif problems:
        print(highlighted(render_problems(problems)))
    else:
        print(highlighted(f"{loaded.title or loaded.name}: {_size(loaded)}: no problems found"))
    raise typer.Exit(status)


def _size(pack: Pack) -> str:
    parts = {"item": pack.items, "rule": pack.rules, "area": pack.areas}
    return ", ".join(counted(len(found), word) for word, found in parts.items())


SchemaSubject = StrEnum("SchemaSubject", ["pack", "puzzle"])


def schema(
    of: Annotated[
        SchemaSubject, typer.Argument(metavar="[pack|puzzle]", help="What to describe.")
    ] = SchemaSubject.pack,
) -> None:
    """Print the JSON Schema of packs or puzzles, for editors.

    Example: puzzlesynth schema pack > pack.schema.json
    """
    from puzzlesynth.pack import pack_schema
    from puzzlesynth.puzzle import puzzle_schema

    described = pack_schema() if of is SchemaSubject.pack else puzzle_schema()
    write_output(json.dumps(described, indent=2, ensure_ascii=False) + "\n", None)
