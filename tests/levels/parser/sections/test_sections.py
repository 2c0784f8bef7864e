"""Reading each section of a game into the model."""

from __future__ import annotations

import pytest

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.model import TRANSPARENT, Level, LevelMessage
from puzzlesynth.levels.movements import ACTION, DOWN, LEFT, RIGHT, UP
from tests.support.puzzlescript_sources import LAYERS, LEGEND, OBJECTS, game_of, source


def test_ids_count_upwards_through_the_collision_layers() -> None:
    game = game_of(source())
    assert [thing.name for thing in game.objects] == ["background", "target", "player", "wall", "crate"]
    assert [thing.layer for thing in game.objects] == [0, 1, 2, 2, 2]
    assert game.layer_masks == (0b1, 0b10, 0b11100)
    assert (game.background_id, game.background_layer) == (0, 0)
    assert (game.player_mask, game.player_is_aggregate) == (0b100, False)


def test_objects_keep_spelling_colours_and_sprite() -> None:
    objects = OBJECTS.replace(
        "Crate\norange\n", "CrAte\n#F00 transparent red\n0....\n.1...\n..2..\n...0.\n....1\n"
    )
    crate = game_of(source(objects=objects)).objects[4]
    assert crate.display_name == "CrAte"
    assert crate.colors == ("#f00", "transparent", "#be2633")
    assert [row[index] for index, row in enumerate(crate.sprite)] == [0, 1, 2, 0, 1]
    assert crate.sprite[0][1] == TRANSPARENT


def test_an_object_without_a_sprite_is_filled_with_its_colour() -> None:
    assert game_of(source()).objects[0].sprite == ((0,) * 5,) * 5


def test_palettes_are_chosen_by_name_or_number() -> None:
    by_name = game_of(source(prelude="color_palette c64\n"))
    by_number = game_of(source(prelude="color_palette 13\n"))
    assert by_name.objects[4].colors == by_number.objects[4].colors == ("#6F4F25",)


def test_names_on_an_objects_line_are_synonyms() -> None:
    objects = OBJECTS.replace("Crate\n", "Crate Box !\n")
    game = game_of(source("[ > Player | Box ] -> [ > Player | > Crate ]\n", objects=objects, levels="P!\n"))
    assert game.legend.synonyms["box"] == "crate"
    level = game.levels[0]
    assert isinstance(level, Level)
    assert level.cell(1, 0) == 0b10001


def test_legend_follows_names_of_names() -> None:
    legend = LEGEND + "Box = Crate\nLots = Solid or Target or Box\nBoth = Full and Background\n"
    names = game_of(source(legend=legend)).legend
    assert names.properties["lots"] == ("wall", "crate", "target", "crate")
    assert names.aggregates["both"] == ("crate", "target", "background")
    assert names.synonyms["box"] == "crate"


def test_settings_are_typed() -> None:
    prelude = (
        "title My Game\nauthor Me\nhomepage http://example.org\nbackground_color blue\nagain_interval 0.25\n"
        "realtime_interval .5\nflickscreen 8x5\nnoundo\nrequire_player_movement\n"
    )
    settings = game_of(source(prelude=prelude)).settings
    assert (settings.title, settings.author, settings.homepage) == ("My Game", "Me", "example.org")
    assert (settings.background_color, settings.text_color) == ("#1d57f7", "#FFFFFF")
    assert (settings.again_interval, settings.realtime_interval) == (0.25, 0.5)
    assert (settings.flickscreen, settings.zoomscreen) == ((8, 5), None)
    assert (settings.noundo, settings.require_player_movement, settings.noaction) == (True, True, False)


def test_sounds_know_events_objects_and_directions() -> None:
    sounds = (
        "sfx0 11\nCrate move up 12\nSolid cantmove 13\nPlayer action 14\nThing create 15\nCrate destroy 16\n"
    )
    table = game_of(source(sounds=sounds)).sounds
    assert table.events == {"sfx0": 11}
    shift = 5 * 2
    assert [(sound.object_mask, sound.direction_mask, sound.seed) for sound in table.movement[2]] == [
        (1 << 4, UP << shift, 12),
        (1 << 2, ACTION << shift, 14),
    ]
    anywhere = (UP | DOWN | LEFT | RIGHT) << shift
    assert [(sound.object_mask, sound.direction_mask) for sound in table.movement_failure] == [
        (1 << 3, anywhere),
        (1 << 4, anywhere),
    ]
    assert [(sound.object_mask, sound.seed) for sound in table.creation] == [(0b10010, 15)]
    assert [(sound.object_mask, sound.seed) for sound in table.destruction] == [(0b10000, 16)]


def test_levels_are_stored_by_columns_and_filled_with_background() -> None:
    game = game_of(source(levels="#P\n@.\nO*\n"))
    level = game.levels[0]
    assert isinstance(level, Level)
    assert (level.width, level.height) == (2, 3)
    wall, player, crate_on_target, target, crate = 0b1001, 0b101, 0b10011, 0b11, 0b10001
    assert level.cells == (wall, crate_on_target, target, player, 0b1, crate)


def test_maps_use_their_own_background_to_fill_cells() -> None:
    objects = OBJECTS + "\nGrass\ngreen\n"
    legend = ", = Grass\nBackground = Grass or Floor\n" + LEGEND.replace(". = Background", ". = Floor")
    text = source(
        objects=objects.replace("Background\n", "Floor\n"),
        legend=legend,
        layers=LAYERS.replace("Background\n", "Background\n"),
        levels="P,\n\nP.\n",
    )
    first, second = game_of(text).levels
    assert isinstance(first, Level)
    assert isinstance(second, Level)
    assert first.cells == (0b1001, 0b1)
    assert second.cells == (0b1010, 0b10)


def test_messages_are_entries_between_levels() -> None:
    entries = game_of(source(levels="message Hello There\n\nP\n\nMESSAGE Bye (really)\n\nP\n")).levels
    assert [type(entry) for entry in entries] == [LevelMessage, Level, LevelMessage, Level]
    assert [entry.text for entry in entries if isinstance(entry, LevelMessage)] == [
        "Hello There",
        "Bye (really)",
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("No Crate", ("no", 0b10000, False, 0b11111, False)),
        ("Some Target", ("some", 0b10, False, 0b11111, False)),
        ("any Target on Thing", ("some", 0b10, False, 0b10010, True)),
        ("All Full on Solid", ("all", 0b10010, True, 0b11000, True)),
    ],
)
def test_win_conditions(line: str, expected: tuple[str, int, bool, int, bool]) -> None:
    (condition,) = game_of(source(win=line + "\n")).win_conditions
    found = (
        condition.quantifier,
        condition.subject_mask,
        condition.subject_is_aggregate,
        condition.target_mask,
        condition.has_target,
    )
    assert found == expected


def test_comments_may_nest_and_span_lines() -> None:
    plain = source("[ > Player | Crate ] -> [ > Player | > Crate ]\n")
    commented = plain.replace("RULES", "RULES (here (they) are)").replace(
        "title Test\n", "(\n\n(x) )title Test\n"
    )
    assert game_of(commented).settings.title == "Test"
    assert [group.rules[0].rows for group in game_of(commented).rules.groups] == [
        group.rules[0].rows for group in game_of(plain).rules.groups
    ]


def test_an_aggregate_player_needs_all_its_parts() -> None:
    objects = OBJECTS.replace("Player\nwhite", "Body\nwhite\n\nHead\nwhite")
    legend = "Player = Body and Head\n" + LEGEND
    game = game_of(
        source(objects=objects, legend=legend, layers="Background\nTarget\nBody, Wall, Crate\nHead\n")
    )
    assert game.player_is_aggregate
    assert game.player_mask == 0b100100


def test_a_source_with_errors_may_still_be_played() -> None:
    result = compile_source(source(legend=LEGEND + "P = Player\n"))
    assert [message.text[:25] for message in result.errors] == ['Name "P" already in use (']
    assert result.game is not None


def test_nothing_is_salvaged_from_more_than_five_errors() -> None:
    result = compile_source(source("".join(f"[ nobody{number} ] -> [ ]\n" for number in range(20))))
    assert result.game is None
    assert len(result.errors) == 6
    assert result.messages[-1].text.startswith("too many errors")
