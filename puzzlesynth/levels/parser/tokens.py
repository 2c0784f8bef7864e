"""The vocabulary of PuzzleScript: section names, keywords, directions, and the shapes of its tokens."""

from __future__ import annotations

import re

SPACE = "\\t\\n\\x0b\\x0c\\r \\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff"
"""White space, for use inside a character class: all separators, as the original counts them."""

WHITE = "\t\n\x0b\x0c\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(
    map(chr, range(0x2000, 0x200B))
)
"""The same characters, for `str.strip`."""


def listed(text: str) -> tuple[str, ...]:
    """The words of a list that is written as a line."""
    return tuple(text.split())


_S = f"[{SPACE}]*"
_WORD_END = r"(?!\w)"
_ASCII_WORD_END = r"(?![A-Za-z0-9_])"

SECTIONS = ("objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels")

VALUE_SETTINGS = frozenset(
    listed(
        "title author homepage background_color text_color key_repeat_interval realtime_interval "
        "again_interval flickscreen zoomscreen color_palette youtube"
    )
)
FLAG_SETTINGS = frozenset(
    listed(
        "run_rules_on_level_start norepeat_action require_player_movement debug verbose_logging "
        "throttle_movement noundo noaction norestart scanline"
    )
)

SOUND_COMMANDS = tuple(f"sfx{number}" for number in range(11))
COMMANDS = frozenset((*SOUND_COMMANDS, "cancel", "checkpoint", "restart", "win", "message", "again"))
SOUND_EVENTS = (
    "undo",
    "restart",
    "titlescreen",
    "startgame",
    "cancel",
    "endgame",
    "startlevel",
    "endlevel",
    "showmessage",
    "closemessage",
    *SOUND_COMMANDS,
)
SOUND_VERBS = ("move", "action", "create", "destroy", "cantmove")
DIRECTIONAL_SOUND_VERBS = frozenset(("move", "cantmove"))

KEYWORDS = frozenset(
    (
        *SECTIONS,
        *SOUND_VERBS,
        *SOUND_EVENTS,
        *COMMANDS,
        *listed(
            "... | [ ] up down left right late rigid ^ v > < no randomdir random horizontal vertical any all "
            "some moving stationary parallel perpendicular"
        ),
    )
)

ABSOLUTE_DIRECTIONS = ("up", "down", "left", "right")
RELATIVE_DIRECTIONS = frozenset(("^", "v", "<", ">", "perpendicular", "parallel"))
CELL_DIRECTIONS = frozenset(
    listed(
        "> < ^ v up down left right moving stationary no randomdir random horizontal vertical orthogonal "
        "perpendicular parallel action"
    )
)
RULE_PREFIXES = frozenset(listed("up down left right horizontal vertical orthogonal late rigid"))
LOOP_MARKERS = frozenset(("startloop", "endloop"))

HORIZONTAL, VERTICAL = ("left", "right"), ("up", "down")
DIRECTION_GROUPS: dict[str, tuple[str, ...]] = {
    "horizontal": HORIZONTAL,
    "horizontal_par": HORIZONTAL,
    "horizontal_perp": HORIZONTAL,
    "vertical": VERTICAL,
    "vertical_par": VERTICAL,
    "vertical_perp": VERTICAL,
    "moving": ("up", "down", "left", "right", "action"),
    "orthogonal": ("up", "down", "left", "right"),
    "perpendicular": ("^", "v"),
    "parallel": ("<", ">"),
}
"""Words that stand for several directions. `_par` and `_perp` remember that the word was a relative one."""

ELLIPSIS = "..."
WIN_QUANTIFIERS = frozenset(("all", "any", "no", "some"))

COLOR_NAMES = listed(
    "black white gray darkgray lightgray grey darkgrey lightgrey red darkred lightred brown darkbrown "
    "lightbrown orange yellow green darkgreen lightgreen blue lightblue darkblue purple pink transparent"
)

BLANKS = re.compile(f"{_S}")
NAME = re.compile(rf"\w+{_S}")
LOOSE_NAME = re.compile(rf"[^{SPACE}()]+{_S}")
BEFORE_COMMENT = re.compile(r"[^(]+")
SECTION_NAME = re.compile(rf"({'|'.join(SECTIONS)}){_WORD_END}{_S}")
EQUALS_ROW = re.compile(r"=+")
ONLY_EQUALS = re.compile(rf"[{SPACE}=]*$")
COLOR = re.compile(rf"(?:{'|'.join(COLOR_NAMES)}|#(?:[0-9a-f]{{3}}){{1,2}}){_S}")
HEX_COLOR = re.compile(r"#(?:[0-9A-Fa-f]{3}){1,2}$")
PIXEL = re.compile(r"[.0-9]")
LEGEND_NAME = re.compile(rf"[^={SPACE}(]*")
LEGEND_EQUALS = re.compile("=")
SOUND_EVENT = re.compile(rf"(?:{'|'.join(SOUND_EVENTS)}){_ASCII_WORD_END}{_S}")
SOUND_VERB = re.compile(rf"(?:{'|'.join(SOUND_VERBS)}){_ASCII_WORD_END}{_S}")
SOUND_DIRECTION = re.compile(rf"{_S}(?:up|down|left|right|horizontal|vertical|orthogonal){_WORD_END}{_S}")
SOUND_SEED = re.compile(rf"[0-9]+{_ASCII_WORD_END}")
LAYER_SEPARATORS = re.compile(r"[ ,]*")
ARROW = re.compile(rf"{_S}->{_S}")
RULE_WORD = re.compile(rf"[^\[|\]{SPACE}]*")
PADDED_WORD = re.compile(rf"{_S}\w+{_S}")
LEVEL_MESSAGE = re.compile(rf"{_S}message{_ASCII_WORD_END}{_S}")
GLUED_MESSAGE = re.compile(rf"{_S}message{_S}")


def is_color(text: str) -> bool:
    """Whether this names a colour: a word of the palettes, `transparent`, or `#rgb`/`#rrggbb`."""
    text = text.strip(WHITE)
    return text in COLOR_NAMES or HEX_COLOR.match(text) is not None
