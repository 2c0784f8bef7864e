"""The second pass: gives a draft its meaning and builds the game. Messages come in the order of its steps."""

from __future__ import annotations

from puzzlesynth.levels.model import Layer, Legend, PuzzleScriptGame
from puzzlesynth.levels.parser.draft import SourceDraft
from puzzlesynth.levels.parser.messages import MessageLog
from puzzlesynth.levels.parser.rules.rule_compiler import (
    UnusableRules,
    build_programs,
    expand_rules,
    read_rules,
)
from puzzlesynth.levels.parser.rules.rule_groups import add_loops, check_loops, number_rigid_groups
from puzzlesynth.levels.parser.sections.levels import build_levels
from puzzlesynth.levels.parser.sections.objects import build_objects, check_sprites, choose_palette
from puzzlesynth.levels.parser.sections.prelude import build_settings, screen_colors, screen_sizes
from puzzlesynth.levels.parser.sections.sounds import build_sounds
from puzzlesynth.levels.parser.sections.win_conditions import build_win_conditions

from .symbol_table import (
    SymbolTable,
    define_glyphs,
    define_legend,
    define_masks,
    find_background,
    in_listing_order,
    place_objects,
    player_mask,
)


def assemble(draft: SourceDraft, log: MessageLog) -> PuzzleScriptGame | None:
    """The game that a draft describes; None if nothing playable can be made of it."""
    for name in ("player", "background"):
        if not draft.is_declared(name):
            log.error(
                f"Error, didn't find any object called {name}, either in the objects section, or the legends "
                f"section. There must be a {name}!"
            )
    if not draft.layers:
        log.error("No collision layers defined.  All objects need to be in collision layers.")
        return None
    try:
        return _build(draft, log)
    except UnusableRules:
        return None


def _build(draft: SourceDraft, log: MessageLog) -> PuzzleScriptGame | None:
    names = place_objects(draft)
    palette = choose_palette(draft, log)
    check_sprites(names, palette, log)
    define_glyphs(draft, names, log)
    define_legend(draft, names, log)
    find_background(draft, names, log)
    player, player_is_aggregate = player_mask(names, log)
    define_masks(draft, names)
    levels = build_levels(draft, names, log)
    written, loop_marks = read_rules(draft, names, log)
    rules, late_rules = build_programs(expand_rules(written, names, log), names, log)
    rules, late_rules, rigid_groups = number_rigid_groups(rules, late_rules, log)
    win_conditions = build_win_conditions(draft, names, log)
    _check_layers(draft, names, log)
    sizes = screen_sizes(draft, log)
    loops = check_loops(loop_marks, log)
    rules, late_rules = add_loops(rules, loops, log), add_loops(late_rules, loops, log)
    sounds = build_sounds(draft, names, log)
    settings = build_settings(draft, sizes, screen_colors(draft, palette, log))
    if not levels:
        log.error("No levels found.  Add some levels!")
    if names.background_id is None or names.background_layer is None:
        return None
    return PuzzleScriptGame(
        settings=settings,
        objects=build_objects(draft, names),
        layers=_build_layers(names),
        legend=_build_legend(draft, names),
        sounds=sounds,
        rules=rules,
        late_rules=late_rules,
        rigid_groups=rigid_groups,
        win_conditions=win_conditions,
        levels=levels,
        player_mask=player,
        player_is_aggregate=player_is_aggregate,
        background_id=names.background_id,
        background_layer=names.background_layer,
    )


def _check_layers(draft: SourceDraft, names: SymbolTable, log: MessageLog) -> None:
    layered = {name for layer in draft.layers for name in layer}
    for definition in in_listing_order(names.objects):
        if definition.name not in layered:
            log.error(
                f'Object "{definition.name.upper()}" has been defined, but not assigned to a layer.',
                definition.line,
            )


def _build_layers(names: SymbolTable) -> tuple[Layer, ...]:
    members: list[list[int]] = [[] for _ in names.layer_masks]
    for number, name in enumerate(names.ids):
        definition = names.objects[name]
        if definition.layer is not None and definition.id == number:
            members[definition.layer].append(number)
    return tuple(Layer(index, tuple(members[index]), mask) for index, mask in enumerate(names.layer_masks))


def _build_legend(draft: SourceDraft, names: SymbolTable) -> Legend:
    return Legend(
        synonyms=dict(names.synonyms),
        aggregates={name: tuple(members) for name, members in names.aggregates.items()},
        properties={name: tuple(members) for name, members in names.properties.items()},
        glyphs=dict(names.glyphs),
        spellings=draft.display_names | _map_spellings(draft),
    )


def _map_spellings(draft: SourceDraft) -> dict[str, str]:
    """Letters as the designer's own maps have them, which need not be as in the legend; the more frequent counts."""
    found: dict[str, str] = {}
    for letter, count in draft.map_letters.most_common():
        small = letter.lower()
        other = found.setdefault(small, letter)
        if draft.map_letters[other] == count and draft.display_names.get(small) == letter:
            found[small] = letter
    return found
