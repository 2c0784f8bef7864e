"""Source for turns of a whole frontier at once: numpy words instead of whole numbers.

A plane is one or more arrays of 64-bit words, one element for each state. Rules match and replace in all states
together. States for which that would not be exact (matches that share cells, objects that want to enter the
same cell, loops without end) are marked in `hard`; they are left to the functions that take one state at a time.
"""

from __future__ import annotations

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.bitboard.geometry import DIRECTION_NAMES, Geometry
from puzzlesynth.levels.engine.bitboard.static_analysis import PlaneEffect, StaticAnalysis
from puzzlesynth.levels.engine.turn import INPUT_MOVEMENTS, MAX_LOOPS, NO_INPUT
from puzzlesynth.levels.model import (
    CellPattern,
    Level,
    PuzzleScriptGame,
    PuzzleScriptRule,
    Replacement,
    RuleGroup,
    RuleProgram,
    WinCondition,
)
from puzzlesynth.levels.movements import DIRECTIONS, MOVEMENT_BITS

from .movement_writer import moving_layers
from .replacement_writer import CodegenOptions, GeneratedNames, movement_plane, object_plane
from .rule_writer import RuleCodeWriter, Segment
from .source_text import SourceText
from .turn_writer import (
    AGAIN,
    CANCEL,
    RESTART,
    WIN,
    command_flags,
    draws_numbers,
    fusion_obstacles,
    whole_loops,
)

WORD = 64
MAX_WORDS = 4
"""Boards of more cells than this many words hold are searched state by state."""
MAX_VECTOR_RULES = 300

Words = list[str]


def vector_obstacles(game: PuzzleScriptGame, level: Level) -> list[str]:
    """Why the frontiers of a level cannot be advanced at once; empty if they can."""
    reasons = fusion_obstacles(game)
    rules = game.all_rules
    if game.rigid_groups or any(rule.rigid for rule in rules):
        reasons.append("rigid rules")
    if draws_numbers(game):
        reasons.append("random rules")
    if any(rule.has_ellipses for rule in rules):
        reasons.append("ellipses")
    if any(len(rule.rows) > 1 for rule in rules):
        reasons.append("several brackets in a rule")
    if any(command_flags(rule) & AGAIN for rule in rules):
        reasons.append("again")
    if len(rules) > MAX_VECTOR_RULES:
        reasons.append(f"{len(rules)} rules after expansion (more than {MAX_VECTOR_RULES})")
    if level.width * level.height > WORD * MAX_WORDS:
        reasons.append(f"more than {WORD * MAX_WORDS} cells")
    return reasons


def words_for(board: Geometry) -> int:
    """How many words a plane takes."""
    return max(1, -(-board.count // WORD))


class VectorWriter:
    """Writes the functions of one game for boards of one size."""

    def __init__(self, facts: StaticAnalysis, board: Geometry) -> None:
        self.facts = facts
        self.game = facts.game
        self.board = board
        self.words = words_for(board)
        self.changing = bits(facts.changing_objects)
        self.constants: dict[str, int] = {}
        self.text = SourceText()
        self.live = 0

    # words

    def _plane(self, name: str) -> Words:
        return [f"{name}w{word}" for word in range(self.words)]

    def _constant(self, name: str, value: int) -> Words:
        """A set of cells that depends on the size alone."""
        names = self._plane(name)
        for word, word_name in enumerate(names):
            self.constants[word_name] = value >> WORD * word & (1 << WORD) - 1
        return names

    def _room(self, direction: int, length: int) -> Words:
        letter = DIRECTION_NAMES[direction]
        return self._constant(f"V{letter}{length}", self.board.room(direction, length))

    def _shifted(self, words: Words, amount: int) -> Words:
        """Words moved to higher bits by `amount`, to lower ones if it is negative."""
        if amount == 0:
            return words
        whole, part = divmod(abs(amount), WORD)
        up = amount > 0
        result = []
        for word in range(self.words):
            near = word - whole if up else word + whole
            far = near - 1 if up else near + 1
            pieces = []
            if 0 <= near < self.words:
                here, back = ("<<", ">>") if up else (">>", "<<")
                pieces.append(f"({words[near]} {here} {part})" if part else words[near])
            else:
                back = ">>" if up else "<<"
            if part and 0 <= far < self.words:
                pieces.append(f"({words[far]} {back} {WORD - part})")
            result.append(f"({' | '.join(pieces)})" if len(pieces) > 1 else (pieces or ["Z"])[0])
        return result

    def _joined(self, parts: list[Words], joint: str) -> Words:
        if len(parts) == 1:
            return parts[0]
        return ["(" + f" {joint} ".join(part[word] for part in parts) + ")" for word in range(self.words)]

    def _let(self, name: str, words: Words) -> Words:
        names = self._plane(name)
        for word_name, value in zip(names, words, strict=True):
            if word_name != value:
                self.text.line(f"{word_name} = {value}")
        return names

    def _any(self, words: Words) -> str:
        return " or ".join(f"{word}.any()" for word in words)

    def _lanes(self, words: Words) -> str:
        """The states in which a set of cells is not empty."""
        return f"(({' | '.join(words)}) != Z)"

    # turns

    def turn(self, direction: int) -> str:
        """The function of an input: planes of all states in, planes, marks of hard and of won states out."""
        self.text = text = SourceText()
        game = self.game
        layers = sorted({self.facts.layer_of[index] for index in bits(game.player_mask)})
        given = 0 if direction == NO_INPUT else INPUT_MOVEMENTS[direction]
        pushed = sum(given << MOVEMENT_BITS * layer for layer in layers)
        self.live = self.facts.live_movements(game.rules, pushed)
        with text.block("def turn(S):"):
            rows = [name for thing in self.changing for name in self._plane(object_plane(thing))]
            text.line(f"{', '.join(rows)}, = S")
            text.line("n = len(S[0])")
            text.line("hard = undone = won = NOWHERE")
            self._write_push(pushed)
            self._write_program(game.rules)
            self._write_movement()
            self.live = 0
            self._write_program(game.late_rules)
            if game.settings.require_player_movement and direction != NO_INPUT:
                moved = [f"players & ~({now})" for now in self._joined(self._players(), "|")]
                moved = [value.replace("players", f"playersw{w}") for w, value in enumerate(moved)]
                stuck = f"~{self._lanes([f'({m})' for m in moved])}"
                text.line(f"undone = undone | ({self._lanes(self._plane('players'))} & {stuck})")
            text.line(f"return [{', '.join(rows)}], hard, undone, won")
        return str(text)

    def _players(self) -> list[Words]:
        return [self._plane(object_plane(index)) for index in bits(self.game.player_mask)]

    def _write_push(self, pushed: int) -> None:
        game = self.game
        for index in bits(self.live & ~pushed):
            self._let(movement_plane(index), ["ZEROS(n)"] * self.words)
        joint = "&" if game.player_is_aggregate else "|"
        players = self._let("players", self._joined(self._players(), joint))
        for index in bits(pushed):
            layer = game.layers[index // MOVEMENT_BITS]
            here = [self._plane(object_plane(thing)) for thing in bits(game.player_mask & layer.mask)]
            cells = self._joined(here, "|")
            if game.player_is_aggregate:
                cells = self._joined([cells, players], "&")
            self._let(movement_plane(index), cells)

    # rules

    def _write_program(self, program: RuleProgram) -> None:
        loops = whole_loops(program) or {}
        ends = {start: end for end, start in loops.items()}
        text = self.text
        index = 0
        while index < len(program.groups):
            end = ends.get(index, index)
            if index not in ends:
                self._write_group(program.groups[index], False)
            else:
                with text.block(f"for _ in range({MAX_LOOPS}):"):
                    text.line("ch = False")
                    for inner in range(index, end + 1):
                        self._write_group(program.groups[inner], True)
                    with text.block("if not ch:"):
                        text.line("break")
                with text.block("else:"):
                    text.line("hard = EVERYWHERE(n)")
            index = end + 1

    def _write_group(self, group: RuleGroup, in_loop: bool) -> None:
        scratch = RuleCodeWriter(self.facts, CodegenOptions(self.live), SourceText(), GeneratedNames())
        rules = [
            rule
            for rule in group.rules
            if scratch.possible(rule) and (rule.has_replacements or command_flags(rule))
        ]
        if not rules:
            return
        text = self.text
        once = all(not rule.has_replacements for rule in rules) or (
            len(rules) <= 12 and self.facts.settles_at_once(rules, self.live)
        )
        with text.block("if True:" if once else "for _ in PASSES:"):
            text.line("c = False")
            for rule in rules:
                self._write_rule(rule)
            if in_loop:
                text.line("ch = ch or c")
            if not once:
                with text.block("if not c:"):
                    text.line("break")
        if not once:
            with text.block("else:"):
                text.line("hard = EVERYWHERE(n)")

    def _write_rule(self, rule: PuzzleScriptRule) -> None:
        text = self.text
        segment = rule.rows[0].segments[0]
        step = self.board.step(rule.direction)
        matches = self._let("m", self._match(segment, step, rule.direction))
        with text.block(f"if {self._any(matches)}:"):
            flags = command_flags(rule)
            if flags & (CANCEL | RESTART):
                text.line(f"undone = undone | {self._lanes(matches)}")
            elif flags & WIN:
                text.line(f"won = won | {self._lanes(matches)}")
            if not rule.has_replacements:
                return
            for offset in range(1, len(segment)):
                pairs = zip(segment, segment[offset:], strict=False)
                if not any(self.facts.exclude_each_other(one, other) for one, other in pairs):
                    shifted = self._shifted(matches, -abs(step) * offset)
                    both = [f"({m} & {s})" for m, s in zip(matches, shifted, strict=True)]
                    text.line(f"hard = hard | {self._lanes(both)}")
            for offset, cell in enumerate(segment):
                if cell.replacement is not None:
                    self._write_cell(cell, cell.replacement, matches, step * offset)

    def _match(self, segment: Segment, step: int, direction: int) -> Words:
        parts: list[Words] = []
        unwanted: list[Words] = []
        for offset, cell in enumerate(segment):
            wanted = [self._plane(movement_plane(i)) for i in bits(cell.movements_present)]
            wanted += [self._plane(object_plane(i)) for i in bits(cell.objects_present)]
            for mask in cell.any_objects_present:
                wanted.append(self._joined([self._plane(object_plane(i)) for i in bits(mask)], "|"))
            if wanted:
                parts.append(self._shifted(self._joined(wanted, "&"), -step * offset))
            missing = [self._plane(object_plane(i)) for i in bits(cell.objects_missing)]
            missing += [self._plane(movement_plane(i)) for i in bits(cell.movements_missing & self.live)]
            if missing:
                shifted = self._shifted(self._joined(missing, "|"), -step * offset)
                unwanted.append([f"~{word}" for word in shifted])
        if len(segment) > 1 or not parts:
            parts.append(self._room(direction, len(segment)))
        return self._joined(parts + unwanted, "&")

    def _write_cell(self, cell: CellPattern, replacement: Replacement, matches: Words, amount: int) -> None:
        objects, movements = self.facts.cell_effects(cell, replacement, self.live)
        if not objects and not movements:
            return
        where = self._let("t", self._shifted(matches, amount))
        for effect in objects:
            self._write_effect(object_plane(effect.index), effect, where)
        for effect in movements:
            self._write_effect(movement_plane(effect.index), effect, where)

    def _write_effect(self, name: str, effect: PlaneEffect, where: Words) -> None:
        text = self.text
        plane = self._plane(name)
        pairs = list(zip(plane, where, strict=True))
        if not effect.certain:
            changed = " or ".join(
                f"(~{p} & {t}).any()" if effect.sets else f"({p} & {t}).any()" for p, t in pairs
            )
            text.line(f"c = c or {changed}")
        else:
            text.line("c = True")
        for p, t in pairs:
            text.line(f"{p} = {p} | {t}" if effect.sets else f"{p} = {p} & ~{t}")

    # movement

    def _write_movement(self) -> None:
        for layer, share, ways, things in moving_layers(self.game, self.live, self.changing):
            planes = [self._plane(object_plane(thing)) for thing in things]
            still = [f"S{layer}w{word}" for word in range(self.words)]
            occupied = self._let("l", self._joined([still, *planes], "|"))
            movers = {way: self._plane(movement_plane(MOVEMENT_BITS * layer + way)) for way in ways}
            if share & 0b10000:
                self._mark_acting(layer, movers)
            if len(ways) == 1:
                self._write_one_way(ways[0], movers[ways[0]], occupied, planes)
            else:
                self._write_many_ways(movers, occupied, planes)

    def _mark_acting(self, layer: int, movers: dict[int, Words]) -> None:
        acting = self._plane(movement_plane(MOVEMENT_BITS * layer + 4))
        moving = self._joined(list(movers.values()), "|")
        self.text.line(f"hard = hard | {self._lanes(self._joined([acting, moving], '&'))}")

    def _mark_empty(self, movers: Words, occupied: Words) -> None:
        """A movement where nothing is: order matters."""
        empty = [f"({m} & ~{o})" for m, o in zip(movers, occupied, strict=True)]
        self.text.line(f"hard = hard | {self._lanes(empty)}")

    def _write_one_way(self, way: int, movers: Words, occupied: Words, planes: list[Words]) -> None:
        text = self.text
        direction = DIRECTIONS[way]
        step = self.board.step(direction)
        self._mark_empty(movers, occupied)
        going = self._let("g", self._joined([movers, self._room(direction, 2)], "&"))
        blocked = [f"({o} & ~{g})" for o, g in zip(occupied, going, strict=True)]
        held = self._let("b", blocked)
        held = self._let("k", self._joined([going, self._shifted(held, -step)], "&"))
        with text.block(f"while {self._any(held)}:"):
            for g, k in zip(going, held, strict=True):
                text.line(f"{g} = {g} ^ {k}")
            self._let("b", held)
            self._let("k", self._joined([going, self._shifted(self._plane("b"), -step)], "&"))
        for plane in planes:
            moving = self._let("t", self._joined([plane, going], "&"))
            for p, t, s in zip(plane, moving, self._shifted(moving, step), strict=True):
                text.line(f"{p} = {p} ^ {t} | {s}")

    def _write_many_ways(self, movers: dict[int, Words], occupied: Words, planes: list[Words]) -> None:
        """Movers of several directions: what finds an empty cell goes, then what follows it."""
        text = self.text
        targets = self._let("T", ["ZEROS(n)"] * self.words)
        everyone = self._let("E", ["ZEROS(n)"] * self.words)
        for way, cells in movers.items():
            direction = DIRECTIONS[way]
            self._mark_empty(cells, occupied)
            text.line(f"hard = hard | {self._lanes(self._joined([everyone, cells], '&'))}")
            for e, c in zip(everyone, cells, strict=True):
                text.line(f"{e} = {e} | {c}")
            waiting = self._let(f"q{way}", self._joined([cells, self._room(direction, 2)], "&"))
            there = self._let("t", self._shifted(waiting, self.board.step(direction)))
            text.line(f"hard = hard | {self._lanes(self._joined([targets, there], '&'))}")
            for target, t in zip(targets, there, strict=True):
                text.line(f"{target} = {target} | {t}")
            self._let(f"g{way}", ["ZEROS(n)"] * self.words)
        full = self._constant("FULL", self.board.full)
        free = self._let("f", [f"{a} & ~{o}" for a, o in zip(full, occupied, strict=True)])
        with text.block("while True:"):
            text.line("more = False")
            for way in movers:
                step = self.board.step(DIRECTIONS[way])
                waiting, going = self._plane(f"q{way}"), self._plane(f"g{way}")
                away = self._let("t", self._joined([waiting, self._shifted(free, -step)], "&"))
                with text.block(f"if {self._any(away)}:"):
                    text.line("more = True")
                    for q, g, f, t in zip(waiting, going, free, away, strict=True):
                        text.line(f"{g} = {g} | {t}; {q} = {q} ^ {t}; {f} = {f} | {t}")
            with text.block("if not more:"):
                text.line("break")
        for plane in planes:
            kept = self._let("p", plane)
            leaving = self._joined([self._plane(f"g{way}") for way in movers], "|")
            self._let("k", [f"{p} & ~{g}" for p, g in zip(kept, leaving, strict=True)])
            for way in movers:
                moving = self._let("t", self._joined([self._plane("p"), self._plane(f"g{way}")], "&"))
                for k, s in zip(
                    self._plane("k"), self._shifted(moving, self.board.step(DIRECTIONS[way])), strict=True
                ):
                    text.line(f"{k} = {k} | {s}")
            for p, k in zip(plane, self._plane("k"), strict=True):
                text.line(f"{p} = {k}")

    # winning

    def won(self) -> str:
        """The function that tells which states meet the win conditions."""
        self.text = text = SourceText()
        with text.block("def won(S):"):
            rows = [name for thing in self.changing for name in self._plane(object_plane(thing))]
            text.line(f"{', '.join(rows)}, = S")
            tests = [self._condition(condition) for condition in self.game.win_conditions]
            text.line(f"return {' & '.join(tests) if tests else 'NOWHERE'} | FALSES(len(S[0]))")
        return str(text)

    def _condition(self, condition: WinCondition) -> str:
        subject = self._holding(condition.subject_mask, condition.subject_is_aggregate)
        if not condition.has_target:
            target = self._constant("FULL", self.board.full)
        else:
            target = self._holding(condition.target_mask, condition.target_is_aggregate)
        if condition.quantifier == "all":
            left = [f"({s} & ~{t})" for s, t in zip(subject, target, strict=True)]
            return f"~{self._lanes(left)}"
        both = self._lanes([f"({s} & {t})" for s, t in zip(subject, target, strict=True)])
        return both if condition.quantifier == "some" else f"~{both}"

    def _holding(self, mask: int, is_aggregate: bool) -> Words:
        planes = [self._plane(object_plane(index)) for index in bits(mask)]
        if not planes:
            return self._constant("FULL", self.board.full) if is_aggregate else ["Z"] * self.words
        return self._joined(planes, "&" if is_aggregate else "|")
