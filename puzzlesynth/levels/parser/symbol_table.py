"""What names mean: objects get layers and ids, and the legend's names are followed down to objects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from puzzlesynth.levels.parser.draft import LegendEntry, ObjectDraft, SourceDraft
from puzzlesynth.levels.parser.messages import MessageLog

_MOST_ROUNDS = 1000
"""Legends that go round in circles would be followed for ever."""


@dataclass(slots=True)
class SymbolTable:
    """The meaning of every name.

    `single_layer` has the properties whose members share a layer, and that layer. `masks` has objects,
    synonyms and properties, `aggregate_masks` the aggregates.
    """

    objects: dict[str, ObjectDraft]
    ids: list[str]
    """Object names by id."""
    layer_count: int
    synonyms: dict[str, str] = field(default_factory=dict)
    aggregates: dict[str, list[str]] = field(default_factory=dict)
    properties: dict[str, list[str]] = field(default_factory=dict)
    single_layer: dict[str, int | None] = field(default_factory=dict)
    layer_masks: list[int] = field(default_factory=list)
    masks: dict[str, int] = field(default_factory=dict)
    aggregate_masks: dict[str, int] = field(default_factory=dict)
    glyphs: dict[str, int] = field(default_factory=dict)
    background_id: int | None = None
    background_layer: int | None = None

    def layer_of(self, name: str) -> int | None:
        """The layer of an object; None if it is in no layer or no object."""
        definition = self.objects.get(name)
        return definition.layer if definition else None

    def bit_of(self, name: str) -> int:
        """An object's bit. Objects outside all layers pass for the first one, as in the original: there is an
        error about them already."""
        definition = self.objects.get(name)
        if definition is None or not self.ids:
            return 0
        return 1 << (definition.id or 0)

    def mask_of(self, names: Iterable[str]) -> int:
        mask = 0
        for name in names:
            mask |= self.bit_of(name)
        return mask


def place_objects(draft: SourceDraft) -> SymbolTable:
    """Number the objects through the collision layers."""
    ids: list[str] = []
    for index, layer in enumerate(draft.layers):
        for name in layer:
            if definition := draft.objects.get(name):
                definition.layer = index
                definition.id = len(ids)
                ids.append(name)
    return SymbolTable(draft.objects, ids, len(draft.layers))


def in_listing_order(objects: dict[str, ObjectDraft]) -> list[ObjectDraft]:
    """Objects as the original lists them: those with numbers for names come first."""
    numbered = sorted((name for name in objects if _is_index(name)), key=int)
    return [objects[name] for name in (*numbered, *(name for name in objects if not _is_index(name)))]


def _is_index(name: str) -> bool:
    return name.isascii() and name.isdigit() and len(name) < 10 and str(int(name)) == name


def define_glyphs(draft: SourceDraft, names: SymbolTable, log: MessageLog) -> None:
    """Find what may be drawn in maps: objects, synonyms, and aggregates of objects of different layers."""
    cells: dict[str, dict[int, int]] = {}
    for definition in names.objects.values():
        layer, number = definition.layer, definition.id
        cells[definition.name] = {} if layer is None or number is None else {layer: number}
    added = True
    while added:
        added = False
        for synonym in draft.synonyms:
            if synonym.name not in cells and synonym.members[0] in cells:
                cells[synonym.name] = cells[synonym.members[0]]
                added = True
        for aggregate in draft.aggregates:
            if aggregate.name not in cells and all(member in cells for member in aggregate.members):
                cells[aggregate.name] = _aggregate_cell(names, aggregate, log)
                added = True
    names.glyphs = {name: sum(1 << number for number in cell.values()) for name, cell in cells.items()}


def _aggregate_cell(names: SymbolTable, aggregate: LegendEntry, log: MessageLog) -> dict[int, int]:
    cell: dict[int, int] = {}
    for member in aggregate.members:
        definition = names.objects.get(member)
        if definition is None:
            log.error(f"Object not found with name {member}", aggregate.line)
        elif definition.layer is None or definition.id is None:
            log.error(
                f'Object "{member.upper()}" has been defined, but not assigned to a layer.', aggregate.line
            )
        elif definition.layer in cell:
            other = names.ids[cell[definition.layer]]
            log.error(
                "Trying to create an aggregate object (something defined in the LEGEND section using AND) "
                "with both "
                f'"{member.upper()}" and "{other.upper()}", which are on the same layer and therefore can\'t '
                "coexist.",
                aggregate.line,
            )
        else:
            cell[definition.layer] = definition.id
    return cell


def define_legend(draft: SourceDraft, names: SymbolTable, log: MessageLog) -> None:
    """Fill the dictionaries of synonyms, aggregates and properties, and follow names of names."""
    names.aggregates = {entry.name: list(entry.members) for entry in draft.aggregates}
    names.properties = {entry.name: list(entry.members) for entry in draft.properties}
    for entry in draft.synonyms:
        meaning = entry.members[0]
        if meaning in names.aggregates:
            names.aggregates[entry.name] = names.aggregates[meaning]
        elif meaning in names.properties:
            names.properties[entry.name] = names.properties[meaning]
        elif entry.name != meaning:
            names.synonyms[entry.name] = meaning
    for _ in range(_MOST_ROUNDS):
        changed = _follow_synonyms(names)
        changed |= _follow_members(names, names.properties, names.aggregates, "property", "aggregate", log)
        changed |= _follow_members(names, names.aggregates, names.properties, "aggregate", "property", log)
        if not changed:
            break
    for name, members in names.properties.items():
        layers = [names.layer_of(member) for member in members]
        if layers and all(layer == layers[0] for layer in layers):
            names.single_layer[name] = layers[0]


def _follow_synonyms(names: SymbolTable) -> bool:
    changed = False
    for name, meaning in list(names.synonyms.items()):
        if meaning in names.properties:
            del names.synonyms[name]
            names.properties[name] = names.properties[meaning]
            changed = True
        elif meaning in names.aggregates:
            changed |= names.aggregates.get(name) is not names.aggregates[meaning]
            names.aggregates[name] = names.aggregates[meaning]
        elif meaning in names.synonyms:
            names.synonyms[name] = names.synonyms[meaning]
    return changed


def _follow_members(
    names: SymbolTable,
    table: dict[str, list[str]],
    forbidden: dict[str, list[str]],
    kind: str,
    other_kind: str,
    log: MessageLog,
) -> bool:
    """Replace members that are synonyms or of the same kind by what they stand for."""
    changed = False
    for name, members in list(table.items()):
        position = 0
        while position < len(members):
            member = members[position]
            if member in names.synonyms:
                members[position] = names.synonyms[member]
                changed = True
            elif member in table:
                del members[position]
                members.extend(new for new in list(table[member]) if new not in members)
                changed = True
            if member in forbidden:
                log.error(
                    f'Trying to define {kind} "{name.upper()}" in terms of {other_kind} "{member.upper()}".'
                )
            position += 1
    return changed


def find_background(draft: SourceDraft, names: SymbolTable, log: MessageLog) -> None:
    """Which object fills cells that have no background of their own."""
    if not names.ids and names.layer_count > 0:
        log.error("You need to have some objects defined")
    first = names.objects[names.ids[0]] if names.ids else None
    line = draft.definition_lines.get("background")
    chosen: ObjectDraft | None
    if "background" in names.objects:
        chosen = names.objects["background"]
    elif "background" in names.synonyms:
        chosen = names.objects.get(names.synonyms["background"])
    elif "background" in names.properties:
        members = names.properties["background"]
        chosen = names.objects.get(members[0]) if members else None
        layer = chosen.layer if chosen else None
        # Of members that do not exist there is an error already: they have no layer to compare.
        if any(names.layer_of(member) != layer for member in members[1:] if member in names.objects):
            log.error("Background objects must be on the same layer", line)
    elif "background" in names.aggregates:
        chosen = first
        log.error(
            "background cannot be an aggregate (declared with 'and'), it has to be a simple type, or "
            "property (declared in terms of others using 'or').",
            line,
        )
    else:
        chosen = first
        log.error("Seriously, you have to define something to be the background.")
    if chosen:
        names.background_id, names.background_layer = chosen.id, chosen.layer


def define_masks(draft: SourceDraft, names: SymbolTable) -> None:
    """Bit masks for layers, and for everything that rules and win conditions may name."""
    names.layer_masks = [0] * names.layer_count
    for name in names.ids:
        layer = names.layer_of(name)
        if layer is not None:
            names.layer_masks[layer] |= names.bit_of(name)
    masks = {name: names.bit_of(name) for name in names.objects}
    legend = [*((entry, True) for entry in draft.synonyms), *((entry, False) for entry in draft.properties)]
    for entry, is_synonym in sorted(legend, key=lambda item: item[0].line):
        if not is_synonym:
            mask = 0
            for member in entry.members:
                mask |= masks.get(member, 0)
            masks[entry.name] = mask
        elif entry.members[0] in masks:
            masks[entry.name] = masks[entry.members[0]]
    names.masks = masks
    names.aggregate_masks = {name: names.mask_of(members) for name, members in names.aggregates.items()}


def player_mask(names: SymbolTable, log: MessageLog) -> tuple[int, bool]:
    """The player's objects, and whether all of them are needed to make a player."""
    name = "player"
    mask = names.bit_of(name) | names.mask_of(names.aggregates.get(name, ()))
    mask |= names.mask_of(names.properties.get(name, ()))
    if name in names.synonyms:
        mask |= names.bit_of(names.synonyms[name])
    if mask == 0:
        log.error(
            f"Error, didn't find any object called {name}, either in the objects section, or the legends "
            "section."
        )
    return mask, name in names.aggregates
