"""Commands about PuzzleScript games: check, info, show, solve, play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puzzlesynth.cli.common.errors import NONE_EXISTS, BadInput
from puzzlesynth.cli.common.files import check_output
from puzzlesynth.cli.common.inputs import JsonOption
from puzzlesynth.cli.common.standard_streams import standard_input

MOST_MOVES = 1_000_000
"""Bytes of moves that are read from standard input."""

app = typer.Typer(
    help="PuzzleScript games: check, look at, solve and play them, make and improve levels.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="A PuzzleScript source, or - for standard input.")
]
LevelOption = Annotated[
    int | None,
    typer.Option("--level", "-l", metavar="N", help="Which level, from 1; messages do not count."),
]
SeedOption = Annotated[
    str | None,
    typer.Option("--seed", metavar="TEXT", help="Seed of the random numbers, for games with random rules."),
]


@app.command()
def check(game: GameArgument, as_json: JsonOption = False) -> None:
    """Compile a game and print what the compiler has to say.

    Exit status 1 if there are errors.

    Example: puzzlesynth level check examples/levels/sokoban.txt
    """
    from .sources import compile_game, messages_json, messages_text

    compilation = compile_game(game)
    print(messages_json(compilation) if as_json else messages_text(game, compilation))
    raise typer.Exit(NONE_EXISTS if compilation.errors or compilation.game is None else 0)


@app.command()
def info(
    game: GameArgument,
    all_rules: Annotated[bool, typer.Option("--all-rules", help="List every rule after expansion.")] = False,
) -> None:
    """Say what is in a game and what makes it slow to search.

    Objects by collision layers, rules after expansion, win conditions, levels, and how a solver goes about it.

    Example: puzzlesynth level info examples/levels/lava.txt
    """
    from puzzlesynth.levels.show.game_summary import about

    from .sources import open_game

    for line in about(open_game(game), all_rules=all_rules):
        print(line)


@app.command()
def show(
    game: GameArgument,
    level: LevelOption = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Draw to a .png or .svg file instead."),
    ] = None,
    screen: Annotated[
        bool, typer.Option("--screen", help="Only what the player sees (flickscreen, zoomscreen).")
    ] = False,
) -> None:
    """Print levels as text, or draw them with the game's own sprites.

    Without --level all levels are shown; in a picture side by side, with their numbers.

    Example: puzzlesynth level show examples/levels/gem.txt -o gem.png
    """
    from .pictures import draw_levels, print_levels
    from .sources import chosen_levels, open_game

    check_output(output, [game])
    opened = open_game(game)
    levels = chosen_levels(opened, level)
    if output is None:
        print_levels(opened, levels, screen)
    else:
        draw_levels(opened, levels, screen, output, alone=level is not None)


@app.command()
def solve(
    game: GameArgument,
    level: LevelOption = None,
    solver: Annotated[
        list[str] | None,
        typer.Option("--solver", metavar="NAME", help="bfs, astar or gbfs; again for more. All, if none."),
    ] = None,
    time_limit: Annotated[
        float, typer.Option("--time-limit", metavar="SECONDS", min=0, help="For each level and solver.")
    ] = 60,
    states: Annotated[
        int | None,
        typer.Option("--states", metavar="N", min=1, help="The most states that a solver may reach."),
    ] = None,
    memory: Annotated[int, typer.Option("--memory", metavar="MB", min=1, help="For a search.")] = 4000,
    seed: SeedOption = None,
    gif: Annotated[
        Path | None, typer.Option("--gif", metavar="FILE", help="The solution as an animation; with --level.")
    ] = None,
    as_json: JsonOption = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Which engine each solver used and why, and its speed.")
    ] = False,
) -> None:
    """Solve levels, or prove that they cannot be solved.

    Breadth-first search (bfs) finds a shortest solution, A* (astar) and greedy best-first search (gbfs) follow
    an estimate made from the win conditions. Difficulty is the least number of states that one of them
    explored. Solutions have been played through by the interpreter before they are printed.

    Exit status: 0 all solved, 1 one proven unsolvable, 2 bad input, 3 a limit was reached.

    Example: puzzlesynth level solve examples/levels/gem.txt -l 8 --gif gem.gif
    """
    from .solve import SolveRequest, run

    wishes = SolveRequest(level, tuple(solver or ()), time_limit, states, memory, seed, gif, as_json, verbose)
    raise typer.Exit(run(game, wishes))


@app.command()
def play(
    game: GameArgument,
    level: LevelOption = None,
    seed: SeedOption = None,
    script: Annotated[
        str | None,
        typer.Option(
            "--script",
            metavar="MOVES",
            help="Make these moves (urdl, arrows, words) and print what comes of them.",
        ),
    ] = None,
) -> None:
    """Play a game in the terminal.

    Arrow keys or WASD move, x or space is the action, z undoes, r restarts the level, n and p go to the next and
    the previous level, q quits. Colours are the game's own, unless NO_COLOR is set.

    Without a terminal, or with --script, moves are read and the final level is printed. Moves are the letters
    u l d r and x, arrows, or words such as undo and restart; the output of solve can be typed in.

    Example: puzzlesynth level play examples/levels/gem.txt
    """
    import sys

    from .sources import open_game

    if script is None and (sys.stdin is None or not sys.stdin.isatty()):
        if game == "-":
            raise BadInput("the game came from standard input, so moves must be given with --script")
        raw = standard_input().read(MOST_MOVES)
        try:
            script = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise BadInput(f"standard input: not UTF-8 text (byte {error.start + 1})") from None
    opened = open_game(game)
    if script is not None:
        from .script import run_script

        run_script(opened, level, script, seed)
    else:
        from .play import play_in_terminal

        play_in_terminal(opened, level, seed)
