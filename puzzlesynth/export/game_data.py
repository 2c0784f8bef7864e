"""The game as JSON data, for runtimes that are written once: the browser's, the one for Twine, the one for Godot."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from puzzlesynth.pack.model import Item, Rule, Term
from puzzlesynth.pack.rules.effects import ContentChange, Origin, interchangeable
from puzzlesynth.pack.text.clauses import ObjectRef, SentenceParts
from puzzlesynth.pack.text.phrases import action_parts, command_label, sentence
from puzzlesynth.pack.text.wording import area_title, listed, pack_title, words

from .game_model import GameModel, PreparedRule, without_false
from .rule_phrases import naming_data

FORMAT = "puzzlesynth.game/1"


def game_data(game: GameModel) -> dict[str, Any]:
    """Everything a runtime needs, and nothing that gives the solution away."""
    return {
        "format": FORMAT,
        "title": pack_title(game.pack),
        "description": game.pack.description or "",
        "pack": game.pack.name,
        "puzzle": puzzle_key(game),
        **_played(game),
    }


def puzzle_key(game: GameModel) -> str:
    """What saves of a puzzle go by: its id, or else a hash of everything that is played."""
    if game.puzzle.id:
        return game.puzzle.id
    return hashlib.sha256(json.dumps(_played(game), sort_keys=True).encode()).hexdigest()


def _played(game: GameModel) -> dict[str, Any]:
    return {
        "items": [_item(item) for item in game.items.values()],
        "rules": [_rule(prepared) | _wording(game, prepared.rule) for prepared in game.prepared_rules],
        "areas": [_area(game, name) for name in game.pack.areas],
        "objects": [
            {
                "id": thing.id,
                "item": thing.item,
                "properties": _pairs(thing.properties),
                "area": thing.area if thing.inside is None else None,
                "inside": thing.inside,
            }
            for thing in game.puzzle.objects
        ],
        "open": list(game.open),
        "solved": list(game.solved),
        "player": game.player,
        "cruelty": game.pack.cruelty.value,
        # Other properties are the designer's own business.
        "told": [
            [name, words(name)] for name in sorted({n for term in game.terms for n, _ in term.properties})
        ],
    }


def game_json(game: GameModel) -> str:
    return json.dumps(game_data(game), ensure_ascii=False, separators=(",", ":"))


def script_safe(text: str) -> str:
    """JSON (or a JavaScript string) that is safe in a page: nothing in it can end the script or begin a tag."""
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


def _pairs(properties: Any) -> list[list[Any]]:
    """Names may be anything, so they are never keys of an object."""
    return [[name, value] for name, value in without_false(properties).items()]


def _item(item: Item) -> dict[str, Any]:
    return {
        "name": item.name,
        "label": words(item.name),
        "plain": item.name.lower(),
        "description": item.description or "",
        "types": sorted({*item.types, item.name, "Item"}),
        "carryable": item.carryable,
        "copies": item.copies,
        "properties": _pairs(item.properties),
    }


def _term(term: Term) -> dict[str, Any]:
    return {
        "type": term.type,
        "properties": [[name, value] for name, value in term.properties],
        "contains": term.contains,
    }


def _rule(prepared: PreparedRule) -> dict[str, Any]:
    rule = prepared.rule
    numbers = range(len(rule.outputs))
    origins = [(o.origin, o.origin_input) for o in prepared.outcomes]
    return {
        "number": rule.number,
        "action": rule.action,
        "label": command_label(rule),
        "fail": rule.fail,
        "inputs": [_term(term) for term in rule.inputs],
        "outputs": [_term(term) for term in rule.outputs],
        "bound": [i if origin is Origin.BOUND else None for origin, i in origins],
        "released": [i if origin is Origin.RELEASED else None for origin, i in origins],
        "made": [prepared.slot(j, False) for j in numbers],
        "filling": [outcome.filling.value for outcome in prepared.outcomes],
        "filledBy": [
            outcome.stored_input if outcome.filling is ContentChange.STORED else prepared.slot(j, True)
            for j, outcome in enumerate(prepared.outcomes)
        ],
        "destroyed": list(prepared.destroyed),
        "interchangeable": list(interchangeable(rule)),
        "ways": [list(way) for way in prepared.ways],
    }


def _wording(game: GameModel, rule: Rule) -> dict[str, Any]:
    """The name of a rule before it is applied, and its text afterwards."""
    return {
        "phrase": _parts(action_parts(game.pack, rule)),
        "naming": naming_data(game, rule),
        "distinction": listed(game.distinction(rule)),
        "says": _parts(sentence(game.pack, rule)),
    }


def _parts(parts: SentenceParts) -> list[Any]:
    return [
        {"output" if part.output else "input": part.index, "first": part.first}
        if isinstance(part, ObjectRef)
        else part
        for part in parts
    ]


def _area(game: GameModel, name: str) -> dict[str, Any]:
    area = game.pack.areas[name]
    goal = game.goals.get(name)
    return {
        "name": name,
        "title": area_title(area),
        "description": area.description or "",
        "paths": list(game.paths[name]),
        "opens": list(game.opens(name)),
        "place": area.is_place,
        "end": area.is_end,
        "wishes": [[one, said] for one, said in game.wishes(name).items()],
        "goal": None if goal is None else _term(goal),
    }
