"""What the studio answers about levels: verdicts, suggestions, repairs, new levels, orders."""

from __future__ import annotations

from typing import Any

import pytest

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.search import solve
from puzzlesynth.levels.search.transitions import is_solution
from puzzlesynth.studio.levels import judge_tasks, workshop_tasks
from puzzlesynth.studio.levels.opened_game import game_of
from puzzlesynth.studio.levels.suggest_tasks import order_of
from puzzlesynth.studio.protocol import RequestError
from tests.studio.levels.level_requests import OPEN, SOURCE, STUCK, asked, shown, wire
from tests.support.level_design_games import source_of


def verdict(text: str, kind: str = "levels.judge", source: str = SOURCE) -> Any:
    return asked(kind, source, level=wire(text))[0]


def test_a_level_is_judged() -> None:
    said = verdict(OPEN)
    assert said["verdict"] == "solved"
    assert said["moves"] == [3, 3, 3]
    assert said["shortest"]
    assert said["difficulty"] >= 3
    assert verdict(STUCK)["verdict"] == "unsolvable"
    assert verdict(OPEN.replace("P", "."))["verdict"] == "no player"
    assert verdict("#P@.#")["verdict"] == "won"


def test_a_game_that_cannot_be_searched_says_why() -> None:
    said = verdict(OPEN, source=SOURCE.replace("noaction", "noaction\nrealtime_interval 0.5"))
    assert said["verdict"] == "refused"
    assert "real time" in said["reasons"][0]


def test_solvable_from_here() -> None:
    assert verdict(OPEN, "levels.here")["verdict"] == "solved"
    lost = verdict(STUCK, "levels.here")
    assert lost["verdict"] == "unsolvable"
    assert lost["restarts"] is False


def found(answer: Any) -> None:
    """Every level of an answer is won with its moves."""
    for item in answer["levels"]:
        assert is_solution(game_of(SOURCE), shown(item["level"]), tuple(item["moves"]))


def test_a_repair_keeps_what_is_frozen() -> None:
    given = wire(STUCK)
    frozen = "".join("1" if cell.endswith(".1") else "0" for cell in given["cells"].split(" "))
    said, events = asked("levels.repair", level=given, frozen=frozen, objects=[])
    assert said["levels"]
    assert "one change" in said["note"]
    assert events
    found(said)
    for item in said["levels"]:
        before, after = given["cells"].split(" "), item["level"]["cells"].split(" ")
        assert all(a == b for a, b, ice in zip(before, after, frozen, strict=True) if ice == "1")


def test_a_level_that_works_is_not_repaired() -> None:
    said, _ = asked("levels.repair", level=wire(OPEN))
    assert said["levels"] == []
    assert "already" in said["note"]


@pytest.mark.seconds
def test_simplify_combine_and_generate_give_levels_that_can_be_won() -> None:
    crowded = OPEN.replace("#.....#", "#..*..#", 1)
    for said, _ in (
        asked("levels.simplify", level=wire(crowded)),
        asked("levels.combine", level=wire("#####\n#P*O#\n#####"), other=wire("#####\n#O..#\n#.*P#\n#####")),
        asked("levels.generate", width=6, height=6, length=[4, 40], count=2, seconds=5, seed=1),
    ):
        assert said["levels"]
        assert said["note"]
        found(said)


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("kind", "params"),
    [
        ("levels.repair", {"level": wire(STUCK)}),
        ("levels.simplify", {"level": wire(OPEN.replace("#.....#", "#..*..#", 1))}),
        (
            "levels.generate",
            {"width": 6, "height": 6, "length": [4, 40], "count": 2, "seconds": 5, "seed": 1},
        ),
    ],
)
def test_what_there_is_comes_on_the_way(kind: str, params: dict[str, Any]) -> None:
    _, events = asked(kind, **params)
    on_the_way = [event["so_far"] for event in events if "so_far" in event]
    assert on_the_way
    for said in on_the_way:
        assert said["levels"]
        assert said["note"]
        found(said)


def test_what_the_time_was_not_enough_for_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop_tasks, "SECONDS", 0.0)
    said, _ = asked("levels.simplify", level=wire(OPEN))
    assert "more to remove" in said["note"].lower() or "too large to judge" in said["note"]
    said, _ = asked("levels.generate", width=7, height=7, length=[60, None], count=12, seconds=1, seed=1)
    assert "The time was up" in said["note"]


def test_wishes_that_no_level_has_are_told() -> None:
    with pytest.raises(BadInput, match="No level can start like this"):
        asked("levels.generate", width=3, height=3, numbers={"3": [20, 30]}, seconds=2)
    with pytest.raises(RequestError):
        asked("levels.generate", width=5, height=5, numbers={"99": [1, 2]})


def test_what_is_suggested_is_better_and_keeps_what_is_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    import dataclasses

    from puzzlesynth.studio.levels import suggest_tasks

    def few(source: str, params: Any) -> Any:
        return dataclasses.replace(order_of(source, params), count=200)

    monkeypatch.setattr(suggest_tasks, "order_of", few)
    given = wire(OPEN)
    crate = next(thing.id for thing in game_of(SOURCE).objects if thing.name == "crate")
    said, events = asked("levels.suggest", level=given, preset="everything", objects=[crate], keep=5, seed=3)
    cards = {event["suggestion"]["number"]: event for event in events if "suggestion" in event}
    assert cards
    last = list(cards.values())[-1]
    assert set(last["kept"]) <= set(cards)
    assert len(last["kept"]) <= 5
    tally = said["tally"]
    assert tally["stopped"] == "count"
    assert tally["distinct"] == tally["solvable"] + tally["unsolvable"] + tally["timed_out"] == 200
    spots = [index for index, cell in enumerate(shown(given).cells) if cell >> crate & 1]
    for event in cards.values():
        level = shown(event["suggestion"]["level"])
        assert [index for index, cell in enumerate(level.cells) if cell >> crate & 1] == spots
        assert is_solution(game_of(SOURCE), level, tuple(event["suggestion"]["moves"]))


def test_own_rules_with_a_mistake_are_told_with_their_line() -> None:
    with pytest.raises(BadInput, match="your rules:2"):
        asked("levels.suggest", level=wire(OPEN), preset="walls", rules="\nchoose 2 [ Wal ] -> []")


def test_a_preset_is_a_text_to_begin_with() -> None:
    said, _ = asked("levels.preset", level=wire(OPEN), preset="walls")
    assert "choose" in said


def test_other_rules() -> None:
    pull = "[ > Player | Crate ] -> [ > Player | > Crate ]\n[ < Player | Crate ] -> [ < Player | < Crate ]\n"
    first = SOURCE[: SOURCE.index("(Walk around")]
    said, events = asked("levels.swap", first, rules=pull)
    assert [row["news"] for row in said["rows"]] == ["the same solution"]
    assert pull in said["text"]
    assert events


def test_orders_and_what_they_break() -> None:
    source = source_of("lava")
    levels = source.split("LEVELS\n=======\n")
    few = levels[0] + "LEVELS\n=======\n" + "\n\n".join(levels[1].split("\n\n")[:3]) + "\n"
    said, _ = asked("levels.study", few)
    profiles = said["profiles"]
    assert [item["name"] for item in profiles] == ["0", "1", "2"][: len(profiles)]
    wishes = {"new_rules": 1, "may_fall": 0.0}
    checked, _ = asked("levels.order", profiles=profiles[::-1], wishes=wishes)
    assert any(item["kind"] == "easier" for item in checked["broken"])
    best, _ = asked("levels.order", profiles=profiles[::-1], wishes=wishes, arrange=True)
    assert sorted(best["order"]) == sorted(item["name"] for item in profiles)
    assert len(best["broken"]) <= len(checked["broken"])
    pinned = {**wishes, "places": {profiles[-1]["name"]: 0}}
    kept, _ = asked("levels.order", profiles=profiles, wishes=pinned, arrange=True)
    assert kept["order"][0] == profiles[-1]["name"]
    with pytest.raises(RequestError):
        asked("levels.order", profiles=[{}], wishes=wishes)


def test_what_is_judged_while_you_paint_takes_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int | None] = []

    def watched(search: Any, level: Any, **options: Any) -> Any:
        looks.append(options["limits"].megabytes)
        return solve(search, level, **options)

    monkeypatch.setattr(judge_tasks, "solve", watched)
    verdict(OPEN)
    assert looks
    assert all(most is not None and most <= 500 for most in looks)
