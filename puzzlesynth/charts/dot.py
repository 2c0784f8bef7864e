"""Charts for Graphviz: as DOT, and drawn by its program."""

from __future__ import annotations

import shutil
import subprocess

from puzzlesynth.bad_input import BadInput

from .chart import Chart, ChartEdge, ChartNode, NodeShape

MOST_SECONDS = 60

LARGE = 1_000
"""Lines of a chart from which on Graphviz may not look for the best places and curves as long as it likes."""
HASTE = ("-Gnslimit=0.1", "-Gnslimit1=0.1", "-Gmclimit=0.05", "-Gsplines=line")

_STYLE = """\
  node  [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#5b6472", fontname="Helvetica",
         fontsize=12, fontcolor="#1c2430", margin="0.16,0.09"];
  edge  [color="#5b6472", fontname="Helvetica", fontsize=10, fontcolor="#3d4654", arrowsize=0.7];
"""
_GROUP = 'style=rounded; color="#c3cad4"; bgcolor="#f3f5f8"; fontcolor="#3d4654"; margin=14;'
_SHAPES = {
    NodeShape.BOX: "",
    NodeShape.ROUND: "shape=ellipse, style=filled, ",
    NodeShape.START: "shape=ellipse, style=filled, penwidth=3, ",
    NodeShape.DIAMOND: 'shape=diamond, style=filled, margin="0.04,0.04", fontsize=11, ',
    NodeShape.DOUBLE: 'style="filled,bold", peripheries=2, ',
}


class GraphvizError(BadInput):
    """The program that draws charts is not there, or could not draw."""


def dot_of(chart: Chart) -> str:
    directed = any(edge.arrow for edge in chart.edges) or not chart.edges
    ranks = "LR" if chart.sideways else "TB"
    lines = [
        f"{'digraph' if directed else 'graph'} {chart.name} {{",
        f'  graph [rankdir={ranks}, fontname="Helvetica", fontsize=16, labelloc=t, labeljust=l, nodesep=0.35,',
        '         ranksep=0.5, bgcolor="white", pad=0.3];',
        _STYLE.rstrip("\n"),
        *([f"  label={quoted(chart.title)};"] if chart.title else []),
    ]
    for group in chart.groups:
        lines += [f"  subgraph cluster_{group.key} {{", f"    label={quoted(group.title)}; {_GROUP}"]
        lines += [f"    {_node(node)}" for node in group.nodes]
        lines.append("  }")
    lines += [f"  {_node(node)}" for node in chart.nodes]
    lines += [f"  {_edge(edge, directed)}" for edge in chart.edges]
    return "\n".join([*lines, "}", ""])


def _node(node: ChartNode) -> str:
    style = node.style
    colours = f'fillcolor="{style.fill}", color="{style.border}"'
    return f"{quoted(node.key)} [label={quoted(chr(10).join(node.lines))}, {_SHAPES[style.shape]}{colours}];"


def _edge(edge: ChartEdge, directed: bool) -> str:
    looks = [f"label={quoted(edge.label)}"] if edge.label else []
    looks += ['style=dashed, color="#9aa3af"'] if edge.weak else []
    looks += ["penwidth=3"] if edge.strong else []
    looks += ["dir=none"] if directed and not edge.arrow else []
    ends = f"{quoted(edge.one)} {'->' if directed else '--'} {quoted(edge.other)}"
    return ends + (f" [{', '.join(looks)}];" if looks else ";")


def quoted(text: str) -> str:
    """A label that shows this text. Graphviz reads entities as well as its own backslashes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;").replace("<", "&lt;")
    return '"' + escaped.replace(">", "&gt;").replace("\r", "").replace("\n", "\\n") + '"'


def render_dot(source: str, kind: str) -> bytes:
    """The picture (`svg` or `png`) that Graphviz draws of a chart."""
    program = shutil.which("dot")
    if program is None:
        raise GraphvizError("drawing needs Graphviz (its program `dot`); DOT output needs nothing")
    try:
        done = subprocess.run(
            [program, f"-T{kind}", *(HASTE if source.count("\n") > LARGE else ())],
            input=source.encode(),
            capture_output=True,
            timeout=MOST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise GraphvizError(f"Graphviz did not finish within {MOST_SECONDS} seconds") from None
    if done.returncode != 0:
        raise GraphvizError(f"Graphviz failed: {done.stderr.decode(errors='replace').strip()[:400]}")
    return done.stdout
