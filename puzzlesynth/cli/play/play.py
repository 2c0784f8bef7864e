"""`play`: a text adventure in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common import inputs
from puzzlesynth.cli.common.errors import INTERRUPTED, NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.files import write_atomically
from puzzlesynth.cli.common.option_class import command_of, option
from puzzlesynth.cli.common.puzzle_files import PuzzleNumber
from puzzlesynth.cli.common.run import apply_time_limit, lift_time_limit
from puzzlesynth.cli.common.standard_streams import print_line
from puzzlesynth.pack.model import Cruelty, Pack
from puzzlesynth.quick_dataclasses import dataclass, replace

from .saves import SaveFolder
from .terminal import Screen, player_input
from .transcripts import Script, TranscriptHeader, check_transcript, differences, header, read_script

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzlesynth.play.game import Game
    from puzzlesynth.play.session import Session
    from puzzlesynth.puzzle.model import Puzzle
    from puzzlesynth.synth.exhaustion import Exhaustion

PATIENCE = 0.2
"""How many seconds a player waits for a new puzzle before going on without it."""


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """Play a puzzle as a text adventure, with hints, undo and saves.

    Example: puzzlesynth play examples/heist --seed 7
    """

    pack: inputs.PackArgument
    puzzle: Annotated[
        str | None,
        typer.Argument(metavar="[PUZZLE]", help="A puzzle's JSON file. By default a new one is generated."),
    ] = None
    number: PuzzleNumber = None
    seed: inputs.SeedOption = None
    map: str | None = option("Fill this map of the pack and play it.", metavar="MAP")
    live: bool | None = option(
        "Generate puzzles as areas open, from the world as it is then.", None, "--live/--no-live"
    )
    cruelty: Cruelty | None = option(
        "What happens to actions that make the game unwinnable: refuse, warn, allow."
    )
    script: Path | None = option(
        "Replay a transcript, with its own options unless you give others, or a list of commands, one per line.",
        metavar="FILE",
    )
    time_limit: Annotated[
        float | None,
        typer.Option(
            min=0,
            metavar="SECONDS",
            help="Stop if the puzzle is not ready after this many seconds.",
            callback=apply_time_limit,
        ),
    ] = None
    transcript: Path | None = option("Record the game in a file that --script can replay.", metavar="FILE")


def run(options: PlayOptions) -> None:
    """Play until the player quits, or to the end of the script."""
    from puzzlesynth.play.session import Session

    if options.transcript is not None:
        check_transcript(options.transcript, options.script)
    script = None if options.script is None else read_script(options.script)
    asked = _as_before(script, options)
    opened, made = _opened(asked)
    played = _played(opened, made, asked)
    if script is not None and script.played is not None:
        for difference in differences(script.played, played, opened):
            print(f"note: {options.script}: {difference}", file=sys.stderr)
    game = _game(opened, made, played, options.puzzle)
    lift_time_limit()
    screen = Screen()
    session = Session(game, SaveFolder(), f"{game.pack.name}.save.json", opened)
    try:
        if script is not None:
            _replay(session, screen, script.commands)
        else:
            _converse(session, screen)
    except KeyboardInterrupt:
        print()
        print("stopped", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    finally:
        session.game.close()
        if options.transcript is not None:
            write_atomically(options.transcript, "\n".join([header(played), *screen.kept]) + "\n")


def _as_before(script: Script | None, asked: PlayOptions) -> PlayOptions:
    """Options of a transcript apply unless the user gives others."""
    before = None if script is None else script.played
    if before is None:
        return asked
    keeps_map = asked.puzzle is None and asked.map is None and not asked.live
    keeps_live = asked.puzzle is None and asked.map is None and asked.live is None
    return replace(
        asked,
        seed=before.seed if asked.seed is None else asked.seed,
        map=before.map if keeps_map else asked.map,
        live=before.live if keeps_live else asked.live,
        cruelty=asked.cruelty or Cruelty(before.cruelty),
    )


def _opened(asked: PlayOptions) -> tuple[Pack, Puzzle | None]:
    """The pack, and the puzzle that was handed in, if one was."""
    if asked.live and asked.puzzle is not None:
        raise BadInput("--live generates its own puzzles, so it does not take one")
    if asked.map is not None and (asked.live or asked.puzzle is not None):
        raise BadInput("--map generates its own puzzle, so it cannot be combined with --live or a puzzle")
    if asked.puzzle is not None:
        return inputs.open_pack_and_puzzle(asked.pack, asked.puzzle, asked.number)
    opened = inputs.open_pack(asked.pack)
    if asked.map is None:
        inputs.require_areas(opened)
    return opened, None


def _played(pack: Pack, puzzle: Puzzle | None, asked: PlayOptions) -> TranscriptHeader:
    return TranscriptHeader(
        pack.name,
        pack.sha256,
        inputs.seed_or_random(asked.seed),
        bool(asked.live),
        asked.map,
        (asked.cruelty or pack.cruelty).value,
        None if puzzle is None else puzzle.id,
    )


def _game(pack: Pack, puzzle: Puzzle | None, played: TranscriptHeader, where: str | None) -> Game:
    from puzzlesynth.play.game import Game
    from puzzlesynth.world import WorldError

    if played.map is not None:
        pack, puzzle = _filled(pack, played.map, played.seed)
    elif puzzle is None and not played.live:
        puzzle = _made(pack, played.seed)
    try:
        return Game(pack, puzzle, seed=played.seed, cruelty=played.cruelty)
    except WorldError as problem:
        raise BadInput(f"{where or 'the puzzle'}: {problem}") from None


def _filled(pack: Pack, name: str, seed: int) -> tuple[Pack, Puzzle]:
    """A puzzle that fills a map, and the pack that it is played with."""
    from puzzlesynth.puzzle.game_pack import pack_for
    from puzzlesynth.synth.exhaustion import Exhaustion
    from puzzlesynth.synth.options import SynthesisOptions

    exhaustion = Exhaustion()
    options = SynthesisOptions(exhaustion=exhaustion)
    puzzle = next(inputs.map_maker(pack, name, options=options).puzzles(seed), None)
    if puzzle is None:
        raise _none(exhaustion, f"the map {name} cannot be filled", "`puzzlesynth map why` explains it.")
    return pack_for(pack, puzzle), puzzle


def _made(pack: Pack, seed: int) -> Puzzle:
    from puzzlesynth.play.just_in_time.chapter_generator import make_whole_game
    from puzzlesynth.play.just_in_time.chapters import NoPuzzle
    from puzzlesynth.synth.exhaustion import Exhaustion

    exhaustion = Exhaustion()
    try:
        return make_whole_game(pack, seed, exhaustion)
    except NoPuzzle as problem:
        raise _none(exhaustion, str(problem), "`puzzlesynth why` explains it.") from None


def _none(exhaustion: Exhaustion, said: str, more: str) -> typer.Exit:
    """Says that there is nothing to play; that it is proven only where it is."""
    from puzzlesynth.cli.puzzles.synth import ending

    if exhaustion.proven:
        print(f"{said}; this is proven. {more}", file=sys.stderr)
        return typer.Exit(NONE_EXISTS)
    for line in (*ending(exhaustion, said, "puzzles"), more):
        print_line(line, sys.stderr)
    return typer.Exit(OUT_OF_TIME if exhaustion.undecided else NONE_EXISTS)


def _replay(session: Session, screen: Screen, commands: Iterable[str]) -> None:
    """Plays commands without pauses. Waits for every puzzle, so that the result is always the same."""
    screen.show(session.opening().lines)
    for command in commands:
        screen.echo(command)
        reply = session.turn(command)
        screen.show(reply.lines)
        if reply.over:
            return


def _converse(session: Session, screen: Screen) -> None:
    """Asks and answers until the player quits or the input ends."""
    screen.show(session.opening().lines)
    for command in player_input():
        reply = session.turn(command, PATIENCE)
        screen.keep(reply.command or command)
        screen.show(reply.lines)
        if reply.over:
            return


play = command_of(PlayOptions, run)
