"""One self-contained page that plays a puzzle, in any browser, without a network.

Everything from a pack arrives as data: JSON in which nothing can end the script, put on the page as text alone.
The page's policy allows its own script and style, by their hashes, and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape
from importlib.resources import files

from puzzlesynth.export.game_data import game_json, script_safe
from puzzlesynth.export.game_model import game_of
from puzzlesynth.export.interface import Options, TextExporter
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.wording import pack_title
from puzzlesynth.puzzle.model import Puzzle

WORLD = ("runtime.js", "hints.js", "outlook.js", "words.js")
"""What runs a puzzle, with or without a page around it."""

SCRIPTS = (*WORLD, "history.js", "saves.js", "keys.js", "page.js")


class HtmlExporter(TextExporter, name="html", suffix=".html"):
    """one page to open and play in any browser"""

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str:
        return page(game_json(game_of(pack, puzzle)), pack_title(pack))


def page(game: str, title: str) -> str:
    """The whole page for a game."""
    script = "\n" + "\n".join(part(name) for name in SCRIPTS)
    style = "\n" + part("style.css")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = {
        "@POLICY@": policy,
        "@TITLE@": escape(title),
        "@STYLE@": style,
        "@GAME@": script_safe(game),
        "@SCRIPT@": script,
    }
    pieces = part("page.html")
    found = []
    # Each mark is cut out of the page's own text, so that no text of a pack can pass for one.
    for mark, text in parts.items():
        before, _, pieces = pieces.partition(mark)
        found += [before, text]
    return "".join([*found, pieces])


def part(name: str) -> str:
    """A file in the folder of this module."""
    return (files(__package__) / name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
