"""Exported pages in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from puzzlesynth.export import Options, exporter
from tests.support.export_puzzles import Made, needs
from tests.support.node_scripts import run_node


def written(made: Made) -> str:
    text = exporter("html").export(*made, Options())
    assert isinstance(text, str)
    return text


def browser(tmp_path: Path, made: Made, script: str = "browser.js", **settings: Any) -> dict[str, Any]:
    """What a script sees of the page; whatever it does, nothing may go wrong, ask the network or be a barrier."""
    chromium = needs("chromium")
    page = tmp_path / "game.html"
    page.write_text(written(made), "utf-8")
    asked = {"page": str(page), "chromium": chromium, **settings}
    seen: dict[str, Any] = run_node(script, asked=asked, package="playwright-core")
    assert seen["errors"] == []
    assert seen["dialogs"] == 0
    assert seen["barriers"] == []
    assert [url for url in seen["asked"] if not url.startswith("file:")] == []
    return seen


PHONE = (375, 667)

Gesture = tuple[Any, ...]


def visit(
    tmp_path: Path, made: Made, gestures: list[Gesture], size: tuple[int, int] = PHONE, **settings: Any
) -> list[Any]:
    """What the gestures `see` on a visit to the page; `node/visit.js` says which gestures there are."""
    saw = browser(tmp_path, made, "visit.js", gestures=gestures, size=size, **settings)["saw"]
    assert isinstance(saw, list)
    return saw
