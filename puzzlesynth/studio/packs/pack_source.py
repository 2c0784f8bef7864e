"""A pack as it is now, on its way from the server's documents to a worker process, and loaded there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.studio.handlers import Context
from puzzlesynth.studio.protocol import Params, text_of
from puzzlesynth.studio.storage.folder import FolderError

if TYPE_CHECKING:
    from puzzlesynth.pack.load import LoadResult
    from puzzlesynth.pack.model import Pack

SECTIONS = ("pack", "items", "rules", "areas", "maps")
"""The files of a pack's folder."""


@dataclass(frozen=True)
class PackSnapshot:
    root: str
    """The opened folder: files are named from there."""
    path: str
    """The pack's folder or file."""
    texts: tuple[tuple[str, str], ...]
    """What its files say, by their full names."""
    constraints: tuple[tuple[str, int], ...]
    """Constraint files in its folder, each with the time of its last change."""
    allow_extensions: bool

    def relative(self, file: str) -> str:
        """A file as the page names it."""
        place = Path(file)
        return place.relative_to(self.root).as_posix() if place.is_relative_to(self.root) else place.name


def pack_files(context: Context, pack: str) -> list[str]:
    """The files of a pack that exist, by their paths inside the folder. Raises `FolderError` for one without any."""
    place = context.project.folder.resolve(pack)
    if place.is_file():
        return [context.project.folder.relative(place)]
    found = [place / f"{name}.yaml" for name in SECTIONS]
    if not found[0].is_file():
        raise FolderError(f"{pack}: there is no pack")
    return [context.project.folder.relative(file) for file in found if file.is_file()]


def source_of(context: Context, params: Params) -> PackSnapshot:
    """The pack that a request names. Raises `FolderError`."""
    project = context.project
    pack = text_of(params, "pack")
    place = project.folder.resolve(pack)
    documents = [project.documents.open(path) for path in pack_files(context, pack)]
    folder = place if place.is_dir() else place.parent
    # An editor may have links that lead nowhere beside the file that it has open.
    programs = sorted(path for path in folder.glob("**/*.lp") if path.is_file())[:200]
    return PackSnapshot(
        str(project.folder.root),
        str(place),
        tuple((str(project.folder.root / document.path), document.text) for document in documents),
        tuple((str(path), path.stat().st_mtime_ns) for path in programs),
        project.allow_extensions,
    )


# --- in a worker ------------------------------------------------------------------------------------------


_read: dict[PackSnapshot, LoadResult] = {}
"""The last one that was read: a keystroke later there is another."""


def read(source: PackSnapshot) -> LoadResult:
    """As much of the pack as can be read."""
    if source not in _read:
        from puzzlesynth.pack.load import read_pack

        texts = {Path(file): text for file, text in source.texts}
        found = read_pack(Path(source.path), source.allow_extensions, texts)
        _read.clear()
        _read[source] = found
    return _read[source]


def load(source: PackSnapshot) -> Pack:
    """A pack that means something. Raises `PackError`."""
    from puzzlesynth.pack.checks.checker import require_sound
    from puzzlesynth.pack.diagnostics.problems import PackError

    found = read(source)
    if found.problems:
        raise PackError(found.problems)
    require_sound(found.pack)
    return found.pack
