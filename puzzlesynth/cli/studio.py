"""The command that opens the studio."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from puzzlesynth.cli.common.errors import BadInput
from puzzlesynth.cli.common.inputs import allowed_extensions
from puzzlesynth.resources import EXAMPLES

DEMO = Path("puzzlesynth-demo")


def studio(
    path: Annotated[
        Path | None,
        typer.Argument(
            metavar="[PACK | GAME.txt | FOLDER]",
            help="What to open. By default the current folder.",
            show_default=False,
        ),
    ] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help=f"Open a copy of the examples, in the folder {DEMO}.")
    ] = False,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address and open no browser.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            min=1, max=65535, help="Listen on this port instead of any free one.", show_default=False
        ),
    ] = None,
) -> None:
    """Design puzzles and levels in your browser, together with the solver.

    Everything stays on your machine: the studio listens on the loopback interface only and opens no file outside the
    folder. Files are saved as you work.

    Example: puzzlesynth studio examples/lighthouse
    """
    try:
        from puzzlesynth.studio.server import launch
        from puzzlesynth.studio.server.instance import Instance
    except ModuleNotFoundError as error:
        raise BadInput(
            f"the studio needs {error.name}; install it with: pip install 'puzzlesynth[studio]'"
        ) from None
    from puzzlesynth.studio.project import Project

    root, opened = _place(_demo() if demo else path or Path())
    project = Project(root, opened, allowed_extensions[0])
    instance = Instance(project.folder.root)
    if other := instance.other():
        print(f"A studio is already open on {root}: {other.address}", file=sys.stderr)
        if not no_browser:
            _browse(other.address)
        raise typer.Exit(0)
    try:
        note, bound = instance.claim(port)
    except OSError as error:
        raise BadInput(f"cannot listen on port {port}: {error.strerror}") from None

    def ready() -> None:
        print(f"The studio is at {note.address}", flush=True)
        print("Press Ctrl-C to stop it.", file=sys.stderr)
        if not no_browser:
            _browse(note.address)

    launch.run(project, note, bound, ready)


def _place(path: Path) -> tuple[Path, str | None]:
    """The folder to open, and what to show of it first."""
    from puzzlesynth.studio.storage.folder import kind_of

    if path.is_dir():
        return path, "." if (path / "pack.yaml").is_file() else None
    if not path.is_file():
        raise BadInput(f"{path}: no such file or folder")
    folder = path.absolute().parent
    kind = kind_of(path)
    if path.name == "pack.yaml" or (
        kind is None and path.suffix == ".yaml" and (folder / "pack.yaml").is_file()
    ):
        return folder, "."
    if kind not in ("pack", "game"):
        raise BadInput(f"{path}: neither a pack nor a PuzzleScript game; for other files, open their folder")
    return folder, path.name


def _demo() -> Path:
    """The examples, copied so that they can be changed. A copy that is there already is opened as it is."""
    if not DEMO.exists():
        shutil.copytree(EXAMPLES, DEMO)
    return DEMO


def _browse(address: str) -> None:
    import webbrowser

    webbrowser.open(address)
