"""Rigid groups in the turns of a search: which group set which cells moving, as planes.

`rm2` is the set of cells whose layer 2 was set moving by a rigid rule, `rg2_0` those among them whose group's
number has bit 0. Numbers of several groups on one cell run together, as they do in the original.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puzzlesynth.levels.bitmask import bits, single_bits, union
from puzzlesynth.levels.model import PuzzleScriptGame, Replacement
from puzzlesynth.levels.movements import LAYER_MOVEMENTS, MOVEMENT_BITS

from .source_text import SourceText

Stuck = tuple[int, Sequence[int]]
"""For one layer: the cells marked by rigid rules that could not move, and the planes of the groups' numbers."""


def _layers_of(mask: int) -> list[int]:
    return sorted({index // MOVEMENT_BITS for index in bits(mask)})


def rigid_layers(game: PuzzleScriptGame) -> list[int]:
    """The layers that rigid rules set moving."""
    return _layers_of(union(replacement.movements_layer_mask for replacement in _rigid_replacements(game)))


def _rigid_replacements(game: PuzzleScriptGame) -> list[Replacement]:
    return [after for rule in game.all_rules if rule.rigid for _, after in rule.replaced_cells]


def marks_whole_layers(game: PuzzleScriptGame) -> bool:
    """Whether rigid rules always mark all movements of a layer."""
    return all(
        replacement.movements_layer_mask >> MOVEMENT_BITS * layer & LAYER_MOVEMENTS == LAYER_MOVEMENTS
        for replacement in _rigid_replacements(game)
        for layer in _layers_of(replacement.movements_layer_mask)
    )


def write_marking(text: SourceText, marks: int, moved: int) -> None:
    """Mark the cells `t`. Only where both the group and a layer are new is there anything to note."""
    numbers = [f"rg{index // MOVEMENT_BITS}_{index % MOVEMENT_BITS}" for index in bits(marks)]
    layers = [f"rm{layer}" for layer in _layers_of(moved)]
    if not numbers or not layers:
        return
    new_number = " | ".join(f"~{plane}" for plane in numbers)
    new_layer = " | ".join(f"~{plane}" for plane in layers)
    text.line(f"n = t & ({new_number}) & ({new_layer})")
    with text.block("if n:"):
        text.line("c = 1")
        for plane in (*numbers, *layers):
            text.line(f"{plane} |= n")


def write_no_marks(text: SourceText, layers: Sequence[int]) -> None:
    if not layers:
        return
    planes = [f"rm{layer} = u{layer}" for layer in layers]
    planes += [f"rg{layer}_{bit}" for layer in layers for bit in range(MOVEMENT_BITS)]
    text.line(" = ".join(planes) + " = 0")


def write_stopping(text: SourceText, layers: Sequence[int]) -> None:
    """If a rigid group could not move as one, go round again without it."""
    stuck = " or ".join(f"u{layer} & rm{layer}" for layer in layers)
    parts = []
    for layer in layers:
        numbers = ", ".join(f"rg{layer}_{bit}" for bit in range(MOVEMENT_BITS))
        parts.append(f"(u{layer} & rm{layer}, ({numbers}))")
    with text.block(f"if {stuck}:"):
        text.line(f"n = stop_rigid(({', '.join(parts)},), banned)")
        with text.block("if n != banned:"):
            text.line("banned = n")
            text.line("continue")


def stopper(game: PuzzleScriptGame) -> Callable[[Sequence[Stuck], int], int]:
    """The function that finds out which groups to ban. Bit 0 of `banned` stands for marks of no group."""
    known = game.rigid_groups

    def stop_rigid(layers: Sequence[Stuck], banned: int) -> int:
        cells = 0
        for stuck, _ in layers:
            cells |= stuck
        for cell in single_bits(cells):
            for stuck, numbers in layers:
                if stuck & cell:
                    number = sum(1 << bit for bit, plane in enumerate(numbers) if plane & cell) - 1
                    group = known[number] if 0 <= number < len(known) else -1
                    banned |= 1 << group + 1
                    break
        return banned

    return stop_rigid
