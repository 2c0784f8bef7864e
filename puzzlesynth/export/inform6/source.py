"""A complete Inform 6 source for a puzzle: what the game is made of; how it runs is in `engine.inf`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files

from puzzlesynth.export.game_model import GameModel
from puzzlesynth.pack.text.wording import one_line, pack_title

from .dictionary import MOST_LETTERS
from .goals import AREA_SCORE, goal_lines, goal_text_lines, plan_lines, step_classes
from .grammar import grammar_lines
from .objects import object_lines, room_lines, state_text_lines
from .rules import rule_lines
from .story_model import InformStory
from .text import string

_QUESTION = """Object LibraryMessages
  with before [ i;
    Miscellany:
      if (lm_n ~= 48 or 49 || num_words ~= verb_wordnum) rfalse;
      ! Where only a verb was typed, the player did not mean the first phrase that begins with it.
      print "What do you want to ";
      for (i = 0 : i < WordLength(verb_wordnum) : i++) print (char) WordAddress(verb_wordnum)->i;
      "?";
    ];
"""

ENGINE = ("engine.inf", "joining.inf", "hints.inf")
MOST_OPTIONS = 60
"""The most actions that are listed."""

_ROUTINE = re.compile(r"^\[ (\w+)\b.*?^\];\n|^Array (\w+) --?>[^;]*;\n", re.M | re.S)
_SAID = re.compile(r'"[^"]*"|^\s*!.*$', re.M)
_CALLED_BY_THE_LIBRARY = {
    "initialise",
    "lookroutine",
    "printverb",
    "deathmessage",
    "beforeparsing",
    "chooseobjects",
}


def source_of(game: GameModel) -> str:
    story = InformStory(game)
    parts = [
        _head(story),
        _tables(story),
        [(files(__package__) / name).read_text("utf-8") for name in ENGINE],
        room_lines(story),
        object_lines(story),
        rule_lines(story.routines),
        plan_lines(story),
        goal_text_lines(story),
        goal_lines(story),
        story.routines.tests(),
        state_text_lines(story.pool),
        grammar_lines(story.routines),
    ]
    return _needed("\n".join(line for part in parts for line in part) + "\n")


def _needed(source: str) -> str:
    """The source without the routines and tables that this game never uses; Inform would warn of them."""
    while True:
        used = Counter(re.findall(r"\w+", _SAID.sub("", source).lower()))

        def keep(found: re.Match[str], used: Counter[str] = used) -> str:
            name = (found[1] or found[2]).lower()
            called = used[name] > 1 or name.endswith("sub") or name in _CALLED_BY_THE_LIBRARY
            return found[0] if called else ""

        smaller = _ROUTINE.sub(keep, source)
        if smaller == source:
            return source
        source = smaller


def _head(story: InformStory) -> Iterator[str]:
    game = story.game
    yield "! Written by puzzlesynth. Compile with: inform6 -v5 +/usr/share/inform6/library FILE.inf"
    yield f"Constant Story {string(pack_title(game.pack))};"
    about = one_line(game.pack.description or "A puzzle.")
    yield f"Constant Headline {string(chr(10) + about + chr(10))};"
    yield 'Serial "000000";\nRelease 1;'
    yield f"Constant MAX_SCORE = {len(step_classes(story)) + AREA_SCORE * len(game.goals)};"
    yield "Constant MAX_CARRIED = 1000;\nConstant NO_PLACES;"
    yield f'Include "Parser";\n{_QUESTION}Include "VerbLib";\n'


def _tables(story: InformStory) -> Iterator[str]:
    """What the engine remembers, as large as this puzzle needs it."""
    game, pool = story.game, story.pool
    count = max(len(pool.properties), 1)
    widest = max((max(len(w.rule.inputs), len(w.rule.outputs), 1) for w in game.prepared_rules), default=1)
    yield f"Constant PROPERTIES = {count};"
    yield f"Constant AREAS = {len(game.pack.areas)};"
    yield f"Constant STEPS = {len(game.puzzle.steps)};"
    yield f"Constant MOST_INPUTS = {widest};"
    yield f"Constant MOST_OPTIONS = {MOST_OPTIONS};"
    for name in ("chosen", "typed", "outs"):
        yield f"Array {name} --> {widest + 1};"
    yield "Array opt_rule --> MOST_OPTIONS;\nArray opt_way --> MOST_OPTIONS;"
    yield f"Array opt_in --> {MOST_OPTIONS * widest + 1};"
    longest = max((len(" ".join(spoken)) for spoken in story.routines.spoken.values()), default=0)
    yield f"Array name_buffer -> {max(2 * MOST_LETTERS, longest) + 2};"
    yield f"Array credited -> {len(step_classes(story)) + 1};"
    yield "Array solved_areas -> AREAS + 1;\nArray seen_rooms -> AREAS + 1;\nArray row_of_rooms --> AREAS + 1;"
    initial = [pool.codes(item.properties) or (0,) for item in game.items.values()]
    state = [(pool.codes(s.thing.properties) if s.thing else ()) or (0,) * count for s in pool.seats]
    yield _table("first_values", [code for codes in initial for code in codes])
    yield _table("state", [0] * count + [code for codes in state for code in codes])


def _table(name: str, values: list[int]) -> str:
    """Two entries more than needed: with a single one Inform would take it for a size."""
    rows = [values[i : i + 30] for i in range(0, len(values), 30)]
    body = "\n".join("  " + " ".join(map(str, row)) for row in rows)
    return f"Array {name} -->\n{body}\n  0 0;"
