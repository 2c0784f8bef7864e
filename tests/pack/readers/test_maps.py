"""Maps in a pack: read with their places, composed blocks taken apart, mistakes found where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.maps.description import describe
from puzzlesynth.pack import PackError, check_pack, load_pack
from puzzlesynth.pack.checks.maps import missing_parts
from puzzlesynth.pack.puzzle_map import PuzzleMap

HEAD = """pack: test
items: {Thing: }
areas: {Hall: {start: true, goals: [Thing]}}
"""
MAP = """maps:
  m:
    areas:
      Beach: {start: true, doors: [Dune]}
      Dune: {}
      Cave: {locked: door}
    blocks:
      a: {spawn: Beach}
      b: {combine: [a, null]}
      door: {unlock: {from: Beach, to: Cave, key: a}}
    output: {input: b, asks: Thing}
"""


def loaded(folder: Path, text: str) -> PuzzleMap:
    path = folder / "p.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    pack = load_pack(path)
    problems = [
        problem for problem in check_pack(pack) if problem.is_error and problem.code != "unreachable-goal"
    ]
    mistakes = [p for p in problems if p.place.line > 3]
    if mistakes:
        raise PackError(mistakes)
    return pack.maps["m"]


def mistake(folder: Path, old: str, new: str) -> tuple[str, int]:
    with pytest.raises(PackError) as found:
        loaded(folder, MAP.replace(old, new))
    first = found.value.problems[0]
    return first.code, first.place.line


def test_a_map_is_read(tmp_path: Path) -> None:
    found = loaded(tmp_path, MAP)
    assert found.areas["Beach"].doors == ("Dune",)
    assert found.blocks["b"].inputs == {"ingredient1": "a", "ingredient2": None}
    assert (found.blocks["door"].area, found.blocks["door"].to) == ("Beach", "Cave")
    assert found.blocks[found.output or ""].item == "Thing"


def test_an_incomplete_map_is_described_as_far_as_it_goes(tmp_path: Path) -> None:
    found = loaded(tmp_path, MAP)
    assert describe(found)[:2] == [
        "ITEM-1 shows up in Beach.",
        "The player combines ITEM-1 with SOMETHING to create ITEM-2.",
    ]
    assert [problem.message for problem in missing_parts(found)] == ["`b` (combine) has no ingredient2 yet"]


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("combine: [a, null]", "combine: [a, x]", "unknown-block", 12),
        ("combine: [a, null]", "combine: [a, b]", "circle", 12),
        ("combine: [a, null]", "combine: [a, door]", "wrong-input", 12),
        ("combine: [a, null]", "combine: [a, Beach]", "wrong-input", 12),
        ("spawn: Beach", "spawn: Beech", "unknown-area", 11),
        ("spawn: Beach", "spawn: Cave", "circle", 11),
        ("locked: door", "locked: a", "wrong-input", 9),
        ("{spawn: Beach}", "{spwan: Beach}", "bad-block", 11),
        ("{spawn: Beach}", "{spawn: Beach, combine: [a, a]}", "bad-block", 11),
        ("asks: Thing", "asks: Thnig", "unknown-item", 14),
        ("combine: [a, null]", "combine: [a, a, a]", "bad-block", 12),
    ],
)
def test_mistakes_are_found_where_they_stand(
    tmp_path: Path, old: str, new: str, code: str, line: int
) -> None:
    assert mistake(tmp_path, old, new) == (code, line)


COMPOSED = """blocks:
  twice:
    takes: [first, second, tool]
    blocks:
      half: {combine: [first, second]}
      whole: {combine: [half, tool]}
    gives: whole
"""


def test_a_composed_block_is_used_like_a_built_in_one(tmp_path: Path) -> None:
    found = loaded(tmp_path, COMPOSED + MAP.replace("combine: [a, null]", "twice: [a, a, a]"))
    assert found.blocks["b"].inputs == {"ingredient1": "b.half", "ingredient2": "a"}
    assert found.blocks["b.half"].kind == "combine"


def test_a_composed_block_can_use_another(tmp_path: Path) -> None:
    more = "  four:\n    takes: [x]\n    blocks:\n      inner: {twice: [x, x, x]}\n    gives: inner\n"
    found = loaded(tmp_path, COMPOSED + more + MAP.replace("combine: [a, null]", "four: a"))
    assert found.blocks["b.half"].inputs == {"ingredient1": "a", "ingredient2": "a"}


@pytest.mark.parametrize(
    ("wrong", "use", "said"),
    [
        ("odd: {takes: [x], blocks: {i: {combine: [x, x]}}, gives: j}", "odd: a", "has no block `j` to give"),
        ("odd: {takes: [x, y], blocks: {i: {combine: [x, y]}}, gives: i}", "odd: {x: a}", "also takes y"),
    ],
)
def test_what_a_composed_block_lacks_is_an_error(tmp_path: Path, wrong: str, use: str, said: str) -> None:
    with pytest.raises(PackError, match=said):
        loaded(tmp_path, f"blocks:\n  {wrong}\n" + MAP.replace("combine: [a, null]", use))


def test_composed_blocks_in_a_circle_are_an_error(tmp_path: Path) -> None:
    around = "blocks:\n  loop: {takes: [x], blocks: {i: {loop: x}}, gives: i}\n"
    with pytest.raises(PackError, match="circle"):
        loaded(tmp_path, around + MAP.replace("combine: [a, null]", "loop: a"))
