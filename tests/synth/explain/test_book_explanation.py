"""Why a recipe book has no puzzle, told by its trees: the same that the logic program and playing say."""

from __future__ import annotations

import pytest

from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.explain import explanation_for
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.synth import relevance
from puzzlesynth.synth.explain import book_explanation, explanation
from puzzlesynth.synth.explain.explanation import NoPuzzleExplanation, PackRepair, Reason
from puzzlesynth.synth.explain.requirements import weakened_pack
from tests.support.recipe_books import CAMP, book, random_book


@pytest.fixture(autouse=True)
def _every_book_is_dense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relevance, "MANY_PLAIN_STEPS", -1)


def explained(made: Pack) -> tuple[NoPuzzleExplanation, Reason | None, list[PackRepair]]:
    asked = explanation_for(made, time_limit=60)
    reason = asked._book.reason() if asked._book is not None else None
    changes = list(asked._book.changes(reason)) if asked._book is not None and reason is not None else []
    return asked, reason, changes


def has_puzzle(made: Pack) -> bool:
    return next(synthesizer_for(made).puzzles(0), None) is not None


def test_what_is_only_made_is_named_with_the_shortcut() -> None:
    # With one elm there is a fire at once, whatever the stick is made of.
    made = book("Plank: Elm\nPlank: Oak\nFire: Plank Oak\nFire: Elm Oak", "Fire", 2, 3)
    asked, reason, changes = explained(made)
    assert reason is not None
    assert reason.proven
    kinds = [requirement.kind for requirement in reason.requirements]
    assert {"goal", "shortcuts"} <= set(kinds)
    assert any("can be solved without" in note for note in reason.notes)
    assert next(asked.reasons()).requirements == reason.requirements
    assert "allow shortcuts in Hut" in [way for change in changes for way in change.ways]


@pytest.mark.parametrize(
    "seed", [*range(60), *(pytest.param(n, marks=pytest.mark.thorough) for n in range(60, 400))]
)
def test_the_program_agrees(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = random_book(seed)
    _, reason, changes = explained(made)
    if reason is None:
        return
    assert not has_puzzle(made)
    # No member can be left out, and all others can.
    whole = {requirement.id for requirement in reason.requirements}
    items: set[tuple[str | int, ...]] = {
        ("not_spawnable", item.name) for item in made.items.values() if not item.spawnable
    }
    assert not has_puzzle(without(made, (items | {("min_depth", "Hut")}) - whole))
    monkeypatch.setattr(explanation, "book_explanation", lambda *_: None)
    for requirement in reason.requirements:
        if requirement.kind not in ("goal", "max_depth"):
            assert has_puzzle(
                without(made, {requirement.id, *items - whole, *{("min_depth", "Hut")} - whole})
            )
    for change in changes:
        ((requirement,), (number,)) = change.requirements, change.numbers
        assert has_puzzle(without(made, {requirement.id}, number))


def without(made: Pack, given_up: set[tuple[str | int, ...]], number: int | None = None) -> Pack:
    weak = weakened_pack(made, given_up)
    if number is None:
        return weak
    (area,), (old,) = weak.areas.values(), made.areas.values()
    if ("min_depth", "Hut") in given_up:
        return replace(weak, areas={"Hut": replace(old, min_depth=number)})
    return replace(weak, areas={"Hut": replace(area, max_depth=number)})


def test_what_stays_open_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    made = book("Plank: Elm\nPlank: Oak\nFire: Plank Oak\nFire: Elm Oak", "Fire", 2, 3)
    monkeypatch.setattr(book_explanation, "MOST_UNDECIDED", 0)
    _, reason, _ = explained(made)
    assert reason is not None
    assert not reason.fewest


def test_other_books_are_left_to_the_program() -> None:
    made = book(CAMP, "Fire", 2, 3)
    assert explanation_for(made, ["asp:must_not_use_item(Elm)"])._book is None
    assert explained(book(CAMP, "Fire"))[1] is None
