"""An analysis for people and programs: a table, JSON, a graph in DOT, and the graph drawn."""

from __future__ import annotations

import shutil
import subprocess
from typing import Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.model import PuzzleScriptGame

from .game_analysis import GameAnalysis, ObjectFacts

_COLOURS = {"player": "#2ec4b6", "winning": "#f2b84b", "rule": "#c98a4b", "solid": "#9aa5b8", None: "#eeeeee"}


class GraphvizMissing(BadInput):
    """The program that draws graphs is not there, or could not draw."""


def table(game: PuzzleScriptGame, analysis: GameAnalysis) -> str:
    """Objects, relations and rules in lines of text."""
    head = ("object", "type", "subtype", "priority", "behaviours", "least")
    rows = [head, *(_row(game, thing) for thing in analysis.objects)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) for row in rows]
    lines = [line.rstrip() for line in lines]
    lines.insert(1, "-" * max(len(line) for line in lines))
    lines += ["", "Related: " + ("; ".join(_relations(game, analysis)) or "none")]
    lines += ["", "Rules, by the line of the source:"]
    lines += [f"  {rule.line:>4}  {_shown(rule.text, rule.line)}" for rule in analysis.rules] or ["  none"]
    return "\n".join(lines)


def _row(game: PuzzleScriptGame, thing: ObjectFacts) -> tuple[str, ...]:
    return (
        game.objects[thing.id].display_name,
        ", ".join(thing.types) or "-",
        thing.subtype or "-",
        str(thing.priority),
        ", ".join(thing.behaviours) or "-",
        str(thing.least_number),
    )


def _relations(game: PuzzleScriptGame, analysis: GameAnalysis) -> list[str]:
    names = [thing.display_name for thing in game.objects]
    return [
        f"{names[link.one]} and {names[link.other]}{' (to win)' if link.winning else ''}"
        for link in analysis.relations
    ]


def _shown(text: str, line: int) -> str:
    """A rule's first expansion, without the line that stands before it."""
    return text.removeprefix(f"({line})").strip() or "(no text)"


def analysis_json(game: PuzzleScriptGame, analysis: GameAnalysis) -> dict[str, Any]:
    """Everything, with objects by their names."""
    names = [thing.name for thing in game.objects]
    return {
        "title": game.settings.title,
        "objects": [
            {
                "name": thing.name,
                "types": list(thing.types),
                "subtype": thing.subtype,
                "priority": thing.priority,
                "behaviours": list(thing.behaviours),
                "least_number": thing.least_number,
            }
            for thing in analysis.objects
        ],
        "relations": [
            {
                "objects": [names[link.one], names[link.other]],
                "lines": list(link.lines),
                "winning": link.winning,
            }
            for link in analysis.relations
        ],
        "rules": [
            {"line": rule.line, "late": rule.late, "text": _shown(rule.text, rule.line)}
            for rule in analysis.rules
        ],
    }


def dot(game: PuzzleScriptGame, analysis: GameAnalysis) -> str:
    """The graph of relations for graphviz: colours are types, bold lines are win conditions."""
    lines = ["graph relations {", '  node [shape=box, style="rounded,filled", fontname="sans-serif"];']
    related = {thing for link in analysis.relations for thing in (link.one, link.other)}
    for thing in analysis.objects:
        if not thing.types and thing.id not in related:
            continue
        kinds = "/".join(thing.types)
        detail = ", ".join((*([thing.subtype] if thing.subtype else []), *thing.behaviours))
        label = "\\n".join(part for part in (game.objects[thing.id].display_name, kinds, detail) if part)
        colour = _COLOURS[thing.type]
        lines.append(f'  o{thing.id} [label="{_quoted(label)}", fillcolor="{colour}"];')
    for link in analysis.relations:
        style = " [penwidth=3]" if link.winning else ""
        lines.append(f"  o{link.one} -- o{link.other}{style};")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    return text.replace('"', '\\"')


def render_graph(dot_text: str, kind: str) -> bytes:
    """The graph as svg or png, drawn by graphviz."""
    program = shutil.which("dot")
    if program is None:
        raise GraphvizMissing("drawing the graph needs graphviz (its program dot); a .dot file needs nothing")
    done = subprocess.run(
        [program, f"-T{kind}"], input=dot_text.encode(), capture_output=True, timeout=60, check=False
    )
    if done.returncode:
        raise GraphvizMissing(f"graphviz: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout
