"""What a constraint is called and what it says: the tags in the comments above a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puzzlesynth.pack.diagnostics.problems import Problem, error
from puzzlesynth.pack.model import Place
from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.suggestions import did_you_mean

KINDS = ("forbid", "require", "prefer")

_TAG = re.compile(r"@(\w+)\s*\(([^)]*)\)\s*(.*)", re.DOTALL)


@dataclass(frozen=True)
class DesignerConstraint:
    """A constraint of a designer: its name, its kind, and the sentence that says what it is for."""

    name: str
    kind: str
    """One of `KINDS`."""
    sentence: str
    place: Place = field(compare=False)
    weight: int = 1
    """Of a preference."""

    def __str__(self) -> str:
        return self.sentence or self.name


def read_tag(text: str, place: Place) -> DesignerConstraint | Problem | None:
    """The tag that a comment begins with; None: it has none."""
    body = " ".join(line.lstrip("% \t") for line in text.splitlines()).strip()
    match = _TAG.match(body)
    if match is None:
        if re.match(r"@(forbid|require|prefer)\b", body):
            return error("bad-tag", "a tag has a name in parentheses", place, "as in `% @forbid(name) Why.`")
        return None
    kind, inside, sentence = match.groups()
    if kind not in KINDS:
        known = did_you_mean(kind, KINDS) or f"there are {', '.join('@' + name for name in KINDS)}"
        return error("bad-tag", f"there is no tag `@{kind}`", place, known)
    parts = [part.strip() for part in inside.split(",")]
    if not re.fullmatch(r"\w[\w -]*", parts[0]):
        return error("bad-tag", f"`@{kind}` needs a name made of letters, digits, `_` and `-`", place)
    weight = _weight(kind, parts[1:])
    if weight is None:
        example = "`@prefer(name, weight)`" if kind == "prefer" else f"`@{kind}(name)`"
        return error("bad-tag", f"`@{kind}({inside})` is not {example} with a whole number as weight", place)
    return DesignerConstraint(parts[0], kind, sentence.strip(), place, weight)


def _weight(kind: str, rest: list[str]) -> int | None:
    if not rest:
        return 1
    if kind == "prefer" and len(rest) == 1 and re.fullmatch(r"[1-9]\d{0,5}", rest[0]):
        return int(rest[0])
    return None


def joined_comments(comments: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Comments, with those on the lines right below a tag counted as the rest of its sentence."""
    block: list[str] = []
    first = last = -1
    for line, text in comments:
        starts_tag = text.lstrip("% \t").startswith("@")
        if block and line == last + 1 and not starts_tag:
            block.append(text)
        else:
            if block:
                yield first, "\n".join(block)
            block, first = [text], line
        last = line
    if block:
        yield first, "\n".join(block)
