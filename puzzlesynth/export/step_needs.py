"""What a step needs and where it is done, for hints in tools that cannot search."""

from __future__ import annotations

from puzzlesynth.pack.model import Rule, Term
from puzzlesynth.pack.rules.effects import Origin
from puzzlesynth.puzzle.model import Step

from .game_model import GameModel, PreparedRule


def most_specific_first(game: GameModel, rule: Rule) -> tuple[int, ...]:
    """The positions of the inputs, those that few things match first: a ruby is a stone, but not any stone a ruby."""

    def choice(position: int) -> tuple[int, int]:
        term: Term = rule.inputs[position]
        asked = len(term.properties) + (term.contains is not None)
        return len(game.fitting(term.type)), -asked

    return tuple(sorted(range(len(rule.inputs)), key=choice))


def required_place(game: GameModel, working: PreparedRule, step: Step) -> str | None:
    """Where the solution does a step, if that matters because something comes about that nobody can carry away."""
    made = [game.items[item] for way in working.ways for item in way]
    for outcome in working.outcomes:
        if outcome.origin is Origin.RELEASED:
            made += game.fitting(outcome.term.type)
    asked = [item for term in working.rule.inputs for item in game.fitting(term.type)]
    anywhere = all(item.carryable for item in asked)
    return step.place if anywhere and not all(item.carryable for item in made) else None
