"""A game's rules as tables of integers, for levels of one size that hold certain objects.

Rules that nothing in the level can ever satisfy are left out, and of those that stay, everything about objects and
movements that cannot come up: a game of hundreds of rules often has a dozen for one level.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from puzzlesynth.levels.bitmask import bits, union
from puzzlesynth.levels.engine.bitboard.static_analysis import (
    StaticAnalysis,
    level_is_exclusive,
)
from puzzlesynth.levels.engine.codegen.turn_writer import draws_numbers
from puzzlesynth.levels.engine.native.kernel import layout as at
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.movements import DIRECTIONS, DOWN, LAYER_MOVEMENTS, LEFT, MOVEMENT_BITS, RIGHT, UP

from .possible_things import PossibleThings
from .rule_stream import RuleStreamWriter
from .walk_tables import walk_entries

WORD = 64
_QUANTIFIERS = {"no": at.NO, "some": at.SOME, "all": at.ALL}
_MOST_KINDS = 48
"""Tables that are kept for a game."""


@dataclass(frozen=True, slots=True)
class LevelKind:
    """What levels have in common that can share tables."""

    width: int
    height: int
    objects: int
    """What is in one of the cells."""
    everywhere: int
    """What is in all of them."""
    exclusive: bool

    @classmethod
    def of(cls, game: PuzzleScriptGame, level: Level) -> LevelKind:
        everywhere = -1
        for cell in set(level.cells):
            everywhere &= cell
        objects = union(level.cells)
        return cls(level.width, level.height, objects, everywhere & objects, level_is_exclusive(game, level))


class GameTables:
    """The tables of a game's levels, made when they are first asked for."""

    def __init__(self, game: PuzzleScriptGame) -> None:
        self.game = game
        self._kinds: dict[LevelKind, LevelTables] = {}

    @cached_property
    def _facts(self) -> tuple[StaticAnalysis, StaticAnalysis]:
        loose, strict = (StaticAnalysis(self.game, exclusive_levels=exclusive) for exclusive in (False, True))
        return loose, strict

    def on(self, level: Level) -> LevelTables:
        kind = LevelKind.of(self.game, level)
        tables = self._kinds.get(kind)
        if tables is None:
            if len(self._kinds) >= _MOST_KINDS:
                self._kinds.clear()
            tables = self._kinds[kind] = LevelTables(self.game, kind, self._facts[kind.exclusive])
        return tables


class LevelTables:
    """The tables for one kind of level."""

    def __init__(self, game: PuzzleScriptGame, kind: LevelKind, facts: StaticAnalysis) -> None:
        self.game, self.kind, self.facts = game, kind, facts
        self.cells = kind.width * kind.height
        self.words = max(1, -(-self.cells // WORD))
        self.objects, self.layers = game.object_count, game.layer_count
        self.planes = self.objects + MOVEMENT_BITS * self.layers
        everywhere = kind.everywhere & ~facts.changing_objects
        self.things = PossibleThings.starting_from(game, kind.objects, everywhere)
        self.possible = self.things.objects
        self.changing = tuple(bits(facts.changing_objects & self.possible))
        """The objects that can change, which make up a state."""
        self.is_random = draws_numbers(game)
        self.state_words = len(self.changing) * self.words + self.is_random
        """The planes of what can change, and how many numbers were drawn."""
        self.numbers = array("q", [0] * at.CONTEXT_SIZE)
        """What a context has when it is made; addresses of tables are those of `arrays`."""
        self.arrays: list[array[int]] = []
        self._set_sizes()
        self._write_board()
        self._write_rules()
        self._write_conditions()
        self._write_sounds()

    # writing

    def _keep(self, field: int, numbers: Iterable[int], kind: str = "q") -> None:
        """Keep a table, and its address in the field of contexts."""
        table = array(kind, numbers)
        if not table:
            table.append(0)
        self.arrays.append(table)
        self.numbers[field] = table.buffer_info()[0]

    def _set_sizes(self) -> None:
        game, kind = self.game, self.kind
        rigid = bool(game.rigid_groups)
        self.numbers[at.WORDS] = self.words
        self.numbers[at.CELLS] = self.cells
        self.numbers[at.WIDTH], self.numbers[at.HEIGHT] = kind.width, kind.height
        self.numbers[at.OBJECTS], self.numbers[at.LAYERS] = self.objects, self.layers
        self.numbers[at.PLANES] = self.planes
        self.numbers[at.STATE_PLANES] = len(self.changing)
        self.numbers[at.PLAYER_IS_AGGREGATE] = int(game.player_is_aggregate)
        self.numbers[at.HAS_RIGID] = int(rigid)
        self.numbers[at.RIGID_COUNT] = len(game.rigid_groups)
        self.numbers[at.IS_RANDOM] = int(self.is_random)
        self.numbers[at.MUST_MOVE] = int(game.settings.require_player_movement)
        self._keep(at.RIGID_TABLE, game.rigid_groups)

    def _split(self, plane: int) -> list[int]:
        """A plane, given as one number, in words."""
        return [plane >> WORD * word & (1 << WORD) - 1 for word in range(self.words)]

    def _write_board(self) -> None:
        game, kind = self.game, self.kind
        self._keep(at.FULL, self._split((1 << self.cells) - 1), "Q")
        edges = []
        for x in range(kind.width):
            for y in range(kind.height):
                edge = (UP if y == 0 else 0) | (DOWN if y == kind.height - 1 else 0)
                edges.append(edge | (LEFT if x == 0 else 0) | (RIGHT if x == kind.width - 1 else 0))
        self._keep(at.EDGES, edges, "B")
        members = [
            [thing for thing in layer.object_ids if self.possible >> thing & 1] for layer in game.layers
        ]
        self._keep(at.LAYER_THINGS, [thing for things in members for thing in things])
        self._keep(at.LAYER_FIRST, [0, *accumulate(map(len, members))])
        self._keep(at.LAYER_OF, [thing.layer for thing in game.objects])
        # A player of several objects is nowhere if one of them cannot be there.
        players = bits(game.player_mask if game.player_is_aggregate else game.player_mask & self.possible)
        self._keep(at.PLAYER_THINGS, players)
        self.numbers[at.PLAYER_COUNT] = len(players)
        self._keep(at.CHANGING, self.changing)

    def _write_rules(self) -> None:
        writer = RuleStreamWriter(self.facts, self.things, self.kind.height)
        early = writer.add_program(self.game.rules)
        late = writer.add_program(self.game.late_rules)
        self.numbers[at.EARLY_GROUPS], self.numbers[at.ALL_GROUPS] = early, early + late
        self.numbers[at.RULES] = len(writer.offsets)
        rule_words = max(1, -(-len(writer.offsets) // WORD))
        self.numbers[at.RULE_WORDS] = rule_words
        self.rule_words = rule_words
        self.most_rows = max([len(rule.rows) for rule in writer.rules], default=1)
        self.has_gaps = any(rule.has_ellipses for rule in writer.rules)
        self.is_plain = all(flags & at.PLAIN for flags in writer.flags)
        self._keep(at.STREAM, writer.stream)
        self._keep(at.RULE_AT, writer.offsets)
        self._keep(at.GROUPS, writer.groups)
        self._keep(at.LOOPS, writer.loops)
        self._keep(at.COMMANDS, writer.commands)
        self.walks: Sequence[int] = ()
        """The rules that have to do with the player; empty if its walks cannot be foretold."""
        if not self.is_random:
            self.walks = walk_entries(self.game, self.facts, self.things, self.kind.height, writer.rooms)
        self._keep(at.WALK_ENTRIES, self.walks)
        self._write_steps()
        rooms = [self._room(direction, length) for direction, length in writer.rooms]
        self._keep(at.ROOMS, [word for room in rooms for word in self._split(room)], "Q")
        for field, table in (
            (at.WAKES_ON_GAIN, writer.wakes_on_gain),
            (at.WAKES_ON_LOSS, writer.wakes_on_loss),
            (at.STIRS_ON_GAIN, writer.stirs_on_gain),
            (at.STIRS_ON_LOSS, writer.stirs_on_loss),
        ):
            rows = [table.get(plane, 0) for plane in range(self.planes)]
            self._keep(
                field, [row >> WORD * w & (1 << WORD) - 1 for row in rows for w in range(rule_words)], "Q"
            )
        for field, rules in ((at.NEVER_SLEEPING, writer.never_sleeping), (at.COMMANDING, writer.commanding)):
            self._keep(field, [rules >> WORD * w & (1 << WORD) - 1 for w in range(rule_words)], "Q")

    def _write_steps(self) -> None:
        height = self.kind.height
        rooms = [word for direction in DIRECTIONS for word in self._split(self._room(direction, 2))]
        steps = [step & (1 << WORD) - 1 for step in (-1, 1, -height, height)]
        self._keep(at.WALK_ROOMS, [*rooms, *steps], "Q")

    def _room(self, direction: int, length: int) -> int:
        """The cells that leave room for this many cells in a direction."""
        width, height = self.kind.width, self.kind.height
        room = 0
        for x in range(width):
            for y in range(height):
                beyond = {UP: y + 1, DOWN: height - y, LEFT: x + 1, RIGHT: width - x}[direction]
                if beyond >= length:
                    room |= 1 << x * height + y
        return room

    def _write_conditions(self) -> None:
        conditions = self.game.win_conditions
        table = [0] * len(conditions)
        for number, condition in enumerate(conditions):
            table[number] = len(table)
            table += [_QUANTIFIERS[condition.quantifier], int(condition.has_target)]
            table += self._name(condition.subject_mask, condition.subject_is_aggregate)
            target = condition.target_mask if condition.has_target else 0
            table += self._name(target, condition.target_is_aggregate)
        self._keep(at.CONDITIONS, table)
        self.numbers[at.CONDITION_COUNT] = len(conditions)

    def _name(self, mask: int, is_aggregate: bool) -> list[int]:
        things = bits(mask & (1 << self.objects) - 1 & (-1 if is_aggregate else self.possible))
        return [int(is_aggregate), len(things), *things]

    def _write_sounds(self) -> None:
        sounds = self.game.sounds
        table = [0] * self.layers
        for layer in range(self.layers):
            table[layer] = len(table)
            heard = [
                (thing, sound.direction_mask >> MOVEMENT_BITS * layer & LAYER_MOVEMENTS, sound.seed)
                for sound in (sounds.movement[layer] if sounds.movement else ())
                for thing in bits(sound.object_mask)
            ]
            table += [len(heard), *[number for item in heard for number in item]]
        self._keep(at.MOVE_SOUNDS, table)
        failures = [
            (thing, layer, sound.direction_mask >> MOVEMENT_BITS * layer & LAYER_MOVEMENTS, sound.seed)
            for sound in sounds.movement_failure
            for thing in bits(sound.object_mask)
            for layer in {index // MOVEMENT_BITS for index in bits(sound.direction_mask)}
        ]
        self._keep(at.FAILURE_SOUNDS, [len(failures), *[number for item in failures for number in item]])
        self.sound_count = len(table) + 4 * len(failures) + 4
