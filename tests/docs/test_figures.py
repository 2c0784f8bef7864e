"""Numbers in prose: each is a constant of the code, and where the code changes, the sentence has to."""

from __future__ import annotations

import re
import tomllib

import pytest

from puzzlesynth.cli.common import errors
from puzzlesynth.corpus.dataset import merge
from puzzlesynth.corpus.plan import MOST_SAMPLES
from puzzlesynth.corpus.shard import LEAST_NEIGHBOURS, NEIGHBOURS, PLACES
from puzzlesynth.levels.chance.level_solver import PLAN_POSITIONS
from puzzlesynth.levels.design.progression import MOST_EXACT
from puzzlesynth.levels.design.repair.relevant_edits import MOST_STATES
from puzzlesynth.levels.design.repair.simplification import KEEP
from puzzlesynth.levels.design.suggest import suggester
from puzzlesynth.maps.relation_safety import PLAYED
from puzzlesynth.pack import load_pack
from puzzlesynth.pack.bounds import MAX_ADDED, MAX_STAGES
from puzzlesynth.pack.model import Guarantees, Limits
from puzzlesynth.solver_threads import MOST_AHEAD
from puzzlesynth.state_limits import FORESEEN_STATES, MEASURED_STATES, REPORTED_STATES, STATE_LIMIT
from puzzlesynth.synth.explain.mus import FEW_QUESTIONS
from puzzlesynth.synth.program.near_uniform_sampler import LARGE
from puzzlesynth.synth.quick.first_puzzle import WIDTHS
from puzzlesynth.synth.synthesizer import DRAWS, ROUNDS
from puzzlesynth.world.difficulty import EASY_BELOW, HARD_FROM, PLAYERS
from tests.fuzz.brute_force import Bounds
from tests.support.paths import ROOT
from tests.test_architecture import LONGEST

PYTHON = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"].strip(">=")
STORY = load_pack(ROOT / "examples" / "lighthouse")
WORDS = {
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    8: "eight",
    12: "twelve",
    16: "sixteen",
    80: "eighty",
}

SENTENCES: dict[str, list[tuple[str, tuple[object, ...]]]] = {
    "README.md": [
        (r"a story of (\w+) areas and (\d+) rules", (WORDS[len(STORY.areas)], len(STORY.rules))),
        (r"(\d+) if there is provably none or faults were found", (errors.NONE_EXISTS,)),
        (
            r"(\d+) for bad input, (\d+) when a time limit was reached, (\d+) for an internal error and (\d+) after",
            (errors.BAD_INPUT, errors.OUT_OF_TIME, errors.INTERNAL_ERROR, errors.INTERRUPTED),
        ),
        (r"You need Python ([\d.]+) or newer", (PYTHON,)),
    ],
    "CONTRIBUTING.md": [
        (r"You need Python ([\d.]+) or newer", (PYTHON,)),
        (r"at most (\d+) lines", (LONGEST,)),
    ],
    "docs/maps.md": [(r"or by playing up to (\d+) games", (PLAYED,))],
    "docs/levels.md": [
        (r"the difficulty is at least (\d+) % of what it was", (round(100 * KEEP),)),
        (r"For up to (\w+) levels it is the best order", (WORDS[MOST_EXACT],)),
        (r"at most ([\d,]+) positions are explored per level", (PLAN_POSITIONS,)),
        (r"has up to ([\d,]+) positions", (MOST_STATES,)),
        (r"after that, (\w+) times the work of", (WORDS[suggester.FACTOR],)),
        (r"The limit is never below ([\d,]+) states", (suggester.LEAST,)),
    ],
    "docs/testing.md": [(r"tiny packs \(up to (\w+) steps\)", (WORDS[Bounds.steps],))],
    "examples/README.md": [
        (r"with (\w+) areas and (\d+) rules", (WORDS[len(STORY.areas)], len(STORY.rules))),
    ],
    "puzzlesynth/export/README.md": [(r"every state of the puzzle, up to ([\d,]+),", (FORESEEN_STATES,))],
    "docs/architecture.md": [
        (r"The first (\w+) puzzles of a long stream are drawn", (WORDS[DRAWS],)),
        (r"the next (\w+) come from (\w+) neighbourhoods", (WORDS[sum(ROUNDS)], WORDS[len(ROUNDS)])),
        (r"If more than (\d+) steps are possible, a first puzzle", (LARGE,)),
        (r"If (\w+) parts have none", (WORDS[len(WIDTHS)],)),
        (r"After (\d+) queries, or if one is too hard", (FEW_QUESTIONS,)),
        (r"runs up to (\d+) answer sets ahead", (MOST_AHEAD,)),
    ],
    "docs/corpus.md": [
        (r"`plan` draws up to ([\d,]+) puzzles", (MOST_SAMPLES,)),
        (r"a neighbourhood has up to (\d+) puzzles in a large corpus", (NEIGHBOURS,)),
        (r"down to (\d+), so that they still start from (\d+) places", (LEAST_NEIGHBOURS, PLACES)),
    ],
    "docs/datasets.md": [
        (r"Rows are written in groups of ([\d,]+)", (merge.GROUP,)),
        (r"the count uses at most (\d+) GB", (merge.MEMORY.removesuffix("GB"),)),
    ],
    "docs/reference/measures.md": [
        (r"\*easy\* below (\d+), \*hard\* at (\d+) or more", (EASY_BELOW, HARD_FROM)),
        (r"(\d+) random players try each puzzle", (PLAYERS,)),
        (r"States are counted up to ([\d,]+) states", (MEASURED_STATES,)),
    ],
    "docs/guarantees.md": [
        (
            r"looks at up to ([\d,]+) states of each world for dead ends that it only reports",
            (REPORTED_STATES,),
        ),
        (r"`verify` looks further: at up to ([\d,]+) states", (STATE_LIMIT,)),
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
