"""One turn of the compiled engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzlesynth.levels.engine.bitboard.movement import PlaneMovement, RigidMarks
from puzzlesynth.levels.engine.bitboard.planes import PlaneBoard, holding
from puzzlesynth.levels.engine.turn import (
    ENDLESS_GROUP,
    ENDLESS_RIGID,
    INPUT_MOVEMENTS,
    MAX_GROUP_PASSES,
    MAX_LOOPS,
    MAX_RIGID_RUNS,
    CommandQueue,
    Notice,
    Turn,
    endless_loop,
)
from puzzlesynth.levels.model import PuzzleScriptRule, RuleGroup, RuleProgram
from puzzlesynth.levels.movements import MOVEMENT_BITS

from .rule_tables import CHANGED, NO_MATCH, RuleFunction, RuleTable

if TYPE_CHECKING:
    from puzzlesynth.levels.engine.bitboard.geometry import Geometry
    from puzzlesynth.levels.engine.rng import RandomStream

    from .compiled_engine import CompiledEngine, RuleCode


class ActivationUnit:
    """What is run, and sleeps, as one: a rule, or all the rules of a random group."""

    def __init__(self, source: PuzzleScriptRule | RuleGroup, plans: list[RuleTable], group: int) -> None:
        self.source = source
        self.plans = plans
        self.group = group
        """The place of its group in the program."""
        self.first = self.beyond = 0
        """The numbers of the group's first unit and of the first one after the group."""
        self.group_mask = 0
        self.restless = len(plans) > 1 or plans[0].restless or isinstance(source, RuleGroup)
        self.board: Geometry | None = None
        """The size of the boards that `function` is for."""
        self.function: RuleFunction = plans[0].run
        self.code: RuleCode | None = None
        self.functions: dict[Geometry, RuleFunction] = {}


def run_turn(engine: CompiledEngine, start: PlaneBoard, direction: int, rng: RandomStream) -> Turn:
    return _Running(engine, start, rng).run(direction)


class _Running:
    def __init__(self, engine: CompiledEngine, start: PlaneBoard, rng: RandomStream) -> None:
        self.engine = engine
        self.start = start
        self.board = start.board
        self.attention = engine.attention
        self.planes = self.attention.turn_to(start.board, start.planes)
        self.draw = rng.below
        self.draw_many = rng.below_many
        self.queue = CommandQueue()
        self.created = 0
        self.destroyed = 0
        self.rigid = RigidMarks()
        self.mark_rigid = self.rigid.mark
        self.notices: list[Notice] = []

    def command(self, number: int) -> None:
        self.queue.add(*self.engine.commands[number])

    def run(self, direction: int) -> Turn:
        engine, game = self.engine, self.engine.game
        players = self._push_player(INPUT_MOVEMENTS[direction]) if direction >= 0 else 0
        pushed = tuple(self.planes) if game.rigid_groups else ()
        mover = PlaneMovement(game, self.board, self.planes, engine.audible)
        banned: set[int] = set()
        for _ in range(MAX_RIGID_RUNS):
            self._run_program(game.rules, engine.early, banned)
            if not self._resolve(mover, banned):
                self._run_program(game.late_rules, engine.late, set())
                break
            self.attention.change_to(pushed)
            self.queue.clear()
            mover.sounds.move.clear()
            self.created = self.destroyed = 0
        else:
            self.notices.append(Notice(ENDLESS_RIGID))
            layers = self.attention.moving_layers()
            for layer in layers:
                first = game.object_count + MOVEMENT_BITS * layer
                for index in range(first, first + MOVEMENT_BITS):
                    self.attention.change(index, self.planes[index], 0)
        return self._result(players, mover)

    def _result(self, players: int, mover: PlaneMovement) -> Turn:
        planes = self.planes
        after = tuple(planes[: self.engine.game.object_count])
        here = 0
        for thing in self.engine.player_things:
            here |= planes[thing]
        board = self.start
        if after != board.planes:
            board = PlaneBoard(self.board, after)
        self.attention.current = board.planes
        return Turn(
            board=board,
            commands=tuple(self.queue.names),
            message=self.queue.message,
            cantmove_seeds=tuple(mover.sounds.cantmove),
            move_seeds=tuple(mover.sounds.move),
            created=self.created,
            destroyed=self.destroyed,
            player_count=players.bit_count(),
            player_moved=bool(players & ~here),
            notices=tuple(self.notices),
        )

    def _push_player(self, movement: int) -> int:
        engine, planes = self.engine, self.planes
        game = engine.game
        players = holding(planes, game.player_mask, game.player_is_aggregate, self.board.full)
        way = movement.bit_length() - 1
        for layer in engine.player_layers:
            here = 0
            for thing in engine.player_things:
                if game.objects[thing].layer == layer:
                    here |= planes[thing]
            here &= players
            if here:
                index = game.object_count + MOVEMENT_BITS * layer + way
                self.attention.change(index, planes[index], planes[index] | here)
        return players

    # rules

    def _run_program(self, program: RuleProgram, groups: Sequence[range], banned: set[int]) -> None:
        """Run the groups in order, jumping back to the start of a loop as long as something changes."""
        if not groups:
            return
        units, attention = self.engine.units, self.attention
        points = program.loop_points
        ends = sorted(points)
        beyond = groups[-1].stop
        changed = False
        loops = latest = 0
        at = groups[0].start
        while True:
            # The next group with a rule that is awake; groups before it have nothing to do.
            waiting = (attention.awake & attention.able()) >> at
            unit = units[at + (waiting & -waiting).bit_length() - 1] if waiting else None
            index = unit.group if unit is not None and unit.first < beyond else len(groups)
            if changed and ends:
                back = next((points[end] for end in ends if latest <= end < index), None)
                if back is None and index == len(groups):
                    back = points.get(index)
                if back is not None:
                    changed = False
                    loops += 1
                    if loops > MAX_LOOPS:
                        self.notices.append(endless_loop(program, back))
                        return
                    at = groups[back].start if back < len(groups) else beyond
                    continue
            if unit is None or index == len(groups):
                return
            if index not in banned and self._run_group(unit):
                changed = True
            at, latest = unit.beyond, index

    def _run_group(self, unit: ActivationUnit) -> bool:
        """Run a group until nothing changes; `unit` is its first that is awake."""
        if isinstance(unit.source, RuleGroup):
            return self._run_random(unit)
        engine, attention, planes, board = self.engine, self.attention, self.planes, self.board
        units, first, mask = engine.units, unit.first, unit.group_mask
        changed = False
        for _ in range(MAX_GROUP_PASSES):
            changed_now = False
            waiting = attention.awake & attention.able() & mask
            attention.awake ^= waiting
            waiting >>= first
            awake = 0
            while waiting:
                low = waiting & -waiting
                waiting ^= low
                number = first + low.bit_length() - 1
                item = units[number]
                outcome = (item.function if item.board is board else engine.prepare(item, board))(
                    planes, self
                )
                if outcome == NO_MATCH:
                    continue
                if outcome == CHANGED:
                    changed_now = True
                    awake |= low
                    # Rules further on that it has woken have their turn in this pass, others in the next.
                    ahead = (attention.awake & mask) >> first & -low << 1
                    if ahead:
                        ahead &= attention.able() >> first
                        waiting |= ahead
                        attention.awake ^= ahead << first
                elif item.restless:
                    awake |= low
                else:
                    attention.light |= low << first
            attention.awake |= awake << first
            if not changed_now:
                return changed
            changed = True
        rule = units[unit.first].source
        self.notices.append(Notice(ENDLESS_GROUP, rule.line if isinstance(rule, PuzzleScriptRule) else None))
        return changed

    def _run_random(self, unit: ActivationUnit) -> bool:
        """Apply one match, drawn from all matches of all rules of a random group."""
        found: list[tuple[RuleTable, tuple[tuple[int, ...], ...]]] = []
        for plan in unit.plans:
            if plan.board is not self.board:
                plan.bind(self.board)
            found.extend((plan, starts) for starts in plan.matches(self.planes))
        if not found:
            self.attention.awake &= ~unit.group_mask
            return False
        plan, starts = found[self.draw(len(found))]
        changed = plan.replace(starts, self.planes, self)
        if plan.command is not None:
            self.command(plan.command)
        return changed

    # movement

    def _resolve(self, mover: PlaneMovement, banned: set[int]) -> bool:
        """Move what wants to move, whole layers at once where it makes no difference."""
        active = self.attention.moving_layers()
        if not active:
            self.rigid.clear()
            return False
        before = list(self.planes)
        stopped = mover.resolve(active, self.rigid, banned)
        self.attention.settle(before, [self.engine.game.layers[layer] for layer in active])
        return stopped
