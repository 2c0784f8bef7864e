"""Python source for a whole silent turn as one function, for search.

One function for each input: given the input, most movements cannot come up, and the rules that need them are
left out. A state is one whole number: the planes of the objects that can change, side by side; planes of
objects that never change are constants of the level.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.levels.engine.compiled.facts import Facts, all_rules, bits, rule_cells, rule_movements_needed
from puzzlesynth.levels.engine.compiled.rule_writer import (
    Manner,
    Names,
    RuleWriter,
    movement_plane,
    object_plane,
)
from puzzlesynth.levels.engine.compiled.text import Text
from puzzlesynth.levels.engine.turn import INPUT_MOVEMENTS, MAX_LOOPS, NO_INPUT
from puzzlesynth.levels.model import (
    DOWN,
    LEFT,
    MOVEMENT_BITS,
    RIGHT,
    UP,
    Game,
    Rule,
    RuleGroup,
    RuleProgram,
    WinCondition,
)

CANCEL, RESTART, WIN, AGAIN = 1, 2, 4, 8
_FLAGS = {"cancel": CANCEL, "restart": RESTART, "win": WIN, "again": AGAIN}

MAX_FUSED_RULES = 600
MAX_FUSED_WEIGHT = 6000
"""Games with more rules, or more objects that their rules may have to clear, run rule by rule: one function of
them all would take too long to compile."""

_WAYS = (UP, DOWN, LEFT, RIGHT)


def command_flags(rule: Rule) -> int:
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


def reasons_against(game: Game) -> list[str]:
    """Why a game cannot have its turns written as one function; empty if it can."""
    reasons = []
    rules = list(all_rules(game))
    if game.has_rigid or any(rule.rigid for rule in rules):
        reasons.append("rigid rules")
    if draws_numbers(game):
        reasons.append("random rules")
    if len(rules) > MAX_FUSED_RULES:
        reasons.append(f"{len(rules)} rules after expansion (more than {MAX_FUSED_RULES})")
    elif sum(_weight(rule) for rule in rules) > MAX_FUSED_WEIGHT:
        reasons.append("rules over very many objects")
    if whole_loops(game.rules) is None or whole_loops(game.late_rules) is None:
        reasons.append("interlaced loops")
    return reasons


def _weight(rule: Rule) -> int:
    """How much code a rule makes, roughly."""
    cells = [cell for cell in rule_cells(rule) if cell.replacement is not None]
    return sum(1 + cell.replacement.objects_clear.bit_count() for cell in cells if cell.replacement)


def draws_numbers(game: Game) -> bool:
    """Whether any rule of a game uses random numbers."""
    for program in (game.rules, game.late_rules):
        if any(group.random for group in program.groups):
            return True
    return any(
        cell.replacement is not None
        and bool(cell.replacement.random_mask or cell.replacement.random_dir_mask)
        for rule in all_rules(game)
        for cell in rule_cells(rule)
    )


@dataclass(slots=True)
class Source:
    """Generated source of one function, with the names it takes from the level."""

    text: str
    names: Names
    rule_count: int


class TurnWriter:
    """Writes the functions of one game."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.game = facts.game
        self.changing = bits(facts.changing_objects)
        self.has_commands = any(command_flags(rule) for rule in all_rules(self.game))

    # planes and states

    def _unpack(self, text: Text, things: list[int]) -> None:
        """Planes out of the state `s`."""
        for place, thing in enumerate(self.changing):
            if thing in things:
                value = "s" if place == 0 else f"s >> N{place}"
                if place < len(self.changing) - 1:
                    value = f"{value} & FULL"
                text.line(f"{object_plane(thing)} = {value}")

    def _packed(self) -> str:
        parts = [
            object_plane(thing) if place == 0 else f"{object_plane(thing)} << N{place}"
            for place, thing in enumerate(self.changing)
        ]
        return " | ".join(parts) or "0"

    # the turn

    def turn(self, direction: int) -> Source:
        """The function of one input: state to state, or to state and commands if the game has any."""
        game, facts = self.game, self.facts
        names = Names()
        text = Text()
        pushed = self._pushed(direction)
        live = facts.live_movements(game.rules, pushed)
        count = 0
        with text.block("def turn(s):"):
            self._unpack(text, self.changing)
            if self.has_commands:
                text.line("q = 0")
            self._write_push(text, direction, live, pushed)
            count += self._write_program(text, names, game.rules, live)
            self._write_movement(text, names, live)
            late_live = facts.live_movements(game.late_rules, 0)
            for index in bits(late_live):
                text.line(f"{movement_plane(index)} = 0")
            count += self._write_program(text, names, game.late_rules, late_live)
            if direction != NO_INPUT and game.settings.require_player_movement:
                with text.block(f"if players and not players & ~({self._any_player()}):"):
                    text.line(f"return s, {CANCEL}" if self.has_commands else "return s")
            text.line(f"return {self._packed()}" + (", q" if self.has_commands else ""))
        names.geometry |= {"FULL"} | {f"N{place}" for place in range(1, len(self.changing))}
        return Source(str(text), names, count)

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

    def _write_push(self, text: Text, direction: int, live: int, pushed: int) -> None:
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

    def _write_program(self, text: Text, names: Names, program: RuleProgram, live: int) -> int:
        """Rule groups in order, with loops. Returns how many rules are left after those that cannot match."""
        manner = Manner(live)
        writer = RuleWriter(self.facts, manner, text, names)
        loops = whole_loops(program) or {}
        if loops:
            text.line("ch = loops = 0")
        ends = {start: end for end, start in loops.items()}
        return self._write_groups(text, writer, program.groups, 0, ends)

    def _write_groups(
        self, text: Text, writer: RuleWriter, groups: tuple[RuleGroup, ...], index: int, ends: dict[int, int]
    ) -> int:
        count = 0
        while index < len(groups):
            end = ends.get(index)
            if end is None:
                count += self._write_group(text, writer, groups[index], bool(ends))
                index += 1
                continue
            with text.block(f"while loops <= {MAX_LOOPS}:"):
                for inner in range(index, end + 1):
                    count += self._write_group(text, writer, groups[inner], True)
                with text.block("if not ch:"):
                    text.line("break")
                text.line("ch = 0")
                text.line("loops += 1")
            # Escaping from an endless loop leaves out all rules after it.
            with text.block(f"if loops <= {MAX_LOOPS}:"):
                return count + self._write_groups(text, writer, groups, end + 1, ends)
        return count

    def _write_group(self, text: Text, writer: RuleWriter, group: RuleGroup, in_loop: bool) -> int:
        rules = [rule for rule in group.rules if writer.possible(rule) and self._matters(rule)]
        if not rules:
            return 0
        if all(not rule.has_replacements for rule in rules):
            for rule in rules:
                writer.write(rule, self._queue_line(rule))
            return len(rules)
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
        return len(rules)

    def _settles_at_once(self, rules: list[Rule], live: int) -> bool:
        if len(rules) > 12 or any(len(rule.rows) > 1 or rule.has_ellipses for rule in rules):
            return False
        return self.facts.settles_at_once(rules, live)

    def _matters(self, rule: Rule) -> bool:
        return rule.has_replacements or bool(command_flags(rule))

    def _queue_line(self, rule: Rule) -> str | None:
        flags = command_flags(rule)
        return f"q = add_flags(q, {flags})" if flags else None

    # movement

    def _write_movement(self, text: Text, names: Names, live: int) -> None:
        for layer in self.game.layers:
            share = live >> MOVEMENT_BITS * layer.index & 0b11111
            ways = [way for way in range(4) if share >> way & 1]
            things = [thing for thing in layer.object_ids if thing in self.changing]
            if not ways or not things:
                continue
            planes = [object_plane(thing) for thing in things]
            moving = [movement_plane(MOVEMENT_BITS * layer.index + way) for way in ways]
            with text.block(f"if {' or '.join(moving)}:"):
                if len(ways) == 1 and not share & 0b10000:
                    self._write_one_way(text, names, layer.index, _WAYS[ways[0]], moving[0], planes)
                else:
                    self._write_any_way(text, layer.index, share, planes)

    def _write_any_way(self, text: Text, layer: int, share: int, planes: list[str]) -> None:
        movers = [
            movement_plane(MOVEMENT_BITS * layer + way) if share >> way & 1 else "0" for way in range(5)
        ]
        group = ", ".join(planes) + ","
        text.line(f"{group} = move_silently(({group}), S{layer}, ({', '.join(movers)}), board)")

    def _write_one_way(
        self, text: Text, names: Names, layer: int, way: int, moving: str, planes: list[str]
    ) -> None:
        """All movers go the same way: whatever is not held up by something that stays can go at once."""
        amount = "1" if way in (UP, DOWN) else "H1"
        if amount == "H1":
            names.geometry.add("H1")
        toward, back = (">>", "<<") if way in (UP, LEFT) else ("<<", ">>")
        room = {UP: "VU2", DOWN: "VD2", LEFT: "VL2", RIGHT: "VR2"}[way]
        names.geometry.add(room)
        text.line(f"l = {' | '.join([f'S{layer}', *planes])}")
        with text.block(f"if {moving} & ~l:"):
            self._write_any_way(text, layer, 1 << _WAYS.index(way), planes)
        with text.block("else:"):
            text.line(f"g = {moving} & {room}")
            text.line("k = l & ~g")
            text.line(f"k = g & (k {back} {amount})")
            with text.block("while k:"):
                text.line("g ^= k")
                text.line(f"k = g & (k {back} {amount})")
            with text.block("if g:"):
                for plane in planes:
                    text.line(f"t = {plane} & g")
                    with text.block("if t:"):
                        text.line(f"{plane} = {plane} ^ t | t {toward} {amount}")

    # winning

    def won(self) -> Source:
        """The function that tells whether a state meets the win conditions."""
        names = Names()
        text = Text()
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
        return Source(str(text), names, 0)

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
