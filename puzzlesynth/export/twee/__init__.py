"""Twee 3 for SugarCube and its like: a passage for every area, the puzzle's state in a story variable.

The world itself is the same JavaScript that runs in the page; the story's script brings it along.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
import uuid
from importlib.resources import files

from puzzlesynth.export.game_data import game_json, puzzle_key, script_safe
from puzzlesynth.export.game_model import GameModel, game_of
from puzzlesynth.export.html import WORLD, part
from puzzlesynth.export.interface import Options, TextExporter
from puzzlesynth.pack.model import Area, Pack
from puzzlesynth.pack.text.wording import area_title, pack_title, words
from puzzlesynth.puzzle.model import Puzzle

FORMAT_VERSION = "2.36.1"


class TweeExporter(TextExporter, name="twee", suffix=".twee"):
    """Twee 3 for SugarCube: a passage for every area"""

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str:
        return twee_of(game_of(pack, puzzle))


def twee_of(game: GameModel) -> str:
    passages = passage_names(game)
    about = {
        "ifid": ifid(game),
        "format": "SugarCube",
        "format-version": FORMAT_VERSION,
        "start": passages[game.player],
    }
    parts = [
        (":: StoryTitle", plain_title(pack_title(game.pack))),
        (":: StoryData", json.dumps(about, indent=2)),
        (":: StoryInit", "<<run setup.puzzle.begin()>>"),
        (":: Story JavaScript [script]", _script(game, passages)),
    ]
    parts += [(f":: {passages[name]} [area]", _area(area)) for name, area in game.pack.areas.items()]
    return "\n\n".join(f"{head}\n{body}" for head, body in parts) + "\n"


def passage_names(game: GameModel) -> dict[str, str]:
    """A name for each area's passage, of letters, digits and blanks only."""
    found: dict[str, str] = {}
    for number, name in enumerate(game.pack.areas, 1):
        plain = re.sub(r"[^\w ]|_", "", words(name)).strip() or str(number)
        taken = {known.lower() for known in found.values()}
        wanted = f"Area {plain}"
        found[name] = wanted if wanted.lower() not in taken else f"{wanted} {number}"
    return found


def ifid(game: GameModel) -> str:
    """The same for the same puzzle, in the shape of a random identifier."""
    digest = hashlib.sha256(f"{game.pack.sha256} {puzzle_key(game)}".encode()).digest()
    return str(uuid.UUID(bytes=digest[:16], version=4)).upper()


def escaped(text: str) -> str:
    """Text in a passage: every sign as a character reference, so that nothing in it is markup."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    encoded = ("".join(_reference(char) for char in line) for line in lines if line)
    return "<br>".join(encoded)


def _reference(char: str) -> str:
    return char if char in " ,." or char.isalnum() or ord(char) > 127 else f"&#{ord(char)};"


def _area(area: Area) -> str:
    """On one line: the format makes empty lines of line ends."""
    about = f"<p>{escaped(area.description)}</p>" if area.description else ""
    return f"<h2>{escaped(area_title(area))}</h2>{about}<<puzzle>>"


def _script(game: GameModel, passages: dict[str, str]) -> str:
    data = script_safe(game_json(game)).replace("$", "\\u0024")
    # Areas may be called anything, so their names are never keys of an object.
    names = script_safe(json.dumps(list(passages.items()), ensure_ascii=False)).replace("$", "\\u0024")
    world = "\n".join(part(name) for name in WORLD)
    story = (files(__package__) / "story.js").read_text("utf-8")
    return f"setup.puzzleGame = {data};\nsetup.puzzlePassages = new Map({names});\n{world}\n{story}"


_LOOK_ALIKE = str.maketrans({"<": "‹", ">": "›", "\\": "＼", "`": "‘"})
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\s]+")
_BEFORE_A_WORD = r"(^|[\s(\[{‹“‘/–—-])"


def plain_title(title: str) -> str:
    """A story's title on one line, never empty, and harmless wherever tools copy it to.

    It cannot be escaped: Extwee puts it between `<title>` and `</title>` and through a replacement in which `$&` means
    something; SugarCube has it between quotes in its own script and reads character references in it; other formats
    have it in a heading. What could mean something in one of these places gives way to what looks the same."""
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
