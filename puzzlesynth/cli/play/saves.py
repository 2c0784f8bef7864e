"""Where a player's saves are."""

from __future__ import annotations

from errno import EINVAL, ENOENT
from pathlib import Path

from puzzlesynth.cli.common.files import write_atomically
from puzzlesynth.cli.common.standard_streams import MOST_BYTES


class SaveFolder:
    """Saves are files in the current folder, or wherever the player says."""

    def read(self, name: str) -> bytes:
        if Path(name).exists() and not Path(name).is_file():
            raise OSError(EINVAL, "it is not a file", name)
        with open(name, "rb") as file:
            return file.read(MOST_BYTES + 1)

    def write(self, name: str, text: str) -> None:
        folder = Path(name).parent
        if not folder.is_dir():
            raise FileNotFoundError(ENOENT, f"there is no folder {folder}", name)
        write_atomically(Path(name), text)
