"""Puzzles for other programs."""

from __future__ import annotations

import base64
import secrets
from typing import Any

from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.studio.handlers import Context
from puzzlesynth.studio.jobs.worker import Emit
from puzzlesynth.studio.packs.pack_source import PackSnapshot, load
from puzzlesynth.studio.protocol import Json

from .kept_puzzle import kept_puzzle

MOST_GAMES = 20
"""Pages that stay open to other tabs; the oldest go first."""


@dataclass(frozen=True)
class Export:
    source: PackSnapshot
    puzzle: Any
    to: str


def targets(_context: Context, _params: object) -> Json:
    from puzzlesynth.export.registry import exporters

    found = [
        # Options are those of the command line.
        {"name": name, "description": one.description.partition("; with --")[0], "suffix": one.suffix}
        for name, one in exporters().items()
    ]
    # What opens at once comes first.
    return sorted(found, key=lambda one: (one["name"] != "html", one["name"]))


def export(given: Export, _emit: Emit) -> Json:
    from puzzlesynth.api import export_puzzle
    from puzzlesynth.export.registry import exporter

    pack = load(given.source)
    _, puzzle = kept_puzzle(pack, given.puzzle)
    content = export_puzzle(pack, puzzle, given.to)
    data = content.encode("utf-8") if isinstance(content, str) else content
    writer = exporter(given.to)
    named = getattr(writer, "suffix_of", None)
    suffix = named(content) if named else writer.suffix
    return {
        "file": f"{pack.name}-{puzzle.id[:8]}{suffix}",
        "base64": base64.b64encode(data).decode("ascii"),
        "page": given.to == "html",
    }


def open_page(context: Context, made: Json) -> Json:
    """A page is kept for the tab that is about to open it."""
    game = None
    if made.pop("page"):
        games = context.project.games
        game = secrets.token_urlsafe(12)
        games[game] = base64.b64decode(made["base64"])
        for old in list(games)[:-MOST_GAMES]:
            del games[old]
    return {**made, "game": game}
