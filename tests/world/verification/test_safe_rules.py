"""The safe rule set: no dead end, no shortcut, the tree still works, and no larger set is safe (by trying all)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path

import pytest

from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import DisabledRule, Puzzle, puzzle_from_json, puzzle_to_json
from puzzlesynth.world import IllegalMove, Use, World, find_dead_end, find_shortcut, replay
from puzzlesynth.world.verification.safe_rules import SafeRules, only_the_tree, safe_rules, tree_rules
from tests.support.pack_files import pack_file
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"

TRAPS = """
pack: traps
items:
  Door: {locked: true}
  Key:  {carryable: true}
  Coin: {carryable: true}
  Shop: {open: true}
  Fire: {lit: true}
  Tongs: {carryable: true}
  Ash:  {carryable: true, notSpawnable: true}
rules:
  - "Door[locked: False] Key ::= Unlock Door[locked: True] Key"
  - "Key Shop ::= Buy Shop Coin"
  - "Fire Ash ::= Burn Fire Coin"
  - "Coin Fire ::= Rake Fire Ash Tongs"
  - "Shop[open: False] ::= Close Shop[open: True] Tongs"
  - "Door[locked: False] Tongs ::= Force Door[locked: True] Tongs"
  - "Fire[lit: False] ::= Quench Fire[lit: True]"
areas:
  Street: {start: true, goals: ["Door[locked: False]"], contains: [%s], shortcuts: report}
"""


def _traps(tmp_path: Path, contains: str) -> Pack:
    path = tmp_path / "pack.yaml"
    path.write_text(TRAPS % contains, encoding="utf-8")
    return load_pack(path)


def _is_safe(pack: Pack, puzzle: Puzzle, off: tuple[int, ...]) -> bool:
    world = replace(puzzle, rules_off=tuple(DisabledRule(rule, "") for rule in off))
    return (
        replay(pack, world).ok and find_dead_end(pack, world) is None and find_shortcut(pack, world) is None
    )


def _fewest_by_trying(pack: Pack, puzzle: Puzzle) -> int | None:
    spare = [rule.number for rule in pack.rules if rule.number not in tree_rules(puzzle)]
    for size in range(len(spare) + 1):
        if any(_is_safe(pack, puzzle, off) for off in combinations(spare, size)):
            return size
    return None


@pytest.mark.seconds
@pytest.mark.parametrize(
    "contains",
    ["Fire", "Fire, Tongs", "Tongs", "Shop, Fire", "Shop, Fire, Tongs", "Coin, Tongs, Fire, Shop", "Door"],
)
def test_as_many_rules_as_trying_all_sets_finds(tmp_path: Path, contains: str) -> None:
    pack = _traps(tmp_path, contains)
    for puzzle in islice(make_puzzles(pack), 12):
        expected = _fewest_by_trying(pack, puzzle)
        found = safe_rules(pack, puzzle)
        if expected is None:
            assert found is None
            continue
        assert isinstance(found, SafeRules)
        assert found.proven
        assert len(found.off) == expected, (contains, puzzle.solution, found)
        assert _is_safe(pack, puzzle, tuple(off.rule for off in found.off))
        assert all(off.why for off in found.off)


def test_rule_is_off_with_the_reason(tmp_path: Path) -> None:
    pack = _traps(tmp_path, "Fire, Shop")
    puzzle = next(p for p in make_puzzles(pack) if len(p.steps) == 2)
    found = safe_rules(pack, puzzle)
    assert isinstance(found, SafeRules)
    assert [off.rule for off in found.off] == [3]
    assert found.off[0].why == "the game could become unwinnable: Burn fire coin"


def test_world_does_not_allow_what_is_off(tmp_path: Path) -> None:
    pack = _traps(tmp_path, "Fire, Shop")
    puzzle = next(p for p in make_puzzles(pack) if len(p.steps) == 2)
    burn = Use(3, "Burn", ("fire", "coin"))
    world = World(pack, puzzle)
    assert world.apply(world.start(), burn)
    closed = World(pack, replace(puzzle, rules_off=(DisabledRule(3, "too hot"),)))
    assert not any(move.rule == 3 for move in closed.moves(closed.start()) if isinstance(move, Use))
    with pytest.raises(IllegalMove):
        closed.apply(closed.start(), burn)


def test_only_the_tree(tmp_path: Path) -> None:
    pack = _traps(tmp_path, "Fire, Shop")
    puzzle = next(p for p in make_puzzles(pack) if len(p.steps) == 2)
    assert [off.rule for off in only_the_tree(pack, puzzle)] == [3, 4, 5, 6, 7]


def test_what_is_off_survives_json_and_counts_for_the_id(tmp_path: Path) -> None:
    from puzzlesynth.puzzle import identity

    puzzle = next(make_puzzles(_traps(tmp_path, "Fire, Shop")))
    off = replace(puzzle, rules="safe", rules_off=(DisabledRule(3, "too hot"),))
    assert puzzle_from_json(puzzle_to_json(off)) == off
    assert identity(off)[0] != identity(puzzle)[0]
    assert identity(off)[1] == identity(puzzle)[1]
    assert identity(puzzle)[0] == puzzle.id


def test_out_of_time_the_tree_alone_is_the_best_so_far(tmp_path: Path) -> None:
    pack = _traps(tmp_path, "Fire, Shop")
    puzzle = next(p for p in make_puzzles(pack) if len(p.steps) == 2)
    found = safe_rules(pack, puzzle, seconds=0)
    assert isinstance(found, SafeRules)
    assert not found.proven
    assert [off.rule for off in found.off] == [3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("items", "rules", "contains", "off"),
    [
        # Each of the two rules alone is a way into a dead end.
        (
            "Key: {carryable: true}, Fire: {}, Well: {}, Ash: {notSpawnable: true}",
            ["Fire Ash ::= Melt Fire Key", "Well ::= Drop Well Key"],
            "Fire, Well",
            [2, 3],
        ),
        # Both together use up all keys soonest, but the second one does so alone, too, and the first one does not.
        (
            "Key: {copies: 3}, Fire: {}, Well: {}",
            ["Fire ::= Melt Fire Key Key", "Well ::= Drop Well Key"],
            "Fire, Well, Key, Key, Key",
            [3],
        ),
    ],
    ids=["all", "one"],
)
def test_as_few_rules_are_off_as_it_takes(
    tmp_path: Path, items: str, rules: list[str], contains: str, off: list[int]
) -> None:
    unlock = "Door[locked: False] ::= Unlock Door[locked: True] Key"
    area = f"goals: ['Door[locked: False]'], contains: [{contains}]"
    pack = load_pack(pack_file(tmp_path, f"Door: {{locked: true}}, {items}", [unlock, *rules], area))
    found = safe_rules(pack, next(make_puzzles(pack)))
    assert isinstance(found, SafeRules)
    assert found.proven
    assert [one.rule for one in found.off] == off
