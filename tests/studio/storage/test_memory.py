"""What the page remembers."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.studio.storage import memory as memory_module
from puzzlesynth.studio.storage.folder import FolderError
from puzzlesynth.studio.storage.memory import Memory


def test_values_survive_a_restart(tmp_path: Path) -> None:
    Memory(tmp_path).remember("tray", [1, 2])
    memory = Memory(tmp_path)
    memory.remember("view", "pack")
    assert Memory(tmp_path).values() == {"tray": [1, 2], "view": "pack"}
    memory.remember("tray", None)
    assert Memory(tmp_path).values() == {"view": "pack"}


def test_a_broken_file_is_no_reason_to_fail(tmp_path: Path) -> None:
    Memory(tmp_path).remember("x", 1)
    (tmp_path / ".puzzlesynth" / "studio.json").write_text("{")
    assert Memory(tmp_path).values() == {}


def test_there_is_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_module, "LARGEST", 100)
    memory = Memory(tmp_path)
    with pytest.raises(FolderError):
        memory.remember("x", "y" * 200)
    assert memory.values() == {}


def test_what_cannot_be_read_is_kept(tmp_path: Path) -> None:
    file = tmp_path / ".puzzlesynth" / "studio.json"
    Memory(tmp_path).remember("tray", ["puzzle"])
    file.write_text('<<<<<<< HEAD\n{"tray": ["puzzle"]}')
    memory = Memory(tmp_path)
    memory.remember("view", "pack")
    memory.remember("view", "maps")
    assert Memory(tmp_path).values() == {"view": "maps"}
    assert "puzzle" in file.with_suffix(".json.bak").read_text()


@pytest.mark.parametrize("value", ["NaN", "1e999", '"\\ud800"', "[" * 9999])
def test_what_no_browser_reads_is_not_sent_to_it(value: str, tmp_path: Path) -> None:
    file = tmp_path / ".puzzlesynth" / "studio.json"
    Memory(tmp_path).remember("x", 1)
    file.write_text(f'{{"x": {value}}}')
    assert Memory(tmp_path).values() == {}


def test_what_is_kept_apart_is_in_no_greeting(tmp_path: Path) -> None:
    Memory(tmp_path).keep("sample/../mine", {"found": [1]})
    memory = Memory(tmp_path)
    assert memory.kept("sample/../mine") == {"found": [1]}
    assert (memory.kept("another"), memory.values()) == (None, {})
    assert [file.parent.name for file in tmp_path.rglob("kept-*.json")] == [".puzzlesynth"]
