"""Packs out of a few lines of text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from puzzlesynth.pack import Pack, PackError, Problem, check_pack, load_pack

Write = Callable[..., Path]
Found = Callable[..., list[Problem]]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes files into a fresh folder, by name; returns the folder."""

    def _write(**files: str) -> Path:
        for name, text in files.items():
            (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
        return tmp_path

    return _write


@pytest.fixture
def load(write: Write) -> Callable[[str], Pack]:
    """A pack from the text of its one file."""
    return lambda text: load_pack(write(pack=text))


@pytest.fixture
def refused(write: Write) -> Found:
    """The problems of a pack that cannot be loaded."""

    def _refused(text: str = "", **files: str) -> list[Problem]:
        folder = write(pack=text, **files)
        with pytest.raises(PackError) as caught:
            load_pack(folder)
        return list(caught.value.problems)

    return _refused


@pytest.fixture
def checked(load: Callable[[str], Pack]) -> Found:
    """The problems that `check` finds in a pack that can be loaded, perhaps only those with one code."""

    def _checked(text: str, code: str | None = None) -> list[Problem]:
        return [problem for problem in check_pack(load(text)) if code in (None, problem.code)]

    return _checked
