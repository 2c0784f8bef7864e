"""Commands that read other programs' files: import puzzledice."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from puzzlesynth.atomic_files import errors_naming, temporary_path
from puzzlesynth.cli.common.errors import BadInput
from puzzlesynth.cli.help import Application

app = Application(help="Make a pack from another program's files.")


@app.callback()
def importing() -> None:
    """Make a pack from another program's files."""


@app.command()
def puzzledice(
    database: Annotated[Path, typer.Argument(metavar="DATABASE.xml", help="The item database.")],
    output: Annotated[
        Path, typer.Option("-o", metavar="PACK", help="The folder to write; it must not exist yet.")
    ],
    maps: Annotated[list[Path] | None, typer.Argument(metavar="[MAPS…]", help="Puzzle maps.")] = None,
    ask: Annotated[
        str | None, typer.Option(metavar="ITEM", help="What to ask for in maps whose output names no item.")
    ] = None,
) -> None:
    """Convert a Puzzledice database and puzzle maps into a pack.

    Example: puzzlesynth import puzzledice database.xml full-*.xml --ask sandwich -o sandwitch
    """
    from puzzlesynth.importers.puzzledice.converter import convert_puzzledice

    if output.exists():
        raise BadInput(f"{output} already exists")
    files = convert_puzzledice(database, maps or [], ask)
    _write_folder(output, files)
    print(f"{output}: {', '.join(files)}")


def _write_folder(path: Path, files: Mapping[str, str]) -> None:
    """The folder is complete or it is not there."""
    building = temporary_path(path)
    with errors_naming(path):
        building.mkdir(parents=True)
        try:
            for name, text in files.items():
                (building / name).write_text(text, encoding="utf-8")
            building.rename(path)
        except BaseException:
            shutil.rmtree(building, ignore_errors=True)
            raise
