"""Charts in DOT, Mermaid and SVG: the same nodes and edges in each."""

from __future__ import annotations

import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from puzzlesynth.charts.chart import Chart, ChartEdge, ChartGroup, ChartNode, NodeShape, NodeStyle
from puzzlesynth.charts.dot import GraphvizError, dot_of, render_dot
from puzzlesynth.charts.layered_svg import svg_of
from puzzlesynth.charts.mermaid import mermaid_of

STYLES = [NodeStyle(shape.value, shape) for shape in NodeShape]
NODES = tuple(ChartNode(f"k{n}", (f"node {n}", '"<&>"'), style) for n, style in enumerate(STYLES))
EDGES = (
    ChartEdge("k0", "k1", "a label"),
    ChartEdge("k1", "k2", weak=True),
    ChartEdge("k2", "k3", arrow=False),
)
CHART = Chart("example", NODES, (*EDGES, ChartEdge("k3", "k4", strong=True)), title="An example")


def test_graphviz_reads_every_shape_and_edge() -> None:
    program = shutil.which("dot")
    if program is None:
        pytest.skip("Graphviz is not installed")
    done = subprocess.run(
        [program, "-Tplain"], input=dot_of(CHART), capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""
    kinds = [line.split()[0] for line in done.stdout.splitlines()]
    assert (kinds.count("node"), kinds.count("edge")) == (5, 4)


def test_a_chart_without_arrows_is_a_graph_without_directions() -> None:
    chart = Chart("relations", NODES, (ChartEdge("k0", "k1", arrow=False, strong=True),))
    text = dot_of(chart)
    assert text.startswith("graph relations {")
    assert '"k0" -- "k1" [penwidth=3];' in text
    assert "k0 ==> k1" in mermaid_of(chart)


def test_mermaid_has_an_arrow_for_every_kind_of_edge() -> None:
    edges = [line.strip() for line in mermaid_of(CHART).splitlines()[-4:]]
    assert edges == ['k0 -->|"a label"| k1', "k1 -.-> k2", "k2 --- k3", "k3 ==> k4"]


def test_a_key_that_could_be_a_word_of_mermaid_is_replaced() -> None:
    nodes = (ChartNode("end", ("one",), STYLES[0]), ChartNode("x y", ("two",), STYLES[0]))
    assert "  n0 --> n1" in mermaid_of(Chart("blocks", nodes, (ChartEdge("end", "x y"),), sideways=True))


def test_groups_have_their_nodes_inside() -> None:
    chart = Chart("puzzle", NODES[1:], EDGES, (ChartGroup("a1", "An area", NODES[:1]),))
    inside = mermaid_of(chart).partition('subgraph a1["An area"]')[2].partition("end\n")[0]
    assert inside.count(":::") == 1
    assert next(node.key for node in chart.all_nodes()) == "k0"


def test_svg_has_a_box_for_every_node_and_a_line_for_every_edge() -> None:
    root = ElementTree.fromstring(svg_of(CHART))
    found = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert (found.count("rect"), found.count("path")) == (5, 4)


def test_without_graphviz_the_message_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(GraphvizError, match="needs Graphviz"):
        render_dot(dot_of(CHART), "svg")


def test_graphviz_is_in_a_hurry_with_large_charts_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "dot"
    program.write_text('#!/bin/sh\necho "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert render_dot(dot_of(CHART), "svg") == b"-Tsvg\n"
    large = "graph {\n" + "a -- b;\n" * 2_000 + "}\n"
    assert render_dot(large, "svg") == b"-Tsvg -Gnslimit=0.1 -Gnslimit1=0.1 -Gmclimit=0.05 -Gsplines=line\n"
