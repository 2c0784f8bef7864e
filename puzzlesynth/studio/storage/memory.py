"""What the page remembers for a folder: kept puzzles, open views, dials. In `.puzzlesynth/studio.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from puzzlesynth.atomic_files import replace_file

from .folder import OWN, FolderError

LARGEST = 32_000_000


class Memory:
    """Values by name; each change is on the disk before it is answered."""

    def __init__(self, root: Path) -> None:
        self._file = root / OWN / "studio.json"
        self._values: dict[str, Any] = self._read()

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

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
        replace_file(self._file, written.encode("utf-8"))
        self._values = values
