"""Requests about packs, prepared and done in this process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from puzzlesynth.studio.handlers import Context, DirectAnswer, handlers
from puzzlesynth.studio.jobs.worker import task_at
from puzzlesynth.studio.project import Project

SMALL = """\
pack: small
items:
  Key: {carryable: true}
  Door: {open: false}
  Crate:
  Bar: {carryable: true}
rules: |
  Door[open: True] Key ::= Unlock Door[open: False] Key
  Key ::= Smash Crate Bar
areas:
  Hall: {start: true, goals: ["Door[open: True]"], depth: {min: 1, max: 3}, contains: [Door]}
"""


def project_with(folder: Path, text: str = SMALL) -> Project:
    folder.joinpath("pack.yaml").write_text(text, "utf-8")
    return Project(folder, ".")


def ask(project: Project, kind: str, **params: Any) -> tuple[Any, list[Any]]:
    """The result of a request, and its events."""
    context = Context(project, None)
    events: list[Any] = []
    handler = handlers()[kind]
    params = {"pack": ".", **params}
    if isinstance(handler, DirectAnswer):
        return handler.function(context, params), events
    result = task_at(handler.task)(handler.prepare(context, params), events.append)
    return result if handler.finish is None else handler.finish(context, result), events


def first_card(project: Project, **params: Any) -> Any:
    _, events = ask(project, "puzzles.generate", n=1, **params)
    return next(event["card"] for event in events if "card" in event)
