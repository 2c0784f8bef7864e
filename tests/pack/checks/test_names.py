"""Names that are written differently and read the same."""

from __future__ import annotations

from collections.abc import Callable

from puzzlesynth.pack import Problem, Severity

Found = Callable[..., list[Problem]]


def test_what_reads_the_same_is_warned_of(checked: Found) -> None:
    text = "pack: p\nitems: {Key: , key_: }\nrules: [Key ::= Melt key_]\n"
    text += "areas: {A: {start: true, goals: Key, title: Hall, connects: Hall}, Hall: {goals: Key}}"
    found = [problem for problem in checked(text) if problem.code == "reads-the-same"]
    assert [problem.severity for problem in found] == [Severity.WARNING, Severity.WARNING]
    assert "`key_` and `Key` read the same to players: “key”" in found[0].message
    assert "`Hall` and `A` read the same to players: “hall”" in found[1].message
