"""What fits on the original's text screen of 34 columns: what is longer is pointed out."""

from __future__ import annotations

import re

from puzzlesynth.levels.parser.draft import SourceDraft
from puzzlesynth.levels.parser.messages import MessageLog

_COLUMNS = 34
_WRAPPED_LINE = re.compile(rf".{{1,{_COLUMNS}}}(?:\s|$)|.{{{_COLUMNS}}}|.+$")
_TITLE_LINES, _TITLE_LINES_WITH_AUTHOR, _AUTHOR_LINES = 5, 3, 3


def wrap(text: str) -> list[str]:
    """The lines into which the screen breaks a text."""
    return _WRAPPED_LINE.findall(text)


def check_title_screen(draft: SourceDraft, log: MessageLog) -> None:
    """Warn of a title or an author too long for the title screen."""
    settings = dict(draft.settings)
    author = settings.get("author")
    room = _TITLE_LINES if author is None else _TITLE_LINES_WITH_AUTHOR
    if len(wrap(settings.get("title", ""))) > room:
        log.warning(
            "Game title is too long to fit on screen; truncating to fit.", draft.setting_lines.get("title")
        )
    if author is not None and len(wrap(f"by {author}")) > _AUTHOR_LINES:
        log.warning(
            "Author name is too long to fit on screen; truncating to fit.", draft.setting_lines.get("author")
        )
