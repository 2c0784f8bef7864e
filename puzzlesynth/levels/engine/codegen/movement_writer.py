"""Python source for the movements of a silent turn: layer by layer, whole sets of cells at once."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from puzzlesynth.levels.model import PuzzleScriptGame
from puzzlesynth.levels.movements import DIRECTIONS, DOWN, LEFT, MOVEMENT_BITS, RIGHT, UP

from .replacement_writer import GeneratedNames, movement_plane, object_plane
from .source_text import SourceText


class MovingLayer(NamedTuple):
    """A layer of which something may move."""

    layer: int
    share: int
    """The layer's movements that can come up, as bits: four directions, and the action."""
    ways: list[int]
    """Those of them that are directions."""
    things: list[int]
    """The layer's objects that can change."""


def moving_layers(game: PuzzleScriptGame, live: int, changing: Container[int]) -> Iterator[MovingLayer]:
    """The layers in which something moves, given the movements that can come up and the objects that can change."""
    for layer in game.layers:
        share = live >> MOVEMENT_BITS * layer.index & 0b11111
        ways = [way for way in range(4) if share >> way & 1]
        things = [thing for thing in layer.object_ids if thing in changing]
        if ways and things:
            yield MovingLayer(layer.index, share, ways, things)


class MovementWriter:
    """Writes the movements of one turn. In `rigid_layers`, what could not move is noted."""

    def __init__(
        self,
        game: PuzzleScriptGame,
        text: SourceText,
        names: GeneratedNames,
        changing: Sequence[int],
        rigid_layers: Sequence[int],
    ) -> None:
        self.game = game
        self.text = text
        self.names = names
        self.changing = changing
        self.rigid_layers = rigid_layers

    def write(self, live: int) -> None:
        """Move what wants to move, given the movements that can have come up."""
        text = self.text
        for layer, share, ways, things in moving_layers(self.game, live, self.changing):
            planes = [object_plane(thing) for thing in things]
            moving = [movement_plane(MOVEMENT_BITS * layer + way) for way in ways]
            with text.block(f"if {' or '.join(moving)}:"):
                if layer in self.rigid_layers:
                    with text.block(f"if rm{layer}:"):
                        self._write_any_way(layer, share, planes, tell=True)
                    text.line("else:")
                    text.indent(1)
                if len(ways) == 1 and not share & 0b10000:
                    self._write_one_way(layer, DIRECTIONS[ways[0]], moving[0], planes)
                else:
                    self._write_any_way(layer, share, planes)
                if layer in self.rigid_layers:
                    text.indent(-1)

    def _write_any_way(self, layer: int, share: int, planes: list[str], *, tell: bool = False) -> None:
        """Move a layer; `tell` says to note what could not move, too."""
        text = self.text
        movers = [
            movement_plane(MOVEMENT_BITS * layer + way) if share >> way & 1 else "0" for way in range(5)
        ]
        group = ", ".join(planes) + ","
        arguments = f"({group}), S{layer}, ({', '.join(movers)}), board"
        if tell:
            text.line(f"({group}), u{layer} = move_and_tell({arguments})")
        else:
            text.line(f"{group} = move_silently({arguments})")

    def _write_one_way(self, layer: int, way: int, moving: str, planes: list[str]) -> None:
        """All movers go the same way: whatever is not held up by something that stays can go at once."""
        text, names = self.text, self.names
        amount = "1" if way in (UP, DOWN) else "H1"
        if amount == "H1":
            names.geometry.add("H1")
        toward, back = (">>", "<<") if way in (UP, LEFT) else ("<<", ">>")
        room = {UP: "VU2", DOWN: "VD2", LEFT: "VL2", RIGHT: "VR2"}[way]
        names.geometry.add(room)
        text.line(f"l = {' | '.join([f'S{layer}', *planes])}")
        with text.block(f"if {moving} & ~l:"):
            self._write_any_way(layer, 1 << DIRECTIONS.index(way), planes)
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
