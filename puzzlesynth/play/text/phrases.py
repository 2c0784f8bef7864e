"""What moves and changes are called."""

from __future__ import annotations

from collections.abc import Mapping

from puzzlesynth.pack.model import Pack, Rule, Value
from puzzlesynth.pack.text.phrases import distinction, use_phrase
from puzzlesynth.pack.text.wording import listed, the_area, words
from puzzlesynth.world import Drop, Move, Take, Use, Walk

from .object_names import ObjectNames, is_or_are


def action_phrase(pack: Pack, names: ObjectNames, move: Move) -> str:
    """What a move is called in a menu."""
    if isinstance(move, Walk):
        return f"go to {the_area(pack.areas[move.area])}"
    if isinstance(move, Take):
        return f"take the {names[move.object]}"
    if isinstance(move, Drop):
        return f"put down the {names[move.object]}"
    rule = pack.rule(move.rule)
    return use_phrase(pack, rule, [names[name] for name in move.inputs], _unsaid(pack, rule, move))


def _unsaid(pack: Pack, rule: Rule, move: Use) -> list[str]:
    """What a rule makes, where the rule alone does not say, or where others do something else to the same things."""
    types = {term.type for term in rule.outputs} | {term.contains for term in rule.outputs}
    if any(item not in types for item in move.items):
        return [words(item) for item in move.items]
    return distinction(pack, rule)


def property_phrase(name: str, value: Value) -> str:
    if isinstance(value, bool):
        return words(name) if value else f"no longer {words(name)}"
    return f"{words(name)} {value}"


def state_change(name: str, before: Mapping[str, Value], after: Mapping[str, Value]) -> str | None:
    """`The safe is no longer locked.`"""
    now = [
        property_phrase(key, value)
        for key, value in after.items()
        if key not in before or before[key] != value
    ]
    gone = [f"no longer {words(key)}" for key in before if key not in after]
    if not now and not gone:
        return None
    return f"The {name} {is_or_are(name)} {'now ' if now else ''}{listed(now + gone)}."
