"""What there is to know about a game: objects, layers, rules after expansion, levels, and what a search of it
is up against."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.levels.engine.native.compiler.loading import native_obstacle
from puzzlesynth.levels.model import (
    Level,
    LevelMessage,
    PuzzleScriptGame,
    PuzzleScriptRule,
    RuleProgram,
    WinCondition,
)
from puzzlesynth.levels.search import SearchableGame

SOME_RULES = 30
"""How many expanded rules are listed unless all are wanted."""


def levels_of(game: PuzzleScriptGame) -> list[tuple[int, Level]]:
    """The maps of a game with their places in its list of levels and messages."""
    return [(entry, level) for entry, level in enumerate(game.levels) if isinstance(level, Level)]


def about(game: PuzzleScriptGame, *, all_rules: bool = False) -> Iterator[str]:
    """Lines about a game."""
    settings = game.settings
    yield f"{settings.title or 'Untitled'}{f', by {settings.author}' if settings.author else ''}"
    yield ""
    yield from _objects(game)
    yield ""
    yield from _rules(game, None if all_rules else SOME_RULES)
    yield ""
    yield "Won when: " + (
        "; ".join(win_text(game, condition) for condition in game.win_conditions) or "never"
    )
    yield ""
    yield from _levels(game)
    yield ""
    yield from search_notes(game)


def _objects(game: PuzzleScriptGame) -> Iterator[str]:
    yield f"Objects: {game.object_count} in {game.layer_count} collision layers, from the bottom up"
    letters = game.legend.letters()
    for layer in game.layers:
        things = [game.objects[number] for number in layer.object_ids]
        shown = [
            f"{thing.display_name} ({letters[thing.mask]})" if thing.mask in letters else thing.display_name
            for thing in things
        ]
        yield f"  {layer.index + 1:>3}  {', '.join(shown)}"


def _rules(game: PuzzleScriptGame, most: int | None) -> Iterator[str]:
    early, late = _rules_of(game.rules), _rules_of(game.late_rules)
    groups = len(game.rules.groups) + len(game.late_rules.groups)
    lines = len({rule.line for rule in (*early, *late)})
    loops = len(set(game.rules.loop_points.values())) + len(set(game.late_rules.loop_points.values()))
    yield (
        f"Rules: {_count(lines, 'line')} of the source, {len(early) + len(late)} after expansion "
        f"({len(late)} late), {_count(groups, 'group')}, {_count(loops, 'loop')}"
    )
    rules = [*early, *late]
    shown = rules if most is None else rules[:most]
    for rule in shown:
        yield f"  {rule.text or f'({rule.line})'}"
    if len(shown) < len(rules):
        yield f"  and {len(rules) - len(shown)} more (--all-rules lists them)"


def _rules_of(program: RuleProgram) -> list[PuzzleScriptRule]:
    return [rule for group in program.groups for rule in group.rules]


def win_text(game: PuzzleScriptGame, condition: WinCondition) -> str:
    """A win condition in the language's own words."""
    subject = _mask_text(game, condition.subject_mask, condition.subject_is_aggregate)
    text = f"{condition.quantifier} {subject}"
    if condition.has_target:
        text += f" on {_mask_text(game, condition.target_mask, condition.target_is_aggregate)}"
    return text


def _mask_text(game: PuzzleScriptGame, mask: int, is_aggregate: bool) -> str:
    members = [thing.name for thing in game.objects if mask & thing.mask]
    names = game.legend.aggregates if is_aggregate else game.legend.properties
    for name, meaning in names.items():
        if len(name) > 1 and set(meaning) == set(members):
            return name
    return (" and " if is_aggregate else " or ").join(members) or "nothing"


def _levels(game: PuzzleScriptGame) -> Iterator[str]:
    messages = sum(isinstance(entry, LevelMessage) for entry in game.levels)
    levels = levels_of(game)
    yield f"Levels: {len(levels)}, and {_count(messages, 'message')}"
    for number, (_, level) in enumerate(levels, start=1):
        yield f"  {number:>3}  {level.width} by {level.height}, from line {level.line}"


def search_notes(game: PuzzleScriptGame) -> Iterator[str]:
    """How the solvers go about a game, and what makes them slow."""
    search = SearchableGame(game)
    levels = levels_of(game)
    if search.refusals:
        yield "Search: not possible"
        yield from (f"  - {reason}" for reason in search.refusals)
        return
    if not (obstacle := native_obstacle()):
        yield "Search: in machine code (fast)"
    else:
        yield "Search: in Python (slower)"
        yield f"  - {obstacle}"
        yield from (f"  - one rule at a time because of: {reason}" for reason in search.rule_by_rule)
    if search.is_random:
        yield "  - draws random numbers: levels have plans, or a solution for a --seed"
    inputs = "4 inputs (there is no action)" if game.settings.noaction else "5 inputs"
    waiting = ", and waiting for a tick," if game.settings.realtime_interval else ""
    yield f"  - {inputs}{waiting} to try in every state"
    if levels:
        largest = max(levels, key=lambda item: len(item[1].cells))[1]
        yield f"  - the largest level has {len(largest.cells)} cells"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
