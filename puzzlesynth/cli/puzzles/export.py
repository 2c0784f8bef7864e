"""The command that writes a puzzle for another tool."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from puzzlesynth.cli.common.errors import BadInput
from puzzlesynth.cli.common.files import STANDARD_OUTPUT, check_output, write_output
from puzzlesynth.cli.common.inputs import PackArgument, PuzzleArgument, open_pack_and_puzzle, pack_files
from puzzlesynth.cli.common.puzzle_files import PuzzleNumber


def _list_formats(wanted: bool) -> None:
    """A plug-in that cannot be used is named too, with what is wrong."""
    if not wanted:
        return
    from puzzlesynth.export import ExportError, exporter
    from puzzlesynth.export.registry import exporter_names

    for name in exporter_names():
        try:
            print(f"{name:<13} {exporter(name).description}")
        except ExportError as problem:
            print(f"{name:<13} ({problem})")
    raise typer.Exit


def _destination(output: Path | None, pack: str, suffix: str, source: str | None) -> Path:
    """The file for content with this suffix; `source` is the suffix of what it was compiled from, if it was."""
    if output is None:
        return Path(pack + suffix)
    if output.suffix == source:
        # A source is not overwritten with its compiled form.
        return output.with_suffix(suffix)
    if _another_version(output.suffix, suffix):
        fitting = output.with_suffix(suffix).name
        raise BadInput(f"{output}: the output is a {suffix} file, so name it {fitting}")
    return output


def _another_version(asked: str, suffix: str) -> bool:
    """`.z8` for a `.z5` file: programs that rely on the name would misread it."""
    return (
        asked.lower() != suffix.lower() and _family(asked) is not None and _family(asked) == _family(suffix)
    )


def _family(suffix: str) -> str | None:
    """What such suffixes have in common, but for the number of the version."""
    letters = suffix.lower().rstrip("0123456789")
    return letters if letters != suffix.lower() else None


def export(
    pack: PackArgument,
    puzzle: PuzzleArgument,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="html, inform6, ink, twee, godot, pddl, dot, mermaid, svg, or the format of a plug-in.",
        ),
    ],
    number: PuzzleNumber = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write to this file, or to standard output for -. By default text goes to standard output, and other "
            "content (godot, --compile) to a file with the pack's name in the current folder.",
        ),
    ] = None,
    compile_it: Annotated[
        bool, typer.Option("--compile", help="Run the format's own compiler and write its output.")
    ] = False,
    formats: Annotated[
        bool,
        typer.Option(
            "--formats",
            help="List every format, including those of plug-ins, and exit.",
            is_eager=True,
            callback=_list_formats,
        ),
    ] = False,
) -> None:
    """Write a puzzle for another tool.

    Example: puzzlesynth export examples/heist heist.json --to html -o heist.html
    """
    from puzzlesynth.export import ExportError, Options, exporter
    from puzzlesynth.world.verification.dead_ends import dangers_of

    try:
        writer = exporter(to)
    except ExportError as problem:
        raise BadInput(f"--to: {problem}") from None
    loaded, opened = open_pack_and_puzzle(pack, puzzle, number)
    content = writer.export(loaded, opened, Options(compile_it, dangers_of))
    named = getattr(writer, "suffix_of", None)
    suffix = named(content) if named else writer.suffix
    if output == STANDARD_OUTPUT or (output is None and isinstance(content, str)):
        write_output(content, output)
        return
    source = writer.suffix if compile_it else None
    target = _destination(output, loaded.name, suffix, source)
    check_output(target, [puzzle, *pack_files(loaded)])
    write_output(content, target)
    # What a description says behind its semicolon is about other ways to use the exporter.
    about = "a compiled story file" if isinstance(content, bytes) and compile_it else writer.description
    print(f"{target}: {about.split(';')[0]}", file=sys.stderr)
