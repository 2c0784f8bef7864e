"""The opened project: its folder, documents, history and memory, for everything that answers requests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .protocol import Json
from .storage.documents import Document, Documents
from .storage.folder import Entry, Folder, readable
from .storage.history import History
from .storage.memory import Memory

Notify = Callable[[str, Mapping[str, Json], object], None]
"""Sends a notice to every tab but one."""


class Project:
    def __init__(self, root: Path, opened: str | None = None, allow_extensions: bool = False) -> None:
        """`opened`: what the page shows first, as a path inside the folder."""
        self.folder = Folder(root)
        self.opened = opened
        self.allow_extensions = allow_extensions
        self.history = History(self.folder.root)
        self.documents = Documents(self.folder, self.history)
        self.memory = Memory(self.folder.root)
        if opened is not None:
            # What the command line names comes before what was shown last.
            self.memory.assume("shell.subject", opened)
        self.notify: Notify = _nobody
        self._entries = list(self.folder.entries())
        self.games: dict[str, bytes] = {}
        """Exported pages that can be opened in another tab, by their names."""
        self.documents.listeners.append(self._tell)

    def _tell(self, document: Document, by: object) -> None:
        self.notify("document", document_json(self, document), by)
        if by is not None:
            # The tab that typed has the text already; what undo would do is news to it.
            self.notify("undo", undo_json(self), None)

    def show_entries(self, found: list[Entry] | None = None) -> None:
        """Tells the pages what is in the folder, if that is news."""
        found = list(self.folder.entries()) if found is None else found
        if found != self._entries:
            self._entries = found
            self.notify("entries", {"entries": [asdict(entry) for entry in found]}, None)

    def summary(self) -> dict[str, Any]:
        """What a page needs first."""
        self.show_entries()
        return {
            "folder": readable(str(self.folder.root)),
            "name": readable(self.folder.root.name),
            "opened": self.opened,
            "entries": [asdict(entry) for entry in self._entries],
            "memory": self.memory.values(),
            **undo_json(self),
        }


def document_json(project: Project, document: Document) -> dict[str, Json]:
    return {
        "path": document.path,
        "text": document.text,
        "version": document.version,
        "conflict": document.conflict,
        "unsaved": document.unsaved,
        **undo_json(project),
    }


def undo_json(project: Project) -> dict[str, Json]:
    undo, redo = project.documents.undo_labels
    return {"undo": undo, "redo": redo}


def _nobody(_name: str, _said: Mapping[str, Json], _by: object) -> None:
    """There is no page yet."""
