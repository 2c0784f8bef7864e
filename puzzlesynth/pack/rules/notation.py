"""The rule notation: from a designer's line to terms and rules, every part with its place.

    Safe[locked: False] Badge ::= Unlock Safe[locked: True] Badge

`grammar` reads the line. A mistake is a `Problem` in a designer's words (see `notation_errors`).
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.pack.bounds import MAX_NUMBER, MAX_RULE_LENGTH
from puzzlesynth.pack.diagnostics.problems import Problem, error
from puzzlesynth.pack.model import NOWHERE, Place, Term, Value
from puzzlesynth.pack.yaml.location import Locator
from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.suggestions import NameIndex

from .grammar import ParsedTerm, Token, TokenKind, UnexpectedToken, read_rule, read_term

BOOLEANS = {"True": True, "False": False, "true": True, "false": False}


class NotationError(Exception):
    """A line that is not a rule, or not a term."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(str(problem))


@dataclass(frozen=True)
class ParsedRule:
    """A rule's line; number, name and texts come from elsewhere."""

    action: str
    outputs: tuple[Term, ...]
    inputs: tuple[Term, ...]
    place: Place
    action_place: Place = field(default=NOWHERE, compare=False)


def parse_rule(text: str, locate: Locator | None = None, known: NameIndex | None = None) -> ParsedRule:
    """A rule from its line; NotationError says what was expected where.

    `known`: the types of the pack. They tell an action from a thing where the line alone does not.
    """
    locate = locate or _in_line
    _refuse_long(text, "rule", locate)
    try:
        outputs, action, inputs = read_rule(text)
    except UnexpectedToken as mistake:
        _refuse_slip(text, locate, known)
        raise _explained(text, "rule", mistake, locate) from None
    if not inputs:
        _refuse_slip(text, locate, known)
        message = "a rule needs at least one input: say after the action what must be there before"
        hint = "as in `Safe[locked: False] Badge ::= Unlock Safe[locked: True] Badge`"
        raise NotationError(error("rule-syntax", message, locate(action.end), hint))
    first = len(text) - len(text.lstrip())
    return ParsedRule(
        action=str(action),
        outputs=tuple(_term(part, locate) for part in outputs),
        inputs=tuple(_term(part, locate) for part in inputs),
        place=locate(first),
        action_place=locate(action.start),
    )


def parse_term(text: str, locate: Locator | None = None) -> Term:
    """A single term, such as a goal."""
    locate = locate or _in_line
    _refuse_long(text, "goal", locate)
    try:
        return _term(read_term(text), locate)
    except UnexpectedToken as mistake:
        raise _explained(text, "goal", mistake, locate) from None


def is_blank(text: str) -> bool:
    """A line with nothing but space and a comment."""
    return text.lstrip()[:1] in ("", "#")


def _in_line(index: int) -> Place:
    return Place("<rule>", 1, index + 1)


def _refuse_long(text: str, what: str, locate: Locator) -> None:
    if len(text) > MAX_RULE_LENGTH:
        message = f"a {what} has at most {MAX_RULE_LENGTH} characters; this one has {len(text)}"
        raise NotationError(error("rule-syntax", message, locate(0)))


def _explained(text: str, what: str, mistake: UnexpectedToken, locate: Locator) -> NotationError:
    from puzzlesynth.pack.diagnostics.syntax_errors import explain

    message, index, hint = explain(text, what, mistake)
    return NotationError(error(f"{what}-syntax", message, locate(index), hint))


def _refuse_slip(text: str, locate: Locator, known: NameIndex | None) -> None:
    """Reports the most likely mistake, where one can be recognised."""
    from puzzlesynth.pack.diagnostics.syntax_repair import repaired_syntax

    found = repaired_syntax(text, known, _is_rule)
    if found is not None:
        message, index, hint = found
        raise NotationError(error("rule-syntax", message, locate(index), hint)) from None


def _is_rule(text: str) -> bool:
    try:
        return bool(read_rule(text).inputs)
    except UnexpectedToken:
        return False


def _term(part: ParsedTerm, locate: Locator) -> Term:
    name, label, pairs = part
    if not pairs:
        return Term(str(name), label=str(label)[1:] if label else None, place=locate(name.start))
    properties: dict[str, Value] = {}
    places: list[Place] = []
    contains: str | None = None
    contains_place: Place | None = None
    for key, value in pairs:
        place = locate(key.start)
        if key in properties or (key == "contains" and contains is not None):
            raise NotationError(error("rule-syntax", f"`{key}` appears twice in one `[…]`", place))
        if key == "contains":
            contains, contains_place = _type_name(value, locate), locate(value.start)
        else:
            properties[str(key)] = _value(value, locate)
            places.append(place)
    return Term(
        type=str(name),
        properties=tuple(properties.items()),
        contains=contains,
        label=str(label)[1:] if label else None,
        place=locate(name.start),
        property_places=tuple(places),
        contains_place=contains_place,
    )


def _type_name(token: Token, locate: Locator) -> str:
    if token.sort is TokenKind.NAME and token not in BOOLEANS:
        return str(token)
    message = "`contains` takes the type of what is inside, or `Nothing`"
    raise NotationError(error("rule-syntax", message, locate(token.start)))


def _value(token: Token, locate: Locator) -> Value:
    if token.sort is TokenKind.NAME:
        return BOOLEANS.get(str(token), str(token))
    if token.sort is TokenKind.NUMBER:
        if len(token) > 11 or abs(int(token)) > MAX_NUMBER:
            message = f"numbers must be from -{MAX_NUMBER} to {MAX_NUMBER}"
            raise NotationError(error("number-too-large", message, locate(token.start)))
        return int(token)
    return "".join(_unescaped(str(token)[1:-1]))


def _unescaped(text: str) -> Iterator[str]:
    """`\\n` is a new line; any other character behind a backslash stands for itself."""
    characters = iter(text)
    for character in characters:
        if character == "\\":
            character = next(characters)
            yield "\n" if character == "n" else character
        else:
            yield character
