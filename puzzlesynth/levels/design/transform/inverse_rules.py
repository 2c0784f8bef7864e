"""Rules of a game turned round, as rules of a transformation: what they took away comes back, what they made goes.

Only rules without movements can be turned round in this way; others are passed over.
"""

from __future__ import annotations

from puzzlesynth.levels.analysis import GameAnalysis
from puzzlesynth.levels.model import DOWN, LEFT, RIGHT, UP, CellPattern, PuzzleScriptGame, PuzzleScriptRule

_DIRECTIONS = {UP: "up", DOWN: "down", LEFT: "left", RIGHT: "right"}


def inverse_rules(
    game: PuzzleScriptGame, analysis: GameAnalysis, thing: int, behaviour: str
) -> tuple[list[str], list[int]]:
    """The rules that create (or destroy) a thing, turned round, and what else they bring back."""
    texts: list[str] = []
    back: list[int] = []
    for written in analysis.rules:
        presence = written.presences.get(thing)
        if presence is None or behaviour not in presence.behaviours:
            continue
        for rule in written.rules:
            turned = _turned(game, rule)
            if turned is not None:
                texts.append(turned)
                back += [other for other in _taken(rule) if other != thing]
    return list(dict.fromkeys(texts)), list(dict.fromkeys(back))


def _ids(mask: int) -> list[int]:
    return [thing for thing in range(mask.bit_length()) if mask >> thing & 1]


def _taken(rule: PuzzleScriptRule) -> list[int]:
    """What a rule takes away."""
    mask = 0
    for row in rule.rows:
        for cell in row.cells:
            if cell is not None and cell.replacement is not None:
                mask |= cell.objects_present & cell.replacement.objects_clear & ~cell.replacement.objects_set
    return _ids(mask)


def _turned(game: PuzzleScriptGame, rule: PuzzleScriptRule) -> str | None:
    if rule.has_ellipses or rule.random or rule.rigid or not rule.has_replacements:
        return None
    lefts, rights = [], []
    for row in rule.rows:
        cells = [_turned_cell(game, cell) for cell in row.cells if cell is not None]
        if any(cell is None for cell in cells):
            return None
        lefts.append("[ " + " | ".join(cell[0] for cell in cells if cell is not None) + " ]")
        rights.append("[ " + " | ".join(cell[1] for cell in cells if cell is not None) + " ]")
    long = any(len(row.cells) > 1 for row in rule.rows)
    prefix = f"{_DIRECTIONS[rule.direction]} " if long else ""
    return f"{prefix}{' '.join(lefts)} -> {' '.join(rights)}"


def _turned_cell(game: PuzzleScriptGame, cell: CellPattern) -> tuple[str, str] | None:
    """A cell as it is after the rule, and as it was before."""
    if cell.movements_present or cell.any_objects_present:
        return None
    before, after = cell.objects_present, cell.objects_present
    replacement = cell.replacement
    if replacement is not None:
        if replacement.movements_set or replacement.random_mask or replacement.random_dir_mask:
            return None
        after = before & ~replacement.objects_clear | replacement.objects_set
    names = {thing.id: thing.display_name or thing.name for thing in game.objects}
    # There must be room in its layer for what comes back.
    missing = 0
    for thing in _ids(before & ~after):
        layer = game.layers[game.objects[thing].layer].mask
        if not layer & after:  # otherwise the cell is taken by what the rule made, which goes
            missing |= layer
    left = [names[thing] for thing in _ids(after)] + [f"no {names[thing]}" for thing in _ids(missing)]
    return " ".join(left), " ".join(names[thing] for thing in _ids(before))
