"""Relations on items become rules with a kind, and extensions change the pack before that."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.pack import PackError, check_pack, load_pack
from puzzlesynth.pack.model import Pack


def pack_of(folder: Path, items: str, head: str = "") -> Pack:
    path = folder / "pack.yaml"
    areas = "areas:\n  Hall: {start: true, goals: [Thing]}\n"
    path.write_text(f"pack: test\n{head}{areas}items:\n  Thing: {{}}\n{items}", encoding="utf-8")
    return load_pack(path)


def rules_of(pack: Pack) -> list[tuple[str | None, str]]:
    return [(rule.kind, str(rule)) for rule in pack.rules]


def test_madeby_is_a_combine_that_keeps_what_is_not_destroyed(tmp_path: Path) -> None:
    pack = pack_of(tmp_path, "  H: {destroyoncombine: true}\n  O: {}\n  Water: {madeby: [[H, O]]}\n")
    assert rules_of(pack) == [("combine", "Water O ::= Combine H O")]


def test_givenby_and_requests_are_a_request(tmp_path: Path) -> None:
    pack = pack_of(tmp_path, "  Elf: {requests: [Nut]}\n  Nut: {}\n  Ring: {givenby: [Elf]}\n")
    assert rules_of(pack) == [("request", "Ring Elf ::= Give Nut Elf")]


def test_changes_need_a_property_that_can_change_and_a_value_that_it_can_have(tmp_path: Path) -> None:
    items = "  Fire: {changes: [[heat, hot], [wet, dry]]}\n  Pan: {mutables: [heat], heat: [hot, cold]}\n"
    assert rules_of(pack_of(tmp_path, items)) == [("change", "Pan[heat: hot] Fire ::= Use Fire Pan")]
    only = items.replace("heat: [hot, cold]", "heat: [hot, cold], changedby: [Sun]") + "  Sun: {}\n"
    assert rules_of(pack_of(tmp_path, only)) == []


def test_fills_is_an_insertion_and_an_unboxing(tmp_path: Path) -> None:
    pack = pack_of(tmp_path, "  Box: {}\n  Pearl: {fills: [Box]}\n")
    assert rules_of(pack) == [
        ("insert", "Box[contains: Pearl] ::= Insert Pearl Box[contains: Nothing]"),
        ("unbox", "Pearl Box[contains: Nothing] ::= Unbox Box[contains: Pearl]"),
    ]


def test_capacity_and_abstract_say_how_many_can_be_placed(tmp_path: Path) -> None:
    pack = pack_of(tmp_path, "  Coin: {capacity: 5}\n  Idea: {abstract: true}\n  One: {capacity: 0}\n")
    assert (pack.items["Coin"].copies, pack.items["One"].copies) == (5, 1)
    assert not pack.items["Idea"].spawnable


def test_relations_and_rules_mix(tmp_path: Path) -> None:
    pack = pack_of(tmp_path, "  A: {madeby: [[B, C]]}\n  B: {}\n  C: {}\n", "rules: |\n  Thing ::= Find A\n")
    assert [rule.number for rule in pack.rules] == [1, 2]
    assert [rule.from_relation for rule in pack.rules] == [False, True]


def test_a_name_that_does_not_exist_is_an_error_at_its_place(tmp_path: Path) -> None:
    problems = check_pack(pack_of(tmp_path, "  Water: {madeby: [[Watre, Thing]]}\n"))
    found = [problem for problem in problems if problem.code == "unknown-item"]
    assert [(problem.place.line, problem.hint) for problem in found] == [(6, "did you mean `Water`?")]


@pytest.mark.parametrize("text", ["madeby: A", "madeby: [[A]]", "madeby: [[A, B, C]]", "changes: [[heat]]"])
def test_what_is_no_pair_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(PackError, match="pairs"):
        pack_of(tmp_path, f"  Water: {{{text}}}\n  A: {{}}\n")


def test_inherit_hands_down_what_is_not_said(tmp_path: Path) -> None:
    items = "  Food: {abstract: true, carryable: true, taste: good}\n  Pie: {types: [Food], taste: odd}\n"
    plain = pack_of(tmp_path, items)
    assert not plain.items["Pie"].carryable
    pie = pack_of(tmp_path, items, "extensions: [inherit]\n").items["Pie"]
    assert pie.carryable
    assert pie.properties == {"taste": "odd"}
    assert "Food" in pie.types


def test_inheritance_in_a_circle_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="circle"):
        pack_of(tmp_path, "  A: {types: [B]}\n  B: {types: [A]}\n", "extensions: [inherit]\n")


def test_container_sizes_fill_containers_with_what_is_smaller(tmp_path: Path) -> None:
    items = "  Jar: {container: true, size: 1}\n  Pea: {}\n  Cow: {size: 3}\n"
    pack = pack_of(tmp_path, items, "extensions: [container_sizes]\n")
    assert pack.items["Jar"].relations.filledby == ("Thing", "Pea")


CODE = """
from dataclasses import replace
def extend(pack):
    return replace(pack, items={n: replace(i, carryable=True) for n, i in pack.items.items()})
"""


def test_code_runs_only_where_it_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "lightening.py").write_text(CODE, encoding="utf-8")
    head = "extensions: [lightening:extend]\n"
    with pytest.raises(PackError, match="--allow-extensions") as refused:
        pack_of(tmp_path, "", head)
    assert refused.value.problems[0].place.line == 2
    assert load_pack(tmp_path / "pack.yaml", allow_extensions=True).items["Thing"].carryable


@pytest.mark.parametrize(
    ("name", "said"), [("inherits", "no extension is named"), ("nowhere_at_all:x", "cannot be loaded")]
)
def test_an_extension_that_is_not_there_is_an_error(tmp_path: Path, name: str, said: str) -> None:
    path = tmp_path / "pack.yaml"
    path.write_text(f"pack: test\nextensions: ['{name}']\nitems: {{A: }}\n", encoding="utf-8")
    with pytest.raises(PackError, match=said):
        load_pack(path, allow_extensions=True)
