"""A puzzle as the page shows it: its data, its chart, its steps in words, how hard it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzlesynth.pack.text.wording import capital, words
from puzzlesynth.studio.protocol import Json

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.model import Puzzle, Step
    from puzzlesynth.world.difficulty import Difficulty


def card(pack: Pack, puzzle: Puzzle) -> dict[str, Json]:
    from puzzlesynth.puzzle.game_pack import pack_for
    from puzzlesynth.puzzle.json_io import puzzle_to_dict
    from puzzlesynth.puzzle.text_tree import tree_text

    game = pack_for(pack, puzzle)
    return {
        "id": puzzle.id,
        "tree": puzzle.tree,
        "puzzle": puzzle_to_dict(puzzle),
        "chart": _chart(game, puzzle),
        "steps": [_step(game, puzzle, puzzle.step(name)) for name in puzzle.solution],
        "text": tree_text(game, puzzle),
    }


def difficulty(pack: Pack, puzzle: Puzzle) -> dict[str, Json]:
    from puzzlesynth.puzzle.game_pack import pack_for
    from puzzlesynth.world.difficulty import difficulty_of

    return difficulty_json(difficulty_of(pack_for(pack, puzzle), puzzle))


def difficulty_json(found: Difficulty) -> dict[str, Json]:
    return {
        "score": round(found.score),
        "level": found.level,
        "parts": found.parts,
        "measured": found.measured,
    }


def _step(pack: Pack, puzzle: Puzzle, step: Step) -> dict[str, Json]:
    from puzzlesynth.pack.text.phrases import use_phrase

    items = {thing.id: thing.item for thing in puzzle.objects} | {new.id: new.item for new in puzzle.creates}
    rule = pack.rule(step.rule)
    return {
        "id": step.id,
        "area": step.area,
        "rule": step.rule,
        "notation": str(rule),
        "title": capital(use_phrase(pack, rule, [words(items[name]) for name in step.inputs])),
        "takes": [{"object": name, "item": items[name], "from": source} for name, source in _taken(step)],
        "makes": [{"object": name, "item": items[name]} for name in dict.fromkeys(step.outputs)],
    }


def _taken(step: Step) -> list[tuple[str, str | None]]:
    return list(zip(step.inputs, step.sources, strict=True))


def _chart(pack: Pack, puzzle: Puzzle) -> dict[str, Any]:
    """The dependency chart: nodes in groups, named as everywhere by `s1`, `goal_a1`, `lock_a1`."""
    from puzzlesynth.export.charts.dependency_chart import chart_of

    chart = chart_of(pack, puzzle)
    steps = {f"s{number}": step.id for number, step in enumerate(puzzle.steps, 1)}
    areas = {f"a{number}": goal.name for number, goal in enumerate(puzzle.areas, 1)}
    return {
        "groups": [
            {
                "key": group.key,
                "title": group.title,
                "area": areas.get(group.key),
                "nodes": [
                    {
                        "key": node.key,
                        "kind": node.style.name,
                        "title": node.lines[0],
                        "details": list(node.lines[1:]),
                        "step": steps.get(node.key),
                    }
                    for node in group.nodes
                ],
            }
            for group in chart.groups
        ],
        "edges": [
            {"from": edge.one, "to": edge.other, "label": edge.label, "weak": edge.weak}
            for edge in chart.edges
        ],
    }
