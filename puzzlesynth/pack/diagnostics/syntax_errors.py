"""What to tell a designer whose rule or goal cannot be read: what was expected where."""

from __future__ import annotations

from itertools import takewhile

from puzzlesynth.pack.rules.grammar import Token, TokenKind, UnexpectedToken, tokens

Explanation = tuple[str, int, str | None]
"""A message, the index that it points at, and perhaps how to put it right."""

SHAPE = "a rule reads `what is there afterwards ::= Action what must be there before`"
_EXAMPLE = "`Safe[locked: False]`"


def explain(text: str, what: str, mistake: UnexpectedToken) -> Explanation:
    """The first thing in a text that cannot be understood."""
    before = list(takewhile(lambda token: token.start < mistake.index, tokens(text)))
    if mistake.token is None:
        return _strange_character(text, mistake.index, before, what)
    if mistake.token.sort is TokenKind.END:
        return _ends_too_early(before[-1].end if before else len(text) - len(text.lstrip()), before, what)
    found = ":=" if text.startswith(":=", mistake.index) else str(mistake.token)
    return _unexpected(found, mistake.token.sort, mistake.index, before, what, text[mistake.index :])


def _open_bracket(before: list[Token]) -> int | None:
    """The index of the `[` that is not closed yet."""
    for number in range(len(before) - 1, -1, -1):
        if before[number] == "]":
            return None
        if before[number] == "[":
            return number
    return None


def _strange_character(text: str, index: int, before: list[Token], what: str) -> Explanation:
    rest, character = text[index:], text[index]
    if character in "\"'":
        return "this text has no closing quote", index, None
    if character == "#":
        hint = "a comment has a space before its `#`"
        return "a label comes directly after the type, as in `Door#a[open: True]`", index, hint
    if character in "({":
        return f"unexpected `{character}`", index, f"write properties in square brackets: {_EXAMPLE}"
    if _open_bracket(before) is not None:
        return _strange_in_brackets(text, index, before)
    for arrow in (":=", "=>", "->", "==", "="):
        if what == "rule" and rest.startswith(arrow) and "::=" not in map(str, before):
            return f"expected `::=`, found `{arrow}`", index, SHAPE
    if character in "-." and before and before[-1].end == index:
        return f"a name is made of letters, digits and `_`, so `{character}` cannot be in it", index, None
    return f"unexpected `{character}`", index, None


def _strange_in_brackets(text: str, index: int, before: list[Token]) -> Explanation:
    character = text[index]
    if before[-1].sort is TokenKind.NUMBER and character == ".":
        return "numbers are whole: there is no `.` in a value", index, "put other values in quotes"
    if character == "=" and before[-1].sort is TokenKind.NAME:
        return (
            f"expected `:` after the property `{before[-1]}`, found `=`",
            index,
            f"write it like {_EXAMPLE}",
        )
    return f"unexpected `{character}`", index, "put values that are more than a word in quotes"


def _unexpected(
    found: str, sort: TokenKind, index: int, before: list[Token], what: str, rest: str
) -> Explanation:
    opened = _open_bracket(before)
    if opened is not None:
        return _in_brackets(found, sort, index, before, opened)
    last = str(before[-1]) if before else None
    past_sign = "::=" in map(str, before)
    if last == "::=":
        return f"expected an action after `::=`, found `{found}`", index, SHAPE
    if found == "::=":
        if what == "goal":
            return "a goal is a single term, not a rule", index, f"write what must be there, like {_EXAMPLE}"
        return "there is a second `::=`", index, "write one rule per line"
    if sort is TokenKind.NUMBER:
        return f"expected a type, found the number `{found}`", index, "names begin with a letter"
    if sort is TokenKind.TEXT:
        return f"expected a type, found the text {found}", index, "types are written without quotes"
    if (
        found == ":"
        and len(before) > 1
        and before[-1].sort is before[-2].sort is TokenKind.NAME
        and "]" in rest
    ):
        owner, name = before[-2:]
        hint = f"write it like `{owner}[{name}: {rest.partition(']')[0].strip(': ')}]`"
        return f"a `[` is missing before the property `{name}`", name.start, hint
    if found in (":", ":="):
        if what == "rule" and not past_sign:
            return f"expected `::=`, found `{found}`", index, SHAPE
        return f"unexpected `{found}`", index, f"write properties in square brackets: {_EXAMPLE}"
    if found == "]":
        return "this `]` has no matching `[`", index, None
    if found == "[":
        if last == "]":
            return (
                "a second `[…]`: write all properties of a thing in one",
                index,
                "separate them with commas",
            )
        return "expected a type before `[`", index, f"write it like {_EXAMPLE}"
    if what == "goal":
        return f"unexpected `{found}`", index, _beside_a_goal(found, sort, before)
    return f"expected a type, found `{found}`", index, None


def _beside_a_goal(found: str, sort: TokenKind, before: list[Token]) -> str:
    """A word too much after a goal: a property that is to be tested, or a second goal."""
    goal = "".join(f"{token} " if token in (":", ",") else str(token) for token in before)
    if sort is TokenKind.NAME and found[:1].islower():
        tested = f"{goal[:-1]}, {found}: True]" if goal.endswith("]") else f"{goal}[{found}: True]"
        return f"to test a property write `{tested}`"
    other = f'"{found}"' if sort is TokenKind.NAME else "…"
    return f'a goal is a single term; write several possible goals as a list: `["{goal}", {other}]`'


def _in_brackets(found: str, sort: TokenKind, index: int, before: list[Token], opened: int) -> Explanation:
    last = before[-1]
    owner = before[opened - 1] if opened else last
    if found in ("::=", "["):
        return f"the `[` after `{owner}` is not closed before this", index, "a `]` is missing"
    if last == "[" or last == ",":
        return f"expected the name of a property, found `{found}`", index, f"write it like {_EXAMPLE}"
    if last == ":":
        message = f"expected a value after `{before[-2]}:`, found `{found}`"
        return message, index, "values are True, False, whole numbers and words"
    if before[-2] == ":":
        hint = "put a value of several words in quotes" if sort is TokenKind.NAME else None
        return f"expected `,` or `]` after `{last}`, found `{found}`", index, hint
    return (
        f"expected `:` and a value after the property `{last}`, found `{found}`",
        index,
        f"as in {_EXAMPLE}",
    )


def _ends_too_early(index: int, before: list[Token], what: str) -> Explanation:
    if not before:
        return f"expected a {'rule' if what == 'rule' else 'term'}, found nothing", index, None
    opened = _open_bracket(before)
    if opened is not None:
        return (
            f"the `[` after `{before[opened - 1]}` is never closed",
            before[opened].start,
            "add a `]`",
        )
    if before[-1] == "::=":
        return "expected an action after `::=`", index, SHAPE
    return "expected `::=` and an action", index, SHAPE
