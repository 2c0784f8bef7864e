"""What is inside something is a secret until it has been out, in the terminal and in every exported game alike."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puzzlesynth.world import Move, Use
from tests.support.player_views import FACES, Made
from tests.support.tiny_packs import pack, puzzle


def vault() -> Made:
    """A safe with gold in it, a purse with one of two coins, a box that is dug up with a ruby, a jug to fill."""
    made = pack(
        ("Safe[locked: True] Gold+ Key+ Mound Spade+ Box+- Ruby+ Jug+ Water Spring Purse+ Coin[copies: 2]+"),
        """
        Safe[locked: False] Key ::= Unlock Safe[locked: True] Key
        Gold Safe[contains: Nothing] ::= Open Safe[locked: False, contains: Gold]
        Safe[contains: Gold] ::= Stow Gold Safe[contains: Nothing]
        Box[contains: Ruby] Spade ::= Dig Mound Spade
        Ruby Box[contains: Nothing] ::= Unpack Box[contains: Ruby]
        Jug[contains: Water] Spring ::= Fill Jug[contains: Nothing] Spring
        Coin Purse[contains: Nothing] ::= Unpack Purse[contains: Coin]
        Goal ::= Admire Ruby Gold
        """,
    )
    objects = ["safe Safe", "gold Gold in safe", "key Key", "mound Mound", "spade Spade", "jug Jug"]
    objects += ["spring Spring", "purse Purse", "coin1 Coin in purse", "coin2 Coin"]
    steps = [
        "s1 Here 1: safe key -> safe key",
        "s2 Here 2: safe<s1 -> gold safe after s1",
        "s3 Here 4: mound spade -> box spade",
        "s4 Here 5: box<s3 -> ruby box after s3",
        "s5 Here 8: ruby<s4 gold<s2 -> goal after s2 s4",
    ]
    return made, puzzle(made, objects, steps, {"box": "Box", "ruby": "Ruby", "goal": "Goal"})


def use(rule: int, *inputs: str, items: tuple[str, ...] = ()) -> Use:
    return Use(rule, vault()[0].rule(rule).action, inputs, items)


UNLOCK, OPEN, STOW = use(1, "safe", "key"), use(2, "safe"), use(3, "gold", "safe")
DIG, FILL = use(4, "mound", "spade", items=("Box", "Ruby")), use(6, "jug", "spring", items=("Water",))
EMPTY = use(7, "purse")
PLAYS: list[list[Move]] = [[], [UNLOCK, DIG], [FILL], [UNLOCK, OPEN], [UNLOCK, OPEN, STOW], [EMPTY]]


@pytest.mark.thorough
@pytest.mark.parametrize("face", FACES)
def test_nothing_tells_what_is_inside_before_it_has_been_out(tmp_path: Path, face: str) -> None:
    start, found, filled, opened, stowed, emptied = map(str.lower, FACES[face](tmp_path, vault(), PLAYS))
    inside = r"\b(gold|ruby|holding|holds)\b|with the (gold|ruby|coin)|(first|second) coin"
    for text in (start, found):
        assert not re.search(inside, text)
    assert "box" in found
    assert re.search(r"\b(holds|holding|with the) water", filled), "what a player did is no secret"
    assert "gold" in opened
    assert not re.search(r"(holds|holding|with the) gold", opened)
    assert re.search(r"(holds|holding|with the) gold", stowed), "what has been out is known"
    assert re.search(r"first coin|coin 1", emptied), "and now there are two"
