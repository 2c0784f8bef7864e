"""Puzzles for games, proven solvable.

pack = puzzlesynth.load_pack("examples/heist")
for puzzle in puzzlesynth.make_puzzles(pack, seed=7): …

The names below are the public interface (docs/python-api.md). `puzzlesynth.asp` is for those who work with the logic
program, `puzzlesynth.play` for game engines. Other modules can change with any version.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""Type checkers take it for true. `typing` itself may not be read yet: it could be a file of the current folder, which
`python -m puzzlesynth` leaves out only after this module has been read."""

if TYPE_CHECKING:
    from .api import Explanation as Explanation
    from .api import check as check
    from .api import explain as explain
    from .api import export_puzzle as export_puzzle
    from .api import make_puzzles as make_puzzles
    from .api import parse_pack as parse_pack
    from .api import read_puzzle as read_puzzle
    from .api import solve as solve
    from .api import verify as verify
    from .deadline import OutOfTime as OutOfTime
    from .export import ExportError as ExportError
    from .pack import Pack as Pack
    from .pack import PackError as PackError
    from .pack import load_pack as load_pack
    from .pipeline.regeneration import Regenerator as Regenerator
    from .play import Game as Game
    from .puzzle import Puzzle as Puzzle
    from .puzzle import PuzzleError as PuzzleError
    from .puzzle import puzzle_to_json as puzzle_to_json
    from .synth.steering import Steering as Steering

__version__ = "0.1.0"

_HOME = {
    "ExportError": "export",
    "Game": "play",
    "OutOfTime": "deadline",
    "Pack": "pack",
    "PackError": "pack",
    "Puzzle": "puzzle",
    "PuzzleError": "puzzle",
    "Regenerator": "pipeline.regeneration",
    "Steering": "synth.steering",
    "load_pack": "pack",
    "puzzle_to_json": "puzzle",
    **dict.fromkeys(
        (
            "Explanation",
            "check",
            "explain",
            "export_puzzle",
            "make_puzzles",
            "parse_pack",
            "read_puzzle",
            "solve",
            "verify",
        ),
        "api",
    ),
}
# No public name is the name of a package: an import of `puzzlesynth.export` would replace a function of that name.
__all__ = ["__version__", *_HOME]


if not TYPE_CHECKING:  # which would take every name for one that exists

    def __getattr__(name: str) -> object:
        """Modules are imported once something of them is used: the command line must start at once."""
        if name in _HOME:
            from importlib import import_module

            found = globals()[name] = getattr(import_module(f".{_HOME[name]}", __name__), name)
            return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
