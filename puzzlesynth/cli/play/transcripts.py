"""Transcripts: what was shown and typed in a game, in a file that can be played again.

The first line says what was played. Of the others, those that begin with `>` were typed; a text that was shown and
begins like that is indented by one space.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlesynth.cli.common.errors import BadInput
from puzzlesynth.cli.common.files import check_output
from puzzlesynth.cli.common.standard_streams import read_text

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack

BEGINNING = "# puzzlesynth.transcript/"
VERSION = "1"


@dataclass(frozen=True)
class TranscriptHeader:
    """What makes a game the same game again."""

    pack: str
    pack_sha256: str
    seed: int
    live: bool
    map: str | None
    cruelty: str
    puzzle: str | None
    """The id of the puzzle, where one was handed in."""


@dataclass(frozen=True)
class Script:
    """Commands to play, and what they were played in, if that is known."""

    commands: tuple[str, ...]
    played: TranscriptHeader | None = None


def header(played: TranscriptHeader) -> str:
    """The first line of a transcript."""
    said = asdict(played)
    said["pack"] = {"name": played.pack, "sha256": said.pop("pack_sha256")}
    return f"{BEGINNING}{VERSION} {json.dumps(said, ensure_ascii=True)}"


def shown(text: str) -> str:
    """A line that was shown, as a transcript has it."""
    return f" {text}" if text.startswith(">") else text


def check_transcript(path: Path, script: Path | None) -> None:
    """Refuse, before the game begins, a file that cannot be written or is something else than a transcript."""
    check_output(path, [script])
    if path.is_file():
        with open(path, "rb") as file:
            beginning = file.read(len(BEGINNING))
        if beginning not in (b"", BEGINNING.encode()):
            raise BadInput(f"{path}: it exists already and is not a transcript")


def read_script(path: Path) -> Script:
    """A transcript, or a list of commands, one per line."""
    try:
        return script_of(read_text(str(path), "a transcript or a list of commands"))
    except BadInput as problem:
        raise BadInput(f"{path}: {str(problem).removeprefix(f'{path}: ')}") from None


def script_of(text: str) -> Script:
    """Without a first line that says that it is a transcript: if any line begins with `>`, those are the commands (so
    were transcripts once); otherwise every line is one."""
    # Not splitlines: it breaks lines at characters that a text may have in the middle.
    lines = text.replace("\r\n", "\n").split("\n")
    typed = tuple(line[1:].strip() for line in lines if line.startswith(">"))
    if lines[0].startswith(BEGINNING):
        return Script(typed, _played(lines[0][len(BEGINNING) :]))
    return Script(typed or tuple(_listed(lines)))


def _listed(lines: Iterable[str]) -> Iterable[str]:
    return (line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#"))


def _played(text: str) -> TranscriptHeader:
    version, _, told = text.partition(" ")
    if version != VERSION:
        raise BadInput(f"a transcript of version {version[:20]!r}, expected {VERSION!r}")
    try:
        data = json.loads(told)
    except (ValueError, RecursionError):
        raise BadInput("the first line does not say what was played") from None
    match data:
        case {
            "pack": {"name": str(name), "sha256": str(sha256)},
            "seed": int(seed),
            "live": bool(live),
            "map": str() | None as map_,
            "cruelty": "merciful" | "polite" | "cruel" as cruelty,
            "puzzle": str() | None as puzzle,
        } if seed >= 0 and not isinstance(seed, bool):
            if live + (map_ is not None) + (puzzle is not None) > 1:
                raise BadInput("the first line says more than one of a living world, a map and a puzzle")
            return TranscriptHeader(name, sha256, seed, live, map_, cruelty, puzzle)
    raise BadInput("the first line does not say what was played")


def differences(before: TranscriptHeader, now: TranscriptHeader, pack: Pack) -> list[str]:
    """What is not as it was, apart from what the player chose."""
    found = []
    if before.pack != now.pack:
        found.append(f"it was played with the pack {before.pack}, not with {now.pack}")
    elif not pack.is_named_by(before.pack_sha256):
        found.append(f"it was played with another version of {now.pack}")
    if before.puzzle is not None and before.puzzle != now.puzzle:
        found.append(f"it was played with the puzzle {before.puzzle}, so name that puzzle again")
    return found
