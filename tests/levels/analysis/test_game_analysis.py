"""What the analysis of a game promises: types, subtypes, priorities, behaviours, least numbers and relations."""

from __future__ import annotations

import json

import pytest

from puzzlesynth.charts.dot import dot_of
from puzzlesynth.levels import PuzzleScriptGame, compile_source
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.analysis.game_analysis import GameAnalysis, ObjectFacts
from puzzlesynth.levels.analysis.pushed_objects import find_pushed_objects
from puzzlesynth.levels.analysis.report import analysis_json, analysis_text, relation_chart
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples" / "levels"


def example(name: str) -> PuzzleScriptGame:
    game = compile_source((EXAMPLES / f"{name}.txt").read_text("utf-8")).game
    assert game is not None
    return game


def with_rules(rules: str, win: str = "All Target on Crate") -> PuzzleScriptGame:
    """Sokoban's objects under other rules."""
    source = (EXAMPLES / "sokoban.txt").read_text("utf-8")
    source = source.replace("[ > Player | Crate ] -> [ > Player | > Crate ]", rules)
    game = compile_source(source.replace("All Target on Crate", win)).game
    assert game is not None
    return game


def facts(game: PuzzleScriptGame, name: str) -> ObjectFacts:
    return next(thing for thing in analyse(game).objects if thing.name == name)


@pytest.mark.parametrize(
    ("game", "thing", "types", "subtype", "priority", "behaviours", "least"),
    [
        ("sokoban", "crate", ("winning", "rule"), "critical", 1, ("move",), 1),
        ("sokoban", "target", ("winning",), None, 0, (), 0),
        ("sokoban", "wall", ("solid",), None, 0, (), 0),
        ("sokoban", "floor", (), None, 0, (), 0),
        ("lava", "player", ("player", "winning", "rule"), None, 2, ("move",), 1),
        ("lava", "lava", ("rule",), "critical", 2, ("destroy",), 1),
        ("lava", "crate", ("rule",), "critical", 3, ("move", "destroy"), 1),
        ("blockfaker", "crate", ("rule",), "critical", 3, ("move", "destroy"), 3),
        ("blockfaker", "poof", ("rule",), "useless", 2, ("create", "destroy"), 0),
        ("gem", "gem", ("winning", "rule"), "critical", 2, ("move", "create"), 0),
        ("gem", "crate", ("rule",), "critical", 2, ("move", "destroy"), 3),
        ("destroy", "crate", ("rule",), "critical", 3, ("move",), 2),
        ("destroy", "gem", ("winning", "rule"), "normal", 2, ("destroy",), 1),
    ],
)
def test_objects_of_the_five_games(
    game: str,
    thing: str,
    types: tuple[str, ...],
    subtype: str | None,
    priority: int,
    behaviours: tuple[str, ...],
    least: int,
) -> None:
    found = facts(example(game), thing)
    assert found.types == types
    assert found.subtype == subtype
    assert found.priority == priority
    assert found.behaviours == behaviours
    assert found.least_number == least


def test_an_object_that_changes_cells_within_a_rule_teleports() -> None:
    game = with_rules("[ > Player | Crate | ] -> [ > Player | | Crate ]")
    assert facts(game, "crate").behaviours == ("teleport",)


def test_the_fewest_of_several_creating_rules_count() -> None:
    rules = "[ Crate | Crate | ] -> [ Crate | Crate | Crate ]\n[ > Player | ] -> [ > Player | Crate ]"
    assert facts(with_rules(rules), "crate").least_number == 0


def test_relations_join_what_stands_together_in_rules_and_in_winning() -> None:
    game = example("sokoban")
    names = [thing.name for thing in game.objects]
    found = {(names[link.one], names[link.other]): link.winning for link in analyse(game).relations}
    assert found == {("target", "crate"): True, ("player", "crate"): False}


def test_pushing_is_found_where_pushing_is_all_there_is() -> None:
    game = example("sokoban")
    crate = next(thing.id for thing in game.objects if thing.name == "crate")
    found = find_pushed_objects(game)
    assert found.pure
    assert found.pushed == found.idle_when_stuck == {crate}


@pytest.mark.parametrize(
    "rule",
    [
        "[ < Player | Crate ] -> [ < Player | < Crate ]",
        "[ > Player | Crate ] -> [ > Player | < Crate ]",
        "[ > Player | ... | Crate ] -> [ > Player | ... | > Crate ]",
        "[ > Player ] [ Crate ] -> [ > Player ] [ > Crate ]",
    ],
)
def test_what_is_pulled_or_moved_from_afar_is_not_taken_for_pushed(rule: str) -> None:
    found = find_pushed_objects(with_rules(rule))
    assert not found.pushed
    assert not found.pure


def test_what_rules_use_from_the_next_cell_is_of_use_even_when_it_is_stuck() -> None:
    assert find_pushed_objects(example("blockfaker")).pushed
    assert not find_pushed_objects(example("blockfaker")).idle_when_stuck


def _analysis() -> tuple[PuzzleScriptGame, GameAnalysis]:
    game = example("gem")
    return game, analyse(game)


def test_the_table_has_a_line_for_every_object_and_every_rule() -> None:
    game, analysis = _analysis()
    text = analysis_text(game, analysis)
    assert all(
        any(line.startswith(thing.display_name) for line in text.split("\n")) for thing in game.objects
    )
    assert all(f"{rule.line}  " in text for rule in analysis.rules)


def test_json_says_the_same_as_the_analysis() -> None:
    game, analysis = _analysis()
    told = json.loads(json.dumps(analysis_json(game, analysis)))
    assert [thing["name"] for thing in told["objects"]] == [thing.name for thing in game.objects]
    assert len(told["relations"]) == len(analysis.relations)
    assert [rule["line"] for rule in told["rules"]] == [rule.line for rule in analysis.rules]


def test_the_graph_has_an_edge_for_every_relation() -> None:
    game, analysis = _analysis()
    text = dot_of(relation_chart(game, analysis))
    assert text.count(" -- ") == len(analysis.relations)
    assert text.count("penwidth") == sum(1 for link in analysis.relations if link.winning)


def related(rules: str, win: str = "All Target on Crate") -> str:
    """What the table says about relations."""
    game = with_rules(rules, win)
    shown = analysis_text(game, analyse(game))
    return " ".join(shown[shown.index("Related: ") :].split("\n\n")[0].split())


def test_objects_with_the_same_relations_are_named_together() -> None:
    assert related("[ > Player | Crate ] -> [ > Player | > Crate ]") == (
        "Related: Target and Crate (to win); Player and Crate"
    )
    assert related("[ Player | Crate ] -> [ Player | ]\n[ Player | Target ] -> [ Player | ]", "No Wall") == (
        "Related: Player with each of Target, Crate"
    )
    three = (
        "[ Player | Crate ] -> [ Player | ]\n[ Player | Target ] -> [ Player | ]\n[ Crate | Target ] -> [ | ]"
    )
    assert related(three, "No Wall") == "Related: Target, Player, Crate with each other"
