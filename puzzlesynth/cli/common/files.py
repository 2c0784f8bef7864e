"""Files that commands write: whole or not at all, and never over what they are made from."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

from puzzlesynth.atomic_files import check_writable, errors_naming, replace_file
from puzzlesynth.bad_input import BadInput

from .standard_streams import use_utf8_output

STANDARD_OUTPUT = Path("-")
"""The usual file name for standard output."""


def write_output(content: str | bytes, output: Path | None) -> None:
    """Into a file, or to standard output where none is named or its name is `-`."""
    if output is not None and output != STANDARD_OUTPUT:
        write_atomically(output, content)
    elif isinstance(content, str):
        use_utf8_output()
        sys.stdout.write(content)
    elif sys.stdout.isatty():
        raise BadInput(
            "this is not text, so it is not printed to a terminal; name a file with -o, or use a pipe"
        )
    else:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


def write_atomically(path: Path, text: str | bytes) -> None:
    """Writes the whole file or nothing; until it is complete, the old file stays, and so does a link to it. A pipe or a
    device gets the text as it is: it is not replaced with a file."""
    content = text.encode("utf-8") if isinstance(text, str) else text
    with errors_naming(path):
        if _is_standard_output(path):
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
        elif path.exists() and not path.is_file():
            check_writable(path)
            with open(path, "wb") as node:
                node.write(content)
        else:
            replace_file(Path(os.path.realpath(path)), content)


def replace_files(texts: Mapping[Path, tuple[bytes, bytes]]) -> dict[Path, Path]:
    """Replaces the content of files, given as content before and after: all of them or none. Returns where the former
    content is kept. If a file has changed since, nothing is replaced."""
    for path, (before, _) in texts.items():
        check_writable(path)
        if path.read_bytes() != before:
            raise BadInput(f"{path}: another program changed it in the meantime; nothing was written")
    kept = {path: _backup(path, before) for path, (before, _) in texts.items()}
    done: list[Path] = []
    try:
        for path, (_, after) in texts.items():
            write_atomically(path, after)
            done.append(path)
    except BaseException:
        for path in done:
            write_atomically(path, texts[path][0])
        raise
    return kept


def _backup(path: Path, content: bytes) -> Path:
    """Keeps a file's content next to it as `NAME.bak`, `NAME.bak2` and so on; older backups stay."""
    for number in count(1):
        target = path.with_name(f"{path.name}.bak{number if number > 1 else ''}")
        with errors_naming(target):
            if target.is_file() and target.read_bytes() == content:
                return target
            if not os.path.lexists(target):
                replace_file(target, content)
                return target
    raise AssertionError("numbers do not end")


def check_output(output: Path | None, inputs: Iterable[str | Path | None]) -> None:
    """Refuses, before the work begins, a file that cannot be written, and one that the work needs."""
    if output is None or output == STANDARD_OUTPUT:
        return
    check_writable(output)
    for path in inputs:
        if path is not None and output.is_file() and Path(path).exists() and output.samefile(path):
            raise BadInput(f"{output}: this would overwrite its own input; choose another file")


def _is_standard_output(path: Path) -> bool:
    """`/dev/stdout`: where that is a file, others may have written to it before, and may go on."""
    with suppress(OSError, ValueError, AttributeError):
        return os.path.samestat(os.stat(path), os.fstat(sys.stdout.fileno()))
    return False
