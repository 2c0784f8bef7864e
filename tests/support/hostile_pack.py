"""A pack whose every text tries to be something else than text."""

from __future__ import annotations

from dataclasses import replace

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from tests.support.export_puzzles import heist

TEXTS = (
    "</script><script>window.broken=1</script>",
    "<img src=x onerror='window.broken=2'>",
    '"><svg/onload=window.broken=3>',
    "<!-- <script> ]]> --> &lt;b&gt; &amp; &#60;",
    "@SCRIPT@ @GAME@ ${window.broken=4} `window.broken=5` \u2028\u2029",
    "{~a|b} {x:y} * + - -> DONE -> END => == knot // not a comment # tag <> ~ VAR x = 1 \\{ \\",
    "[[Link->Target]] <<set $x to 1>> $naked _temp :: Passage [tag] <%= 1 %> ''bold'' //it// {{{",
    'say "hi" ~tilde~ ^caret^ @at {5C} \\ back @@64 @{41} ! comment ; [ Routine; ]; #Ifdef',
    "two\nlines\r\nand a\ttab, quotes ' \" ` and emoji 🗝️ 🐉, ümläute, 漢字",
    'res://x % $ """ \' \\n extends Node\nfunc _ready(): OS.exit()',
)


def hostile() -> tuple[Pack, Puzzle]:
    """The heist, with hostile texts in every place that takes a text."""
    pack, puzzle = heist()
    items = {
        name: replace(item, description=TEXTS[index % len(TEXTS)])
        for index, (name, item) in enumerate(pack.items.items())
    }
    rules = tuple(
        replace(
            rule,
            text=TEXTS[rule.number % len(TEXTS)].replace("{", "{{").replace("}", "}}") + " {Safe}",
            name=TEXTS[rule.number + 2],
        )
        for rule in pack.rules
    )
    areas = {
        name: replace(area, title=TEXTS[index % 10], description=" ".join(TEXTS))
        for index, (name, area) in enumerate(pack.areas.items())
    }
    return replace(
        pack, title=TEXTS[0], description=" ".join(TEXTS), items=items, rules=rules, areas=areas
    ), puzzle
