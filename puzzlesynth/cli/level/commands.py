"""The commands about PuzzleScript games."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common.errors import NONE_EXISTS, BadInput
from puzzlesynth.cli.common.files import check_output, write_atomically
from puzzlesynth.cli.common.inputs import JsonOption
from puzzlesynth.cli.common.standard_streams import read_text
from puzzlesynth.cli.help import Application
from puzzlesynth.cli.level.design.analyse import analyse
from puzzlesynth.cli.level.design.combine import combine
from puzzlesynth.cli.level.design.generate import generate
from puzzlesynth.cli.level.design.progression import progression
from puzzlesynth.cli.level.design.repair import repair
from puzzlesynth.cli.level.design.simplify import simplify
from puzzlesynth.cli.level.design.suggest import suggest
from puzzlesynth.cli.level.design.swap import swap

from .solve import solve
from .sources import GameArgument, LevelOption, SeedOption, open_source

if TYPE_CHECKING:
    from puzzlesynth.levels.model import PuzzleScriptGame
    from puzzlesynth.levels.show import Viewport


_PLAYING, _DESIGNING = "Games", "Design"

app = Application(help="Check, show, solve and play PuzzleScript games; generate and improve levels.")


@app.command(rich_help_panel=_PLAYING)
def check(game: GameArgument, as_json: JsonOption = False) -> None:
    """Compile a game and print the compiler's messages.

    Exit status 1 if there are errors.

    Example: puzzlesynth level check examples/levels/sokoban.txt
    """
    from puzzlesynth.levels import compile_source

    from .sources import messages_json, messages_text, read_source

    compilation = compile_source(read_source(game))
    print(messages_json(compilation) if as_json else messages_text(game, compilation))
    raise typer.Exit(NONE_EXISTS if compilation.errors or compilation.game is None else 0)


@app.command(rich_help_panel=_PLAYING)
def info(
    game: GameArgument,
    all_rules: Annotated[bool, typer.Option("--all-rules", help="List every rule after expansion.")] = False,
) -> None:
    """Summarise a game, and what makes it slow to search.

    Lists objects by collision layer, rules after expansion, win conditions, levels, and how a solver searches it.

    Example: puzzlesynth level info examples/levels/lava.txt
    """
    from puzzlesynth.levels.show.game_summary import about

    for line in about(open_source(game)[1], all_rules=all_rules):
        print(line)


@app.command(rich_help_panel=_PLAYING)
def show(
    game: GameArgument,
    level: LevelOption = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Draw to a .png or .svg file instead."),
    ] = None,
    screen: Annotated[
        bool, typer.Option("--screen", help="Show only what the player sees (flickscreen, zoomscreen).")
    ] = False,
) -> None:
    """Print levels as text, or draw them with the game's own sprites.

    Without --level all levels are shown; in a picture side by side, with their numbers.

    Example: puzzlesynth level show examples/levels/gem.txt -o gem.png
    """
    from puzzlesynth.levels.show import screen_of, view_of

    from .design.output import picture
    from .sources import chosen_levels

    check_output(output, [game])
    opened = open_source(game)[1]
    levels = ((number, view_of(found)) for number, _, found in chosen_levels(opened, level))
    views = [(number, screen_of(opened, view) if screen else view) for number, view in levels]
    if output is None:
        _print_levels(opened, views)
        return
    kind = output.suffix.lower()
    if kind not in (".png", ".svg"):
        raise BadInput(f"{output}: pictures are .png or .svg files")
    write_atomically(output, picture(opened, views, kind, alone=level is not None))
    print(f"wrote {output}")


def _print_levels(game: PuzzleScriptGame, views: Sequence[tuple[int, Viewport]]) -> None:
    from puzzlesynth.levels.show import Glyphs, level_text

    glyphs = Glyphs(game)
    titles = (f"Level {number} ({view.width} by {view.height})" for number, view in views)
    blocks = [f"{title}\n{level_text(view, glyphs)}" for title, (_, view) in zip(titles, views, strict=True)]
    print("\n\n".join(blocks))
    if glyphs.invented:
        print("\n" + "\n".join(glyphs.key()))


@app.command(rich_help_panel=_PLAYING)
def play(
    game: GameArgument,
    level: LevelOption = None,
    seed: SeedOption = None,
    script: Annotated[
        str | None,
        typer.Option(metavar="MOVES", help="Make these moves (urdl, arrows, words) and print the result."),
    ] = None,
) -> None:
    """Play a game in the terminal.

    Arrow keys or WASD move, x or space is the action, z undoes, r restarts the level, n and p go to the next and the
    previous level, q quits. Colours are the game's own, unless NO_COLOR is set.

    Without a terminal, or with --script, puzzlesynth reads moves and prints the final level. Moves are the letters u l
    d r and x, arrows, or words such as undo and restart; the output of solve works as input.

    Example: puzzlesynth level play examples/levels/gem.txt
    """
    from .play import play_in_terminal, run_script

    if script is None and (sys.stdin is None or not sys.stdin.isatty()):
        if game == "-":
            raise BadInput("the game came from standard input, so moves must be given with --script")
        script = read_text("-", "a list of moves")
    opened = open_source(game)[1]
    if script is not None:
        run_script(opened, level, script, seed)
    else:
        play_in_terminal(opened, level, seed)


app.command(rich_help_panel=_PLAYING)(solve)
for designing in (analyse, generate, suggest, repair, simplify, combine, swap, progression):
    app.command(rich_help_panel=_DESIGNING)(designing)
