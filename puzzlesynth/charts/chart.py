"""What a chart shows; each notation says it in its own way."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from puzzlesynth.quick_dataclasses import dataclass


class NodeShape(Enum):
    BOX = "box"
    ROUND = "round"
    START = "start"
    """Round, with a heavy border."""
    DIAMOND = "diamond"
    DOUBLE = "double"
    """A box with two borders."""


@dataclass(frozen=True)
class NodeStyle:
    name: str
    shape: NodeShape = NodeShape.BOX
    fill: str = "#ffffff"
    border: str = "#5b6472"


@dataclass(frozen=True)
class ChartNode:
    key: str
    lines: tuple[str, ...]
    style: NodeStyle


@dataclass(frozen=True)
class ChartGroup:
    """Nodes with a frame around them."""

    key: str
    title: str
    nodes: tuple[ChartNode, ...]


@dataclass(frozen=True)
class ChartEdge:
    """Leads from `one` to `other`; without an arrow, it goes both ways. Weak edges are dashed, strong ones heavy."""

    one: str
    other: str
    label: str = ""
    arrow: bool = True
    weak: bool = False
    strong: bool = False


@dataclass(frozen=True)
class Chart:
    name: str
    nodes: tuple[ChartNode, ...]
    """Those outside every group."""
    edges: tuple[ChartEdge, ...]
    groups: tuple[ChartGroup, ...] = ()
    title: str = ""
    sideways: bool = False
    """From left to right, instead of from top to bottom."""

    def all_nodes(self) -> Iterator[ChartNode]:
        for group in self.groups:
            yield from group.nodes
        yield from self.nodes
