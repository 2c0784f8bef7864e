"""Names become words, the same in every tool."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzlesynth.pack.model import Area
from puzzlesynth.pack.text.wording import area_title, listed, pack_title, the_area, words
from tests.support.tiny_packs import HEIST


@pytest.mark.parametrize(
    ("name", "readable"),
    [
        ("StoneJug", "stone jug"),
        ("FakeMoustache", "fake moustache"),
        ("fake_moustache", "fake moustache"),
        ("TVSet", "TV set"),
        ("Room101", "room 101"),
        ("Key2Door", "key 2 door"),
        ("Äpfelkorb", "äpfelkorb"),
        ("ÉtéChaud", "été chaud"),
        ("gold", "gold"),
        ("_", "_"),
        ("sea  chest", "sea chest"),
        ("É", "é"),
    ],
)
def test_names_are_readable(name: str, readable: str) -> None:
    assert words(name) == readable


def test_lists_read_well() -> None:
    assert [listed("a"), listed("ab"), listed("abc"), listed("")] == ["a", "a and b", "a, b and c", ""]
    assert listed("ab", "or") == "a or b"


def test_titles_come_before_names_and_stand_on_one_line() -> None:
    plain, titled = Area("RiverBank", ()), Area("Q", (), title="The\n  Quay")
    assert [area_title(area) for area in (plain, titled)] == ["River bank", "The Quay"]
    assert [the_area(area) for area in (plain, titled)] == ["River bank", "the Quay"]
    assert pack_title(replace(HEIST, title=None, name="BankJob")) == "Bank job"
    assert pack_title(replace(HEIST, title="The\tJob")) == "The Job"
