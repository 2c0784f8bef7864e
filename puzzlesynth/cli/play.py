"""`play`: a text adventure in the terminal."""

from __future__ import annotations

import sys
from contextlib import suppress
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .failing import NONE_EXISTS, BadInput
from .inputs import PackArgument, open_pack, open_pair
from .map_options import map_maker
from .output import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzlesynth.pack.model import Pack
    from puzzlesynth.play.session import Session
    from puzzlesynth.puzzle.model import Puzzle

    from .play_screen import Screen

PATIENCE = 0.2
"""How many seconds a player waits for a new puzzle before going on without it."""

MOST_BYTES = 100_000_000


class Cruelty(StrEnum):
    merciful = "merciful"
    polite = "polite"
    cruel = "cruel"


def play(
    pack: PackArgument,
    puzzle: Annotated[
        str | None, typer.Argument(metavar="[PUZZLE]", help="A puzzle's JSON file; without it, one is made.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same game.")] = None,
    map_: Annotated[
        str | None, typer.Option("--map", metavar="MAP", help="Fill this map of the pack, and play that.")
    ] = None,
    live: Annotated[
        bool, typer.Option("--live", help="Puzzles are made as areas open, from the world as it is then.")
    ] = False,
    cruelty: Annotated[
        Cruelty | None,
        typer.Option(help="What happens to actions that make the game unwinnable: refused, told, nothing."),
    ] = None,
    script: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Play the commands of a transcript, or one a line.")
    ] = None,
    transcript: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep everything in a file that --script can replay.")
    ] = None,
) -> None:
    """Play a puzzle as a text adventure, with hints, undo and saves.

    Example: puzzlesynth play examples/heist --seed 7
    """
    from puzzlesynth.play.game import Game
    from puzzlesynth.play.session import Session
    from puzzlesynth.world import WorldError

    from .play_screen import Screen

    if live and puzzle is not None:
        raise BadInput("--live makes its own puzzles, so it cannot be given one")
    if map_ is not None and (live or puzzle is not None):
        raise BadInput("--map makes its own puzzle: it goes neither with --live nor with a puzzle")
    commands = None if script is None else commands_of(_read_script(script))
    loaded, made = open_pair(pack, puzzle) if puzzle is not None else (open_pack(pack), None)
    seed = _random_seed() if seed is None else seed
    if made is None and map_ is None:
        _check_areas(loaded)
    if map_ is not None:
        loaded, made = _filled(loaded, map_, seed)
    elif made is None and not live:
        made = _made(loaded, seed)
    try:
        game = Game(loaded, made, seed=seed, cruelty=None if cruelty is None else cruelty.value)
    except WorldError as problem:
        raise BadInput(f"{puzzle or 'the puzzle'}: {problem}") from None
    screen = Screen()
    session = Session(game, _Folder(), f"{loaded.name}.save.json")
    try:
        if commands is not None:
            _replay(session, screen, commands)
        else:
            _converse(session, screen)
    except KeyboardInterrupt:
        print()
    finally:
        session.game.close()
        if transcript is not None:
            write_whole(transcript, "\n".join(screen.kept) + "\n")


def _check_areas(pack: Pack) -> None:
    if any(area.start for area in pack.areas.values()):
        return
    if pack.maps:
        known = ", ".join(pack.maps)
        raise BadInput(f"{pack.name} has maps and no areas of its own: name one with --map ({known})")
    raise BadInput(f"{pack.name} has no area to start in")


def _filled(pack: Pack, name: str, seed: int) -> tuple[Pack, Puzzle]:
    """A puzzle that fills a map, and the pack that it is played with."""
    from puzzlesynth.puzzle.in_map import pack_for

    puzzle = next(map_maker(pack, name).puzzles(seed), None)
    if puzzle is None:
        print(f"the map {name} cannot be filled: proven. `puzzlesynth map why` says why.", file=sys.stderr)
        raise typer.Exit(NONE_EXISTS)
    return pack_for(pack, puzzle), puzzle


def _made(pack: Pack, seed: int) -> Puzzle:
    from puzzlesynth.play.chapters import NoPuzzle
    from puzzlesynth.play.default_maker import make_whole_game

    try:
        return make_whole_game(pack, seed)
    except NoPuzzle as problem:
        print(f"{problem}: proven. `puzzlesynth why` says why.", file=sys.stderr)
        raise typer.Exit(NONE_EXISTS) from None


def _random_seed() -> int:
    import secrets

    return secrets.randbelow(2**31)


def _read_script(path: Path) -> str:
    with open(path, "rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise BadInput(f"{path}: too large to be a transcript")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not UTF-8 text (byte {error.start + 1})") from None


def commands_of(text: str) -> list[str]:
    """The commands of a transcript: the lines that begin with `>`. Without any, every line is a command."""
    lines = text.splitlines()
    typed = [line[1:].strip() for line in lines if line.startswith(">")]
    if typed:
        return typed
    return [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]


def _replay(session: Session, screen: Screen, commands: list[str]) -> None:
    """Plays commands as fast as it goes. Waits for every puzzle, so that the same always happens."""
    screen.show(session.opening().lines)
    for command in commands:
        screen.echo(command)
        reply = session.turn(command)
        screen.show(reply.lines)
        if reply.over:
            return


def _converse(session: Session, screen: Screen) -> None:
    """Asks and answers until the player has had enough, or there is nobody left to ask."""
    screen.show(session.opening().lines)
    for command in _typed():
        reply = session.turn(command, PATIENCE)
        screen.keep(reply.command or command)
        screen.show(reply.lines)
        if reply.over:
            return


def _typed() -> Iterator[str]:
    """What is typed, line by line, until Ctrl-D or Ctrl-C. Bytes that are no text stand as question marks."""
    if sys.stdin is None:
        return
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdin.isatty():
        # With this, a line can be edited and earlier ones come back.
        with suppress(ImportError):
            import readline  # noqa: F401
    while True:
        try:
            yield input("> ")
        except (EOFError, KeyboardInterrupt):
            print()
            return


class _Folder:
    """Saves are files in the current folder, or wherever the player says."""

    def read(self, name: str) -> bytes:
        with open(name, "rb") as file:
            return file.read(MOST_BYTES + 1)

    def write(self, name: str, text: str) -> None:
        write_whole(Path(name), text)
