"""Inform 6: a complete source, and with `--compile` the story file that any Z-machine interpreter plays."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from puzzlesynth.export.game_model import game_of
from puzzlesynth.export.interface import ExportError, Options
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass

from .source import source_of

LIBRARIES = ("/usr/share/inform6/library", "/usr/local/share/inform6/library")
MOST_SECONDS = 120
_COMPLAINT = re.compile(r"(?i:error):\s+(.+)")
_TOO_LARGE = ("overflowed", "exceeds", "limit", "oo many", "exhausted")
"""How the compiler says that there is no room for something."""


@dataclass(frozen=True)
class Inform6Exporter:
    name: str = "inform6"
    description: str = "an Inform 6 source; with --compile a story file (z5, or z8 when large)"
    suffix: str = ".inf"

    def export(self, pack: Pack, puzzle: Puzzle, options: Options) -> str | bytes:
        source = source_of(game_of(pack, puzzle, options.foresee))
        return compiled(source)[0] if options.compile else source

    def suffix_of(self, content: str | bytes) -> str:
        """A story file says in its first byte for which machine it is."""
        return f".z{content[0]}" if isinstance(content, bytes) else self.suffix


def compiled(source: str) -> tuple[bytes, str]:
    """The story file, for version 5, or for version 8 where that is too small; and what the compiler said."""
    compiler = shutil.which("inform6") or shutil.which("inform")
    if compiler is None:
        raise ExportError("compiling needs the Inform 6 compiler (`inform6`), and there is none here")
    library = os.environ.get("INFORM6_LIBRARY") or next((p for p in LIBRARIES if Path(p).is_dir()), None)
    if library is None:
        raise ExportError("compiling needs the Inform 6 library; INFORM6_LIBRARY can say where it is")
    said = ""
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "story.inf"
        written.write_text(source, "ascii")
        for version in (5, 8):
            story = Path(folder) / f"story.z{version}"
            command = [compiler, f"-v{version}", f"+include_path={library}", str(written), str(story)]
            try:
                done = subprocess.run(command, capture_output=True, timeout=MOST_SECONDS, check=False)
            except subprocess.TimeoutExpired:
                raise ExportError(f"Inform did not finish within {MOST_SECONDS} seconds") from None
            said = (done.stdout + done.stderr).decode("latin-1").replace(folder, "")
            if done.returncode == 0 and story.is_file():
                return story.read_bytes(), said
    raise ExportError(_refusal(said))


def _refusal(said: str) -> str:
    """Why there is no story file: the compiler's first error, without its maps and tables."""
    complaint = _COMPLAINT.search(said)
    first = complaint[1].strip() if complaint else said.strip().partition("\n")[0]
    if any(words in first for words in _TOO_LARGE):
        return f"the game is too large for a story file: {first.partition('. ')[0].rstrip('.')}"
    return f"Inform refuses the source: {first}"
