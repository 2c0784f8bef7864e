"""Pictures as PNG and animations as GIF, with Pillow; a solution as a series of pictures."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.engine import LevelSession
from puzzlesynth.levels.model import Level, PuzzleScriptGame

from .scene import (
    Color,
    Painter,
    Scene,
    Tile,
    TooLargeToDraw,
    Viewport,
    fitting_scale,
    level_scene,
    screen_of,
)

if TYPE_CHECKING:
    from PIL import Image


GIF_SIZE = 640
"""The longer side of an animation, in pixels, as long as sprite pixels stay whole."""

MOST_GIF_PIXELS = 400_000_000
"""Pixels of all frames together."""


class MissingPillow(BadInput, ImportError):
    """Pillow is not installed; the message says how to get it."""

    def __init__(self) -> None:
        super().__init__("drawing PNG and GIF needs Pillow: pip install 'puzzlesynth[levels]'")


def need_pillow() -> None:
    """Complain now if pictures cannot be drawn."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError:
        raise MissingPillow from None


def png(scene: Scene, scale: int | None = None) -> bytes:
    """A picture as the contents of a PNG file."""
    image = _enlarged(_draw(scene), scale or scene.scale)
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def gif(frames: Sequence[tuple[Scene, int]]) -> bytes:
    """Scenes, each with the milliseconds for which it stays, as the contents of an endless GIF file."""
    width = max(scene.width for scene, _ in frames)
    height = max(scene.height for scene, _ in frames)
    scale = fitting_scale(max(width, height), GIF_SIZE)
    if width * height * scale * scale * len(frames) > MOST_GIF_PIXELS:
        raise TooLargeToDraw(
            f"too large for a GIF: {len(frames)} frames of {width} by {height} cells' pixels"
        )
    images = [_centred(scene, width, height) for scene, _ in frames]
    images = [_enlarged(image, scale) for image in _with_palette(images, [scene for scene, _ in frames])]
    buffer = io.BytesIO()
    images[0].save(
        buffer,
        "GIF",
        save_all=True,
        append_images=images[1:],
        duration=[pause for _, pause in frames],
        loop=0,
        disposal=1,
        optimize=False,
    )
    return buffer.getvalue()


def _draw(scene: Scene) -> Image.Image:
    need_pillow()
    from PIL import Image

    picture = Image.new("RGB", (max(1, scene.width), max(1, scene.height)), scene.ground)
    drawn: dict[Tile, Image.Image] = {}
    for x, y, tile in scene.tiles:
        if tile not in drawn:
            drawn[tile] = Image.new("RGB", (len(tile[0]), len(tile)))
            drawn[tile].putdata([color for row in tile for color in row])
        picture.paste(drawn[tile], (x, y))
    return picture


def _enlarged(image: Image.Image, scale: int) -> Image.Image:
    from PIL import Image

    width, height = image.size
    return image.resize((width * scale, height * scale), Image.Resampling.NEAREST)


def _centred(scene: Scene, width: int, height: int) -> Image.Image:
    image = _draw(scene)
    if image.size == (width, height):
        return image
    from PIL import Image

    whole = Image.new("RGB", (width, height), scene.ground)
    whole.paste(image, ((width - scene.width) // 2, (height - scene.height) // 2))
    return whole


def _with_palette(images: list[Image.Image], scenes: Sequence[Scene]) -> list[Image.Image]:
    """The same colours for all frames: the game's own if there are few enough, else the nearest 256."""
    from PIL import Image

    colors: dict[Color, None] = {}
    for scene in scenes:
        colors[scene.ground] = None
        for tile in {tile for _, _, tile in scene.tiles}:
            for row in tile:
                colors.update(dict.fromkeys(row))
    if len(colors) > 256:
        shared = images[0].quantize(256)
        return [image.quantize(palette=shared, dither=Image.Dither.NONE) for image in images]
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for color in colors for channel in color])
    return [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]


FIRST_PAUSE = 1000
MOVE_PAUSE = 250
AGAIN_PAUSE = 120
LAST_PAUSE = 2000

MOST_AGAIN_FRAMES = 100
"""Turns without input that are shown after a move; what follows is left out."""


def session_view(session: LevelSession) -> Viewport:
    """The whole board of a session."""
    width, height = session.engine.size(session.board)
    return Viewport(width, height, tuple(session.engine.cells(session.board)))


def solution_frames(
    game: PuzzleScriptGame, level: Level, moves: Sequence[int], seed: str | None = None
) -> list[tuple[Scene, int]]:
    """Scenes with the milliseconds for which each stays, as the player would see them."""
    painter = Painter(game)
    session = LevelSession(dataclasses.replace(game, levels=(level,)), 0, seed=seed)

    def scene() -> Scene:
        return level_scene(game, screen_of(game, session_view(session)), painter)

    frames = [(scene(), FIRST_PAUSE)]
    for move in moves:
        session.press_unsettled(move)
        frames.append((scene(), MOVE_PAUSE))
        for _ in range(MOST_AGAIN_FRAMES):
            if not session.again_pending:
                break
            session.step_again()
            frames.append((scene(), AGAIN_PAUSE))
        session.settle()
    return [*frames[:-1], (frames[-1][0], LAST_PAUSE)]
