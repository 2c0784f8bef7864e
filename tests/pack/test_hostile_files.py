"""Files that are broken, huge or malicious: a clear error with a place, quickly, and never anything else."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.pack import PackError, Problem, check_pack, load_pack
from puzzlesynth.pack.bounds import MAX_BYTES, MAX_DEPTH, MAX_NODES
from puzzlesynth.pack.diagnostics.renderer import render_problems
from tests.support.samples import random_examples

Refused = Callable[..., list[Problem]]


def refusal(path: Path) -> Problem:
    with pytest.raises(PackError) as caught:
        load_pack(path)
    return caught.value.problems[0]


def test_a_missing_pack(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.yaml").code == "missing-file"
    assert refusal(tmp_path).code == "missing-file"


def test_a_folder_where_a_file_is_expected(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").mkdir()
    assert refusal(tmp_path).code == "not-a-file"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pack.yaml")
    assert refusal(tmp_path).code == "not-a-file"


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_bytes(b"a" * (10 * 1024 * 1024))
    problem = refusal(tmp_path)
    assert problem.code == "too-large"
    assert f"{MAX_BYTES // 1024 // 1024} MiB" in problem.message


def test_bytes_that_are_no_text_are_named_with_their_place(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_bytes(b"pack: p\ntitle: \xff\xfe")
    problem = refusal(tmp_path)
    assert (problem.code, problem.place.line, problem.place.column) == ("not-text", 2, 8)
    (tmp_path / "pack.yaml").write_bytes(b"pack: p\n\x00\x01")
    problem = refusal(tmp_path)
    assert (problem.code, problem.place.line, problem.place.column) == ("not-text", 2, 1)


def test_a_byte_order_mark_and_other_line_ends_do_not_matter(tmp_path: Path) -> None:
    text = "pack: p\nitems: {A: , B: }\nrules: |\n  A ::= Do B\nareas: {X: {start: true, goals: A}}\n"
    (tmp_path / "pack.yaml").write_text(text)
    plain = load_pack(tmp_path)
    (tmp_path / "pack.yaml").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    other = load_pack(tmp_path)
    assert other == plain
    assert (other.rule(1).place.line, other.rule(1).place.column) == (4, 3)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("pack: [p\n", 2, 1, "a `,` or `]` is missing"),
        ("pack: p\nitems:\n  A: {b: 1\nrules: x\n", 4, 6, "it belongs to what begins at line 3, column 6"),
        ("pack: p\n title: x\n", 2, 7, "a second `key: value`"),
        ("pack: p\nitems: *nowhere\n", 2, 8, "nowhere"),
        ("pack: p\n---\npack: q\n", 2, 1, "a second one starts here"),
        ("pack: p\n? [a, b]\n: c\n", 2, 3, "a key must be a word"),
        ('pack: "p\n', 2, 1, "ends inside a quoted text"),
        ("pack: &a [*a]\n", 1, 11, "contain itself"),
        ("pack: !!python/object:os.system p\n", 1, 7, "YAML tags"),
        ("pack: p\nareas: {X: {goals: [Safe[locked: False]]}}\n", 2, 25, "in quotes"),
        ("pack: p\nrules:\n  - A[x: 1] ::= Do B[x: 2]\n", 3, 23, "in quotes"),
    ],
)
def test_broken_yaml_has_a_place(refused: Refused, text: str, line: int, column: int, message: str) -> None:
    (problem,) = [problem for problem in refused(text) if problem.code == "yaml"]
    assert message in f"{problem.message} {problem.hint}"
    assert (problem.place.line, problem.place.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "line", "column", "others"),
    [
        ("pack: p\n\titems: x\n", 2, 1, None),
        ("pack: p\nitems:\n\tSafe: {locked: true}\n", 3, 1, None),
        ("pack: p\nitems:\n  Safe:\n\tKey:\n\tBox:\n", 4, 1, "1 line below has one"),
        ("pack: p\nareas:\n  X:\n  \tstart: true\n  \tgoals: A\n\tdepth:\n", 4, 3, "2 lines below have one"),
        ("pack: p\nrules: |\n\tA ::= Do B\n", 3, 1, None),
        ("pack: p\nrules: |\n  A ::= Do B\n\tA[x: True] ::= Go B\n", 4, 1, None),
        ("pack: p\nrules:\n\t- A ::= Do B\n", 3, 1, None),
    ],
)
def test_a_tab_as_indentation_is_named_as_such(
    refused: Refused, text: str, line: int, column: int, others: str | None
) -> None:
    (problem,) = refused(text)
    assert problem.code == "tab"
    assert "indented with a tab; use spaces" in problem.message
    assert (problem.place.line, problem.place.column) == (line, column)
    assert (others or "replace it with spaces") in (problem.hint or "")
    assert "quotes" not in (problem.hint or "")


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ('pack: p\ntitle: "T\\e[31m"\n', 2, 8, "U+001B"),
        ('pack: p\ndescription: "one\\r\\ntwo"\n', 2, 14, "U+000D"),
        ('pack: p\nitems: {A: {description: "\\x9b2J"}}\n', 2, 26, "U+009B"),
        ('pack: p\nitems: {A: {isa: "N\\epc"}}\n', 2, 18, "U+001B"),
        ('pack: p\nitems: {A: {"\\a": 1}}\n', 2, 13, "U+0007"),
        ('pack: p\nitems: {A: {x: "\\uFFFE"}}\n', 2, 16, "U+FFFE"),
        ('pack: p\nrules: [{rule: A ::= Do B, text: "\\v"}]\n', 2, 34, "U+000B"),
        ('pack: p\nrules: ["A ::= D\\eo B"]\n', 2, 9, "U+001B"),
        ('pack: p\nareas: {X: {title: "\\b", goals: A}}\n', 2, 20, "U+0008"),
        ('pack: p\nconstraints: ["\\e.lp"]\n', 2, 15, "U+001B"),
        ('pack: p\n"un\\eknown": 1\n', 2, 1, "U+001B"),
        ('pack: p\nx-mine: "\\e"\n', 2, 9, "U+001B"),
        ("pack: p\ntitle: !a%1b x\n", 2, 8, "YAML tags"),
    ],
)
def test_what_would_do_harm_on_a_terminal_or_a_page_is_refused(
    refused: Refused, text: str, line: int, column: int, message: str
) -> None:
    problems = refused(text)
    places = [(found.place.line, found.place.column) for found in problems if message in found.message]
    assert places == [(line, column)]
    assert render_problems(problems).replace("\n", "").isprintable(), "nor does it get there in a message"


def test_lines_tabs_and_all_that_can_be_seen_are_texts(write: Callable[..., Path]) -> None:
    text = (
        'pack: p\ntitle: "a\\n\\tb\\_ \\u200d 🗝️ \\u2028"\nitems: {A: }\nareas: {X: {start: true, goals: A}}\n'
    )
    assert load_pack(write(pack=text)).title == "a\n\tb\u00a0 \u200d 🗝️ \u2028"


def test_deep_nesting_is_refused(refused: Refused) -> None:
    (problem,) = refused("pack: " + "[" * 100_000)
    assert problem.code == "too-deep"
    assert problem.place.column == 7 + MAX_DEPTH - 1


def test_an_alias_bomb_is_refused(refused: Refused) -> None:
    lines = ["x-0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9]"]
    lines += [f"x-{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    problem = refused("\n".join(lines))[0]
    assert problem.code == "too-large"
    assert f"{MAX_NODES:,}" in problem.message


def test_a_long_chain_of_aliases_is_refused(refused: Refused) -> None:
    lines = ["x-0: &a0 {p: 1}"] + [f"x-{n}: &a{n} {{<<: *a{n - 1}}}" for n in range(1, 5000)]
    assert refused("\n".join([*lines, "pack: p"]))[0].code == "too-deep"


@pytest.mark.seconds
def test_a_long_chain_of_types_is_refused(refused: Refused) -> None:
    items = "\n".join(f"  A{n}: {{isa: A{n + 1}}}" for n in range(3000))
    assert refused(f"pack: p\nitems:\n{items}\nareas: {{X: {{goals: A0}}}}")[0].code == "too-large"


def test_a_long_chain_of_contents_is_no_trouble(write: Callable[..., Path]) -> None:
    items = "\n".join(f"  A{n}: {{contains: A{n + 1}}}" for n in range(3000))
    areas = "areas: {X: {start: true, goals: A3000, contains: [A0, A0, A0, A0, A0]}}"
    pack = load_pack(write(pack=f"pack: p\nitems:\n{items}\n  A3000:\n{areas}"))
    assert pack.items["A3000"].copies == 5
    check_pack(pack)


WORLD = "pack: p\nitems: {A: , B: {contains: C}, C: }\nareas:\n  X: {start: true, goals: A, contains: [CONTENTS]}\n"


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (WORLD.replace("CONTENTS", "A, " * 50_000), 4, 40, "50,000 of `A` at the start"),
        (WORLD.replace("CONTENTS", "B, " * 600 + "C, " * 600), 4, 40, "1,200 of `C` at the start"),
        ("pack: p\nareas:\n" + "".join(f"  X{n}: {{goals: A}}\n" for n in range(1001)), 3, 3, "1,000 areas"),
        ("pack: p\nareas: {X: {goals: [" + "A, " * 1001 + "]}}", 2, 20, "at most 1,000 goals"),
        ("pack: p\nlimits: {stages: 100000}\n", 2, 18, "`stages` is a number from 1 to 100"),
        ("pack: p\nlimits: {copies: 1000000}\n", 2, 18, "`copies` is a number from 1 to 100"),
        ("pack: p\nitems: {A: {copies: 1001}}\n", 2, 21, "`copies` is a number from 1 to 1000"),
    ],
)
def test_a_world_too_large_to_be_searched_is_refused_where_it_is_made(
    refused: Refused, text: str, line: int, column: int, message: str
) -> None:
    (problem,) = [problem for problem in refused(text) if message in problem.message]
    assert (problem.place.line, problem.place.column) == (line, column)


def test_a_world_of_very_many_things_is_refused(refused: Refused) -> None:
    items = "\n".join(f"  A{n}: {{contains: A{n + 1}}}" for n in range(50))
    contents = ", ".join(["A0"] * 500)
    text = (
        f"pack: p\nitems:\n{items}\n  A50:\nareas: {{X: {{start: true, goals: A0, contains: [{contents}]}}}}"
    )
    problem = next(problem for problem in refused(text) if problem.code == "too-large")
    assert problem.message == "the areas contain 25,500 objects at the start, with what is inside others"
    assert problem.place.line == 54


@pytest.mark.parametrize(
    ("text", "line", "column", "code", "message"),
    [
        ("- a\n- b", 1, 1, "wrong-kind", "`key: value` pairs; this is a list"),
        ("just words", 1, 1, "wrong-kind", "`key: value` pairs; this is `just words`"),
        ("", 1, 1, "missing-key", "a pack needs a name"),
        ("pack: a b", 1, 7, "bad-name", "`a b` cannot be the name of a pack"),
        ("pack: p\ntitel: x", 2, 1, "unknown-key", "did you mean `title`?"),
        ("pack: p\npack: q", 2, 1, "defined-twice", "pack.yaml:1:1"),
        ("pack: p\nitems: {7: }", 2, 9, "bad-name", "begins with a letter"),
        ("pack: p\nitems: {Fake Nose: }", 2, 9, "bad-name", "`Fake_Nose`"),
        ("pack: p\nitems: {Item: }", 2, 9, "bad-name", "has a meaning already"),
        ("pack: p\nitems: {A: , A: }", 2, 14, "defined-twice", "the item `A` is defined twice"),
        ("pack: p\nitems: {A: {x: 1, x: 2}}", 2, 19, "defined-twice", "the property `x` is defined twice"),
        ("pack: p\nitems: {A: 3}", 2, 12, "wrong-kind", "this is `3`"),
        ("pack: p\nitems: {A: {open: yes}}", 2, 19, "ambiguous-word", "write `true`"),
        ("pack: p\nitems: {A: {carryable: on}}", 2, 24, "wrong-kind", "write `true`"),
        ("pack: p\nitems: {A: {size: 1.5}}", 2, 19, "wrong-kind", "a whole number"),
        ("pack: p\nitems: {A: {size: 99999999999}}", 2, 19, "number-too-large", "2147483647"),
        ("pack: p\nitems: {A: {size: [1]}}", 2, 19, "wrong-kind", "this is a list"),
        ("pack: p\nitems: {A: {size: }}", 2, 19, "wrong-kind", "has no value"),
        ("pack: p\nitems: {A: {copies: 0}}", 2, 21, "out-of-range", "from 1"),
        ("pack: p\nitems: {A: {contains: [B, C]}}", 2, 23, "wrong-kind", "at most one"),
        ('pack: p\nitems: {A: {x: "\\0"}}', 2, 16, "not-text", "U+0000"),
        ("pack: p\nrules: {a: b}", 2, 8, "wrong-kind", "this is a mapping"),
        ("pack: p\nrules: >\n  A ::= Do B\n  C ::= Do D", 2, 8, "wrong-kind", "run together"),
        ("pack: p\nrules: |\n  A ::= Do B\n  C ::=", 4, 8, "rule-syntax", "expected an action after `::=`"),
        ("pack: p\nrules:\n  - [A]", 3, 5, "wrong-kind", "expected a rule, found a list"),
        ("pack: p\nrules:\n  - A[x: 1] ::= Do B", 3, 5, "unquoted", "put the rule in quotes"),
        ("pack: p\nrules:\n  - {name: a}", 3, 5, "missing-key", "needs the key `rule`"),
        ("pack: p\nrules:\n  - {rule: A ::= Do B, wait: 2}", 3, 24, "unknown-key", "did you mean `weight`?"),
        ("pack: p\nrules:\n  - {rule: A ::= Do B, weight: 0}", 3, 32, "out-of-range", "`weight`"),
        (
            "pack: p\nrules:\n  - {rule: A ::= Do B, name: a}\n  - {rule: A ::= Go B, name: a}",
            4,
            12,
            "defined-twice",
            "the rule `a`",
        ),
        ("pack: p\nareas: {X: }", 2, 9, "missing-key", "needs `goals`"),
        ("pack: p\nareas: {X: {goals: []}}", 2, 9, "missing-key", "needs `goals`"),
        ("pack: p\nareas: {X: {goal: A}}", 2, 13, "unknown-key", "did you mean `goals`?"),
        ("pack: p\nareas: {X: {goals: [A B]}}", 2, 23, "goal-syntax", "a single term"),
        ("pack: p\nareas:\n  X:\n    goals:\n      - A[x: 1]", 5, 9, "unquoted", "in quotes"),
        ("pack: p\nareas: {X: {goals: A, depth: 4}}", 2, 30, "wrong-kind", "{min: 3, max: 6}"),
        ("pack: p\nareas: {X: {goals: A, depth: {min: 0}}}", 2, 36, "out-of-range", "`min`"),
        ("pack: p\nareas: {X: {goals: A, depth: {min: 4, max: 3}}}", 2, 44, "out-of-range", "less than"),
        ("pack: p\nareas: {X: {goals: A, shortcuts: alow}}", 2, 34, "wrong-kind", "did you mean `allow`?"),
        ("pack: p\nguarantees: {shortcut: allow}", 2, 14, "unknown-key", "did you mean `shortcuts`?"),
        ("pack: p\nlimits: {stages: many}", 2, 18, "wrong-kind", "a whole number"),
        ("pack: p\nconstraints: [none.lp]", 2, 15, "missing-file", "`none.lp`"),
        ("pack: p\nconstraints: ../../etc/passwd", 2, 14, "outside-pack", "out of the pack's folder"),
        ("pack: p\nconstraints: /etc/passwd", 2, 14, "outside-pack", "out of the pack's folder"),
    ],
)
def test_what_has_the_wrong_shape_is_told_so(
    refused: Refused, text: str, line: int, column: int, code: str, message: str
) -> None:
    matching = [problem for problem in refused(text) if problem.code == code]
    assert matching, "no problem has this code"
    assert message in f"{matching[0].message} {matching[0].hint}"
    assert (matching[0].place.line, matching[0].place.column) == (line, column)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.lp").write_text("secret.")
    folder = tmp_path / "pack"
    (folder / "constraints").mkdir(parents=True)
    (folder / "pack.yaml").write_text("pack: p\nareas: {X: {start: true, goals: A}}\nitems: {A: }")
    (folder / "constraints" / "x.lp").symlink_to(tmp_path / "secret.lp")
    assert refusal(folder).code == "outside-pack"


def test_all_mistakes_are_reported_at_once_in_the_order_of_the_file(refused: Refused) -> None:
    problems = refused("""\
pack: p
titel: x
items: {Safe: , Gold: {size: 1.5}}
rules: |
  Gold ::= Open
  Gold ::= Open Saef
areas: {X: {goals: Gold, connects: [Y]}}
""")
    assert [problem.code for problem in problems] == [
        "unknown-key",
        "wrong-kind",
        "rule-syntax",
        "unknown-type",
        "no-start",
        "unknown-area",
    ]


def test_a_broken_rule_is_no_reason_to_doubt_the_properties_it_sets(refused: Refused) -> None:
    problems = refused("""\
pack: p
items: {Safe: , Gold: }
rules: |
  Safe[open: True] ::= Open
  Gold ::= Take Safe[open: True]
areas: {X: {start: true, goals: Gold}}
""")
    assert [problem.code for problem in problems] == ["rule-syntax"]


def test_a_broken_file_is_no_reason_to_miss_what_it_defines(refused: Refused) -> None:
    problems = refused(
        "pack: p\nrules: 'A ::= Do B'\nareas: {X: {start: true, goals: A}}",
        items="A: {\nB: [",
        rules="- C ::=",
    )
    assert {problem.code for problem in problems} == {"yaml", "rule-syntax"}


KEYS = (
    "pack",
    "items",
    "rules",
    "areas",
    "goals",
    "contains",
    "isa",
    "A",
    "B",
    "x",
    "copies",
    "<<",
    "depth",
    "start",
)
SCALARS = (
    "p",
    "A",
    "B",
    "A ::= Do B",
    "A[x: 1] ::= Do A[x: 2]",
    "true",
    "yes",
    "3",
    "-1",
    "1.5",
    "~",
    "A[x",
    "|",
)
trees = st.recursive(
    st.sampled_from(SCALARS) | st.text(max_size=5) | st.integers() | st.none() | st.booleans(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=25,
)


def examined(text: str) -> None:
    """Loads and checks a text; nothing but PackError may come out, and what it says can be shown."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pack.yaml"
        path.write_bytes(text.encode("utf-8", errors="surrogatepass"))
        try:
            problems = check_pack(load_pack(path))
        except PackError as mistake:
            problems = mistake.problems
            assert problems
        assert render_problems(problems)


@pytest.mark.seconds
@given(st.text(max_size=200) | st.text(alphabet="pack:items\n -[]{}|>*&!'\"#,?<", max_size=120))
@random_examples(200)
def test_no_text_does_anything_but_be_refused(text: str) -> None:
    examined(text)


@pytest.mark.seconds
@given(trees, trees, trees)
@random_examples(200)
def test_no_tree_does_anything_but_be_refused_or_checked(items: object, rules: object, areas: object) -> None:
    import yaml

    examined(
        yaml.safe_dump({"pack": "p", "items": items, "rules": rules, "areas": areas}, allow_unicode=True)
    )
