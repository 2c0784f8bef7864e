"""Charts for Mermaid."""

from __future__ import annotations

import re

from .chart import Chart, ChartNode, NodeShape, NodeStyle

_BRACKETS = {
    NodeShape.BOX: ("[", "]"),
    NodeShape.ROUND: ("(", ")"),
    NodeShape.START: ("([", "])"),
    NodeShape.DIAMOND: ("{", "}"),
    NodeShape.DOUBLE: ("[[", "]]"),
}
_SIGNS = re.compile(r"""["#$%&*+\-.:<=>@\[\\\]_`{|}~]|(?<=\d)\)""")
"""What could be more than itself: the end of a label, an entity, an icon, a directive, and anything of Markdown, which
newer versions read in every label (`1. one` would be shown as an unsupported list)."""


def mermaid_of(chart: Chart) -> str:
    nodes = list(chart.all_nodes())
    # A key of another form could be one of Mermaid's own words.
    plain = all(re.fullmatch(r"[a-z_]+\d+", node.key) for node in nodes)
    keys = {node.key: node.key if plain else f"n{number}" for number, node in enumerate(nodes)}
    lines = [f"flowchart {'LR' if chart.sideways else 'TB'}"]
    lines += [f"  {_class(style)}" for style in dict.fromkeys(node.style for node in nodes)]
    for group in chart.groups:
        lines.append(f'  subgraph {group.key}["{escaped(group.title)}"]')
        lines += [f"    {_node(node, keys)}" for node in group.nodes]
        lines.append("  end")
    lines += [f"  {_node(node, keys)}" for node in chart.nodes]
    for edge in chart.edges:
        arrow = "-.->" if edge.weak else "==>" if edge.strong else "-->" if edge.arrow else "---"
        label = f'|"{escaped(edge.label)}"|' if edge.label else ""
        lines.append(f"  {keys[edge.one]} {arrow}{label} {keys[edge.other]}")
    return "\n".join([*lines, ""])


def _class(style: NodeStyle) -> str:
    wide = ",stroke-width:3px" if style.shape in (NodeShape.DOUBLE, NodeShape.START) else ""
    return f"classDef {style.name} fill:{style.fill},stroke:{style.border}{wide},color:#1c2430"


def _node(node: ChartNode, keys: dict[str, str]) -> str:
    left, right = _BRACKETS[node.style.shape]
    return f'{keys[node.key]}{left}"{escaped(chr(10).join(node.lines))}"{right}:::{node.style.name}'


def escaped(text: str) -> str:
    """Text inside the quotes of a label: entities in Mermaid's own spelling."""
    safe = _SIGNS.sub(lambda sign: f"#{ord(sign[0])};", text)
    return safe.replace("\r", "").replace("\n", "<br/>")
