"""Sessions to talk to: what is typed goes in, what is said comes out, and files are kept in a drawer."""

from __future__ import annotations

from puzzlesynth.play import Game
from puzzlesynth.play.session import Session
from puzzlesynth.play.text.reply import SessionReply
from tests.support.tiny_packs import HEIST, HEIST_PUZZLE


class Drawer:
    """Files that are none."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}

    def read(self, name: str) -> str:
        if name not in self.files:
            raise FileNotFoundError(2, "No such file or directory", name)
        return self.files[name]

    def write(self, name: str, text: str) -> None:
        if name.startswith("/"):
            raise PermissionError(13, "Permission denied", name)
        self.files[name] = text


def heist() -> Session:
    return started(Game(HEIST, HEIST_PUZZLE))


def started(game: Game) -> Session:
    session = Session(game, Drawer())
    session.opening()
    return session


def said(reply: SessionReply) -> str:
    return "\n".join(line.text for line in reply.lines)
