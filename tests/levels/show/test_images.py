"""Pictures of levels show the game's own sprites and colours, pixel for pixel."""

from __future__ import annotations

import io
import sys
import xml.etree.ElementTree as ElementTree

import pytest
from PIL import Image

from puzzlesynth.levels.model import Level
from puzzlesynth.levels.show import (
    Viewport,
    gif,
    level_scene,
    png,
    sheet_scene,
    solution_frames,
    svg,
    view_of,
)
from puzzlesynth.levels.show.images import MissingPillow
from puzzlesynth.levels.show.scene import Painter, Scene, TooLargeToDraw, read_color
from tests.support.level_picture_games import tiny

GROUND, WHITE, WALL = (0x10, 0x20, 0x30), (255, 255, 255), (0x80, 0x40, 0x20)
RED, BLUE, GREEN = (0xBE, 0x26, 0x33), (0x1D, 0x57, 0xF7), (0x44, 0x89, 0x1A)


def first_view(levels: str = "p*o#") -> Viewport:
    level = tiny(levels).levels[0]
    assert isinstance(level, Level)
    return view_of(level)


def pixels(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def test_sprites_are_drawn_over_what_lies_below() -> None:
    picture = pixels(png(level_scene(tiny(), first_view()), scale=1))
    assert picture.size == (20, 5)
    player = [picture.getpixel((x, 1)) for x in range(5)]
    assert player == [GROUND, RED, GROUND, RED, GROUND]
    assert [picture.getpixel((x, 3)) for x in range(5)] == [GROUND, BLUE, BLUE, BLUE, GROUND]
    assert [picture.getpixel((x, 2)) for x in range(5, 10)] == [GROUND, GREEN, GREEN, GREEN, GROUND]
    assert picture.getpixel((17, 2)) == WALL


def test_what_is_transparent_shows_what_lies_below() -> None:
    picture = pixels(png(level_scene(tiny(), first_view()), scale=1))
    spot = [picture.getpixel((x, 2)) for x in range(10, 15)]
    assert spot == [WHITE, GROUND, GROUND, GROUND, WHITE]


def test_higher_layers_cover_lower_ones() -> None:
    game = tiny()
    names = {thing.name: thing.mask for thing in game.objects}
    tile = Painter(game).tile(names["background"] | names["spot"] | names["crate"])
    assert tile[1] == (WHITE, GREEN, GREEN, GREEN, WHITE)


def test_an_empty_cell_has_the_background_colour() -> None:
    assert Painter(tiny()).tile(0)[0][0] == (1, 2, 3)


@pytest.mark.parametrize(
    ("text", "color"),
    [("#fff", WHITE), ("#80402A", (0x80, 0x40, 0x2A)), ("transparent", None), ("#zzz", (255, 0, 255))],
)
def test_colours_are_read(text: str, color: tuple[int, int, int] | None) -> None:
    assert read_color(text) == color


def test_sprite_pixels_are_enlarged_evenly() -> None:
    picture = pixels(png(level_scene(tiny(), first_view()), scale=3))
    assert picture.size == (60, 15)
    assert {picture.getpixel((x, y)) for x in range(3, 6) for y in range(3, 6)} == {RED}


def test_a_sheet_shows_every_level_under_its_number() -> None:
    game = tiny("p*o\n\n#p*o\n#...")
    views = [(n, view_of(level)) for n, level in enumerate(game.levels, 1) if isinstance(level, Level)]
    picture = pixels(png(sheet_scene(game, views), scale=1))
    reds = sum(picture.getpixel((x, y)) == RED for x in range(picture.width) for y in range(picture.height))
    assert reds == 2 * 2
    assert picture.getpixel((0, 0)) == (1, 2, 3)
    ink = [(x, y) for x in range(picture.width) for y in range(11) if picture.getpixel((x, y)) == WHITE]
    assert ink


def test_svg_draws_the_same_as_png() -> None:
    game, view = tiny(), first_view()
    scene = level_scene(game, view)
    root = ElementTree.fromstring(svg(scene, game.settings.title))
    name = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{name}title") == "Tiny <&> game"
    drawn = _paint_svg(root, name, scene)
    picture = pixels(png(scene, scale=1))
    for x in range(scene.width):
        for y in range(scene.height):
            assert drawn[x, y] == "#{:02x}{:02x}{:02x}".format(*picture.getpixel((x, y)))  # type: ignore[misc]


def _paint_svg(root: ElementTree.Element, name: str, scene: Scene) -> dict[tuple[int, int], str]:
    """What a viewer would paint, of the little that these files use: runs of pixels, used at places."""
    ground = root.find(f"{name}rect")
    assert ground is not None
    drawn = {(x, y): ground.attrib["fill"] for x in range(scene.width) for y in range(scene.height)}
    groups = {group.attrib["id"]: group for group in root.iter(f"{name}g")}
    for use in root.iter(f"{name}use"):
        left, top = int(use.attrib["x"]), int(use.attrib["y"])
        for path in groups[use.attrib["href"].removeprefix("#")]:
            for run in path.attrib["d"].split("z")[:-1]:
                start, length = run.removeprefix("M").split("v")[0].split("h")
                x, y = (int(number) for number in start.split())
                for place in range(int(length)):
                    drawn[left + x + place, top + y] = path.attrib["fill"]
    return drawn


def test_a_solution_becomes_an_animation_that_ends_with_the_level_won() -> None:
    game = tiny("p*.o\n....")
    level = game.levels[0]
    assert isinstance(level, Level)
    frames = solution_frames(game, level, (3, 3))
    assert len(frames) == 3
    animation = Image.open(io.BytesIO(gif(frames)))
    assert getattr(animation, "n_frames") == 3  # noqa: B009
    scale = animation.width // 20
    animation.seek(0)
    assert animation.convert("RGB").getpixel((7 * scale, 2 * scale)) == GREEN
    animation.seek(2)
    last = animation.convert("RGB")
    assert last.getpixel((17 * scale, 2 * scale)) == GREEN
    assert last.getpixel((15 * scale, 2 * scale)) == WHITE
    assert last.getpixel((11 * scale, scale)) == RED


def test_a_picture_beyond_reason_is_refused() -> None:
    with pytest.raises(TooLargeToDraw):
        level_scene(tiny(), Viewport(10_000, 10_000, ()))


def test_without_pillow_one_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(MissingPillow, match=r"pip install 'puzzlesynth\[levels\]'"):
        png(level_scene(tiny(), first_view()))
