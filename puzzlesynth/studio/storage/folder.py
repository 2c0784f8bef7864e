"""The opened folder. Nothing outside it is read or written, whatever a request says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from puzzlesynth.atomic_files import replace_file
from puzzlesynth.bad_input import BadInput
from puzzlesynth.quick_dataclasses import dataclass

OWN = ".puzzlesynth"
"""The folder inside it where the studio keeps its own things."""

LARGEST_FILE = 8_000_000
MOST_FILES = 2_000
DEEPEST = 5

TEXTS = (".yaml", ".yml", ".lp", ".txt", ".json", ".csv", ".md")
"""Files that the page may open."""


class FolderError(BadInput):
    """A file that the studio does not open."""


@dataclass(frozen=True)
class Entry:
    path: str
    kind: str
    """`pack` (a folder, or one file), `game`, `puzzle`, `constraint` or `text`."""
    name: str


class Folder:
    def __init__(self, root: Path) -> None:
        self.root = Path(os.path.realpath(root))
        self._known: dict[str, tuple[tuple[int, int], str | None]] = {}
        """What files are, by their paths, with the time and size that they had."""

    def resolve(self, path: str) -> Path:
        """The file of a path that a request names. Raises `FolderError` for one outside, also through a link."""
        parts = PurePosixPath(path).parts
        if "\0" in path or "\\" in path or path.startswith("/") or ".." in parts or Path(path).is_absolute():
            raise FolderError(f"{path}: not a path inside the opened folder")
        found = Path(os.path.realpath(self.root / path))
        if found != self.root and self.root not in found.parents:
            raise FolderError(f"{path}: it leads outside the opened folder")
        if OWN in PurePosixPath(found.relative_to(self.root).as_posix()).parts:
            raise FolderError(f"{path}: the studio's own folder")
        return found

    def relative(self, path: Path) -> str:
        return Path(os.path.realpath(path)).relative_to(self.root).as_posix()

    def read(self, path: str) -> str:
        """Raises `FolderError` or `OSError`."""
        found = self.resolve(path)
        if not found.is_file():
            raise FolderError(f"{path}: no such file")
        if found.stat().st_size > LARGEST_FILE:
            raise FolderError(f"{path}: too large for the studio ({found.stat().st_size / 1e6:.0f} MB)")
        try:
            # As it is: line ends of another system stay what they are.
            return found.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            raise FolderError(f"{path}: not a text in UTF-8") from None

    def write(self, path: str, text: str) -> None:
        found = self.resolve(path)
        if found.suffix.lower() not in TEXTS:
            raise FolderError(f"{path}: the studio writes {', '.join(TEXTS)} files only")
        replace_file(found, text.encode("utf-8"))

    def entries(self) -> Iterator[Entry]:
        """What can be opened in the folder, in the order of its paths."""
        for number, path in enumerate(self._files(self.root, DEEPEST)):
            if number >= MOST_FILES:
                return
            kind = self._kind(path)
            if kind is None:
                continue
            place = path.parent if path.name == "pack.yaml" else path
            inside = place.relative_to(self.root).as_posix()
            yield Entry(inside, kind, place.name if inside != "." else readable(self.root.name))

    def _kind(self, path: Path) -> str | None:
        """A file that has not changed is not read again."""
        try:
            status = path.stat()
        except OSError:
            return None
        state, name = (status.st_mtime_ns, status.st_size), str(path)
        known = self._known.get(name)
        if known is None or known[0] != state:
            known = self._known[name] = (state, kind_of(path))
        return known[1]

    def _files(self, folder: Path, deeper: int) -> Iterator[Path]:
        try:
            found = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            return
        for entry in found:
            if entry.name.startswith((".", "_")) or entry.name in ("node_modules", "__pycache__"):
                continue
            if readable(entry.name) != entry.name:
                continue  # The page has no way to name it.
            if entry.is_dir(follow_symlinks=False):
                if deeper:
                    yield from self._files(Path(entry.path), deeper - 1)
            elif entry.is_file():
                yield Path(entry.path)


def readable(name: str) -> str:
    """A name of the file system as a text: some names are none."""
    return os.fsencode(name).decode("utf-8", errors="replace")


def kind_of(path: Path) -> str | None:
    """What a file is, as far as a look at its first lines tells."""
    suffix = path.suffix.lower()
    if path.name == "pack.yaml":
        return "pack"
    if suffix in (".yaml", ".yml"):
        return "pack" if _mentions(path, ("pack:",)) else None
    if suffix == ".txt":
        return "game" if _mentions(path, ("collisionlayers", "=======")) else None
    if suffix == ".lp":
        return "constraint"
    if suffix == ".json":
        return "puzzle" if _mentions(path, ('"puzzlesynth.puzzle/',)) else None
    return None


def _mentions(path: Path, words: tuple[str, ...]) -> bool:
    try:
        with open(path, "rb") as file:
            beginning = file.read(20_000).decode("utf-8", errors="replace").lower()
    except OSError:
        return False
    return any(
        beginning.startswith(word) or f"\n{word}" in beginning or word in beginning[:200] for word in words
    )
