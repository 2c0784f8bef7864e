"""The rules in ink: whether one can be applied, and a knot that does it and says so."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.export.game_model import PreparedRule
from puzzlesynth.pack.model import Cruelty
from puzzlesynth.pack.rules.effects import ContentChange, Origin
from puzzlesynth.pack.text.clauses import ObjectRef
from puzzlesynth.pack.text.phrases import sentence
from puzzlesynth.puzzle.dead_end_conditions import StateCondition

from .story_model import InkStory
from .text import piece

REFUSED = "\\Better not: that would make the game impossible to win."
DOOMED = "\\The game cannot be won any more."


def rule_lines(story: InkStory) -> Iterator[str]:
    for prepared in story.game.prepared_rules:
        number = prepared.rule.number
        names = [f"i{k}" for k in range(len(prepared.rule.inputs))]
        yield f"\n=== function can_{number}({', '.join([*names, 'way'])}) ==="
        yield from _conditions(story, prepared)
        yield "~ return true"
        yield f"\n=== do_{number}({', '.join([*names, 'way'])}) ==="
        if prepared.rule.fail and story.game.pack.cruelty is Cruelty.MERCIFUL:
            yield "Better not: that would be the end. # refused\n-> back"
            continue
        ruins = _ruins(story, prepared)
        if ruins and story.game.pack.cruelty is Cruelty.MERCIFUL:
            yield f"{{ {ruins}:\n  {REFUSED} # refused\n  -> back\n}}"
        elif ruins:
            yield f"~ temp ruins = {ruins}"
        yield from _effects(story, prepared)
        yield _said(story, prepared)
        if ruins and story.game.pack.cruelty is Cruelty.POLITE:
            yield f"{{ ruins and not ruined:\n  ~ ruined = true\n  {DOOMED} # doomed\n}}"
        yield "-> defeat" if prepared.rule.fail else "-> settle"


def _ruins(story: InkStory, prepared: PreparedRule) -> str:
    """Whether what is about to be done makes the game impossible to win; empty where it never does."""
    found = []
    for deed, cases in story.game.dangers.cases.items():
        if deed.rule == prepared.rule.number:
            which = [f"item(i{k}) == {story.items[item]}" for k, item in enumerate(deed.inputs)]
            which = [f"way == {prepared.ways.index(deed.made)}", *which]
            found += [" and ".join([*which, *(_given(story, one) for one in case)]) for case in cases]
    return " or ".join(f"({condition})" for condition in found)


def _given(story: InkStory, one: StateCondition) -> str:
    if one.least:
        return f"alive_{story.items[one.name]}() {'>=' if one.holds else '<'} {one.least}"
    return f"{'' if one.holds else 'not '}solved_{story.areas[one.name]}"


def _held(prepared: PreparedRule, origin: Origin, source: int | None) -> str:
    """What is inside an output's object before it is filled; empty where there can be nothing."""
    if origin is Origin.CREATED or source is None:
        return ""
    if origin is Origin.RELEASED:
        return f"holds(holds(i{source}))"
    return "" if prepared.released(source) else f"holds(i{source})"


def _conditions(story: InkStory, prepared: PreparedRule) -> Iterator[str]:
    for outcome in prepared.outcomes:
        if outcome.filling in (ContentChange.STORED, ContentChange.CREATED):
            held = _held(prepared, outcome.origin, outcome.origin_input)
            if held:
                yield f"{{ {held} != 0:\n  ~ return false\n}}"
    for index, way in enumerate(prepared.ways):
        for item in dict.fromkeys(way):
            number = story.items[item]
            lost = [
                f"count_in(i{i}, {number}, {'0' if prepared.released(i) else '1'})"
                for i in prepared.destroyed
            ]
            for outcome in prepared.outcomes:
                held = _held(prepared, outcome.origin, outcome.origin_input)
                if outcome.filling is ContentChange.EMPTIED and held:
                    lost.append(f"count_in({held}, {number}, 1)")
            total = " - ".join([f"alive_{number}() + {way.count(item)}", *lost])
            yield f"{{ way == {index} and {total} > {story.game.items[item].copies}:\n  ~ return false\n}}"


def _effects(story: InkStory, prepared: PreparedRule) -> Iterator[str]:
    """Release, empty, destroy, make, set, fill: in the order that the meaning of rules gives."""
    yield "~ temp carried = false"
    for i in prepared.destroyed:
        yield f"{{ place(i{i}) == -1:\n  ~ carried = true\n}}"
    for j, outcome in enumerate(prepared.outcomes):
        source = outcome.origin_input
        if outcome.origin is Origin.BOUND:
            yield f"~ temp o{j} = i{source}"
        elif outcome.origin is Origin.RELEASED:
            yield f"~ temp o{j} = holds(i{source})\n~ set_holds(i{source}, 0)\n~ put(o{j}, here)"
            if story.secret:
                yield f"~ set_secret(o{j}, false)"
        else:
            yield f"~ temp o{j} = 0"
    for j, outcome in enumerate(prepared.outcomes):
        if outcome.filling is ContentChange.EMPTIED and outcome.origin is not Origin.CREATED:
            yield f"~ kill(holds(o{j}))\n~ set_holds(o{j}, 0)"
    yield from (f"~ kill(i{i})" for i in prepared.destroyed)
    for j in range(len(prepared.outcomes)):
        slot = prepared.slot(j, False)
        if slot is not None:
            yield from _made(story, prepared, slot, f"o{j}")
    for j, outcome in enumerate(prepared.outcomes):
        for name, value in outcome.term.properties:
            if name != "carryable":
                number = story.pool.properties.index(name)
                yield f"~ set_{number}(o{j}, {story.pool.code(name, value)})"
    for j, outcome in enumerate(prepared.outcomes):
        if outcome.filling is ContentChange.STORED:
            yield f"~ set_holds(o{j}, i{outcome.stored_input})\n~ put(i{outcome.stored_input}, -2)"
        slot = prepared.slot(j, True)
        if slot is not None:
            yield f"~ temp c{j} = 0"
            for index, way in enumerate(prepared.ways):
                yield f"{{ way == {index}:\n  ~ c{j} = make_{story.items[way[slot]]}(-2)\n}}"
            yield f"~ set_holds(o{j}, c{j})"
            if outcome.origin is Origin.CREATED:
                yield f"~ set_secret(c{j}, true)"


def _made(story: InkStory, prepared: PreparedRule, slot: int, target: str) -> Iterator[str]:
    for index, way in enumerate(prepared.ways):
        item = story.game.items[way[slot]]
        yield f"{{ way == {index}:\n  ~ {target} = make_{story.items[item.name]}(here)\n}}"
        if item.carryable:
            yield f"{{ way == {index} and carried:\n  ~ put({target}, -1)\n}}"


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
