"""The report: one self-contained HTML page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from html import escape
from importlib.resources import files
from typing import NamedTuple

from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.puzzle.text_tree import tree_text

from .charts import heat_map, histogram, share_bar
from .measurement import PuzzleMeasurement, pairs

SAMPLE = 6
"""Trees that are drawn."""

Draw = Callable[[PuzzleMeasurement], str | None]
"""A puzzle's tree as SVG; None where it cannot be drawn."""


def report_page(pack: Pack, measured: list[PuzzleMeasurement], draw: Draw, complete: bool) -> str:
    """The whole page. `complete`: the pack has no other puzzles than these."""
    parts = [
        _summary(pack, measured, complete),
        _spread(measured),
        _rules(pack, measured),
        _items(pack, measured),
        _every_puzzle(measured),
        _similar(pack, measured),
        _dead_ends(measured),
        _sample(pack, measured, draw),
    ]
    style = files("puzzlesynth.qa").joinpath("report.css").read_text(encoding="utf-8")
    title = escape(pack.title or pack.name)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}: report</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<style>{style}</style></head><body><main>{''.join(parts)}</main></body></html>\n"
    )


def _summary(pack: Pack, measured: list[PuzzleMeasurement], complete: bool) -> str:
    scores = [one.difficulty.score for one in measured]
    used = frozenset(number for one in measured for number in one.rules)
    dead = sum(1 for one in measured if one.dead_end)
    levels = Counter(one.difficulty.level for one in measured)
    facts = [
        (str(len(measured)), "puzzles, and there are no others" if complete else "different puzzles"),
        (f"{_middle(scores):.0f}", f"median difficulty ({min(scores):.0f} to {max(scores):.0f})"),
        (f"{levels['easy']} · {levels['medium']} · {levels['hard']}", "easy · medium · hard"),
        (f"{len(used)} of {sum(not rule.fail for rule in pack.rules)}", "rules are used"),
        (f"{dead / len(measured):.0%}", "have a dead end"),
    ]
    cards = "".join(f"<li><b>{escape(big)}</b><span>{escape(small)}</span></li>" for big, small in facts)
    return f'<header><h1>{escape(pack.title or pack.name)}</h1><ul class="cards">{cards}</ul></header>'


def _middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def _spread(measured: list[PuzzleMeasurement]) -> str:
    scores = [one.difficulty.score for one in measured]
    steps = [float(len(one.puzzle.steps)) for one in measured]
    orders = [one.difficulty.measured["orders"] for one in measured]
    plots = [
        heat_map("Expressive range", list(zip(steps, scores, strict=True)), "steps", "difficulty"),
        histogram("Steps", steps, unit="steps"),
        histogram("Depth", [one.difficulty.measured["depth"] for one in measured], unit="longest chain"),
        histogram("Difficulty", scores, unit="score"),
        histogram("Orders", [len(str(int(n))) - 1 for n in orders if n > 0] or [0], unit="power of ten"),
        histogram("States", [_doublings(one) for one in measured], unit="power of two"),
    ]
    return f'<section><h2>Distribution</h2><div class="plots">{"".join(plots)}</div></section>'


def _doublings(one: PuzzleMeasurement) -> int:
    """How large a puzzle's world is: the states are this power of two, rounded down."""
    return int(max(one.difficulty.measured["states"], 1)).bit_length() - 1


def _rules(pack: Pack, measured: list[PuzzleMeasurement]) -> str:
    uses = Counter(number for one in measured for number in one.rules)
    rows = [
        Usage(f"{rule.number}", rule.name or rule.action, str(rule), uses[rule.number])
        for rule in pack.rules
        if not rule.fail
    ]
    return _usage("Rules", "rule", rows, len(measured))


def _items(pack: Pack, measured: list[PuzzleMeasurement]) -> str:
    uses = Counter(name for one in measured for name in one.items)
    rows = [Usage("", name, "", uses[name]) for name in pack.items]
    return _usage("Items", "item", rows, len(measured))


class Usage(NamedTuple):
    """How many puzzles use a rule or an item."""

    number: str
    name: str
    text: str
    puzzles: int

    def html(self) -> str:
        code = f" <code>{escape(self.text)}</code>" if self.text else ""
        return f"<b>{escape(self.name)}</b>{code}"


AT_FIRST = 20
"""Rows of a table that are shown at first; the rest unfolds."""


def _usage(title: str, what: str, rows: list[Usage], total: int) -> str:
    never = [row for row in rows if not row.puzzles]
    listed = sorted((row for row in rows if row.puzzles), key=lambda row: -row.puzzles)
    unused = "".join(f"<li>{row.html()}</li>" for row in never)
    warning = f"<p>Never used ({len(never)}):</p><ul class=never>{unused}</ul>" if never else ""
    tables = _table(what, listed[:AT_FIRST], total)
    if rest := listed[AT_FIRST:]:
        tables += f"<details><summary>{len(rest)} more</summary>{_table(what, rest, total)}</details>"
    return f"<section><h2>{title}</h2>{warning}<p>Used, by how many puzzles:</p>{tables}</section>"


def _table(what: str, rows: list[Usage], total: int) -> str:
    body = "".join(
        f"<tr><td class=n>{escape(row.number)}</td><td class=name>{row.html()}</td>"
        f"<td class=n>{row.puzzles}</td><td>{share_bar(row.puzzles / total)}</td></tr>"
        for row in rows
    )
    return (
        f"<table><thead><tr><th></th><th>{what}</th><th>puzzles</th><th>share</th></tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _every_puzzle(measured: list[PuzzleMeasurement]) -> str:
    """The difficulty of each puzzle, and its parts."""
    parts = list(measured[0].difficulty.parts)
    head = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in ("score", "grade", *parts))
    rows = []
    for one in sorted(measured, key=lambda one: one.difficulty.score):
        cells = [f"{one.difficulty.score:.0f}", one.difficulty.level]
        cells += [f"{100 * one.difficulty.parts[name]:.0f}" for name in parts]
        numbers = "".join(f"<td class=n>{escape(cell)}</td>" for cell in cells)
        rows.append(f"<tr><td><code>{escape(one.puzzle.tree[:8])}</code></td>{numbers}</tr>")
    return (
        "<section><h2>Difficulty of each puzzle</h2><details><summary>The score of every puzzle and its parts, each of "
        f"100</summary><table><thead><tr><th>puzzle</th>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        "</details></section>"
    )


def _similar(pack: Pack, measured: list[PuzzleMeasurement]) -> str:
    if len(measured) < 2:
        return ""
    ranked = pairs(measured)
    mean = sum(pair.distance for pair in ranked) / len(ranked)
    lists = []
    for title, chosen in (("Most alike", ranked[:5]), ("Least alike", ranked[-5:][::-1])):
        rows = "".join(
            f"<li><b>{pair.distance:.2f}</b> {_short(measured[pair.one])}<br>{_short(measured[pair.other])}</li>"
            for pair in chosen
        )
        lists.append(f"<div><h3>{title}</h3><ol class=pairs>{rows}</ol></div>")
    return (
        "<section><h2>Similarity</h2><p>The distance of two puzzles is the share of their steps that only one "
        f"of them has: 0 the same steps, 1 nothing in common. The mean of all pairs is {mean:.2f}.</p>"
        f'<div class="two">{"".join(lists)}</div></section>'
    )


def _short(one: PuzzleMeasurement) -> str:
    goals = ", ".join(f"{area.name}: {area.goal}" for area in one.puzzle.areas)
    return f"<code>{escape(one.puzzle.tree[:8])}</code> {escape(goals)}"


def _dead_ends(measured: list[PuzzleMeasurement]) -> str:
    last = Counter(one.dead_end[-1].split(" (in ")[0] for one in measured if one.dead_end)
    if not last:
        return "<section><h2>Dead ends</h2><p>None was found.</p></section>"
    shortest = {
        move: min((o.dead_end for o in measured if o.dead_end and o.dead_end[-1].startswith(move)), key=len)
        for move in last
    }
    rows = "".join(
        f"<tr><td class=n>{count}</td><td><code>{escape(move)}</code></td><td>{_way(shortest[move])}</td></tr>"
        for move, count in last.most_common()
    )
    return (
        "<section><h2>Dead ends</h2><p>The move after which the game can no longer be won, and the shortest way there."
        f"</p><table><thead><tr><th>puzzles</th><th>move</th><th>way</th></tr></thead><tbody>{rows}</tbody></table>"
        "</section>"
    )


def _way(moves: Iterable[str]) -> str:
    return " → ".join(escape(move) for move in moves)


def _sample(pack: Pack, measured: list[PuzzleMeasurement], draw: Draw) -> str:
    """The easiest, the hardest and some in between."""
    ranked = sorted(measured, key=lambda one: one.difficulty.score)
    count = min(SAMPLE, len(ranked))
    chosen = [ranked[n * (len(ranked) - 1) // max(1, count - 1)] for n in range(count)]
    figures = []
    for one in chosen:
        caption = (
            f"{one.difficulty.score:.0f} ({one.difficulty.level}), {counted(len(one.puzzle.steps), 'step')}"
        )
        drawn = draw(one) or f"<pre>{escape(tree_text(pack, one.puzzle))}</pre>"
        figures.append(f"<figure class=tree><figcaption>{escape(caption)}</figcaption>{drawn}</figure>")
    return f"<section><h2>Trees, from easy to hard</h2>{''.join(figures)}</section>"
