"""The grammar of rules: one pattern for each plain term says the same as the grammar, or nothing."""

from __future__ import annotations

from collections import Counter
from random import Random

from puzzlesynth.pack.rules.grammar import (
    ParsedSides,
    ParsedTerm,
    Token,
    UnexpectedToken,
    read_any_rule,
    read_plain_rule,
)

WHOLE = "A[x: 1] B ::= Do A#q[y: False, z: w] C"
PIECES = (
    *(
        "A",
        "Safe",
        "b1",
        "_x",
        "é",
        "٣",
        "#a",
        "#1",
        " # c",
        "[",
        "]",
        ":",
        ",",
        "::=",
        " ",
        "  ",
        "\t",
        "\n",
        "Key",
    ),
    *(
        "True",
        "7",
        "-3",
        "+05",
        '"t"',
        "'u'",
        "\\",
        ": ",
        "[x: True]",
        "[a: 1, b: c]",
        "[contains: Nothing,]",
        "[]",
    ),
)


def line(random: Random) -> str:
    """A line that is nearly a rule, or pieces of one in any order."""
    text = WHOLE if random.random() < 0.5 else "".join(random.choices(PIECES, k=random.randrange(2, 14)))
    for _ in range(random.randrange(4)):
        at = random.randrange(len(text) + 1)
        text = text[:at] + random.choice(PIECES) + text[at + random.randrange(3) :]
    return text


def told(token: Token | None) -> tuple[object, ...] | None:
    return None if token is None else (str(token), token.sort, token.start, token.end)


def term(parsed: ParsedTerm) -> tuple[object, ...]:
    properties = tuple((told(name), told(value)) for name, value in parsed.properties)
    return told(parsed.type), told(parsed.label), properties


def everything(sides: ParsedSides) -> tuple[object, ...]:
    """What a rule says, with the kind and place of each of its words."""
    return tuple(map(term, sides.outputs)), told(sides.action), tuple(map(term, sides.inputs))


def test_a_plain_rule_says_the_same_as_by_the_grammar() -> None:
    random = Random(1)
    seen: Counter[str] = Counter()
    for _ in range(6_000):
        text = line(random)
        plain = read_plain_rule(text)
        try:
            sides = read_any_rule(text)
        except UnexpectedToken:
            seen["broken"] += 1
            assert plain is None, text
            continue
        seen["rule"] += 1
        if plain is not None:
            seen["plain"] += 1
            assert everything(plain) == everything(sides), text
    assert seen["broken"] > 1_000
    assert seen["rule"] > seen["plain"] > 500


def test_a_rule_with_a_comment_or_a_text_in_quotes_is_not_plain() -> None:
    for text in ("A ::= Do B # all", 'A[x: "y z"] ::= Do B', "# none\nA ::= Do B"):
        assert read_plain_rule(text) is None
        assert read_any_rule(text).action == "Do"
