"""The rule notation: from a designer's line to terms and rules, every part with its place.

    Safe[locked: False] Badge ::= Unlock Safe[locked: True] Badge

The grammar stands in `notation.lark`. A mistake is a `Problem` in a designer's words (see `notation_errors`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .model import NOWHERE, Place, Term, Value
from .problems import Names, Problem, error
from .scalar_places import Locate

if TYPE_CHECKING:
    from lark import Lark

MAX_LENGTH = 4000
"""The longest rule or term, in characters. Nobody can read one that is longer."""
MAX_NUMBER = 2**31 - 1
"""Numbers are 32 bits wide in the solver."""

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


def parse_rule(text: str, locate: Locate | None = None, known: Names | None = None) -> ParsedRule:
    """A rule from its line; NotationError says what was expected where.

    `known`: the types of the pack. They tell an action from a thing where the line alone does not.
    """
    locate = locate or _in_line
    outputs, action, inputs = _parse(text, "rule", locate, known)
    if not inputs:
        _refuse_slip(text, locate, known)
        message = "a rule needs at least one input: say after the action what must be there before"
        hint = "as in `Safe[locked: False] Badge ::= Unlock Safe[locked: True] Badge`"
        raise NotationError(error("rule-syntax", message, locate(action.end_pos), hint))
    first = len(text) - len(text.lstrip())
    return ParsedRule(
        action=str(action),
        outputs=tuple(_term(part, locate) for part in outputs),
        inputs=tuple(_term(part, locate) for part in inputs),
        place=locate(first),
        action_place=locate(action.start_pos),
    )


def parse_term(text: str, locate: Locate | None = None) -> Term:
    """A single term, such as a goal."""
    locate = locate or _in_line
    (part,) = _parse(text, "goal", locate)
    return _term(part, locate)


def is_blank(text: str) -> bool:
    """A line with nothing but space and a comment."""
    return text.lstrip()[:1] in ("", "#")


def _in_line(index: int) -> Place:
    return Place("<rule>", 1, index + 1)


@lru_cache(maxsize=1)
def parser() -> Lark:
    """The parser, built once and only when there is something to parse."""
    from lark import Lark

    grammar = Path(__file__).with_name("notation.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        start=["rule", "goal"],
        maybe_placeholders=False,
        transformer=_Parts(),
    )


class _Parts:
    """What the parser makes of each piece: plain tuples, since places are only known afterwards."""

    def rule(self, children: list[Any]) -> tuple[Any, ...]:
        return tuple(children)

    goal = terms = property = properties = rule

    def term(self, children: list[Any]) -> tuple[Any, Any, tuple[Any, ...]]:
        properties = children.pop() if isinstance(children[-1], tuple) else ()
        return children[0], children[1] if len(children) > 1 else None, properties


def _parse(text: str, what: str, locate: Locate, known: Names | None = None) -> Any:
    from lark.exceptions import UnexpectedInput

    if len(text) > MAX_LENGTH:
        message = f"a {what} has at most {MAX_LENGTH} characters; this one has {len(text)}"
        raise NotationError(error("rule-syntax", message, locate(0)))
    try:
        return parser().parse(text, start=what)
    except UnexpectedInput as mistake:
        if what == "rule":
            _refuse_slip(text, locate, known)
        from .notation_errors import explain

        message, index, hint = explain(text, what, mistake)
        raise NotationError(error(f"{what}-syntax", message, locate(index), hint)) from None


def _refuse_slip(text: str, locate: Locate, known: Names | None) -> None:
    """Complains of what was most likely meant, where that can be told."""
    from .notation_slips import slip

    found = slip(text, known, _is_rule)
    if found is not None:
        message, index, hint = found
        raise NotationError(error("rule-syntax", message, locate(index), hint)) from None


def _is_rule(text: str) -> bool:
    from lark.exceptions import UnexpectedInput

    try:
        parsed: Any = parser().parse(text, start="rule")
    except UnexpectedInput:
        return False
    return bool(parsed[2])


def _term(part: tuple[Any, Any, tuple[Any, ...]], locate: Locate) -> Term:
    name, label, pairs = part
    properties: dict[str, Value] = {}
    places: list[Place] = []
    contains: str | None = None
    contains_place: Place | None = None
    for key, value in pairs:
        place = locate(key.start_pos)
        if key in properties or (key == "contains" and contains is not None):
            raise NotationError(error("rule-syntax", f"`{key}` stands twice in one `[…]`", place))
        if key == "contains":
            contains, contains_place = _type_name(value, locate), locate(value.start_pos)
        else:
            properties[str(key)] = _value(value, locate)
            places.append(place)
    return Term(
        type=str(name),
        properties=tuple(properties.items()),
        contains=contains,
        label=str(label)[1:] if label else None,
        place=locate(name.start_pos),
        property_places=tuple(places),
        contains_place=contains_place,
    )


def _type_name(token: Any, locate: Locate) -> str:
    if token.type == "NAME" and token not in BOOLEANS:
        return str(token)
    message = "`contains` takes the type of what is inside, or `Nothing`"
    raise NotationError(error("rule-syntax", message, locate(token.start_pos)))


def _value(token: Any, locate: Locate) -> Value:
    if token.type == "NAME":
        return BOOLEANS.get(str(token), str(token))
    if token.type == "NUMBER":
        if len(token) > 11 or abs(int(token)) > MAX_NUMBER:
            message = f"numbers go from -{MAX_NUMBER} to {MAX_NUMBER}"
            raise NotationError(error("number-too-large", message, locate(token.start_pos)))
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
