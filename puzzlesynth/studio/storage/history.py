"""Former versions of documents, in the folder `.puzzlesynth/history`: earlier work can always be had back. And texts that
are not in their file yet, since another program has changed it too, in `.puzzlesynth/undecided`.

A folder that nothing can be written to has no history; that is no reason not to look at what is in it.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, unquote

from puzzlesynth.atomic_files import replace_file
from puzzlesynth.quick_dataclasses import dataclass

from .folder import LARGEST_FILE, OWN, FolderError

MOST_VERSIONS = 200
"""Per document; the oldest go first."""

PAUSE_SECONDS = 60.0
"""Between two versions that nothing special happened to."""


@dataclass(frozen=True)
class Version:
    name: str
    time: float
    label: str
    size: int


class History:
    def __init__(self, root: Path) -> None:
        self._folder = root / OWN / "history"
        self._undecided = root / OWN / "undecided"
        self._last: dict[str, float] = {}

    def keep(self, path: str, text: str, label: str = "", special: bool = False) -> None:
        """Keeps a version, unless the last one is younger than a minute. `special`: in any case."""
        now = time.time()
        if not special and now - self._last.get(path, 0.0) < PAUSE_SECONDS:
            return
        self._last[path] = now
        with suppress(OSError):
            self._write(path, text, label, now)

    def _write(self, path: str, text: str, label: str, now: float) -> None:
        folder = self._of(path)
        versions = self.versions(path)
        content = text.encode("utf-8")
        if versions and (folder / versions[0].name).read_bytes() == content:
            return
        name = f"{int(now * 1e6):018d}-{quote(label, safe='')[:80]}"
        replace_file(folder / name, content)
        for old in versions[MOST_VERSIONS - 1 :]:
            (folder / old.name).unlink(missing_ok=True)

    def versions(self, path: str) -> list[Version]:
        """The newest first."""
        folder = self._of(path)
        if not folder.is_dir():
            return []
        found = []
        for entry in os.scandir(folder):
            moment, dash, label = entry.name.partition("-")
            if dash and moment.isdecimal() and entry.is_file():
                found.append(Version(entry.name, int(moment) / 1e6, unquote(label), entry.stat().st_size))
        return sorted(found, key=lambda version: version.name, reverse=True)

    def text(self, path: str, name: str) -> str:
        """Raises `FolderError`."""
        if name not in {version.name for version in self.versions(path)}:
            raise FolderError(f"{path}: no such version")
        try:
            return (self._of(path) / name).read_text("utf-8")
        except UnicodeDecodeError:
            raise FolderError(f"{path}: this version is not a text in UTF-8") from None

    # --- undecided ----------------------------------------------------------------------------------------

    def hold(self, path: str, text: str) -> None:
        """Keeps a text that must not be lost, and must not be in its file before the user says so."""
        with suppress(OSError):
            replace_file(self._undecided / _plain(path), text.encode("utf-8"))

    def held(self, path: str) -> str | None:
        place = self._undecided / _plain(path)
        try:
            if not place.is_file() or place.stat().st_size > LARGEST_FILE:
                return None
            return place.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def let_go(self, path: str) -> None:
        with suppress(OSError):
            (self._undecided / _plain(path)).unlink()

    def _of(self, path: str) -> Path:
        return self._folder / _plain(path)


def _plain(path: str) -> str:
    """A path as the name of one file."""
    return quote(path, safe="").replace(".", "%2E")
