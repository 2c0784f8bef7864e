"""Files written whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, EISDIR, ENOTDIR
from pathlib import Path


def check_writable(path: Path) -> None:
    """Refuses what `write_atomically` could not write, before anything is done for it."""
    if path.is_dir():
        raise IsADirectoryError(EISDIR, "this is a folder; name a file in it", str(path))
    # A folder that is writable would let us replace a file that is not: it is protected all the same.
    needed = [path] if path.exists() else []
    if path.is_file() or not path.exists():
        folder = _nearest(Path(os.path.realpath(path)).parent)
        if not folder.is_dir():
            raise NotADirectoryError(ENOTDIR, f"{folder} is not a folder", str(path))
        needed.append(folder)
    if not all(os.access(place, os.W_OK) for place in needed):
        raise PermissionError(EACCES, os.strerror(EACCES), str(path))


def temporary_path(path: Path) -> Path:
    """A name in the same folder for what is not complete yet."""
    return path.with_name(f".puzzlesynth-{secrets.token_hex(8)}")


@contextmanager
def errors_naming(path: Path) -> Iterator[None]:
    """Errors inside name the file that the user knows, not a temporary one."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def replace_file(path: Path, content: bytes) -> None:
    """Writes a file; until it is complete, the old one stays. Folders on the way are made."""
    check_writable(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = temporary_path(path)
    try:
        # A new file gets the user's default permissions; an existing one keeps its own.
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as file:
            if path.exists():
                temporary.chmod(stat.S_IMODE(path.stat().st_mode))
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _nearest(folder: Path) -> Path:
    """The first one that exists, in which the missing ones would be made."""
    return next(place for place in (folder, *folder.parents) if place.exists())
