"""Dependency charts: one node a step, grouped by area, with goals and locks, in three notations."""

from __future__ import annotations

import html
import re
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest

from puzzlesynth.charts.chart import ChartEdge
from puzzlesynth.charts.mermaid import escaped
from puzzlesynth.export import Options, exporter
from puzzlesynth.export.charts.dependency_chart import GOAL, LOCK, SOLVES, STEP, chart_of
from tests.support.export_puzzles import Made, Maker, clashing, gated, heist, meadow, needs
from tests.support.hostile_pack import hostile


def written(name: str, made: Made) -> str:
    text = exporter(name).export(*made, Options())
    assert isinstance(text, str)
    return text


def test_every_step_is_a_node_of_its_area() -> None:
    pack, puzzle = meadow()
    chart = chart_of(pack, puzzle)
    styles = [[node.style for node in group.nodes] for group in chart.groups]
    assert [len([style for style in found if style in (STEP, SOLVES)]) for found in styles] == [6, 2]
    assert [LOCK in found for found in styles] == [False, True]
    assert [[node.key for node in group.nodes if node.style is SOLVES] for group in chart.groups] == [
        ["s6"],
        ["s8"],
    ]
    goals = [node.lines for group in chart.groups for node in group.nodes if node.style is GOAL]
    assert goals == [("Goal: log",), ("Goal: raft",)]


def test_edges_say_what_is_handed_on_and_what_a_lock_keeps() -> None:
    edges = chart_of(*meadow()).edges
    assert ChartEdge("s1", "s2", "corn") in edges
    assert ChartEdge("s6", "goal_a1") in edges
    assert ChartEdge("goal_a1", "lock_a2") in edges
    assert ChartEdge("lock_a2", "s8", weak=True) in edges
    assert len(edges) == len(set(edges))


def test_goals_are_told_in_words() -> None:
    assert chart_of(*clashing()).groups[0].nodes[-1].lines == ("Goal: locker: not locked",)


@pytest.mark.parametrize("made", [heist, meadow, clashing, gated, hostile], ids=lambda made: made.__name__)
def test_graphviz_draws_every_node(made: Maker) -> None:
    needs("dot")
    root = ElementTree.fromstring(written("svg", made()))
    groups = [group for group in root.iter("{http://www.w3.org/2000/svg}g") if group.get("class") == "node"]
    _, puzzle = made()
    locked = sum(not goal.start for goal in puzzle.areas)
    assert len(groups) == len(puzzle.steps) + len(puzzle.areas) + locked
    assert root.findall(".//{http://www.w3.org/2000/svg}script") == []


def test_graphviz_shows_hostile_texts_as_they_are() -> None:
    needs("dot")
    root = ElementTree.fromstring(written("svg", hostile()))
    texts = " ".join("".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text"))
    assert "</script><script>window.broken=1</script>" in texts
    assert "&lt;b&gt; &amp; &#60;" in texts.replace("\u00a0", " ")


def test_graphviz_has_no_complaint() -> None:
    done = subprocess.run(
        [needs("dot"), "-Tcanon"],
        input=written("dot", hostile()),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == ""


def test_mermaid_keeps_texts_inside_their_quotes() -> None:
    for made in (meadow(), hostile()):
        for line in written("mermaid", made).splitlines():
            inside = re.findall(r'"([^"]*)"', line)
            assert line.count('"') == 2 * len(inside)
            for text in inside:
                assert not re.search(r"[<>`\\]", text.replace("<br/>", ""))


@pytest.mark.parametrize(
    "text",
    [
        "%%{init: {'theme': 'dark'}}%% %% no comment",
        "1. one",
        "2) two",
        "- three",
        "+ four",
        "~~gone~~ [a](b) ![c](d) www.example.com http://e.com me@e.com",
        "$$x^2$$ fa:fa-car hairstyle:#x; classDef y:#z;",
        "'quotes' (brackets), 🗝️, ümläute?!\n=== two lines",
    ],
)
def test_mermaid_reads_nothing_into_a_text(text: str) -> None:
    written = escaped(text)
    # What Mermaid takes out of the whole source before it reads it, and what its labels' Markdown knows.
    assert not re.search(r"%%|style.*:\S*#.*;|classDef.*:\S*#.*;|fa[bklrs]?:fa-|\$\$", written)
    assert not re.search(r"(^|<br/>)(\d+[.)]|[-+=*>])|[*_~`\[\]]|www\.|://|\w@\w", written)
    # And what it shows in the end.
    shown = re.sub(r"#(\w+);", r"&#\1;", written)
    assert html.unescape(shown.replace("<br/>", "\n")) == text


def test_mermaid_has_the_same_nodes_and_edges() -> None:
    text = written("mermaid", meadow())
    assert len(re.findall(r"^    s\d+\[", text, re.M)) == 8
    assert len(re.findall(r"\]\]:::goal$", text, re.M)) == 2
    assert len(re.findall(r":::lock$", text, re.M)) == 1
    assert len(re.findall(r"(-->|-\.->)", text)) == len(chart_of(*meadow()).edges)
