"""The texts that are worked on. The server has the only true one of each file: all views and all tabs show it.

A change is on the disk before it is answered. A change of a tab that has not seen the newest text is merged; so is a
change that another program made to the file. Undo and redo go through all documents in the order of their changes.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

from .folder import Folder, FolderError
from .history import History
from .splice import Splice, difference, merged

MOST_CHANGES = 2_000
"""That can be undone."""

MOST_VERSIONS = 500
"""How far behind a tab may be for its changes to be merged."""

SAME_TYPING_SECONDS = 1.0
"""Typing without a longer pause is undone at once."""

OUTSIDE = "changed outside the studio"


class Piece(NamedTuple):
    path: str
    splice: Splice


class Change(NamedTuple):
    """What one undo takes back."""

    label: str
    pieces: tuple[Piece, ...]
    time: float
    typing: bool


class Document:
    """One text, with the last changes."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text, self.saved = path, text, text
        self.version = 0
        self.conflict: str | None = None
        """What the file says now, where another program changed the same lines."""
        self.unsaved: str | None = None
        """Why the text could not be written; it is tried again."""
        self.outside = 0
        """The version that came from another program last."""
        self._log: deque[Splice] = deque(maxlen=MOST_VERSIONS)

    def change(self, splice: Splice) -> None:
        self.text = splice.apply(self.text)
        self.version += 1
        self._log.append(splice)

    def at(self, version: int) -> str | None:
        """The text of an earlier version; None where it is too long ago."""
        behind = self.version - version
        if not 0 <= behind <= len(self._log):
            return None
        text = self.text
        for splice in list(reversed(self._log))[:behind]:
            text = splice.inverse().apply(text)
        return text


Listener = Callable[[Document, object], None]
"""Called with a changed document and the client that changed it."""


class Documents:
    def __init__(self, folder: Folder, history: History) -> None:
        self._folder, self._history = folder, history
        self._open: dict[str, Document] = {}
        self._done: deque[Change] = deque(maxlen=MOST_CHANGES)
        self._undone: list[Change] = []
        self.listeners: list[Listener] = []

    # --- reading ------------------------------------------------------------------------------------------

    def open(self, path: str) -> Document:
        """Raises `FolderError` or `OSError`."""
        key = self._folder.relative(self._folder.resolve(path))
        if key not in self._open:
            document = self._open[key] = Document(key, self._folder.read(key))
            held = self._history.held(key)
            if held is not None and held != document.text:
                # The studio ended before a conflict was decided.
                document.text, document.conflict = held, document.text
        return self._open[key]

    def opened(self) -> list[Document]:
        return list(self._open.values())

    # --- changing -----------------------------------------------------------------------------------------

    def edit(self, path: str, version: int, after: str, *, typing: bool, by: object = None) -> str | None:
        """A tab's text, made from this version. Where it cannot be merged with what another program wrote since, there is
        a conflict. Returns it where it cannot be merged with what another tab wrote: it is in the history."""
        document = self.open(path)
        if version != document.version:
            base = document.at(version)
            both = None if base is None else merged(base, after, document.text)
            if both is not None:
                after = both
            elif version < document.outside and document.conflict is None:
                document.conflict = document.text
            else:
                self._history.keep(document.path, after, "lost to another tab", special=True)
                return after
        self.replace({path: after}, "typing", typing=typing, by=by if version == document.version else None)
        return None

    def rejoin(self, path: str, base: str, ours: str, sent: str | None = None) -> Document:
        """What a tab has typed while it could not reach the server, made from the text `base`, or from what it has `sent`
        if that has arrived. Where the file has other changes in the same lines, there is a conflict: nobody's version
        wins without asking."""
        document = self.open(path)
        both = merged(base if document.text != sent else sent, ours, document.text)
        if both is not None:
            self.replace({path: both}, "typing")
        elif document.conflict is not None:
            self._history.keep(document.path, ours, "lost to another tab", special=True)
        else:
            document.conflict = document.text
            self.replace({path: ours}, "typing")
        return document

    def replace(self, texts: dict[str, str], label: str, *, typing: bool = False, by: object = None) -> None:
        """New texts of documents, as one change that can be undone."""
        pieces = []
        for path, text in texts.items():
            document = self.open(path)
            if document.text != text:
                pieces.append(Piece(document.path, difference(document.text, text)))
        if not pieces:
            return
        for piece in pieces:
            # The version before the first change of a while is worth keeping.
            self._history.keep(piece.path, self._open[piece.path].text, f"before {label}", special=not typing)
        # Those who are told of the change ask what undo would do.
        self._remember(Change(label, tuple(pieces), time.monotonic(), typing))
        self._apply(pieces, by)

    def create(self, path: str, text: str) -> Document:
        """Raises `FolderError` where there is such a file."""
        place = self._folder.resolve(path)
        if place.exists():
            raise FolderError(f"{path}: it already exists")
        self._folder.write(path, text)
        return self.open(path)

    def undo(self) -> str | None:
        """The label of what was undone; None: there is nothing."""
        if not self._done:
            return None
        change = self._done.pop()
        self._undone.append(change)
        self._apply([Piece(path, splice.inverse()) for path, splice in reversed(change.pieces)], None)
        return change.label

    def redo(self) -> str | None:
        if not self._undone:
            return None
        change = self._undone.pop()
        self._done.append(change)
        self._apply(change.pieces, None)
        return change.label

    @property
    def undo_labels(self) -> tuple[str | None, str | None]:
        """What undo and redo would do."""
        return (
            self._done[-1].label if self._done else None,
            self._undone[-1].label if self._undone else None,
        )

    def _remember(self, change: Change) -> None:
        self._undone.clear()
        last = self._done[-1] if self._done else None
        if last is not None and _continues(last, change):
            change = Change(last.label, (*last.pieces, *change.pieces), change.time, True)
            self._done.pop()
        self._done.append(change)

    def _apply(self, pieces: Iterable[Piece], by: object) -> None:
        changed = dict.fromkeys(piece.path for piece in pieces)
        for path, splice in pieces:
            self._open[path].change(splice)
        for path in changed:
            self._save(self._open[path])
            self._tell(self._open[path], by)

    def _tell(self, document: Document, by: object) -> None:
        for listener in list(self.listeners):
            listener(document, by)

    # --- files --------------------------------------------------------------------------------------------

    def _save(self, document: Document) -> None:
        if document.conflict is None:
            self._take_in(document)
        if document.conflict is None:
            self._write(document)
        else:
            self._history.hold(document.path, document.text)

    def _write(self, document: Document) -> None:
        """What cannot be written now is kept, and tried again."""
        document.unsaved = None
        if document.text == document.saved:
            return
        try:
            self._folder.write(document.path, document.text)
        except OSError as error:
            document.unsaved = error.strerror or str(error)
        else:
            document.saved = document.text

    def look_outside(self) -> None:
        """Takes in what other programs have written since, and writes what could not be written before."""
        for document in self.opened():
            if document.conflict is not None:
                continue
            self._take_in(document)
            if document.unsaved is not None and document.conflict is None:
                self._write(document)
                if document.unsaved is None:
                    self._tell(document, None)

    def _take_in(self, document: Document) -> None:
        try:
            now = self._folder.read(document.path)
        except (FolderError, OSError):
            return  # It is gone, or being written: what we have is saved with the next change.
        if now == document.saved:
            return
        both = merged(document.saved, document.text, now)
        self._history.keep(document.path, document.text, "before a change outside", special=True)
        document.saved = now
        if both is None:
            document.conflict = now
            self._history.hold(document.path, document.text)
            self._tell(document, None)
            return
        splice = difference(document.text, both)
        document.change(splice)
        document.outside = document.version
        self._remember(Change(OUTSIDE, (Piece(document.path, splice),), time.monotonic(), False))
        self._write(document)
        self._tell(document, None)

    def settle(self, path: str, keep: str) -> None:
        """Ends a conflict: `ours` keeps the studio's text, `theirs` takes the file's. The other one is in the history."""
        document = self.open(path)
        theirs, document.conflict = document.conflict, None
        if theirs is None:
            return
        self._history.let_go(document.path)
        for text, label in ((theirs, "the version outside"), (document.text, "the version in the studio")):
            self._history.keep(document.path, text, label, special=True)
        if keep == "theirs":
            self.replace({path: theirs}, "take the version outside")
        self._save(document)
        self._tell(document, None)


def _continues(last: Change, change: Change) -> bool:
    """Whether a change goes on with the typing of the last one."""
    if not (last.typing and change.typing) or change.time - last.time > SAME_TYPING_SECONDS:
        return False
    before, after = last.pieces[-1], change.pieces[0]
    touching = abs(after.splice.start - before.splice.start) <= len(before.splice.inserted) + len(
        after.splice.removed
    )
    return before.path == after.path and touching and "\n" not in before.splice.inserted
