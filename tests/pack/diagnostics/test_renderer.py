"""How problems look: to people with the line and a mark under the mistake, to programs as JSON."""

from __future__ import annotations

import json

from puzzlesynth.pack import Place, Problem, Severity, problems_json, render_problems
from puzzlesynth.pack.diagnostics.renderer import summary

TEXT = "pack: p\nrules: |\n  Gold ::= Open Saef\n"
SAEF = Problem(
    Severity.ERROR,
    "unknown-type",
    "`Saef`: no item or type has this name",
    Place("pack.yaml", 3, 17),
    "did you mean `Safe`?",
)


def rendered(problem: Problem, sources: dict[str, str] | None = None) -> str:
    """One problem, without the count at the end."""
    return render_problems([problem], sources).rpartition("\n\n")[0]


def test_a_problem_shows_what_where_and_how_to_put_it_right() -> None:
    assert rendered(SAEF, {"pack.yaml": TEXT}) == (
        "error[unknown-type]: `Saef`: no item or type has this name\n"
        " --> pack.yaml:3:17\n"
        "  |\n"
        "3 |   Gold ::= Open Saef\n"
        "  |                 ^^^^\n"
        "  = help: did you mean `Safe`?"
    )


def test_a_file_that_is_not_there_has_no_line_and_no_column() -> None:
    missing = Problem(Severity.ERROR, "missing-file", "there is no file `nope`", Place("nope"))
    assert rendered(missing) == "error[missing-file]: there is no file `nope`\n --> nope"
    named = Problem(Severity.ERROR, "missing-file", "there is no file `none.lp`", Place("pack.yaml", 2, 15))
    assert rendered(named) == "error[missing-file]: there is no file `none.lp`\n --> pack.yaml:2:15"


def test_a_file_that_cannot_be_read_has_no_line_to_show() -> None:
    assert rendered(SAEF) == (
        "error[unknown-type]: `Saef`: no item or type has this name\n"
        " --> pack.yaml:3:17\n"
        "  = help: did you mean `Safe`?"
    )


def mark(line: str, column: int) -> tuple[str, str]:
    shown = rendered(Problem(Severity.ERROR, "x", "y", Place("f", 1, column)), {"f": line})
    _, _, _, text, carets = shown.splitlines()
    return text, carets


def test_the_mark_stands_under_wide_letters_and_tabs() -> None:
    assert mark("日本 Gold", 4)[1] == "  |      ^^^^"
    assert mark("\tGold", 2)[1] == "  | \t^^^^"


def test_a_long_line_is_cut_around_the_mistake() -> None:
    line = "x" * 300 + " Gold " + "y" * 300
    text, carets = mark(line, 302)
    assert len(text) < 120
    assert text[carets.index("^") : carets.rindex("^") + 1] == "Gold"


def test_a_mark_behind_the_end_of_the_line_is_possible() -> None:
    assert mark("A ::=", 6) == ("1 | A ::=", "  |      ^")


def test_all_problems_end_with_how_many_there_are() -> None:
    warning = Problem(Severity.WARNING, "unused-item", "nothing refers to `A`", Place("pack.yaml", 1, 1))
    text = render_problems([SAEF, warning, warning], {"pack.yaml": TEXT})
    assert text.endswith("\n\n1 error, 2 warnings")
    assert summary([]) == "no problems found"


def test_programs_get_the_same_as_json() -> None:
    found = json.loads(json.dumps(problems_json([SAEF])))
    assert found == {
        "format": "puzzlesynth.problems/1",
        "errors": 1,
        "warnings": 0,
        "problems": [
            {
                "severity": "error",
                "code": "unknown-type",
                "message": "`Saef`: no item or type has this name",
                "file": "pack.yaml",
                "line": 3,
                "column": 17,
                "hint": "did you mean `Safe`?",
            }
        ],
    }
