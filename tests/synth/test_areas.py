"""Several areas: what leads where, whose step is whose."""

from __future__ import annotations

import pytest

from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.synth import relevance
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.options import SynthesisOptions
from tests.support.synth_packs import pack, puzzles


def test_one_step_does_not_solve_two_areas() -> None:
    """Each area has a chain of its own, so a goal that comes true with another area's goal is no puzzle."""
    both = {"start": True, "goals": ["Lamp[lit: True]"]}
    lamp = {"Lamp": {"lit": False}, "Match": {"carryable": True}}
    assert (
        puzzles(pack(lamp, "Lamp[lit: True] ::= Light Lamp[lit: False] Match", {"Cave": both, "Mine": both}))
        == []
    )


def test_a_start_area_is_open_wherever_things_lie() -> None:
    """Two rooms are open from the start: that the goal of one can be met in the other breaks no sequence."""
    made = pack(
        "Key+ Lid Goal+- Gem+-",
        ["Goal Lid ::= Open Lid Key", "Gem ::= Polish Goal"],
        {"Left": {"start": True, "goals": ["Goal"]}, "Right": {"start": True, "goals": ["Gem"]}},
    )
    synthesizer = synthesizer_for(made, SynthesisOptions(places=True))
    lying = {tuple(thing.area for thing in puzzle.objects) for puzzle in synthesizer.puzzles(0)}
    assert lying == {(key, lid) for key in ("Left", "Right") for lid in ("Left", "Right")}
    assert synthesizer.program.guard.refused == 0


def fork(herrings: int = 0) -> Pack:
    """A gate leads to two rooms; the cellar is behind either of them."""
    goal = {"depth": {"min": 1, "max": 2}, "herrings": herrings}
    return pack(
        "Key+ Coin+ Bar+ Pump Gate Chest Press Lid- Gem+- Wax+- Oil+-",
        [
            "Lid Gate ::= Open Gate Key",
            "Gem ::= Break Chest Bar",
            "Oil ::= Raise Pump",
            "Wax ::= Melt Press Coin",
            "Wax ::= Melt Press Key",
        ],
        {
            "Hall": {"start": True, "goals": ["Lid"], "connects": ["West", "East"], **goal},
            "West": {"goals": ["Gem"], "connects": ["Cellar"], **goal},
            "East": {"goals": ["Oil"], "connects": ["Cellar"], **goal},
            "Cellar": {"goals": ["Wax"], **goal},
        },
    )


def places(made: Pack) -> dict[str, str]:
    possible = relevance.PackAnalysis(made, fresh_start(made))
    return {item.name: " ".join(possible.places_for(item)) for item in made.items.values() if item.spawnable}


def test_with_many_areas_nothing_is_placed_where_it_comes_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere = "Hall West East Cellar"
    assert set(places(fork()).values()) == {everywhere}
    monkeypatch.setattr(relevance, "FEW_AREAS", 0)
    # Either of the two rooms may open the cellar, so what they are solved with may lie there.
    assert places(fork()) == dict.fromkeys(places(fork()), everywhere) | {"Gate": "Hall"}


def test_a_red_herring_may_be_placed_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relevance, "FEW_AREAS", 0)
    assert places(fork(herrings=1))["Gate"] == "Hall West East Cellar"


@pytest.mark.seconds
def test_many_areas_have_the_same_puzzles_as_few(monkeypatch: pytest.MonkeyPatch) -> None:
    def every(made: Pack) -> set[str]:
        return {puzzle.id for puzzle in synthesizer_for(made, SynthesisOptions(places=True)).puzzles(0)}

    few = every(fork())
    monkeypatch.setattr(relevance, "FEW_AREAS", 0)
    assert every(fork()) == few
    assert few


def detour() -> Pack:
    """The vault's key lies in the cave, and what leads there takes a map that lies in the vault."""
    return pack(
        {
            "Rope": {"area": "Hall"},
            "Lamp": {"area": "Porch"},
            "Map": {"area": "Vault"},
            "Key": {"area": "Cave"},
            "Gem": {"area": "Cave"},
        },
        [
            "Rope[tied: True] ::= Tie Rope",
            "Lamp[lit: True] ::= Light Lamp",
            "Map[read: True] ::= Read Map",
            "Key[turned: True] ::= Turn Key",
            "Gem[cut: True] ::= Cut Gem",
        ],
        {
            "Hall": {"start": True, "goals": ["Rope[tied: True]"], "connects": ["Porch", "Hill"]},
            "Porch": {"goals": ["Lamp[lit: True]"], "connects": ["Vault"]},
            "Vault": {"goals": ["Key[turned: True]"]},
            "Hill": {"goals": ["Map[read: True]"], "connects": ["Cave"]},
            "Cave": {"goals": ["Gem[cut: True]"]},
        },
    )


def test_an_area_may_be_kept_locked_by_a_detour_also_where_there_are_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert len(puzzles(detour())) == 1
    monkeypatch.setattr(relevance, "FEW_AREAS", 0)
    assert len(puzzles(detour())) == 1
