"""Numbers in prose: each is a constant of the code, and where the code changes, the sentence has to."""

from __future__ import annotations

import re

import pytest

from puzzlesynth.pack.bounds import MAX_ADDED, MAX_STAGES
from puzzlesynth.pack.model import Guarantees, Limits
from puzzlesynth.pipeline.acceptance import REPORTED, STATE_LIMIT
from puzzlesynth.world.search.state_space import LIMIT
from tests.support.paths import ROOT

SENTENCES: dict[str, list[tuple[str, tuple[object, ...]]]] = {
    "docs/guarantees.md": [
        (r"looks at up to ([\d,]+) states of each world for dead ends that it only reports", (REPORTED,)),
        (r"`verify` looks further: at up to ([\d,]+) states", (LIMIT,)),
        (r"With `forbid`, puzzlesynth looks at up to ([\d,]+) states", (STATE_LIMIT,)),
        (r"both from 1 to (\d+)", (MAX_STAGES,)),
        (r"both from 1 to (\d+)", (MAX_ADDED,)),
        (r"\| `limits.stages` \| (\d+) \|", (Limits.stages,)),
        (r"\| `limits.copies` \| (\d+) \|", (Limits.copies,)),
        (
            r"guarantees: \{shortcuts: (\w+), dead_ends: (\w+)\}     # the defaults",
            (Guarantees.shortcuts.value, Guarantees.dead_ends.value),
        ),
    ],
}
"""For each page: patterns of its sentences, and what the code has for each figure in them."""

CASES = [(page, pattern, values) for page, sentences in SENTENCES.items() for pattern, values in sentences]


@pytest.mark.parametrize(("page", "pattern", "values"), CASES, ids=[f"{c[0]}:{c[1][:40]}" for c in CASES])
def test_a_figure_is_the_constant_of_the_code(page: str, pattern: str, values: tuple[object, ...]) -> None:
    text = " ".join((ROOT / page).read_text("utf-8").split(" "))
    found = re.search(pattern.replace(" ", r"\s+"), text)
    assert found is not None, "the sentence is gone: take it out here as well"
    assert tuple(figure.replace(",", "") for figure in found.groups()) == tuple(str(one) for one in values)
