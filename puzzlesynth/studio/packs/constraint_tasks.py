"""A designer's own constraints: the files of a pack, what each one says, and what is wrong with it. All in a worker."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.studio.jobs.worker import Emit
from puzzlesynth.studio.protocol import Json

from .diagnostics import described
from .pack_source import PackSnapshot, read

if TYPE_CHECKING:
    from puzzlesynth.pack.diagnostics.problems import Problem
    from puzzlesynth.synth.constraints.designer_constraints import ConstraintSet


@dataclass(frozen=True)
class Lint:
    source: PackSnapshot
    file: str
    """The full name of the constraint file."""
    text: str


def words(_context: object, _params: object) -> Json:
    """The vocabulary: what constraint files can talk about."""
    from puzzlesynth.synth.constraints.vocabulary import vocabulary

    return [
        {
            "word": word.name,
            "arguments": list(word.arguments),
            "kinds": list(word.kinds),
            "meaning": word.meaning,
            "example": word.example,
        }
        for word in vocabulary().words.values()
    ]


def check_file(given: Lint, _emit: Emit) -> Json:
    """What the linter of `--constraint` says about a file, and what the file says."""
    found, problems = _linted(given.source, given.file, given.text)
    shown = replace(given.source, texts=(*given.source.texts, (given.file, given.text)))
    return {
        "problems": [described(shown, problem) for problem in problems],
        "says": _said(found),
    }


def list_files(source: PackSnapshot, _emit: Emit) -> Json:
    """The constraint files in a pack's folder. Those that are not the pack's own can be switched on."""
    own = {one.path for one in read(source).pack.constraints}
    listed = []
    for file, _ in source.constraints:
        try:
            text = Path(file).read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        found, problems = _linted(source, file, text)
        listed.append(
            {
                "path": source.relative(file),
                "always": str(Path(file).resolve()) in own,
                "says": _said(found),
                "problems": len(problems),
            }
        )
    return listed


def _linted(source: PackSnapshot, file: str, text: str) -> tuple[ConstraintSet | None, tuple[Problem, ...]]:
    """A file by itself, whatever the pack's other constraints are like."""
    from puzzlesynth.synth.constraints.designer_constraints import ConstraintError
    from puzzlesynth.synth.constraints.rewriter import constraint_set

    pack = replace(read(source).pack, constraints=())
    try:
        return constraint_set(pack, [file], texts={file: text}), ()
    except ConstraintError as error:
        return None, error.problems


def _said(found: ConstraintSet | None) -> Json:
    return (
        []
        if found is None
        else [{"name": one.name, "kind": one.kind, "sentence": one.sentence} for one in found.stated]
    )
