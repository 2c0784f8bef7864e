"""The rules in ink: whether one can be applied, and a knot that does it and says so."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.export.game_model import PreparedRule
from puzzlesynth.export.rule_writer import RuleWriter
from puzzlesynth.pack.model import Cruelty
from puzzlesynth.pack.text.clauses import ObjectRef
from puzzlesynth.pack.text.phrases import sentence

from .story_model import InkStory
from .text import piece

REFUSED = "\\Better not: that would make the game impossible to win."
DOOMED = "\\The game cannot be won any more."


SYNTAX = {
    "content": "holds(i{i})",
    "inner_content": "holds(holds(i{i}))",
    "full": "{{ {held} != 0:\n  ~ return false\n}}",
    "too_many": "{{ way == {way} and alive_{item}() + {new}{lost} > {copies}:\n  ~ return false\n}}",
    "lost_input": "count_in(i{i}, {item}, 1)",
    "lost_alone": "count_in(i{i}, {item}, 0)",
    "lost_content": "count_in({held}, {item}, 1)",
    "both": " and ",
    "is_item": "item(i{i}) == {item}",
    "alive": "alive_{item}() {compared} {least}",
    "solved": "solved_{area}",
    "unsolved": "not solved_{area}",
    "begin": "~ temp carried = false",
    "carried": "{{ place(i{i}) == -1:\n  ~ carried = true\n}}",
    "bound": "~ temp o{j} = i{i}",
    "released": "~ temp o{j} = holds(i{i})\n~ set_holds(i{i}, 0)\n~ put(o{j}, here)",
    "revealed": "~ set_secret(o{j}, false)",
    "created": "~ temp o{j} = 0",
    "emptied": "~ kill(holds(o{j}))\n~ set_holds(o{j}, 0)",
    "destroyed": "~ kill(i{i})",
    "made": "{{ way == {way}:\n  ~ o{j} = make_{item}(here)\n}}",
    "taken": "{{ way == {way} and carried:\n  ~ put(o{j}, -1)\n}}",
    "set": "~ set_{property}(o{j}, {value})",
    "stored": "~ set_holds(o{j}, i{i})\n~ put(i{i}, -2)",
    "inner_begin": "~ temp c{j} = 0",
    "inner_made": "{{ way == {way}:\n  ~ c{j} = make_{item}(-2)\n}}",
    "inner_end": "~ set_holds(o{j}, c{j})",
    "hidden": "~ set_secret(c{j}, true)",
}


def rule_lines(story: InkStory) -> Iterator[str]:
    syntax = SYNTAX if story.secret else SYNTAX | {"revealed": ""}
    writer = RuleWriter(syntax, story.pool, story.items, story.areas)
    for prepared in story.game.prepared_rules:
        number = prepared.rule.number
        names = [f"i{k}" for k in range(len(prepared.rule.inputs))]
        yield f"\n=== function can_{number}({', '.join([*names, 'way'])}) ==="
        yield from writer.conditions(prepared)
        yield "~ return true"
        yield f"\n=== do_{number}({', '.join([*names, 'way'])}) ==="
        if prepared.rule.fail and story.game.pack.cruelty is Cruelty.MERCIFUL:
            yield "Better not: that would be the end. # refused\n-> back"
            continue
        ruins = " or ".join(f"({case})" for case in writer.dangers(prepared))
        if ruins and story.game.pack.cruelty is Cruelty.MERCIFUL:
            yield f"{{ {ruins}:\n  {REFUSED} # refused\n  -> back\n}}"
        elif ruins:
            yield f"~ temp ruins = {ruins}"
        yield from writer.effects(prepared)
        yield _said(story, prepared)
        if ruins and story.game.pack.cruelty is Cruelty.POLITE:
            yield f"{{ ruins and not ruined:\n  ~ ruined = true\n  {DOOMED} # doomed\n}}"
        yield "-> defeat" if prepared.rule.fail else "-> settle"


def _said(story: InkStory, prepared: PreparedRule) -> str:
    """The rule's text on lines of its own; the names of objects are calls."""
    pieces = []
    for part in sentence(story.game.pack, prepared.rule):
        if isinstance(part, ObjectRef):
            pieces.append(
                f"{{{'big_' if part.first else ''}name({'o' if part.output else 'i'}{part.index})}}"
            )
        else:
            kept = part.replace("\r", "").split("\n")
            pieces.append("\n".join(piece(line) for line in kept))
    return "".join(pieces).strip()
