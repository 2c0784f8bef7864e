"""A pack as tables, forms and graphs show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzlesynth.pack.text.phrases import goal_phrase
from puzzlesynth.pack.text.wording import area_title, capital, words
from puzzlesynth.studio.jobs.worker import Emit
from puzzlesynth.studio.protocol import Json

from .pack_source import PackSnapshot, read

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Area, Item, Pack, Place, Rule, Term


def model(source: PackSnapshot, _emit: Emit) -> Json:
    """Everything that could be read of a pack."""
    found = read(source)
    pack = found.pack
    return {
        "whole": found.whole,
        "name": pack.name,
        "title": pack.title,
        "description": pack.description,
        "items": [_item(source, item) for item in pack.items.values()],
        "rules": [_rule(source, pack, rule) for rule in pack.rules],
        "areas": [_area(source, area) for area in pack.areas.values()],
        "types": sorted(pack.types),
        "properties": _properties(pack),
        "maps": list(pack.maps),
        "constraints": [constraint.name for constraint in pack.constraints],
    }


def _place(source: PackSnapshot, place: Place) -> Json:
    return {"file": source.relative(place.file), "line": place.line, "column": place.column}


def _item(source: PackSnapshot, item: Item) -> Json:
    return {
        "name": item.name,
        "words": words(item.name),
        "isa": list(item.isa),
        "properties": dict(item.properties),
        "carryable": item.carryable,
        "notSpawnable": not item.spawnable,
        "area": None if item.areas is None else list(item.areas),
        "contains": item.contains,
        "copies": item.copies,
        "description": item.description,
        "place": _place(source, item.place),
    }


def _rule(source: PackSnapshot, pack: Pack, rule: Rule) -> Json:
    return {
        "number": rule.number,
        "notation": str(rule),
        "action": rule.action,
        "name": rule.name,
        "text": rule.text,
        "fail": rule.fail,
        "sentence": rule_sentence(pack, rule),
        "inputs": [_term(term) for term in rule.inputs],
        "outputs": [_term(term) for term in rule.outputs],
        "derived": rule.from_relation,
        "place": _place(source, rule.place),
    }


def rule_sentence(pack: Pack, rule: Rule) -> str:
    """A rule as a designer would say it: what is done with what, and the result."""
    from puzzlesynth.pack.text.phrases import plain_action, results

    names = [_named(term) for term in rule.inputs]
    done = capital(_without_brackets(plain_action(pack, rule, names), ", ".join(names)))
    result = results(rule)
    ending = (
        "ends the game in defeat"
        if rule.fail
        else f"gives {', '.join(result)}"
        if result
        else "changes nothing"
    )
    return f"{done} → {ending}"


def _without_brackets(action: str, names: str) -> str:
    """`light fire (hearth (lit), fuel)` -> `light fire: hearth (lit), fuel`: states are in brackets themselves."""
    verb, listed, _ = action.partition(f" ({names})")
    return f"{verb}: {names}" if listed else action


def _named(term: Term) -> str:
    """`Keeper[awake: True]` -> `keeper (awake)`."""
    states = [
        words(name) if value is True else f"not {words(name)}" if value is False else f"{words(name)} {value}"
        for name, value in term.properties
    ]
    if term.contains is not None:
        states.append(f"holding {words(term.contains)}")
    return words(term.type) + (f" ({', '.join(states)})" if states else "")


def _term(term: Term) -> Json:
    return {
        "type": term.type,
        "label": term.label,
        "properties": [[name, value] for name, value in term.properties],
        "contains": None if term.contains is None else str(term.contains),
        "notation": str(term),
    }


def _area(source: PackSnapshot, area: Area) -> Json:
    return {
        "name": area.name,
        "title": area.title,
        "words": area_title(area),
        "description": area.description,
        "start": area.start,
        "goals": list(area.goal_texts),
        "goal_words": [goal_phrase(goal) for goal in area.goals],
        "depth": {"min": area.min_depth, "max": area.max_depth},
        "connects": list(area.connects),
        "adjoins": list(area.adjoins),
        "contains": list(area.contains),
        "herrings": area.herrings,
        "shortcuts": area.guarantees.shortcuts.value,
        "dead_ends": area.guarantees.dead_ends.value,
        "is_place": area.is_place,
        "place": _place(source, area.place),
    }


def _properties(pack: Pack) -> Json:
    """Every property with the values that items and rules give it."""
    found: dict[str, set[str]] = {}
    for item in pack.items.values():
        for name, value in item.properties.items():
            found.setdefault(name, set()).add(str(value))
    for rule in pack.rules:
        for term in (*rule.inputs, *rule.outputs):
            for name, value in term.properties:
                found.setdefault(name, set()).add(str(value))
    return {name: sorted(values)[:20] for name, values in sorted(found.items())}
