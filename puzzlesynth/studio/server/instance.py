"""One studio per folder: a note in the user's own state folder says where it runs, with which token.

A studio that is started again on the same folder, say after a crash, uses the same port and token where it can: a page
that is still open goes on by itself.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import socket
from dataclasses import asdict
from pathlib import Path

from puzzlesynth.atomic_files import replace_file
from puzzlesynth.quick_dataclasses import dataclass

from .security import new_token

_TOKEN = re.compile(r"[\w-]{1,200}", re.ASCII)


@dataclass(frozen=True)
class Note:
    pid: int
    port: int
    token: str

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/?token={self.token}"


def state_home() -> Path:
    """Where programs of this user keep what is not worth a backup."""
    home = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(home) if home else Path.home() / ".local" / "state"


class Instance:
    def __init__(self, root: Path) -> None:
        name = hashlib.sha256(str(root).encode()).hexdigest()[:24]
        self._file = state_home() / "puzzlesynth" / "studio" / f"{name}.json"

    def former(self) -> Note | None:
        """What the last studio on this folder noted, whether or not it still runs."""
        try:
            said = json.loads(self._file.read_text("utf-8"))
            note = Note(int(said["pid"]), int(said["port"]), str(said["token"]))
        except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
            return None
        return note if 0 < note.port < 65536 and _TOKEN.fullmatch(note.token) else None

    def other(self) -> Note | None:
        """A studio that runs on this folder now."""
        note = self.former()
        if note is None or note.pid == os.getpid() or not _listens(note.port):
            return None
        return note if _answers(note) else None

    def claim(self, port: int | None) -> tuple[Note, socket.socket]:
        """Takes the folder: a socket on loopback, on this port, the former one, or any that is free. `OSError` where the
        wanted port is taken."""
        former = self.former()
        bound = _bound(port, former.port if former else 0)
        note = Note(os.getpid(), int(bound.getsockname()[1]), former.token if former else new_token())
        self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not self._file.exists():
            # Only its owner may read the token; a file that is replaced keeps its permissions.
            os.close(os.open(self._file, os.O_WRONLY | os.O_CREAT, 0o600))
        replace_file(self._file, json.dumps(asdict(note)).encode())
        return note, bound


def _bound(wanted: int | None, former: int) -> socket.socket:
    for port in [wanted] if wanted else [former, 0]:
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name != "nt":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind(("127.0.0.1", port))
            return bound
        except OSError:
            bound.close()
            if port in (wanted, 0):
                raise
    raise OSError("no port is free")


def _listens(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried:
        tried.settimeout(1.0)
        return tried.connect_ex(("127.0.0.1", port)) == 0


def _answers(note: Note) -> bool:
    """Whether what listens there is the studio that knows the token, and not another program."""
    from http.client import HTTPConnection, HTTPException

    connection = HTTPConnection("127.0.0.1", note.port, timeout=2.0)
    try:
        connection.request("GET", f"/?token={note.token}")
        return connection.getresponse().status == 303
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
