"""What the page remembers for a folder: kept puzzles, open views, dials. In `.puzzlesynth/studio.json`.

What is large and wanted by one view only, such as a measured sample, is in a file of its own.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from puzzlesynth.atomic_files import replace_file
from puzzlesynth.studio.protocol import plain_json

from .folder import OWN, FolderError

LARGEST = 32_000_000


class Memory:
    """Values by name; each change is on the disk before it is answered."""

    def __init__(self, root: Path) -> None:
        self._file = root / OWN / "studio.json"
        self._unreadable = False
        """Whether there is something in the file that we cannot read; it must not be lost."""
        self._values: dict[str, Any] = self._read()

    def _read(self) -> dict[str, Any]:
        try:
            found = plain_json(self._file.read_text("utf-8"))
            if not isinstance(found, dict):
                raise ValueError
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError):
            self._unreadable = True
            return {}
        return found

    def values(self) -> dict[str, Any]:
        return dict(self._values)

    def assume(self, name: str, value: Any) -> None:
        """For now; on the disk only once something else is remembered: who looks at a folder leaves no trace in it."""
        self._values = {**self._values, name: value}

    def remember(self, name: str, value: Any) -> None:
        """None forgets it."""
        values = {**self._values, name: value}
        if value is None:
            del values[name]
        written = json.dumps(values, ensure_ascii=False)
        if len(written) > LARGEST:
            raise FolderError("the studio remembers too much already; remove puzzles from the tray")
        # Until the studio ends also where nothing can be written.
        self._values = values
        if self._unreadable:
            # Kept puzzles may be in there, and a person may repair it.
            os.replace(self._file, self._file.with_suffix(".json.bak"))
            self._unreadable = False
        replace_file(self._file, written.encode("utf-8"))

    # --- apart --------------------------------------------------------------------------------------------

    def keep(self, name: str, value: Any) -> None:
        """Keeps something apart, for who asks for it by its name."""
        written = json.dumps(value, ensure_ascii=False)
        if len(written) > LARGEST:
            raise FolderError("this is too much to be kept")
        replace_file(self._apart(name), written.encode("utf-8"))

    def kept(self, name: str) -> Any:
        """None: nothing that can be read."""
        try:
            return plain_json(self._apart(name).read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return None

    def _apart(self, name: str) -> Path:
        return self._file.with_name(f"kept-{hashlib.sha256(name.encode()).hexdigest()[:24]}.json")
