"""The clorm classes say what the schema says, and so does the stub for editors."""

from __future__ import annotations

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth import asp
from puzzlesynth.asp.clorm_classes import INTERNAL, answer_classes, class_name, fact_classes, typed
from puzzlesynth.synth.program.predicates import ANSWER, FACTS, term
from tests.support.predicate_stub import STUB, stub


def test_every_predicate_has_a_class_by_its_name() -> None:
    for kind in (*FACTS, *(kind for kind in ANSWER if kind.name not in INTERNAL)):
        one = getattr(asp, class_name(kind))
        assert (one.meta.name, tuple(one.meta.keys())) == (kind.name, kind.arguments)
    assert not fact_classes().keys() & answer_classes().keys(), "a class name is taken twice"


def test_editors_and_type_checkers_are_told_of_every_class() -> None:
    assert STUB.read_text("utf-8") == stub(), "run: python -m tests.support.predicate_stub"


def test_names_are_listed_and_misspelt_ones_refused() -> None:
    assert {"Step", "Node", "facts", "decode", "satisfies"} <= set(dir(asp))
    with pytest.raises(AttributeError, match="Stpe"):
        getattr(asp, "Stpe")  # noqa: B009


@pytest.mark.seconds
@given(st.booleans() | st.integers(-(2**31) + 1, 2**31 - 1) | st.text())
def test_a_property_keeps_its_value_and_its_type(value: bool | int | str) -> None:
    """Truth, numbers and texts are kept apart: `true`, 1 and "true" are three values."""
    fact = asp.Initial("Door", 1, "lock", value)
    if "\0" not in str(value):
        assert fact.symbol.arguments[3] == term(value)
        (read,) = typed(fact_classes(), [fact.symbol])
        assert type(read.value) is type(value)  # type: ignore[attr-defined]
        assert read == fact


def test_truth_is_not_a_number() -> None:
    assert asp.Initial("Door", 1, "lock", True) != asp.Initial("Door", 1, "lock", 1)


def test_only_atoms_of_the_predicates_are_taken() -> None:
    symbols = [clingo.parse_term(text) for text in ("7", "step(1)", "other(1,2)", '-step(("Key",1,0),3)')]
    assert not list(typed(answer_classes(), symbols))
    with pytest.raises(asp.AnswerError, match=r"`step\(1,2\)` does not fit `step\(node, rule\)`"):
        list(typed(answer_classes(), [clingo.parse_term("step(1,2)")]))
