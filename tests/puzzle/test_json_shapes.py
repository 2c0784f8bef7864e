"""One table of keys drives reading, writing and the schema."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from puzzlesynth.puzzle import PuzzleError, puzzle_schema
from puzzlesynth.puzzle.json_shapes import NUMBER, TEXT, JsonKey, constant, listed, record


@dataclass(frozen=True)
class Thing:
    name: str
    size: int | None = None
    notes: tuple[str, ...] = ()


THING = record(
    Thing,
    JsonKey("name", TEXT, "Its name."),
    JsonKey("size", NUMBER, "Its size.", None),
    JsonKey("remarks", listed(TEXT), "What is said of it.", (), attribute="notes", extra=True),
    what="thing",
)


def test_a_record_is_written_in_order_and_read_back() -> None:
    assert THING.write is not None
    for thing, data in (
        (Thing("a"), {"name": "a", "size": None}),
        (Thing("b", 3, ("x",)), {"name": "b", "size": 3, "remarks": ["x"]}),
    ):
        assert THING.write(thing) == data
        assert list(THING.write(thing)) == list(data)
        assert THING.read(data, "") == thing
    assert THING.read({"name": "a", "later": 1}, "") == Thing("a"), "keys of later versions do no harm"


def test_the_schema_says_the_same() -> None:
    assert THING.schema["required"] == ["name", "size"]
    assert THING.schema["properties"]["size"] == {"type": ["integer", "null"], "description": "Its size."}
    assert THING.schema["properties"]["remarks"]["items"] == {"type": "string"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "thing: expected an object, found a list"),
        ({}, "name: is missing"),
        ({"name": None}, "name: expected a text, found null"),
        ({"name": "a", "remarks": ["x", 2]}, "remarks[1]: expected a text, found a number"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(data: object, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        THING.read(data, "")
    assert str(caught.value) == message


def test_a_name_is_there_once_and_a_constant_is_itself() -> None:
    with pytest.raises(PuzzleError, match=r"t\[1\]\.name: 'a' appears twice"):
        listed(THING, "name").read([{"name": "a"}, {"name": "a"}], "t")
    with pytest.raises(PuzzleError, match="f: 'b', expected 'a'"):
        constant("a").read("b", "f")


def test_every_key_of_a_puzzle_has_a_meaning() -> None:
    def silent(schema: dict[str, object], path: str) -> list[str]:
        inner = schema.get("properties") or {}
        assert isinstance(inner, dict)
        found = [f"{path}.{key}" for key, part in inner.items() if not part.get("description")]
        return found + [
            one for key, part in inner.items() for one in silent(part.get("items", part), f"{path}.{key}")
        ]

    assert silent(puzzle_schema(), "puzzle") == []
