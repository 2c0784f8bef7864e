"""The dependency chart for Graphviz."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.export.interface import Options, TextExporter
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle

from .dependency_chart import Chart, Cluster, StepNode, chart_of, goal_key, lock_key

_STYLE = """\
  graph [rankdir=TB, fontname="Helvetica", fontsize=16, labelloc=t, labeljust=l, nodesep=0.35, ranksep=0.5,
         bgcolor="white", pad=0.3];
  node  [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#5b6472", fontname="Helvetica",
         fontsize=12, fontcolor="#1c2430", margin="0.16,0.09"];
  edge  [color="#5b6472", fontname="Helvetica", fontsize=10, fontcolor="#3d4654", arrowsize=0.7];
"""


@dataclass(frozen=True)
class DotExporter(TextExporter):
    name: str = "dot"
    description: str = "the puzzle dependency chart for Graphviz"
    suffix: str = ".dot"

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str:
        return dot_of(chart_of(pack, puzzle))


def dot_of(chart: Chart) -> str:
    lines = ["digraph puzzle {", _STYLE.rstrip("\n"), f"  label={quoted(chart.title)};"]
    for cluster in chart.clusters:
        lines += _cluster(cluster)
    for edge in chart.edges:
        looks = [f"label={quoted(edge.label)}"] if edge.label else []
        looks += ['style=dashed, color="#9aa3af"'] if edge.weak else []
        lines.append(f"  {edge.one} -> {edge.other}" + (f" [{', '.join(looks)}];" if looks else ";"))
    return "\n".join([*lines, "}", ""])


def _cluster(cluster: Cluster) -> list[str]:
    key = cluster.key
    lines = [
        f"  subgraph cluster_{key} {{",
        f"    label={quoted(cluster.title)}; style=rounded; "
        'color="#c3cad4"; bgcolor="#f3f5f8"; fontcolor="#3d4654"; margin=14;',
    ]
    if not cluster.start:
        lines.append(
            f'    {lock_key(key)} [shape=diamond, style=filled, fillcolor="#f6d9d5", color="#a33a2c", '
            f'label={quoted("locked")}, margin="0.04,0.04", fontsize=11];'
        )
    lines += [f"    {_step(step)}" for step in cluster.steps]
    lines += [
        f'    {goal_key(key)} [shape=box, style="filled,bold", peripheries=2, fillcolor="#dcefe0", '
        f'color="#2c6e3f", label={quoted("Goal: " + cluster.goal)}];',
        "  }",
    ]
    return lines


def _step(step: StepNode) -> str:
    looks = ', fillcolor="#eef7f0", color="#2c6e3f"' if step.solves else ""
    return f"{step.key} [label={quoted(chr(10).join((step.title, *step.details)))}{looks}];"


def quoted(text: str) -> str:
    """A label that shows this text. Graphviz reads entities as well as its own backslashes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;").replace("<", "&lt;")
    return '"' + escaped.replace(">", "&gt;").replace("\r", "").replace("\n", "\\n") + '"'
