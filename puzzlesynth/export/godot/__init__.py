"""Godot: the puzzle as JSON, and one script that loads and runs it, together in an archive.

Unpack it into a project's folder; the script needs nothing else.
"""

from __future__ import annotations

import io
import zipfile
from importlib.resources import files

from puzzlesynth.export.game_data import game_json
from puzzlesynth.export.game_model import game_of
from puzzlesynth.export.interface import Options, TextExporter
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle

SCRIPT = "puzzle_world.gd"
PARTS = ("puzzle_world.gd", "hints.gd")
"""What the script is put together from."""
DATA = "puzzle.json"


class GodotExporter(TextExporter, name="godot", suffix=".zip"):
    """for Godot 3: the puzzle as JSON and a script that runs it, in an archive"""

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> bytes:
        script = "".join((files(__package__) / name).read_text("utf-8") for name in PARTS)
        return archive({SCRIPT: script, DATA: game_json(game_of(pack, puzzle)) + "\n"})


def archive(contents: dict[str, str]) -> bytes:
    """The same bytes for the same contents: no times, no owners."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in contents.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, text.encode())
    return stream.getvalue()
