"""Documents: saved at once, undone across files, merged with what others write."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.studio.storage.documents import Document, Documents
from puzzlesynth.studio.storage.folder import Folder, FolderError
from puzzlesynth.studio.storage.history import History

LINES = "a\nb\nc\nd\n"


@pytest.fixture
def documents(tmp_path: Path) -> Documents:
    (tmp_path / "one.yaml").write_text(LINES)
    (tmp_path / "two.yaml").write_text(LINES)
    return Documents(Folder(tmp_path), History(tmp_path))


def test_a_change_is_on_the_disk_at_once_and_can_be_undone(documents: Documents, tmp_path: Path) -> None:
    assert documents.edit("one.yaml", 0, "A\nb\nc\nd\n", typing=False) is None
    assert (tmp_path / "one.yaml").read_text() == "A\nb\nc\nd\n"
    assert documents.undo_labels == ("typing", None)
    assert documents.undo() == "typing"
    assert (tmp_path / "one.yaml").read_text() == LINES
    assert documents.redo() == "typing"
    assert documents.open("one.yaml").text == "A\nb\nc\nd\n"
    assert documents.redo() is None


def test_who_hears_of_a_change_knows_what_undo_would_do(documents: Documents) -> None:
    labels: list[tuple[str | None, str | None]] = []
    documents.listeners.append(lambda _document, _by: labels.append(documents.undo_labels))
    documents.replace({"one.yaml": "1\n"}, "a form")
    documents.undo()
    documents.redo()
    assert labels == [("a form", None), (None, "a form"), ("a form", None)]


def test_undo_goes_through_all_documents_in_order(documents: Documents) -> None:
    documents.replace({"one.yaml": "1\n", "two.yaml": "2\n"}, "a form")
    documents.replace({"two.yaml": "3\n"}, "another")
    assert documents.undo() == "another"
    assert documents.undo() == "a form"
    assert [documents.open(path).text for path in ("one.yaml", "two.yaml")] == [LINES, LINES]


def test_typing_is_undone_as_one(documents: Documents) -> None:
    for version, text in enumerate(("xa\nb\nc\nd\n", "xya\nb\nc\nd\n", "xyza\nb\nc\nd\n")):
        documents.edit("one.yaml", version, text, typing=True)
    documents.undo()
    assert documents.open("one.yaml").text == LINES


def test_two_tabs_are_merged_or_the_loser_is_kept(documents: Documents) -> None:
    documents.edit("one.yaml", 0, "A\nb\nc\nd\n", typing=False)
    assert documents.edit("one.yaml", 0, "a\nb\nc\nD\n", typing=False) is None
    assert documents.open("one.yaml").text == "A\nb\nc\nD\n"
    lost = documents.edit("one.yaml", 0, "Z\nb\nc\nd\n", typing=False)
    assert lost == "Z\nb\nc\nd\n"
    kept = documents._history.versions("one.yaml")[0]
    assert (kept.label, documents._history.text("one.yaml", kept.name)) == ("lost to another tab", lost)


def test_a_change_outside_is_taken_in_and_can_be_undone(documents: Documents, tmp_path: Path) -> None:
    heard: list[Document] = []
    documents.open("one.yaml")
    documents.listeners.append(lambda document, _by: heard.append(document))
    (tmp_path / "one.yaml").write_text("a\nb\nc\nD\n")
    documents.look_outside()
    assert [document.text for document in heard] == ["a\nb\nc\nD\n"]
    documents.undo()
    assert (tmp_path / "one.yaml").read_text() == LINES


def test_a_change_outside_of_other_lines_is_merged_with_ours(documents: Documents, tmp_path: Path) -> None:
    documents.open("one.yaml")
    (tmp_path / "one.yaml").write_text("a\nb\nc\nD\n")
    documents.edit("one.yaml", 0, "A\nb\nc\nd\n", typing=False)
    assert (tmp_path / "one.yaml").read_text() == "A\nb\nc\nD\n"


@pytest.mark.parametrize(("keep", "text"), [("ours", "X\nb\nc\nd\n"), ("theirs", "Y\nb\nc\nd\n")])
def test_a_conflict_is_asked_about_and_nothing_is_overwritten(
    documents: Documents, tmp_path: Path, keep: str, text: str
) -> None:
    documents.open("one.yaml")
    (tmp_path / "one.yaml").write_text("Y\nb\nc\nd\n")
    documents.edit("one.yaml", 0, "X\nb\nc\nd\n", typing=False)
    assert documents.open("one.yaml").conflict == "Y\nb\nc\nd\n"
    assert (tmp_path / "one.yaml").read_text() == "Y\nb\nc\nd\n"
    documents.settle("one.yaml", keep)
    assert (tmp_path / "one.yaml").read_text() == text == documents.open("one.yaml").text


def test_what_was_typed_without_a_server_is_merged_or_asked_about(
    documents: Documents, tmp_path: Path
) -> None:
    file = tmp_path / "one.yaml"
    file.write_text("a\nb\nc\nD\n")
    assert documents.rejoin("one.yaml", LINES, "X\nb\nc\nd\n").conflict is None
    assert file.read_text() == "X\nb\nc\nD\n"
    document = documents.rejoin("one.yaml", LINES, "Z\nb\nc\nd\n")
    assert (document.text, document.conflict) == ("Z\nb\nc\nd\n", "X\nb\nc\nD\n")
    assert file.read_text() == "X\nb\nc\nD\n"
    documents.settle("one.yaml", "ours")
    assert file.read_text() == "Z\nb\nc\nd\n"


def test_what_arrived_without_an_answer_is_no_conflict(documents: Documents, tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text("ab\nb\nc\nd\n")
    sent = "ab\nb\nc\nd\n"
    assert documents.rejoin("two.yaml", LINES, "abc\nb\nc\nd\n", sent).conflict is None
    assert (tmp_path / "two.yaml").read_text() == "abc\nb\nc\nd\n"


def test_a_new_file_never_replaces_one(documents: Documents) -> None:
    with pytest.raises(FolderError, match="exists"):
        documents.create("one.yaml", "")


def test_what_was_typed_while_another_program_wrote_is_asked_about(
    documents: Documents, tmp_path: Path
) -> None:
    document = documents.open("one.yaml")
    (tmp_path / "one.yaml").write_text("Y\nb\nc\nd\n")
    documents.look_outside()
    assert documents.edit("one.yaml", 0, "X\nb\nc\nd\n", typing=True) is None
    assert (document.text, document.conflict) == ("X\nb\nc\nd\n", "Y\nb\nc\nd\n")
    assert (tmp_path / "one.yaml").read_text() == "Y\nb\nc\nd\n"


@pytest.mark.parametrize(("keep", "text"), [("ours", "XX\nb\nc\nd\n"), ("theirs", "Y\nb\nc\nd\n")])
def test_a_conflict_outlives_the_studio(documents: Documents, tmp_path: Path, keep: str, text: str) -> None:
    documents.open("one.yaml")
    (tmp_path / "one.yaml").write_text("Y\nb\nc\nd\n")
    documents.edit("one.yaml", 0, "X\nb\nc\nd\n", typing=True)
    documents.edit("one.yaml", 1, "XX\nb\nc\nd\n", typing=True)
    later = Documents(Folder(tmp_path), History(tmp_path))
    document = later.open("one.yaml")
    assert (document.text, document.conflict) == ("XX\nb\nc\nd\n", "Y\nb\nc\nd\n")
    later.settle("one.yaml", keep)
    assert (tmp_path / "one.yaml").read_text() == text
    assert Documents(Folder(tmp_path), History(tmp_path)).open("one.yaml").conflict is None


def test_what_cannot_be_written_is_kept_and_written_later(
    documents: Documents, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "one.yaml")

    heard: list[str | None] = []
    documents.listeners.append(lambda document, _by: heard.append(document.unsaved))
    with monkeypatch.context() as read_only:
        read_only.setattr("puzzlesynth.studio.storage.folder.replace_file", refuse)
        read_only.setattr("puzzlesynth.studio.storage.history.replace_file", refuse)
        assert documents.edit("one.yaml", 0, "X\nb\nc\nd\n", typing=True) is None
        documents.look_outside()
    assert (tmp_path / "one.yaml").read_text() == LINES
    documents.look_outside()
    assert (tmp_path / "one.yaml").read_text() == "X\nb\nc\nd\n"
    assert heard == ["Permission denied", None]
