"""Changes of a text, and two of them together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.studio.storage.splice import difference, index_of, merged

TEXTS = st.text(alphabet="ab\n😀", max_size=12)


@given(TEXTS, TEXTS)
def test_a_difference_leads_from_one_text_to_the_other_and_back(before: str, after: str) -> None:
    splice = difference(before, after)
    assert splice.apply(before) == after
    assert splice.inverse().apply(after) == before


@given(TEXTS)
def test_units_of_the_page_become_characters(text: str) -> None:
    for index in range(len(text) + 1):
        assert index_of(text, len(text[:index].encode("utf-16-le")) // 2) == index


@pytest.mark.parametrize(
    ("ours", "theirs", "both"),
    [
        ("A\nb\nc\nd\n", "a\nb\nc\nD\n", "A\nb\nc\nD\n"),
        ("a\nb\nc\nd\n", "a\nX\nc\nd\n", "a\nX\nc\nd\n"),
        ("a\nc\nd\n", "a\nb\nc\nd\ne\n", "a\nc\nd\ne\n"),
        ("a\nX\nc\nd\n", "a\nX\nc\nd\n", "a\nX\nc\nd\n"),
        ("a\nX\nc\nd\n", "a\nY\nc\nd\n", None),
    ],
)
def test_changes_of_different_lines_are_merged(ours: str, theirs: str, both: str | None) -> None:
    assert merged("a\nb\nc\nd\n", ours, theirs) == both
