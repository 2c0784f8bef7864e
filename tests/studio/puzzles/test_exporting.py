"""Exports from the menu."""

from __future__ import annotations

import base64
from pathlib import Path

from tests.studio.asking import ask, first_card, project_with


def test_every_target_is_offered_and_the_game_page_can_be_opened(tmp_path: Path) -> None:
    project = project_with(tmp_path)
    offered, _ = ask(project, "export.targets")
    assert offered[0]["name"] == "html"
    assert {"ink", "inform6", "twee", "godot"} <= {one["name"] for one in offered}
    card = first_card(project)
    made, _ = ask(project, "puzzle.export", puzzle=card["puzzle"], to="html")
    page = base64.b64decode(made["base64"])
    assert made["file"].endswith(".html")
    assert project.games[made["game"]] == page
    made, _ = ask(project, "puzzle.export", puzzle=card["puzzle"], to="mermaid")
    assert made["game"] is None
    assert base64.b64decode(made["base64"]).startswith(b"---") or b"flowchart" in base64.b64decode(
        made["base64"]
    )
