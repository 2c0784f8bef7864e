"""Typical slips of designers, made on purpose in the rules of the example packs.

`python tests/support/rule_slips.py` tries all of them, which takes a few minutes, and says how many are answered.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from puzzlesynth.pack import Pack, PackError, Problem, Rule, check_pack, load_pack
from puzzlesynth.pack.checks.rules import check_losses
from puzzlesynth.pack.rules.effects import Origin, output_effects
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
PACKS = ("heist", "meadow", "lighthouse", "tiny.yaml")
RULE = re.compile(r"[^\s\"'][^\"']*::=(?:[^\"'#]|(?<=\w)#)*(?<=\S)")
TERM = re.compile(r"[A-Z]\w*(?:#\w+)?(?:\[[^\]]*\])?")
SIGN = "::="

Puts_right = Callable[[Problem, str], bool]
"""Whether a problem's help would give back the rule as it was, or names the slip."""


@dataclass(frozen=True)
class Slip:
    """A rule's line with a slip in it."""

    kind: str
    line: str
    helps: Puts_right


@dataclass(frozen=True)
class Source:
    """A rule of a pack as it is written: in which file and line."""

    pack: str
    file: Path
    line: int
    text: str
    rule: Rule


@cache
def _example(name: str) -> Pack:
    return load_pack(EXAMPLES / name)


def sources(name: str) -> Iterator[Source]:
    """The written rules of an example."""
    for rule in _example(name).rules:
        if rule.from_relation:
            continue
        file = Path(rule.place.file)
        text = file.read_text("utf-8").splitlines()[rule.place.line - 1]
        found = RULE.search(text, rule.place.column - 1)
        assert found, text
        yield Source(name, file.relative_to(EXAMPLES), rule.place.line, found.group(), rule)


def problems(source: Source, line: str, folder: Path) -> tuple[Problem, ...]:
    """What `check` says of the pack with this line in place of the rule."""
    target = folder / source.pack
    shutil.rmtree(target, ignore_errors=True)
    if (EXAMPLES / source.pack).is_dir():
        shutil.copytree(EXAMPLES / source.pack, target)
    else:
        target.write_bytes((EXAMPLES / source.pack).read_bytes())
    file = folder / source.file
    lines = file.read_text("utf-8").splitlines()
    lines[source.line - 1] = lines[source.line - 1].replace(source.text, line, 1)
    file.write_text("\n".join(lines) + "\n", "utf-8")
    try:
        return check_pack(load_pack(target))
    except PackError as mistake:
        return mistake.problems


def answered(source: Source, slip: Slip, found: tuple[Problem, ...]) -> bool:
    """Whether a problem on the right line helps."""
    here = [problem for problem in found if problem.place.line == source.line]
    return any(slip.helps(problem, source.text) for problem in here)


def _bare(rule: str) -> str:
    return re.sub(r"[\s,]+", " ", rule).strip()


def _gives_back(problem: Problem, rule: str) -> bool:
    """The help has the rule as it was, perhaps with another action, and with what the line does not tell."""
    action = rule.partition(SIGN)[2].split()[0]
    offered = re.findall(r"`([^`]*::=[^`]*)`", problem.hint or "")
    return any(_bare(re.sub(r"\bUse\b", action, one)) == _bare(rule) for one in offered)


def _means(name: str) -> Puts_right:
    return lambda problem, rule: f"`{name}`" in (problem.hint or "")


def _says(*words: str) -> Puts_right:
    def found(problem: Problem, rule: str) -> bool:
        return all(word in f"{problem.message} {problem.hint or ''}" for word in words)

    return found


def slips(source: Source) -> Iterator[Slip]:
    """Every kind of slip that the rule has room for."""
    text, rule = source.text, source.rule
    left, right = (side.strip() for side in text.split(SIGN))
    action, _, inputs = right.partition(" ")
    if rule.action == action:
        yield Slip("no action", f"{left} {SIGN} {inputs}".strip(), _gives_back)
        yield Slip("no sign", f"{left} {right}", _says("expected `::=`"))
        yield Slip("no outputs and no sign", right, _says("expected `::=`", action))
    yield Slip("sides swapped", f"{right} {SIGN} {left}", _gives_back)
    yield Slip("nothing right of the sign", f"{left} {SIGN}", _says("expected an action"))
    for sign in (":=", "=", "=>", "<-"):
        yield Slip(f"{sign} for ::=", f"{left} {sign} {right}", _gives_back)
    yield Slip("-> the other way round", f"{right} -> {left}", _gives_back)
    yield from _in_terms(source)
    yield from _lost(source)


def _in_terms(source: Source) -> Iterator[Slip]:
    """Slips in the first term of a rule and in its last."""
    text = source.text
    first, *_, last = TERM.finditer(text)
    yield from _in_type(text, first, "first")
    yield from _in_type(text, last, "last")
    pairs = list(re.finditer(r"(\w+): (\w+)\]", text))
    for pair in pairs[:1]:
        yield from _in_brackets(text, pair, "first")
    for pair in pairs[1:][-1:]:
        yield from _in_brackets(text, pair, "last")


def _in_type(text: str, term: re.Match[str], which: str) -> Iterator[Slip]:
    name = re.split(r"[\[#]", term.group())[0]
    before, rest = text[: term.start()], text[term.start() + len(name) :]
    wrong = {"in small letters": name.lower()}
    if len(name) > 3:
        wrong["with letters turned round"] = name[0] + name[2] + name[1] + name[3:]
        wrong["with a letter missing"] = name[:2] + name[3:]
        wrong["with a letter twice"] = name[:2] + name[1:]
    for slip, written in wrong.items():
        if written != name:
            yield Slip(f"{which} type {slip}", before + written + rest, _means(name))


def _in_brackets(text: str, pair: re.Match[str], which: str) -> Iterator[Slip]:
    word, value = pair[1], pair[2]
    before, after = text[: pair.start()], text[pair.end() :]
    opening = before.rindex("[")
    unopened = f"{before[:opening]} {before[opening + 1 :]}"
    round_ones = f"{before[:opening]}({before[opening + 1 :]}{word}: {value}){after}"
    wrong = {
        "with = for :": (f"{word}={value}]", _says("expected `:`", word)),
        "without a :": (f"{word} {value}]", _says("expected `:`", word)),
        "without a value": (f"{word}]", _says("expected `:`", word)),
        "not closed": (f"{word}: {value}", _says("`]`")),
        "closed twice": (f"{word}: {value}]]", _says("`]`")),
    }
    if value in ("True", "False"):
        wrong["with yes for True"] = (f"{word}: yes]", _says("write `True`"))
        wrong["with a misspelt value"] = (
            f"{word}: {value[0]}{value[2]}{value[1]}{value[3:]}]",
            _says("`True`"),
        )
    if word != "contains" and len(word) > 3 and word[-1] != word[-2]:
        wrong["with a misspelt property"] = (f"{word[:-2]}{word[-1]}{word[-2]}: {value}]", _means(word))
    for slip, (written, helps) in wrong.items():
        yield Slip(f"{which} brackets {slip}", before + written + after, helps)
    yield Slip(
        f"{which} brackets not opened", f"{unopened}{word}: {value}]{after}", _says("`[` is missing", word)
    )
    yield Slip(f"{which} brackets round", round_ones, _says("square brackets"))


def _lost(source: Source) -> Iterator[Slip]:
    """What stays as it is, forgotten on the left: only for those who would not be used up."""
    rule, pack = source.rule, _example(source.pack)
    for outcome in output_effects(rule):
        if outcome.origin is not Origin.BOUND or outcome.changes(rule) or outcome.term.properties:
            continue
        outputs = tuple(term for term in rule.outputs if term is not outcome.term)
        lost = Rule(rule.number, rule.action, outputs, rule.inputs, place=rule.place)
        if any(check_losses(_alone(pack, lost))):
            name = outcome.term.type
            left, _, right = source.text.partition(SIGN)
            yield Slip(
                "kept thing missing",
                f"{re.sub(rf'{name} ?', '', left, count=1)}{SIGN}{right}",
                _says("uses up", name),
            )
            return


def _alone(pack: Pack, rule: Rule) -> Pack:
    return replace(pack, rules=tuple(rule if one.number == rule.number else one for one in pack.rules))


def all_slips() -> Iterator[tuple[Source, Slip]]:
    return ((source, slip) for name in PACKS for source in sources(name) for slip in slips(source))


def main() -> None:
    """All slips, by kind: how many are answered, and how many with something else beside the answer."""
    tried: Counter[str] = Counter()
    helped: Counter[str] = Counter()
    beside: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        for source, slip in all_slips():
            found = problems(source, slip.line, Path(folder))
            tried[slip.kind] += 1
            if answered(source, slip, found):
                helped[slip.kind] += 1
            else:
                print(f"not answered ({slip.kind}): {slip.line}", *map(str, found), sep="\n    ")
            beside[slip.kind] += len(found) > 1
    for kind, count in tried.items():
        print(f"{kind:40} {helped[kind]} of {count} answered, {beside[kind]} with more than one problem")
    print(f"{helped.total()} of {tried.total()} answered, {beside.total()} with more than one problem")


if __name__ == "__main__":
    main()
