"""The compiled engine: the interpreter's equal, with Python code generated for each rule.

Code is generated rule by rule, the first time that a rule could match: games with thousands of rules use few
of them. What a rule needs is kept as a list of planes, so that most rules are passed over without a call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from types import CodeType
from typing import Any

from puzzlesynth.levels.engine.compiled.facts import Facts, bits, rule_cells, union
from puzzlesynth.levels.engine.compiled.geometry import Geometry, geometry, single_bits
from puzzlesynth.levels.engine.compiled.movement import ExactMovement, RigidMarks, audible_sounds
from puzzlesynth.levels.engine.compiled.places import combinations, with_gaps
from puzzlesynth.levels.engine.compiled.probe import Probe
from puzzlesynth.levels.engine.compiled.rule_writer import LOAD_MARK, Manner, Names, RuleWriter
from puzzlesynth.levels.engine.compiled.text import Text
from puzzlesynth.levels.engine.rng import RandomStream
from puzzlesynth.levels.engine.turn import (
    ENDLESS_GROUP,
    ENDLESS_LOOP,
    ENDLESS_RIGID,
    INPUT_MOVEMENTS,
    MAX_GROUP_PASSES,
    MAX_LOOPS,
    MAX_RIGID_RUNS,
    CommandQueue,
    Notice,
    Turn,
)
from puzzlesynth.levels.model import MOVEMENT_BITS, Game, Level, Rule, RuleGroup, RuleProgram

RuleFunction = Callable[[list[int], "_Running"], int]
RandomFunction = Callable[[list[int], "_Running"], int]

_PROBES_BEFORE_CODE = 16
_MAX_CANDIDATE_LISTS = 200


@dataclass(frozen=True, slots=True)
class PlaneBoard:
    """A board between turns: for every object, the set of cells that hold it."""

    board: Geometry
    planes: tuple[int, ...]


@dataclass(slots=True, eq=False)
class _CompiledRule:
    """A rule's code, once it has been needed."""

    rule: Rule
    needs: int
    """The planes without which it cannot match, as bits."""
    command: int | None
    place: int
    """Its place within the group."""
    probe: Probe | None = None
    probes: int = 0
    code: CodeType | None = None
    names: Names = field(default_factory=Names)
    functions: dict[Geometry, RuleFunction] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class _CompiledGroup:
    group: RuleGroup
    rules: list[_CompiledRule]
    needs: int
    """The planes that some rule needs, as bits."""
    code: CodeType | None = None
    names: Names = field(default_factory=Names)
    functions: dict[Geometry, RandomFunction] = field(default_factory=dict)
    _candidates: dict[int, list[_CompiledRule]] = field(default_factory=dict)

    def is_idle(self, empty: int) -> bool:
        """Whether it is known that no rule can match when these planes are empty."""
        return self._candidates.get(empty) == []

    def candidates(self, empty: int) -> list[_CompiledRule]:
        """The rules that need none of these planes."""
        found = self._candidates.get(empty)
        if found is None:
            if len(self._candidates) >= _MAX_CANDIDATE_LISTS:
                self._candidates.clear()
            found = self._candidates[empty] = [rule for rule in self.rules if not rule.needs & empty]
        return found


class CompiledEngine:
    """Runs a game's rules with generated code."""

    def __init__(self, game: Game) -> None:
        self.game = game
        exclusive = all(_is_exclusive(game, level) for level in game.levels if isinstance(level, Level))
        self.facts = Facts(game, exclusive_levels=exclusive)
        groups = game.rules.groups
        numbers = {
            groups[index].rules[0].group_number: n for n, index in enumerate(game.rigid_groups, start=1)
        }
        self.manner = Manner(
            live=(1 << MOVEMENT_BITS * game.layer_count) - 1,
            created=union(sound.object_mask for sound in game.sounds.creation),
            destroyed=union(sound.object_mask for sound in game.sounds.destruction),
            rigid_numbers=tuple(numbers.items()),
        )
        self.audible = audible_sounds(game)
        self.commands: list[tuple[tuple[str, ...], str | None]] = []
        self.early = [self._prepare(group) for group in game.rules.groups]
        self.late = [self._prepare(group) for group in game.late_rules.groups]

    def _prepare(self, group: RuleGroup) -> _CompiledGroup:
        rules = [
            _CompiledRule(rule, _planes_needed(rule, self.game), self._command(rule), place)
            for place, rule in enumerate(group.rules)
        ]
        return _CompiledGroup(group, rules, union(rule.needs for rule in rules))

    def _command(self, rule: Rule) -> int | None:
        if not rule.commands:
            return None
        text = next((command.text for command in rule.commands if command.name == "message"), None)
        self.commands.append((tuple(command.name for command in rule.commands), text))
        return len(self.commands) - 1

    # boards

    def start(self, level: Level) -> PlaneBoard:
        if self.facts.exclusive and not self.facts.level_is_exclusive(level):
            raise ValueError("a cell of the level holds two objects of one collision layer")
        board = geometry(level.width, level.height)
        return PlaneBoard(board, planes_of(level.cells, self.game.object_count))

    def cells(self, board: PlaneBoard) -> tuple[int, ...]:
        return cells_of(board.planes, board.board.count)

    def size(self, board: PlaneBoard) -> tuple[int, int]:
        return board.board.width, board.board.height

    def is_won(self, board: PlaneBoard) -> bool:
        return planes_won(self.game, board.planes, board.board.full)

    def turn(self, board: PlaneBoard, direction: int, rng: RandomStream) -> Turn:
        return _Running(self, board, rng).run(direction)

    # code

    def worth_running(self, item: _CompiledRule, planes: list[int], board: Geometry) -> bool:
        """Whether a rule without code deserves some: it matches, or has been looked at often."""
        if item.code is not None or item.probes >= _PROBES_BEFORE_CODE:
            return True
        if item.probe is None:
            item.probe = Probe(item.rule, self.game.object_count)
        item.probes += 1
        return item.probe.matches(planes, board)

    def rule_function(self, item: _CompiledRule, board: Geometry) -> RuleFunction:
        """The code of a rule for boards of one size."""
        found = item.functions.get(board)
        if found is None:
            if item.code is None:
                item.code = self._write_rule(item)
            found = self._bind(item.code, item.names, board)
            item.functions[board] = found
        return found

    def random_function(self, item: _CompiledGroup, board: Geometry) -> RandomFunction:
        found = item.functions.get(board)
        if found is None:
            if item.code is None:
                item.code = self._write_random(item)
            found = self._bind(item.code, item.names, board)
            item.functions[board] = found
        return found

    def _bind(self, code: CodeType, names: Names, board: Geometry) -> RuleFunction:
        space: dict[str, Any] = {name: board.named(name) for name in names.geometry}
        space["in_order"] = board.in_order
        space["with_gaps"] = partial(with_gaps, board)
        space["combinations"] = combinations
        exec(code, space)
        function: RuleFunction = space["rule"]
        return function

    def _write_rule(self, item: _CompiledRule) -> CodeType:
        body = Text()
        writer = RuleWriter(self.facts, self.manner, body, item.names)
        queue_line = None if item.command is None else f"T.command({item.command})"
        with body.block("if 1:"):
            writer.write(item.rule, queue_line)
        return self._wrap(body, item.names)

    def _write_random(self, item: _CompiledGroup) -> CodeType:
        """A random group: list all matches of all rules, draw one, and replace it."""
        body = Text()
        writer = RuleWriter(self.facts, self.manner, body, item.names)
        with body.block("if 1:"):
            body.line("found = []")
            for number, compiled in enumerate(item.rules):
                writer.write_places(compiled.rule)
                with body.block(f"if {writer.places_condition(compiled.rule)}:"):
                    lists = writer.place_lists(compiled.rule)
                    body.line(f"found += [({number}, it) for it in combinations({lists})]")
            with body.block("if found:"):
                body.line("which, it = found[draw(len(found))]")
                for number, compiled in enumerate(item.rules):
                    with body.block(f"if which == {number}:"):
                        body.line(f"{writer.target_names(compiled.rule)} = it")
                        writer.write_replacements(compiled.rule, writer.targets(compiled.rule))
                        if compiled.command is not None:
                            body.line(f"T.command({compiled.command})")
        return self._wrap(body, item.names)

    def _wrap(self, body: Text, names: Names) -> CodeType:
        """A function around generated lines: planes in, planes out."""
        index = self._plane_index
        source = Text()
        with source.block("def rule(P, T):"):
            used = names.read | names.written
            lines = str(body).splitlines()
            marks = [line for line in lines if line.lstrip().startswith(LOAD_MARK)]
            # What only a match needs is loaded when there is one.
            early = set(marks[0].split()[1:]) if len(marks) == 1 else used
            for name in sorted(early):
                source.line(f"{name} = P[{index(name)}]")
            source.line("c = created = destroyed = 0")
            if len(marks) != 1:
                source.line("draw = T.draw; mark_rigid = T.mark_rigid")
            for line in lines:
                if line not in marks:
                    source.line(line)
                    continue
                space = line[: len(line) - len(line.lstrip())]
                for name in sorted(used - early):
                    source.line(f"{space}{name} = P[{index(name)}]")
                source.line(f"{space}draw = T.draw; mark_rigid = T.mark_rigid")
            with source.block("if c:"):
                for name in sorted(names.written):
                    source.line(f"P[{index(name)}] = {name}")
                filled = sum(1 << index(name) for name in names.written)
                source.line(f"T.empty &= {~filled}")
                source.line("T.created |= created; T.destroyed |= destroyed")
            source.line("return c")
        return compile(str(source), "<rule>", "exec")

    def _plane_index(self, name: str) -> int:
        if name.startswith("o"):
            return int(name[1:])
        layer, way = name[1:].split("_")
        return self.game.object_count + MOVEMENT_BITS * int(layer) + int(way)


class _Running:
    """One turn of the compiled engine."""

    def __init__(self, engine: CompiledEngine, start: PlaneBoard, rng: RandomStream) -> None:
        self.engine = engine
        self.game = engine.game
        self.start = start
        self.board = start.board
        self.draw = rng.below
        self.queue = CommandQueue()
        self.created = 0
        self.destroyed = 0
        self.rigid = RigidMarks()
        self.mark_rigid = self.rigid.mark
        self.notices: list[Notice] = []
        self.empty = 0
        """Planes that surely are empty, as bits: rules that need them are passed over."""

    def command(self, number: int) -> None:
        self.queue.add(*self.engine.commands[number])

    def run(self, direction: int) -> Turn:
        game = self.game
        planes = [*self.start.planes, *[0] * (MOVEMENT_BITS * game.layer_count)]
        players = self._push_player(planes, INPUT_MOVEMENTS[direction]) if direction >= 0 else 0
        pushed = list(planes)
        mover = ExactMovement(game, self.board, planes, self.engine.audible)
        banned: set[int] = set()
        for _ in range(MAX_RIGID_RUNS):
            self.empty = _empty_planes(planes)
            self._run_program(planes, game.rules, self.engine.early, banned)
            if not self._resolve(planes, mover, banned):
                self.empty = _empty_planes(planes)
                self._run_program(planes, game.late_rules, self.engine.late, set())
                break
            planes[:] = pushed
            self.queue.clear()
            mover.move_seeds.clear()
            self.created = self.destroyed = 0
        else:
            self.notices.append(Notice(ENDLESS_RIGID))
        after = tuple(planes[: game.object_count])
        return Turn(
            board=PlaneBoard(self.board, after),
            commands=tuple(self.queue.names),
            message=self.queue.message,
            cantmove_seeds=tuple(mover.cantmove_seeds),
            move_seeds=tuple(mover.move_seeds),
            created=self.created,
            destroyed=self.destroyed,
            player_count=players.bit_count(),
            player_moved=bool(players & ~union(after[index] for index in bits(game.player_mask))),
            notices=tuple(self.notices),
        )

    def _push_player(self, planes: list[int], movement: int) -> int:
        game = self.game
        players = holding(planes, game.player_mask, game.player_is_aggregate, self.board.full)
        way = movement.bit_length() - 1
        for layer in game.layers:
            here = union(planes[index] for index in bits(game.player_mask & layer.mask)) & players
            if here:
                planes[game.object_count + MOVEMENT_BITS * layer.index + way] |= here
        return players

    def _run_program(
        self, planes: list[int], program: RuleProgram, groups: list[_CompiledGroup], banned: set[int]
    ) -> None:
        changed = False
        loops = 0
        index = 0
        points = program.loop_points
        while index < len(groups):
            group = groups[index]
            idle = group.is_idle(self.empty & group.needs) or index in banned
            if not idle and self._run_group(planes, group):
                changed = True
            back = points.get(index) if changed else None
            if back is None:
                index += 1
                if changed and index == len(groups):
                    back = points.get(index)
            if back is not None:
                index, changed = back, False
                loops += 1
                if loops > MAX_LOOPS:
                    line = groups[index].group.rules[0].line if index < len(groups) else None
                    self.notices.append(Notice(ENDLESS_LOOP, line))
                    return

    def _run_group(self, planes: list[int], group: _CompiledGroup) -> bool:
        board = self.board
        if group.group.random:
            return bool(self.engine.random_function(group, board)(planes, self))
        changed = False
        for _ in range(MAX_GROUP_PASSES):
            changed_now = False
            at = 0
            while at < len(group.rules):
                # Rules that lack a plane are left out; if one before them fills it, the rest is looked up anew.
                empty = self.empty & group.needs
                for rule in group.candidates(empty):
                    if rule.place < at:
                        continue
                    function = rule.functions.get(board)
                    if function is None:
                        if not self.engine.worth_running(rule, planes, board):
                            continue
                        function = self.engine.rule_function(rule, board)
                    if function(planes, self):
                        changed_now = True
                        if self.empty & group.needs != empty:
                            at = rule.place + 1
                            break
                else:
                    break
            if not changed_now:
                return changed
            changed = True
        self.notices.append(Notice(ENDLESS_GROUP, group.group.rules[0].line))
        return changed

    def _resolve(self, planes: list[int], mover: ExactMovement, banned: set[int]) -> bool:
        """Move what wants to move, whole layers at once where nobody can tell the difference."""
        if self.rigid.movements or not mover.resolve_together():
            return mover.resolve(self.rigid, banned)
        return False


def _is_exclusive(game: Game, level: Level) -> bool:
    masks = game.layer_masks
    return not any((cell & mask) & ((cell & mask) - 1) for cell in set(level.cells) for mask in masks)


def _planes_needed(rule: Rule, game: Game) -> int:
    """The planes that must not be empty for a rule to match, as bits."""
    movements = union(cell.movements_present for cell in rule_cells(rule))
    objects = union(cell.objects_present for cell in rule_cells(rule))
    return movements << game.object_count | objects


def _empty_planes(planes: list[int]) -> int:
    return sum([1 << index for index, plane in enumerate(planes) if not plane])


def planes_of(cells: tuple[int, ...], count: int) -> tuple[int, ...]:
    """For every object, the set of cells that hold it."""
    planes = [0] * count
    by_content: dict[int, int] = {}
    for index, cell in enumerate(cells):
        by_content[cell] = by_content.get(cell, 0) | 1 << index
    for content, where in by_content.items():
        for thing in bits(content):
            planes[thing] |= where
    return tuple(planes)


def cells_of(planes: tuple[int, ...], count: int) -> tuple[int, ...]:
    """For every cell, the objects in it."""
    cells = [0] * count
    for thing, plane in enumerate(planes):
        for bit in single_bits(plane):
            cells[bit.bit_length() - 1] |= 1 << thing
    return tuple(cells)


def holding(planes: list[int] | tuple[int, ...], mask: int, is_aggregate: bool, full: int) -> int:
    """The cells that fit a name: all of an aggregate's objects, any of another name's."""
    if not is_aggregate:
        return union(planes[index] for index in bits(mask & (1 << len(planes)) - 1))
    cells = full
    for index in bits(mask):
        cells &= planes[index]
    return cells


def planes_won(game: Game, planes: tuple[int, ...], full: int) -> bool:
    """Whether the win conditions are met."""
    for condition in game.win_conditions:
        subject = holding(planes, condition.subject_mask, condition.subject_is_aggregate, full)
        target = holding(planes, condition.target_mask, condition.target_is_aggregate, full)
        if condition.quantifier == "all":
            met = not subject & ~target
        else:
            met = bool(subject & target) == (condition.quantifier == "some")
        if not met:
            return False
    return bool(game.win_conditions)
