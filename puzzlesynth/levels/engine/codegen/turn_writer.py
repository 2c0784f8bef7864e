"""Python source for a whole silent turn as one function, for search.

One function for each input: given the input, most movements cannot come up, and the rules that need them are
left out. A state is one whole number: the planes of the objects that can change, side by side; planes of
objects that never change are constants of the level.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from types import CodeType

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.bitboard.static_analysis import StaticAnalysis, rule_movements_needed
from puzzlesynth.levels.engine.turn import INPUT_MOVEMENTS, MAX_LOOPS, MAX_RIGID_RUNS, NO_INPUT
from puzzlesynth.levels.model import PuzzleScriptGame, PuzzleScriptRule, RuleGroup, RuleProgram, WinCondition
from puzzlesynth.levels.movements import MOVEMENT_BITS

from .movement_writer import MovementWriter
from .replacement_writer import CodegenOptions, GeneratedNames, movement_plane, object_plane
from .rigid_groups import marks_whole_layers, rigid_layers, write_no_marks, write_stopping
from .rule_writer import RuleCodeWriter
from .source_text import SourceText

CANCEL, RESTART, WIN, AGAIN = 1, 2, 4, 8
_FLAGS = {"cancel": CANCEL, "restart": RESTART, "win": WIN, "again": AGAIN}

MAX_FUSED_RULES = 600
MAX_FUSED_WEIGHT = 6000
"""Games with more rules, or more objects that their rules may have to clear, run rule by rule: one function of
them all would take too long to compile."""


def command_flags(rule: PuzzleScriptRule) -> int:
    """The commands of a rule that matter to a search."""
    flags = 0
    for command in rule.commands:
        flags |= _FLAGS.get(command.name, 0)
    return flags


def add_flags(queue: int, flags: int) -> int:
    """Queue a rule's commands: cancel beats restart, restart beats all others."""
    if queue & CANCEL or (queue & RESTART and not flags & CANCEL):
        return queue
    return flags if flags & (CANCEL | RESTART) else queue | flags


def whole_loops(program: RuleProgram) -> dict[int, int] | None:
    """Loops as last group to first group; None if they are not properly apart from each other."""
    last = len(program.groups) - 1
    points: dict[int, int] = {}
    for end, start in sorted(program.loop_points.items()):
        if start > last:
            continue
        points.setdefault(min(end, last), start)
    before = -1
    for end, start in sorted(points.items()):
        if not before < start <= end:
            return None
        before = end
    return points


def fusion_obstacles(game: PuzzleScriptGame) -> list[str]:
    """Why a game cannot have its turns written as one function; empty if it can."""
    reasons = []
    rules = game.all_rules
    if not marks_whole_layers(game):
        reasons.append("rigid rules that leave a movement as it is")
    if len(rules) > MAX_FUSED_RULES:
        reasons.append(f"{len(rules)} rules after expansion (more than {MAX_FUSED_RULES})")
    elif sum(_weight(rule) for rule in rules) > MAX_FUSED_WEIGHT:
        reasons.append("rules over very many objects")
    if whole_loops(game.rules) is None or whole_loops(game.late_rules) is None:
        reasons.append("interlaced loops")
    return reasons


def _weight(rule: PuzzleScriptRule) -> int:
    """How much code a rule makes, roughly."""
    return sum(1 + replacement.objects_clear.bit_count() for _, replacement in rule.replaced_cells)


def draws_numbers(game: PuzzleScriptGame) -> bool:
    """Whether any rule of a game uses random numbers."""
    for program in (game.rules, game.late_rules):
        if any(group.random for group in program.groups):
            return True
    return any(rule.draws for rule in game.all_rules)


@dataclass(frozen=True)
class GeneratedFunction:
    """Generated source of one function, with the names it takes from the level."""

    text: str
    names: GeneratedNames

    @cached_property
    def code(self) -> CodeType:
        return compile(self.text, "<turn>", "exec")


class TurnWriter:
    """Writes the functions of one game."""

    def __init__(self, facts: StaticAnalysis) -> None:
        self.facts = facts
        self.game = facts.game
        self.check: Callable[[], None] | None = None
        """Called between groups while code is written; it may raise, to give up."""
        self.changing = bits(facts.changing_objects)
        self.draws = draws_numbers(self.game)
        self.has_commands = self.draws or any(command_flags(rule) for rule in self.game.all_rules)
        """Whether turns return commands along with the state."""
        self.rigid_layers = rigid_layers(self.game)

    # planes and states

    def _unpack(self, text: SourceText, things: list[int]) -> None:
        """Planes out of the state `s`."""
        for place, thing in enumerate(self.changing):
            if thing in things:
                value = "s" if place == 0 else f"s >> N{place}"
                if place < len(self.changing) - 1 or self.draws:
                    value = f"{value} & FULL"
                text.line(f"{object_plane(thing)} = {value}")

    def _packed(self) -> str:
        parts = [
            object_plane(thing) if place == 0 else f"{object_plane(thing)} << N{place}"
            for place, thing in enumerate(self.changing)
        ]
        return " | ".join(parts) or "0"

    # the turn

    def turn(self, direction: int) -> GeneratedFunction:
        """The function of one input: state to state, or to state and commands if the game has any."""
        game, facts = self.game, self.facts
        names = GeneratedNames()
        text = SourceText()
        pushed = self._pushed(direction)
        live = facts.live_movements(game.rules, pushed)
        with text.block("def turn(s):"):
            if self.draws:
                text.line(f"tape.position = s >> N{len(self.changing)}")
            if self.game.rigid_groups:
                self._write_rigid_runs(text, names, direction, live, pushed)
            else:
                self._write_until_moved(text, names, direction, live, pushed)
            late_live = facts.live_movements(game.late_rules, 0)
            for index in bits(late_live):
                text.line(f"{movement_plane(index)} = 0")
            self._write_program(text, names, game.late_rules, late_live)
            if direction != NO_INPUT and game.settings.require_player_movement:
                with text.block(f"if players and not players & ~({self._any_player()}):"):
                    text.line(self._unchanged(CANCEL))
            packed = self._packed()
            if self.draws:
                packed = f"{packed} | tape.position << N{len(self.changing)}"
            text.line(f"return {packed}" + (", q" if self.has_commands else ""))
        names.geometry |= {"FULL"} | {f"N{place}" for place in range(1, len(self.changing) + 1)}
        return GeneratedFunction(str(text), names)

    def _unchanged(self, flags: int) -> str:
        """The end of a turn that leaves the board as it was."""
        if self.draws:
            end = f"N{len(self.changing)}"
            return f"return s & (1 << {end}) - 1 | tape.position << {end}, {flags}"
        return f"return s, {flags}" if self.has_commands else "return s"

    def _write_until_moved(
        self, text: SourceText, names: GeneratedNames, direction: int, live: int, pushed: int
    ) -> None:
        """A turn up to where everything has moved."""
        self._unpack(text, self.changing)
        if self.has_commands:
            text.line("q = 0")
        self._write_push(text, direction, live, pushed)
        if self.game.rigid_groups:
            write_no_marks(text, self.rigid_layers)
        self._write_program(text, names, self.game.rules, live, banning=bool(self.game.rigid_groups))
        MovementWriter(self.game, text, names, self.changing, self.rigid_layers).write(live)

    def _write_rigid_runs(
        self, text: SourceText, names: GeneratedNames, direction: int, live: int, pushed: int
    ) -> None:
        """The same, again and again without the rigid groups that could not move as one."""
        text.line("banned = 0")
        with text.block(f"for _ in range({MAX_RIGID_RUNS}):"):
            self._write_until_moved(text, names, direction, live, pushed)
            if self.rigid_layers:
                write_stopping(text, self.rigid_layers)
            text.line("break")
        with text.block("else:"):
            text.line(self._unchanged(0))

    def rule_count(self, direction: int) -> int:
        """How many rules can match, and matter, in the turn of an input."""
        facts, game = self.facts, self.game
        count = 0
        for program, first in ((game.rules, self._pushed(direction)), (game.late_rules, 0)):
            live = facts.live_movements(program, first)
            for group in program.groups:
                count += sum(
                    not rule_movements_needed(rule) & ~live and self._matters(rule) for rule in group.rules
                )
        return count

    def _pushed(self, direction: int) -> int:
        """The movements that an input gives to the player's layers."""
        if direction == NO_INPUT:
            return 0
        layers = {self.facts.layer_of[index] for index in bits(self.game.player_mask)}
        return sum(INPUT_MOVEMENTS[direction] << MOVEMENT_BITS * layer for layer in layers)

    def _any_player(self) -> str:
        return " | ".join(object_plane(index) for index in bits(self.game.player_mask)) or "0"

    def _write_push(self, text: SourceText, direction: int, live: int, pushed: int) -> None:
        game = self.game
        still = [movement_plane(index) for index in bits(live & ~pushed)]
        if still:
            text.line(" = ".join(still) + " = 0")
        if direction == NO_INPUT:
            return
        joint = " & " if game.player_is_aggregate else " | "
        players = joint.join(object_plane(index) for index in bits(game.player_mask)) or "0"
        if game.settings.require_player_movement or game.player_is_aggregate:
            text.line(f"players = {players}")
        for index in bits(pushed):
            layer = game.layers[index // MOVEMENT_BITS]
            here = " | ".join(object_plane(thing) for thing in bits(game.player_mask & layer.mask))
            value = f"({here}) & players" if game.player_is_aggregate else here
            text.line(f"{movement_plane(index)} = {value}")

    # rules

    def _write_program(
        self,
        text: SourceText,
        names: GeneratedNames,
        program: RuleProgram,
        live: int,
        *,
        banning: bool = False,
    ) -> None:
        """Rule groups in order, with loops; without those that cannot match."""
        manner = CodegenOptions(live, rigid_planes=True)
        writer = RuleCodeWriter(self.facts, manner, text, names)
        loops = whole_loops(program) or {}
        if loops:
            text.line("ch = loops = 0")
        ends = {start: end for end, start in loops.items()}
        banned = frozenset(self.game.rigid_groups) if banning else frozenset()
        self._write_groups(writer, program.groups, 0, ends, banned)

    def _write_groups(
        self,
        writer: RuleCodeWriter,
        groups: tuple[RuleGroup, ...],
        index: int,
        ends: dict[int, int],
        rigid: frozenset[int],
    ) -> None:
        text = writer.text
        while index < len(groups):
            end = ends.get(index)
            if end is None:
                self._write_group(writer, groups[index], index if index in rigid else None, bool(ends))
                index += 1
                continue
            with text.block(f"while loops <= {MAX_LOOPS}:"):
                for inner in range(index, end + 1):
                    self._write_group(writer, groups[inner], inner if inner in rigid else None, True)
                with text.block("if not ch:"):
                    text.line("break")
                text.line("ch = 0")
                text.line("loops += 1")
            # Escaping from an endless loop leaves out all rules after it.
            with text.block(f"if loops <= {MAX_LOOPS}:"):
                self._write_groups(writer, groups, end + 1, ends, rigid)
            return

    def _write_group(
        self, writer: RuleCodeWriter, group: RuleGroup, rigid_index: int | None, in_loop: bool
    ) -> None:
        """One group; `rigid_index` is its place if it can be banned."""
        text = writer.text
        rules = [rule for rule in group.rules if writer.possible(rule) and self._matters(rule)]
        if group.random:
            rules = [rule for rule in group.rules if writer.possible(rule)]
        if not rules:
            return
        if self.check is not None:
            self.check()
        if rigid_index is None:
            self._write_rules(writer, group, rules, in_loop)
            return
        with text.block(f"if not banned & {1 << rigid_index + 1}:"):
            self._write_rules(writer, group, rules, in_loop)

    def _write_rules(
        self, writer: RuleCodeWriter, group: RuleGroup, rules: list[PuzzleScriptRule], in_loop: bool
    ) -> None:
        text = writer.text
        if group.random:
            text.line("c = 0")
            writer.write_random_group(rules, [self._queue_line(rule) for rule in rules])
            text.line("ch = ch or c" if in_loop else "pass")
            return
        if all(not rule.has_replacements for rule in rules):
            for rule in rules:
                writer.write(rule, self._queue_line(rule))
            return
        once = self._settles_at_once(rules, writer.manner.live)
        with text.block("if 1:" if once else "for _ in PASSES:"):
            text.line("c = 0")
            for rule in rules:
                writer.write(rule, self._queue_line(rule))
            if once:
                text.line("ch = ch or c" if in_loop else "pass")
            else:
                with text.block("if not c:"):
                    text.line("break")
                if in_loop:
                    text.line("ch = 1")

    def _settles_at_once(self, rules: list[PuzzleScriptRule], live: int) -> bool:
        if len(rules) > 12 or any(len(rule.rows) > 1 or rule.has_ellipses or rule.rigid for rule in rules):
            return False
        if self.draws and any(rule.draws for rule in rules):
            return False
        return self.facts.settles_at_once(rules, live)

    def _matters(self, rule: PuzzleScriptRule) -> bool:
        return rule.has_replacements or bool(command_flags(rule))

    def _queue_line(self, rule: PuzzleScriptRule) -> str | None:
        flags = command_flags(rule)
        return f"q = add_flags(q, {flags})" if flags else None

    # winning

    def won(self) -> GeneratedFunction:
        """The function that tells whether a state meets the win conditions."""
        names = GeneratedNames()
        text = SourceText()
        conditions = self.game.win_conditions
        used = 0
        for condition in conditions:
            used |= condition.subject_mask
            if condition.has_target:
                used |= condition.target_mask
        names.read |= {object_plane(index) for index in bits(used & (1 << len(self.game.objects)) - 1)}
        with text.block("def won(s):"):
            self._unpack(text, [thing for thing in self.changing if used >> thing & 1])
            tests = [self._condition(condition) for condition in conditions]
            text.line("return " + (" and ".join(tests) if tests else "False"))
        names.geometry |= {"FULL"} | {f"N{place}" for place in range(1, len(self.changing))}
        return GeneratedFunction(str(text), names)

    def _condition(self, condition: WinCondition) -> str:
        subject = _holding(condition.subject_mask, condition.subject_is_aggregate)
        if not condition.has_target:
            if condition.quantifier == "all":
                return "True"
            return f"{subject} != 0" if condition.quantifier == "some" else f"not {subject}"
        target = _holding(condition.target_mask, condition.target_is_aggregate)
        if condition.quantifier == "all":
            return f"not {subject} & ~{target}"
        return f"{subject} & {target} != 0" if condition.quantifier == "some" else f"not {subject} & {target}"


def _holding(mask: int, is_aggregate: bool) -> str:
    """The cells that fit a name, as an expression."""
    planes = [object_plane(index) for index in bits(mask)]
    if not planes:
        return "FULL" if is_aggregate else "0"
    joint = " & " if is_aggregate else " | "
    return f"({joint.join(planes)})"
