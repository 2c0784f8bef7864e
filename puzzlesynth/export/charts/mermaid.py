"""The dependency chart for Mermaid."""

from __future__ import annotations

import re
from dataclasses import dataclass

from puzzlesynth.export.interface import Options, TextExporter
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle

from .dependency_chart import Chart, chart_of, goal_key, lock_key

_CLASSES = (
    "  classDef step fill:#ffffff,stroke:#5b6472,color:#1c2430",
    "  classDef solves fill:#eef7f0,stroke:#2c6e3f,color:#1c2430",
    "  classDef goal fill:#dcefe0,stroke:#2c6e3f,stroke-width:3px,color:#1c2430",
    "  classDef lock fill:#f6d9d5,stroke:#a33a2c,color:#1c2430",
)
_SIGNS = re.compile(r"""["#$%&*+\-.:<=>@\[\\\]_`{|}~]|(?<=\d)\)""")
"""What could be more than itself: the end of a label, an entity, an icon, a directive, and anything of Markdown, which
newer versions read in every label (`1. one` would be shown as an unsupported list)."""


@dataclass(frozen=True)
class MermaidExporter(TextExporter):
    name: str = "mermaid"
    description: str = "the puzzle dependency chart for Mermaid"
    suffix: str = ".mmd"

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str:
        return mermaid_of(chart_of(pack, puzzle))


def mermaid_of(chart: Chart) -> str:
    lines = ["flowchart TB", *_CLASSES]
    for cluster in chart.clusters:
        lines.append(f'  subgraph {cluster.key}["{escaped(cluster.title)}"]')
        if not cluster.start:
            lines.append(f'    {lock_key(cluster.key)}{{"locked"}}:::lock')
        for step in cluster.steps:
            text = escaped("\n".join((step.title, *step.details)))
            lines.append(f'    {step.key}["{text}"]:::{"solves" if step.solves else "step"}')
        lines.append(f'    {goal_key(cluster.key)}[["Goal: {escaped(cluster.goal)}"]]:::goal')
        lines.append("  end")
    for edge in chart.edges:
        arrow = "-.->" if edge.weak else "-->"
        label = f'|"{escaped(edge.label)}"|' if edge.label else ""
        lines.append(f"  {edge.one} {arrow}{label} {edge.other}")
    return "\n".join([*lines, ""])


def escaped(text: str) -> str:
    """Text inside the quotes of a label: entities in Mermaid's own spelling."""
    safe = _SIGNS.sub(lambda sign: f"#{ord(sign[0])};", text)
    return safe.replace("\r", "").replace("\n", "<br/>")
