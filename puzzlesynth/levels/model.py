"""A compiled PuzzleScript game: everything that the engine, the solvers and the renderers need to know.

Sets of objects and sets of movements are plain Python integers used as bit masks:

* an *object mask* has one bit for each object, `1 << object.id`. Ids count upwards through the collision
  layers in the order in which the game lists them, so that random choices fall as in the original;
* a *movement mask* has five bits for each collision layer, shifted by `MOVEMENT_BITS * layer`:
  up 1, down 2, left 4, right 8, action 16.

Cells of a level are stored column by column: `index = x * height + y`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .movements import MOVEMENT_BITS

TRANSPARENT = -1
"""The sprite pixel that shows what lies below."""


@dataclass(frozen=True, slots=True)
class GameObject:
    """One thing that can lie in a cell. `colors` are `#rrggbb`/`#rgb` (lower or upper case) or `transparent`;
    `sprite` rows hold indices into `colors`, or `TRANSPARENT`."""

    id: int
    name: str
    display_name: str
    layer: int
    colors: tuple[str, ...]
    sprite: tuple[tuple[int, ...], ...]
    line: int

    @property
    def mask(self) -> int:
        return 1 << self.id


@dataclass(frozen=True, slots=True)
class Layer:
    """A collision layer: at most one of its objects is in a cell at any time."""

    index: int
    object_ids: tuple[int, ...]
    mask: int


@dataclass(frozen=True, slots=True)
class Legend:
    """What the names mean, after resolving names defined in terms of other names.

    `synonyms` map to one object's name, `aggregates` (AND) and `properties` (OR) to objects' names in order.
    `glyphs` are the names that may be used in level maps: name to object mask. All names are in lower case, which
    is all that the language knows; `spellings` has them as the designer wrote them.
    """

    synonyms: Mapping[str, str]
    aggregates: Mapping[str, tuple[str, ...]]
    properties: Mapping[str, tuple[str, ...]]
    glyphs: Mapping[str, int]
    spellings: Mapping[str, str] = field(default_factory=dict)

    def letters(self) -> dict[int, str]:
        """The character that maps have for a set of objects, in the designer's spelling; the first of several."""
        found: dict[int, str] = {}
        for name, mask in self.glyphs.items():
            if len(name) == 1:
                found.setdefault(mask, self.spellings.get(name, name))
        return found


@dataclass(frozen=True, slots=True)
class MaskSound:
    """A sound for objects: CREATE and DESTROY (any of `object_mask`; `layer` and `direction_mask` unused),
    MOVE, ACTION and CANTMOVE (one object; `direction_mask` is a movement mask, shifted to `layer`)."""

    object_mask: int
    seed: int
    direction_mask: int = 0
    layer: int = -1


@dataclass(frozen=True, slots=True)
class Sounds:
    """All sounds of a game, in the order in which the engine looks through them; seeds are whole numbers.

    `events` maps `sfx0`..`sfx10`, `titlescreen`, `startgame`, `cancel`, `endgame`, `startlevel`, `undo`,
    `restart`, `endlevel`, `showmessage`, `closemessage` to a seed. `movement[layer]` holds the MOVE and
    ACTION sounds of the objects of that layer.
    """

    events: Mapping[str, int] = field(default_factory=dict)
    creation: tuple[MaskSound, ...] = ()
    destruction: tuple[MaskSound, ...] = ()
    movement: tuple[tuple[MaskSound, ...], ...] = ()
    movement_failure: tuple[MaskSound, ...] = ()


@dataclass(frozen=True, slots=True)
class Replacement:
    """What happens to a matched cell.

    The engine computes, in this order: `random_mask` (object mask, 0 if unused) adds one of its objects,
    drawn uniformly by ascending id, which also clears that object's layer and that layer's movements;
    `random_dir_mask` has bits in each layer whose object gets a random one of four directions;
    then objects = (objects & ~clear) | set and movements = (movements & ~clear) | set, where the movements
    cleared are `movements_clear | movements_layer_mask`.
    """

    objects_clear: int
    objects_set: int
    movements_clear: int
    movements_set: int
    movements_layer_mask: int
    random_mask: int = 0
    random_dir_mask: int = 0

    @property
    def draws(self) -> bool:
        """Whether it takes random numbers."""
        return bool(self.random_mask or self.random_dir_mask)

    @property
    def movements_cleared(self) -> int:
        return self.movements_clear | self.movements_layer_mask


@dataclass(frozen=True, slots=True)
class CellPattern:
    """What one cell must hold for a rule to match, and what becomes of it (None: left as it is).

    All bits of `objects_present` and of `movements_present` are needed, none of `objects_missing` and of
    `movements_missing` may be there, and at least one bit of each mask in `any_objects_present` is needed.
    """

    objects_present: int = 0
    objects_missing: int = 0
    any_objects_present: tuple[int, ...] = ()
    movements_present: int = 0
    movements_missing: int = 0
    replacement: Replacement | None = None


@dataclass(frozen=True, slots=True)
class CellRow:
    """One pair of square brackets. `cells` has None at an ellipsis; `ellipses` are those positions
    (none, one or two of them)."""

    cells: tuple[CellPattern | None, ...]
    ellipses: tuple[int, ...] = ()
    object_mask: int = 0
    """Every object that some cell of the row requires: a level without them all cannot match."""
    movement_mask: int = 0
    """Every movement that some cell of the row requires."""

    @property
    def segments(self) -> list[tuple[CellPattern, ...]]:
        """The stretches of cells between the ellipses."""
        parts: list[list[CellPattern]] = [[]]
        for cell in self.cells:
            if cell is None:
                parts.append([])
            else:
                parts[-1].append(cell)
        return [tuple(part) for part in parts]


@dataclass(frozen=True, slots=True)
class Command:
    """`cancel`, `checkpoint`, `restart`, `win`, `again`, `message` (with `text`), or `sfx0`..`sfx10`."""

    name: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class PuzzleScriptRule:
    """One rule after expansion: one direction, no ambiguous movements, no properties over several layers.

    `direction` is UP, DOWN, LEFT or RIGHT: a row extends from its first cell in that direction. Up and left
    rules without ellipses have been turned into down and right ones, as in the original.
    """

    direction: int
    rows: tuple[CellRow, ...]
    has_replacements: bool
    """False if the rule has only commands to the right of its arrow."""
    line: int
    group_number: int
    rigid: bool = False
    random: bool = False
    commands: tuple[Command, ...] = ()
    text: str = ""
    """The expanded rule written out, beginning with its line."""
    rigid_number: int = 0
    """The number of the rigid group that a rigid rule belongs to, from 1."""

    @property
    def has_ellipses(self) -> bool:
        return any(row.ellipses for row in self.rows)

    @property
    def cells(self) -> list[CellPattern]:
        """The patterns of all rows, ellipses left out."""
        return [cell for row in self.rows for cell in row.cells if cell is not None]

    @property
    def replaced_cells(self) -> list[tuple[CellPattern, Replacement]]:
        """The patterns of the cells that the rule does something to, with what it does."""
        found = []
        for row in self.rows:
            for cell in row.cells:
                if cell is not None and cell.replacement is not None:
                    found.append((cell, cell.replacement))
        return found

    @property
    def draws(self) -> bool:
        """Whether one of its replacements takes random numbers."""
        return any(replacement.draws for _, replacement in self.replaced_cells)

    def rigid_marks(self, layers: int) -> int:
        """The marks that a rigid rule leaves in a cell: its group's number in the share of every layer that it moves."""
        marks = 0
        for shift in range(0, layers.bit_length(), MOVEMENT_BITS):
            marks |= self.rigid_number << shift
        return marks & layers

    @property
    def queued_commands(self) -> tuple[tuple[str, ...], str | None]:
        """The names of its commands, and the text of its message if it has one."""
        text = next((command.text for command in self.commands if command.name == "message"), None)
        return tuple(command.name for command in self.commands), text


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Rules that are applied together until none of them changes anything (joined by `+` or by expansion).

    `random` is true if the group's first rule is random: then one match of the whole group is applied.
    """

    rules: tuple[PuzzleScriptRule, ...]
    random: bool = False

    @property
    def line(self) -> int:
        """The line of its first rule; 0 if it has none."""
        return self.rules[0].line if self.rules else 0


@dataclass(frozen=True, slots=True)
class RuleProgram:
    """Rule groups in order, with jumps back: `loop_points[i] = j` says that after group i, if anything has
    changed since the loop was last entered, the engine goes on with group j (the loop's first)."""

    groups: tuple[RuleGroup, ...] = ()
    loop_points: Mapping[int, int] = field(default_factory=dict)


Quantifier = Literal["no", "some", "all"]


@dataclass(frozen=True, slots=True)
class WinCondition:
    """`No/Some/All subject [on target]`. Without `on`, `has_target` is false and `target_mask` has every bit.

    A cell fits an aggregate's mask if all of its objects are there, any other mask if one of them is.
    """

    quantifier: Quantifier
    subject_mask: int
    subject_is_aggregate: bool
    target_mask: int
    target_is_aggregate: bool
    has_target: bool
    line: int


@dataclass(frozen=True, slots=True)
class Level:
    """A map: one object mask for each cell, column by column."""

    width: int
    height: int
    cells: tuple[int, ...]
    line: int
    """The line of the source on which the map starts."""
    last_line: int = 0
    """The line of its last row; there may be comments between its rows."""

    def cell(self, x: int, y: int) -> int:
        return self.cells[x * self.height + y]


@dataclass(frozen=True, slots=True)
class LevelMessage:
    """A message shown between levels; it counts as an entry of the game's list of levels."""

    text: str
    line: int


LevelEntry = Level | LevelMessage


@dataclass(frozen=True, slots=True)
class Settings:
    """The prelude. `values` has every setting as written (lower-case key; flags have the value "true")."""

    values: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    author: str = ""
    homepage: str = ""
    background_color: str = "#000000"
    text_color: str = "#FFFFFF"
    again_interval: float | None = None
    realtime_interval: float | None = None
    key_repeat_interval: float | None = None
    flickscreen: tuple[int, int] | None = None
    zoomscreen: tuple[int, int] | None = None
    noaction: bool = False
    noundo: bool = False
    norestart: bool = False
    norepeat_action: bool = False
    require_player_movement: bool = False
    run_rules_on_level_start: bool = False
    scanline: bool = False
    throttle_movement: bool = False
    verbose_logging: bool = False
    debug: bool = False


@dataclass(frozen=True, slots=True)
class Designations:
    """What a designer says objects are, by id in the order in which they are named. Only generation takes it up."""

    walls: tuple[int, ...] = ()
    floors: tuple[int, ...] = ()
    players: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PuzzleScriptGame:
    """A game ready to run."""

    settings: Settings
    objects: tuple[GameObject, ...]
    """By id."""
    layers: tuple[Layer, ...]
    legend: Legend
    sounds: Sounds
    rules: RuleProgram
    late_rules: RuleProgram
    rigid_groups: tuple[int, ...]
    """Indices into `rules.groups` of the groups with rigid rules, by their number less 1."""
    win_conditions: tuple[WinCondition, ...]
    levels: tuple[LevelEntry, ...]
    player_mask: int
    player_is_aggregate: bool
    """A player defined with AND is only where all its objects are; otherwise where any of them is."""
    background_id: int
    background_layer: int
    designations: Designations = field(default_factory=Designations)

    @property
    def ground_mask(self) -> int:
        """What lies below everything else: the layer of the background, and what the designer says is floor."""
        return self.background_mask | sum(1 << thing for thing in self.designations.floors)

    @property
    def background_mask(self) -> int:
        """The objects of the background's layer."""
        return self.layers[self.background_layer].mask

    def layer_mask(self, thing: int) -> int:
        """The objects that share a collision layer with an object, itself included."""
        return self.layers[self.objects[thing].layer].mask

    def objects_in(self, cell: int) -> list[GameObject]:
        """The objects in a cell, from the bottom to the top; the background only if it is alone."""
        mask = cell & ~self.background_mask or cell
        return [thing for thing in self.objects if mask & thing.mask]

    @property
    def all_rules(self) -> list[PuzzleScriptRule]:
        """Early rules, then late ones."""
        groups = (*self.rules.groups, *self.late_rules.groups)
        return [rule for group in groups for rule in group.rules]

    @property
    def maps(self) -> list[Level]:
        """The levels, without the messages between them."""
        return [entry for entry in self.levels if isinstance(entry, Level)]

    @property
    def names(self) -> list[str]:
        """All names that rules can use, in lower case: objects, then the legend's."""
        legend = self.legend
        own = [thing.name for thing in self.objects]
        return [*own, *legend.synonyms, *legend.aggregates, *legend.properties]

    @property
    def player_objects(self) -> list[int]:
        return [thing.id for thing in self.objects if thing.mask & self.player_mask]

    @property
    def bare_cell(self) -> int:
        """A cell with nothing but ground: a background, and the floors that lie on it."""
        cell = 0
        for thing in (*self.designations.floors, self.background_id):
            if not cell & self.layer_mask(thing):
                cell |= 1 << thing
        return cell

    @property
    def players(self) -> tuple[int, ...]:
        """The objects that are placed as the player: those that the designer names, or all that are one."""
        return tuple(sorted(self.designations.players) or self.player_objects)

    @property
    def object_count(self) -> int:
        return len(self.objects)

    @property
    def layer_count(self) -> int:
        return len(self.layers)

    @property
    def layer_masks(self) -> tuple[int, ...]:
        return tuple(layer.mask for layer in self.layers)
