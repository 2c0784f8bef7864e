"""Python source for replacements over bitboards: setting and clearing cells of planes, draws, rigid marks."""

from __future__ import annotations

from dataclasses import dataclass, field

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.bitboard.static_analysis import PlaneEffect, StaticAnalysis
from puzzlesynth.levels.model import CellPattern, PuzzleScriptRule, Replacement
from puzzlesynth.levels.movements import DOWN, MOVEMENT_BITS, RIGHT, UP

from .rigid_groups import write_marking
from .source_text import SourceText


def object_plane(index: int) -> str:
    return f"o{index}"


def movement_plane(index: int) -> str:
    return f"v{index // MOVEMENT_BITS}_{index % MOVEMENT_BITS}"


@dataclass(slots=True)
class GeneratedNames:
    """The names that generated code uses: planes read and written, and values of the geometry."""

    read: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    filled: set[str] = field(default_factory=set)
    """Planes among those written that may gain cells; others only lose some."""
    geometry: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class CodegenOptions:
    """What the generated code must keep track of."""

    live: int
    """Movements that can come up: all others are known to be nowhere."""
    created: int = 0
    """Objects whose appearance must be recorded, for sounds."""
    destroyed: int = 0
    rigid_planes: bool = False
    """Whether rigid marks are planes, so that all matches can be marked at once."""
    attentive: bool = False
    """Whether changes of planes must be noted, for the rules that they wake."""


class ReplacementWriter:
    """Writes what becomes of matched cells. The caller provides for `c`, set to 1 if anything changes."""

    def __init__(
        self, facts: StaticAnalysis, manner: CodegenOptions, text: SourceText, names: GeneratedNames
    ) -> None:
        self.facts = facts
        self.manner = manner
        self.text = text
        self.names = names

    # reading planes

    def _object(self, index: int) -> str:
        name = object_plane(index)
        self.names.read.add(name)
        return name

    def _movement(self, index: int) -> str:
        name = movement_plane(index)
        self.names.read.add(name)
        return name

    def geometry_name(self, name: str) -> str:
        self.names.geometry.add(name)
        return name

    def _shifted(self, expression: str, offset: int, direction: int, *, back: bool) -> str:
        """An expression moved by `offset` cells; `back` brings a cell's set to the row's first cell."""
        if offset == 0:
            return expression
        forward = direction in (DOWN, RIGHT)
        amount = str(offset) if direction in (UP, DOWN) else self.geometry_name(f"H{offset}")
        operator = ">>" if forward == back else "<<"
        return f"({expression} {operator} {amount})"

    # replacing

    def _effects(self, pattern: CellPattern, replacement: Replacement) -> bool:
        return any(self._effects_of(pattern, replacement)) or replacement.draws

    def _effects_of(
        self, pattern: CellPattern, replacement: Replacement
    ) -> tuple[list[PlaneEffect], list[PlaneEffect]]:
        return self.facts.cell_effects(pattern, replacement, self.manner.live)

    def _write_cell(
        self, rule: PuzzleScriptRule, pattern: CellPattern, replacement: Replacement, start: str, offset: int
    ) -> None:
        text = self.text
        if not self._effects(pattern, replacement) and not rule.rigid:
            return
        forward = self._shifted(start, offset, rule.direction, back=False)
        text.line(f"t = {forward}")
        if replacement.draws:
            self._write_draws(pattern, replacement)
        else:
            objects, movements = self._effects_of(pattern, replacement)
            for effect in objects:
                self._write_effect(object_plane(effect.index), effect, effect.index)
            for effect in movements:
                self._write_effect(movement_plane(effect.index), effect, None)
        if rule.rigid:
            self._write_rigid(rule, replacement)

    def _write_effect(self, plane: str, effect: PlaneEffect, thing: int | None) -> None:
        """Set or clear the cells `t` of a plane, and note the change if there is one."""
        text = self.text
        self.names.read.add(plane)
        self.names.written.add(plane)
        if effect.sets:
            self.names.filled.add(plane)
        notes = ["c = 1"]
        if thing is not None and effect.sets and self.manner.created >> thing & 1:
            notes.append(f"created |= {1 << thing}")
        if thing is not None and not effect.sets and self.manner.destroyed >> thing & 1:
            notes.append(f"destroyed |= {1 << thing}")
        if self.manner.attentive:
            way = "G" if effect.sets else "L"
            notes.append(f"wake |= W{way}_{plane}; stir |= S{way}_{plane}")
        change = f"{plane} |= t" if effect.sets else f"{plane} &= ~t"
        if effect.certain:
            for line in (change, *notes):
                text.line(line)
            return
        condition = f"t & ~{plane}" if effect.sets else f"{plane} & t"
        with text.block(f"if {condition}:"):
            for line in (change, *notes):
                text.line(line)

    def _write_draws(self, pattern: CellPattern, replacement: Replacement) -> None:
        """A replacement that draws an object, directions, or both; every outcome is written out."""
        text = self.text
        choices = bits(replacement.random_mask)
        if choices:
            text.line(f"x = draw({len(choices)})")
        layers = sorted({index // MOVEMENT_BITS for index in bits(replacement.random_dir_mask)})
        layers = [layer for layer in layers if replacement.random_dir_mask >> MOVEMENT_BITS * layer & 1]
        for layer in layers:
            text.line(f"r{layer} = draw(4)")
        for number, choice in enumerate(choices or [None]):
            with text.block(f"if x == {number}:" if choice is not None else "if 1:"):
                self._write_outcome(pattern, replacement, choice, layers)

    def _write_outcome(
        self, pattern: CellPattern, replacement: Replacement, choice: int | None, layers: list[int]
    ) -> None:
        clear, set_ = replacement.objects_clear, replacement.objects_set
        moves_clear = replacement.movements_cleared
        if choice is not None:
            layer = self.facts.layer_of[choice]
            set_ |= 1 << choice
            clear |= self.facts.layer_masks[layer]
            moves_clear |= 0b11111 << MOVEMENT_BITS * layer
        for effect in self.facts.changing_effects(pattern, clear, set_):
            self._write_effect(object_plane(effect.index), effect, effect.index)
        drawn = sum(0b1111 << MOVEMENT_BITS * layer for layer in layers)
        live = self.manner.live
        fixed_set = replacement.movements_set
        for effect in self.facts.movement_effects(pattern, moves_clear & ~drawn, fixed_set, live):
            self._write_effect(movement_plane(effect.index), effect, None)
        for layer in layers:
            for way in range(4):
                index = MOVEMENT_BITS * layer + way
                plane = movement_plane(index)
                with self.text.block(f"if r{layer} == {way}:"):
                    self._write_effect(plane, PlaneEffect(index, True, False), None)
                if moves_clear >> index & 1 and not fixed_set >> index & 1:
                    with self.text.block("else:"):
                        self._write_effect(plane, PlaneEffect(index, False, False), None)

    def _write_rigid(self, rule: PuzzleScriptRule, replacement: Replacement) -> None:
        layers = replacement.movements_layer_mask
        marks = rule.rigid_marks(layers)
        if self.manner.rigid_planes:
            write_marking(self.text, marks, layers)
            return
        with self.text.block(f"if mark_rigid(t, {marks}, {layers}):"):
            self.text.line("c = 1")
