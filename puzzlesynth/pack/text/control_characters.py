"""Characters that cannot be seen and do harm: they move the cursor, ring the bell, and break XML.

Texts of a pack reach terminals, pages and stories. So they are refused where a text comes in, once, and nobody has to
think of them where it goes out.
"""

from __future__ import annotations

import re

_HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""All control characters but the tab and the end of a line, halves of pairs, and what Unicode says is no character."""


def first_control_character(text: str) -> str | None:
    """The first such character of a text, as `U+001B`."""
    found = _HARMFUL.search(text)
    return None if found is None else f"U+{ord(found.group()):04X}"


def without_control_characters(text: str) -> str:
    """The text with a replacement character for each of them: places in it stay where they are."""
    return _HARMFUL.sub("\ufffd", text)
