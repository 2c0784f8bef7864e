"""The relaxed operators of a level's rules.

An operator may match where its rule cannot, and add more than the rule does, but never less: what a play can bring about,
the operators reach from the same board. So what they do not reach never comes. This needs boards on which two things of a
layer are never in one cell and nothing wants to move in two ways at once; random rules are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlesynth.levels.bitmask import bits, shifted, union
from puzzlesynth.levels.engine.bitboard.geometry import Geometry, geometry
from puzzlesynth.levels.engine.native.tables.level_tables import LevelTables
from puzzlesynth.levels.engine.turn import INPUT_MOVEMENTS, NO_INPUT
from puzzlesynth.levels.model import CellPattern, PuzzleScriptRule, Replacement, WinCondition
from puzzlesynth.levels.movements import DIRECTIONS, LAYER_MOVEMENTS, MOVEMENT_BITS

from .carriages import carriage_of
from .operators import (
    Carriage,
    FactCondition,
    FactEffect,
    FactGoal,
    FactOperator,
    Planes,
    RelaxedLevel,
    Segment,
    Spot,
)


def relax(tables: LevelTables, planes: Sequence[int], inputs: Sequence[int]) -> RelaxedLevel | None:
    """The relaxation of a level that starts with these planes; None where it would prove nothing."""
    facts = tables.facts
    if tables.is_random or not facts.exclusive or not facts.one_way:
        return None
    return _Relaxer(tables, planes, inputs).level()


class _Relaxer:
    def __init__(self, tables: LevelTables, planes: Sequence[int], inputs: Sequence[int]) -> None:
        self.tables, self.game, self.facts = tables, tables.game, tables.facts
        self.inputs = inputs
        self.board: Geometry = geometry(tables.kind.width, tables.kind.height)
        self.changing = tables.changing
        self.changes = union(1 << thing for thing in self.changing)
        self.lying = {
            thing: planes[thing] for thing in bits(tables.possible) if not self.changes >> thing & 1
        }
        """Where what never changes is."""
        self.rules = [rule for rule in self.game.all_rules if id(rule) in tables.things.rules]
        self.start: list[int] = []
        self.there = {thing: self._plane(planes[thing]) for thing in self.changing}
        self.away = {thing: self._plane(self.board.full & ~planes[thing]) for thing in self.changing}
        self.room: dict[int, int] = {}
        self.loose = {layer for layer in range(self.game.layer_count) if self._is_loose(layer)}
        self._moving: dict[tuple[int, int], int] = {}
        self.operators: list[FactOperator] = []

    def level(self) -> RelaxedLevel:
        winning = self._plane(0)
        self._add_inputs()
        for rule in self.rules:
            self._add_rule(rule, winning)
        self._add_moves()
        goals = tuple(self._goal(condition) for condition in self.game.win_conditions)
        return RelaxedLevel(
            self.board.width,
            self.board.height,
            tuple(self.start),
            tuple(self.operators),
            goals,
            winning,
            self.there,
            self.away,
            self.room,
            self.lying,
            bool(goals),
        )

    def _plane(self, cells: int) -> int:
        self.start.append(cells)
        return len(self.start) - 1

    def moving(self, thing: int, way: int) -> int:
        """The plane of a thing's movement; things of a loose layer share it."""
        layer = self.game.objects[thing].layer
        key = (-1 - layer if layer in self.loose else thing, way)
        if key not in self._moving:
            self._moving[key] = self._plane(0)
        return self._moving[key]

    def things_of(self, layer: int) -> list[int]:
        return bits(self.facts.layer_masks[layer] & self.changes)

    # movements without a thing

    def _is_loose(self, layer: int) -> bool:
        """Whether a rule may leave a movement where nothing of the layer is, for what comes there later."""
        return any(
            self._leaves_movement(rule, cell, after, layer)
            for rule in self.rules
            for cell, after in rule.replaced_cells
        )

    def _leaves_movement(
        self, rule: PuzzleScriptRule, cell: CellPattern, after: Replacement, layer: int
    ) -> bool:
        mask = self.facts.layer_masks[layer]
        if after.objects_set & mask:
            return False
        ways = LAYER_MOVEMENTS << MOVEMENT_BITS * layer & self.tables.things.movements
        given = after.movements_set & ways
        clears = any(
            not self.facts.surely_absent(cell, thing)
            for thing in bits(after.objects_clear & mask & self.changes)
        )
        if clears and ways & ~after.movements_cleared:
            return True
        if not given:
            return False
        kept = mask & ~after.objects_clear
        holds = bool(cell.objects_present & kept) or any(
            not group & ~kept for group in cell.any_objects_present
        )
        others_clear = len(rule.rows) > 1 and any(
            other.objects_clear & mask & self.changes for _, other in rule.replaced_cells
        )
        return not holds or others_clear

    # operators

    def _add(self, direction: int, *segments: Segment) -> None:
        if all(segment.anchors for segment in segments):
            self.operators.append(FactOperator(direction, (segments,)))

    def _single(self, cells: int, groups: Sequence[Planes], plane: int) -> None:
        """Cells that are in a plane of each group are in another."""
        conditions = tuple(FactCondition(0, group) for group in groups)
        self._add(DIRECTIONS[0], Segment(1, cells, conditions, (FactEffect(0, plane),)))

    def _add_inputs(self) -> None:
        ways = [INPUT_MOVEMENTS[key] for key in self.inputs if key != NO_INPUT]
        for thing in bits(self.game.player_mask & self.changes):
            effects = tuple(FactEffect(0, self.moving(thing, way)) for way in ways)
            segment = Segment(1, self.board.full, (FactCondition(0, (self.there[thing],)),), effects)
            self._add(DIRECTIONS[0], segment)

    def _add_moves(self) -> None:
        """Things that want to move into a cell that nothing of their layer is in do so."""
        for layer in range(self.game.layer_count):
            things = self.things_of(layer)
            free = self.board.full
            for thing in bits(self.facts.layer_masks[layer]):
                free &= ~self.lying.get(thing, 0)
            empty = self._plane(0)
            self._single(free, [(self.away[thing],) for thing in things], empty)
            for thing in things:
                self.room[thing] = empty
                key = -1 - layer if layer in self.loose else thing
                for way in DIRECTIONS:
                    if (key, way) in self._moving:
                        self._add_move(thing, way, empty)

    def _add_move(self, thing: int, way: int, empty: int) -> None:
        conditions = [FactCondition(0, (self.moving(thing, way),)), FactCondition(1, (empty,))]
        if self.game.objects[thing].layer in self.loose:
            conditions.append(FactCondition(0, (self.there[thing],)))
        effects = FactEffect(0, self.away[thing]), FactEffect(1, self.there[thing])
        segment = Segment(2, self.board.room(way, 2), tuple(conditions), effects)
        if segment.anchors:
            carriage = Carriage(((Spot(0, 0, 0, thing), Spot(0, 0, 1, thing)),))
            self.operators.append(FactOperator(way, ((segment,),), carriage))

    def _add_rule(self, rule: PuzzleScriptRule, winning: int) -> None:
        wins = any(command.name == "win" for command in rule.commands)
        rows = []
        for number, row in enumerate(rule.rows):
            segments = []
            for part in row.segments:
                segment = self._segment(rule, part, winning if wins and not number else None)
                if segment is None:
                    return
                segments.append(segment)
            rows.append(tuple(segments))
        if wins or any(segment.effects for row in rows for segment in row):
            carriage = carriage_of(rule, self.facts, self.changes)
            self.operators.append(FactOperator(rule.direction, tuple(rows), carriage))

    def _segment(
        self, rule: PuzzleScriptRule, part: Sequence[CellPattern], winning: int | None
    ) -> Segment | None:
        """None if it can never match."""
        anchors = self.board.room(rule.direction, len(part))
        step = self.board.step(rule.direction)
        conditions: list[FactCondition] = []
        effects: list[FactEffect] = []
        if winning is not None:
            effects.append(FactEffect(0, winning))
        for offset, cell in enumerate(part):
            fitting, groups = self._needs(cell)
            if fitting is None:
                return None
            anchors &= shifted(fitting, -step * offset)
            conditions += [FactCondition(offset, group) for group in groups]
            if cell.replacement is not None:
                effects += [
                    FactEffect(offset, plane, extra)
                    for plane, extra in self._effects(cell, cell.replacement, len(rule.rows) == 1)
                ]
        if not anchors:
            return None
        return Segment(len(part), anchors, tuple(dict.fromkeys(conditions)), tuple(dict.fromkeys(effects)))

    def _needs(self, cell: CellPattern) -> tuple[int | None, list[Planes]]:
        """The cells in which what never changes is as a pattern wants it, and the planes that it wants of the rest."""
        fitting = self.board.full
        groups: list[Planes] = []
        for thing in bits(cell.objects_present):
            if self.changes >> thing & 1:
                groups.append((self.there[thing],))
            else:
                fitting &= self.lying.get(thing, 0)
        for thing in bits(cell.objects_missing & self.tables.possible):
            if self.changes >> thing & 1:
                groups.append((self.away[thing],))
            else:
                fitting &= ~self.lying[thing]
        for mask in cell.any_objects_present:
            lying = union(self.lying.get(thing, 0) for thing in bits(mask))
            planes = [self.there[thing] for thing in bits(mask & self.changes)]
            if lying and planes:
                planes.append(self._plane(lying))
            elif not planes:
                fitting &= lying
            if planes:
                groups.append(tuple(planes))
        for index in bits(cell.movements_present):
            layer, bit = divmod(index, MOVEMENT_BITS)
            movers = [thing for thing in self.things_of(layer) if not self.facts.surely_absent(cell, thing)]
            groups.append(tuple(dict.fromkeys(self.moving(thing, 1 << bit) for thing in movers)))
        if not fitting or not all(groups):
            return None, []
        return fitting, groups

    def _effects(
        self, cell: CellPattern, after: Replacement, alone: bool
    ) -> Iterator[tuple[int, tuple[Planes, ...]]]:
        """The planes that a cell is added to, and what else must hold. If a rule has other rows, they may have changed
        the same cell just before."""
        for thing in bits(after.objects_clear & ~after.objects_set & self.changes):
            if not self.facts.surely_absent(cell, thing):
                yield self.away[thing], ()
        for thing in bits(after.objects_set & self.changes):
            yield self.there[thing], ()
        live = self.tables.things.movements
        for layer in range(self.game.layer_count):
            ways = live >> MOVEMENT_BITS * layer & LAYER_MOVEMENTS
            if ways:
                yield from self._movement_effects(cell, after, alone, layer, ways)

    def _movement_effects(
        self, cell: CellPattern, after: Replacement, alone: bool, layer: int, ways: int
    ) -> Iterator[tuple[int, tuple[Planes, ...]]]:
        shift = MOVEMENT_BITS * layer
        given = after.movements_set >> shift & ways
        kept = ways & ~(after.movements_cleared >> shift) & ~given
        things = self.things_of(layer)
        before = [thing for thing in things if not alone or not self.facts.surely_absent(cell, thing)]
        come = bits(after.objects_set & self.facts.layer_masks[layer] & self.changes)
        for way in (1 << bit for bit in bits(given)):
            if come:
                yield from ((self.moving(thing, way), ()) for thing in come)
            elif layer in self.loose:
                yield from ((self.moving(thing, way), ()) for thing in things[:1])
            else:
                for thing in before:
                    sure = alone and self.facts.surely_present(cell, thing)
                    yield self.moving(thing, way), () if sure else ((self.there[thing],),)
        if not come or layer in self.loose:
            return
        # What comes into the cell goes on with the movement of what was there.
        for way in (1 << bit for bit in bits(kept)):
            planes = tuple(dict.fromkeys(self.moving(thing, way) for thing in before))
            for thing in come:
                if planes and planes != (self.moving(thing, way),):
                    yield self.moving(thing, way), (planes,)

    # goals

    def _goal(self, condition: WinCondition) -> FactGoal:
        plane = self._plane(0)
        subject = condition.subject_mask, condition.subject_is_aggregate
        target = condition.target_mask, condition.target_is_aggregate
        if condition.quantifier == "some":
            self._fit(plane, [subject, target] if condition.has_target else [subject])
            return FactGoal(plane, everywhere=False)
        if condition.quantifier == "all" and not condition.has_target:
            self._single(self.board.full, [], plane)
            return FactGoal(plane, everywhere=True)
        self._be_away(plane, *subject)
        if condition.quantifier == "all":
            self._fit(plane, [target])
        elif condition.has_target:
            self._be_away(plane, *target)
        return FactGoal(plane, everywhere=True)

    def _be_away(self, plane: int, mask: int, is_aggregate: bool) -> None:
        """Cells that may come not to fit a name."""
        if is_aggregate:
            for thing in bits(mask):
                if self.changes >> thing & 1:
                    self._single(self.board.full, [(self.away[thing],)], plane)
                else:
                    self._single(self.board.full & ~self.lying.get(thing, 0), [], plane)
            return
        lying = union(self.lying.get(thing, 0) for thing in bits(mask))
        groups = [(self.away[thing],) for thing in bits(mask & self.changes)]
        self._single(self.board.full & ~lying, groups, plane)

    def _fit(self, plane: int, names: Sequence[tuple[int, bool]]) -> None:
        """Cells that may come to fit all names."""
        cells = self.board.full
        groups: list[Planes] = []
        for mask, is_aggregate in names:
            lying = [self.lying.get(thing, 0) for thing in bits(mask & ~self.changes)]
            planes = [self.there[thing] for thing in bits(mask & self.changes)]
            if is_aggregate:
                for one in lying:
                    cells &= one
                groups += [(one,) for one in planes]
            elif planes:
                groups.append((*planes, self._plane(union(lying))))
            else:
                cells &= union(lying)
        self._single(cells, groups, plane)
