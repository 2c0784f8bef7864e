"""A story's title, which tools copy into pages and scripts just as it stands, so that it cannot be escaped.

Extwee puts it between `<title>` and `</title>` and through a replacement in which `$&` means something; SugarCube has it
between quotes in its own script and reads character references in it; other formats have it in a heading.
What could mean something in one of these places gives way to what looks the same, and all the rest stays.
"""

from __future__ import annotations

import html
import re

_LOOK_ALIKE = str.maketrans({"<": "‹", ">": "›", "\\": "＼", "`": "‘"})
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\s]+")
_BEFORE_A_WORD = r"(^|[\s(\[{‹“‘/–—-])"


def plain_title(title: str) -> str:
    """On one line, never empty, and harmless wherever it is copied to."""
    text = _curled(_CONTROLS.sub(" ", title).strip().translate(_LOOK_ALIKE))
    if html.unescape(text) != text:
        text = text.replace("&", "＆")
    text = re.sub(r"\$(?=[$&])", "＄", text)
    # Two braces are where a format's own parts go, two colons begin a passage.
    text = re.sub(r"\{(?=\{)", "{ ", text)
    return re.sub(r"^::", "∷", text) or "Puzzle"


def _curled(text: str) -> str:
    """With the quotes of a printed book."""
    for straight, opening, closing in (('"', "“", "”"), ("'", "‘", "’")):
        text = re.sub(_BEFORE_A_WORD + straight, rf"\1{opening}", text).replace(straight, closing)
    return text
