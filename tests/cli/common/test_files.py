"""Files that commands write: whole or not at all, where links lead, as the user lets others read them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from puzzlesynth.atomic_files import check_writable
from puzzlesynth.cli.common.files import write_atomically
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"


@pytest.fixture(params=[0o022, 0o077])
def mask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_new_file_can_be_read_by_whom_the_user_lets(tmp_path: Path, mask: int) -> None:
    write_atomically(tmp_path / "new" / "file", "text")
    assert mode(tmp_path / "new" / "file") == 0o666 & ~mask


@pytest.mark.parametrize("kept", [0o600, 0o664, 0o755])
def test_a_file_that_was_there_keeps_its_mode(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(kept)
    write_atomically(path, "new")
    assert (path.read_text(), mode(path)) == ("new", kept)
    assert os.listdir(tmp_path) == ["file"]


def test_a_link_stays_one_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link, far = tmp_path / "there" / "target", tmp_path / "link", tmp_path / "far"
    target.write_text("old")
    link.symlink_to("there/target")
    far.symlink_to(link)
    for path, text in ((link, "one"), (far, "two")):
        write_atomically(path, text)
        assert path.is_symlink()
        assert target.read_text() == text
    target.unlink()
    write_atomically(link, "three")
    assert (link.is_symlink(), target.read_text()) == (True, "three")
    assert os.listdir(tmp_path / "there") == ["target"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_gets_the_text_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # A reader who does not wait for a writer, so that nothing waits for ever.
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    writer = Thread(target=write_atomically, args=(pipe, "text"), daemon=True)
    writer.start()
    writer.join(10)
    heard = os.read(reader, 100)
    os.close(reader)
    assert heard == b"text"
    assert pipe.is_fifo()


@pytest.mark.seconds
def test_the_standard_output_by_its_name_is_that_also_where_it_is_a_file(tmp_path: Path) -> None:
    name = "/proc/self/fd/1"
    if not os.path.exists(name):
        pytest.skip("this system has no such name for the standard output")
    out = tmp_path / "out"
    words = f"{sys.executable} -m puzzlesynth map show {EXAMPLES / 'bakery'} deliver -o {name}"
    subprocess.run(["sh", "-c", f"(echo before; {words}; echo after) > {out}"], check=True, timeout=60)
    lines = out.read_text("utf-8").splitlines()
    assert (lines[0], lines[1].startswith("flowchart"), lines[-1]) == ("before", True, "after")


def test_what_cannot_be_written_is_told_by_the_name_that_the_user_knows(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    for path in (tmp_path, tmp_path / "file" / "under", tmp_path / ("x" * 300)):
        for attempt in (check_writable, lambda path: write_atomically(path, "text")):
            with pytest.raises(OSError, match=r"folder|too long") as caught:
                attempt(path)
            assert caught.value.filename == str(path)
            assert caught.value.filename2 is None
    assert os.listdir(tmp_path) == ["file"]


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", str(tmp_path / ".made-up"))

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_atomically(path, "new")
    assert caught.value.filename == str(path)
    assert (path.read_text(), os.listdir(tmp_path)) == ("old", ["file"])


def test_what_is_protected_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    # The user who runs the tests may be allowed everything.
    monkeypatch.setattr(os, "access", lambda place, _: Path(place) != path)
    with pytest.raises(PermissionError) as caught:
        write_atomically(path, "new")
    assert (caught.value.filename, path.read_text()) == (str(path), "old")
