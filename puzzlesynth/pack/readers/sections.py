"""Rules, areas and constraints as the YAML has them.

Rules are a text with one rule per line, or a list of lines and mappings. Constraints are the logic programs of a pack:
files in its folder, and references to the shelf.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from puzzlesynth.pack.bounds import MAX_BROKEN, MAX_GOALS, MAX_RULES
from puzzlesynth.pack.diagnostics.problems import PackError
from puzzlesynth.pack.keys import AREA, DEPTH, DOOR, GUARANTEES, RULE
from puzzlesynth.pack.model import Area, Constraint, Door, Guarantees, Place, Rule, Term
from puzzlesynth.pack.readers import fields as read
from puzzlesynth.pack.rules.notation import NotationError, ParsedRule, is_blank, parse_rule, parse_term
from puzzlesynth.pack.yaml.location import Locator, block_lines, locator, quoted_lines
from puzzlesynth.pack.yaml.nodes import YamlMapping, YamlNode, YamlScalar, YamlSequence, read_bytes
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.suggestions import NameIndex, did_you_mean

from .fields import ProblemLog

_QUOTE = "put the rule in quotes: YAML takes `key: value` in a list entry for a mapping"


@dataclass(frozen=True)
class RuleEntry:
    """A rule while it is read; its number depends on what comes before it."""

    parsed: ParsedRule
    name: str | None = None
    text: str | None = None
    weight: int = 1
    kind: str | None = None
    fail: bool = False

    def numbered(self, number: int) -> Rule:
        parsed = self.parsed
        return Rule(
            number=number,
            action=parsed.action,
            outputs=parsed.outputs,
            inputs=parsed.inputs,
            name=self.name,
            text=self.text,
            weight=self.weight,
            kind=self.kind,
            fail=self.fail,
            place=parsed.place,
            action_place=parsed.action_place,
        )


def read_rules(node: YamlNode, notes: ProblemLog, known: NameIndex | None = None) -> list[RuleEntry]:
    """All rules of a file that can be read; what is wrong with the others is noted. `known`: the types of the pack."""
    if isinstance(node, YamlScalar):
        return _from_lines(node, notes, known)
    if isinstance(node, YamlMapping):
        message = "rules are a text with one rule per line (`rules: |`), or a list; this is a mapping"
        notes.error("wrong-kind", message, node.place)
        return []
    assert isinstance(node, YamlSequence)
    if _too_many(len(node.entries), node.place, notes):
        return []
    return _readable(((_from_entry(entry, notes, known), entry.place) for entry in node.entries), notes)


def _readable(drafts: Iterator[tuple[RuleEntry | None, Place]], notes: ProblemLog) -> list[RuleEntry]:
    """The rules that can be read; where very many cannot, the rest is not even tried."""
    found: list[RuleEntry] = []
    broken = 0
    for draft, place in drafts:
        if draft is not None:
            found.append(draft)
            continue
        broken += 1
        if broken >= MAX_BROKEN:
            hint = f"{MAX_BROKEN} rules cannot be read; fix those first"
            notes.error("too-many-problems", "the rules from here on are not checked", place, hint)
            break
    return found


def _from_lines(node: YamlScalar, notes: ProblemLog, known: NameIndex | None) -> list[RuleEntry]:
    if node.is_null:
        return []
    lines = block_lines(node) if node.style == "|" else quoted_lines(node)
    if node.style == ">" or any(text.count("::=") > 1 for text, _ in lines if node.style != "|"):
        hint = "write `rules: |`, and the rules below it, indented, one per line"
        notes.error("wrong-kind", "the lines of these rules run together", node.place, hint)
        return []
    if _too_many(node.text.count("\n"), node.place, notes):
        return []
    written = ((text, locate) for text, locate in lines if not is_blank(text))
    return _readable(((_from_line(text, locate, notes, known), locate(0)) for text, locate in written), notes)


def _from_line(text: str, locate: Locator, notes: ProblemLog, known: NameIndex | None) -> RuleEntry | None:
    parsed = _parsed(text, locate, notes, known)
    return RuleEntry(parsed) if parsed else None


def _too_many(count: int, place: Place, notes: ProblemLog) -> bool:
    if count > MAX_RULES:
        notes.error("too-large", f"a pack has at most {MAX_RULES:,} rules; these are {count:,}", place)
    return count > MAX_RULES


def _from_entry(node: YamlNode, notes: ProblemLog, known: NameIndex | None) -> RuleEntry | None:
    if isinstance(node, YamlScalar) and not node.is_null:
        return _from_line(node.text, locator(node), notes, known)
    if not isinstance(node, YamlMapping):
        message = f"expected a rule, found {read.kind_of(node)}"
        notes.error("wrong-kind", message, node.place)
        return None
    if node.pairs and "[" in node.pairs[0][0].text:
        notes.error("unquoted", "this rule is not read as one", node.place, _QUOTE)
        return None
    return _from_mapping(node, notes, known)


def _from_mapping(node: YamlMapping, notes: ProblemLog, known: NameIndex | None) -> RuleEntry | None:
    found = read.fields(node, "a rule", RULE.keys, notes)
    parsed = None
    line = found["rule"][1] if "rule" in found else None
    if line is None:
        notes.error("missing-key", "a rule written as a mapping needs the key `rule`", node.place)
    elif not isinstance(line, YamlScalar) or line.is_null:
        notes.error(
            "wrong-kind", f"`rule` is a text; this is {read.kind_of(line)}", line.place, "put it in quotes"
        )
    else:
        parsed = _parsed(line.text, locator(line), notes, known)
    said = read.read_keys(found, RULE.keys, notes, {})
    if parsed is None:
        return None
    return RuleEntry(parsed, **{word: value for word, value in said.items() if word != "rule"})


def _parsed(text: str, locate: Locator, notes: ProblemLog, known: NameIndex | None) -> ParsedRule | None:
    try:
        return parse_rule(text, locate, known)
    except NotationError as mistake:
        notes.problems.append(mistake.problem)
        return None


def read_area(key: YamlScalar, node: YamlNode, inherited: Guarantees, notes: ProblemLog) -> Area | None:
    """One area; it promises what the pack promises, unless it says otherwise."""
    name = read.new_name(key, "an area", notes)
    what = f"the area `{key.text}`"
    found = read.fields(node, what, AREA.keys, notes)
    places: dict[str, Place] = {}
    said = read.read_keys(found, AREA.keys, notes, places)
    if "goals" in found and _is_empty(found["goals"][1]):
        notes.error("missing-key", f"{what} needs `goals`: what must be there to solve it", key.place)
    least, most = read_depth(found["depth"][1], notes) if "depth" in found else (1, None)
    if "guarantees" in found:
        inherited = read_guarantees(found["guarantees"][1], inherited, notes)
    area = Area(
        name=name or "",
        goals=_goals(found["goals"][1], notes) if "goals" in found else (),
        start=said["start"],
        min_depth=least,
        max_depth=most,
        connects=said["connects"],
        contains=said["contains"],
        adjoins=said["open"],
        doors=_doors(found["doors"][1], name or "", notes) if "doors" in found else (),
        herrings=said["herrings"],
        guarantees=_overridden(inherited, said),
        title=said["title"],
        description=said["description"],
        place=key.place,
        places=places,
    )
    return area if name else None


def read_guarantees(node: YamlNode, inherited: Guarantees, notes: ProblemLog) -> Guarantees:
    """`{shortcuts: …, dead_ends: …}`; what is not given is inherited."""
    found = read.fields(node, "`guarantees`", GUARANTEES.keys, notes)
    keys = GUARANTEES.keys
    said = {word: read.read_key(word, keys[word], value, notes, {}) for word, (_, value) in found.items()}
    return _overridden(inherited, said)


def _overridden(inherited: Guarantees, said: Mapping[str, Any]) -> Guarantees:
    return replace(inherited, **{word: said[word] for word in GUARANTEES.keys if said.get(word) is not None})


def read_depth(node: YamlNode, notes: ProblemLog) -> tuple[int, int | None]:
    """`{min: …, max: …}`: how many steps the longest chain of an area may have."""
    if isinstance(node, YamlScalar) and not node.is_null:
        notes.error(
            "wrong-kind", f"`depth` is a range; this is `{node.text}`", node.place, "as in `{min: 3, max: 6}`"
        )
        return 1, None
    places: dict[str, Place] = {}
    said = read.read_keys(read.fields(node, "`depth`", DEPTH.keys, notes), DEPTH.keys, notes, places)
    least, most = said["min"], said["max"]
    if most is not None and most < least:
        message = f"`max` is {most}, less than `min`, which is {least}"
        notes.error("out-of-range", message, places["max"])
    return least, most


def _doors(node: YamlNode, area: str, notes: ProblemLog) -> tuple[Door, ...]:
    """`[{to: Vault, key: VaultKey, name: VaultDoor}]`; the name of the area behind it is enough."""
    found = []
    for entry in node.entries if isinstance(node, YamlSequence) else [node]:
        given: dict[str, str | None] = {}
        if isinstance(entry, YamlScalar):
            given["to"] = read.name(entry, "an area", notes)
        else:
            for word, (_, value) in read.fields(entry, "a door", DOOR.keys, notes).items():
                given[word] = read.name(value, DOOR.keys[word].of, notes)
        if given.get("to") is None:
            notes.error("missing-key", "a door needs `to`: the area behind it", entry.place)
            continue
        to = given["to"] or ""
        found.append(Door(given.get("name") or f"Door_{area}_{to}", to, given.get("key"), entry.place))
    return tuple(found)


def _goals(node: YamlNode, notes: ProblemLog) -> tuple[Term, ...]:
    if isinstance(node, YamlMapping):
        _unquoted(node, notes)
        return ()
    entries = read.entries(node, notes, "goals")
    if len(entries) > MAX_GOALS:
        message = f"an area has at most {MAX_GOALS:,} goals; these are {len(entries):,}"
        notes.error("too-large", message, node.place)
        return ()
    found = [_goal(entry, notes) for entry in entries]
    return tuple(goal for goal in found if goal is not None)


def _goal(node: YamlNode, notes: ProblemLog) -> Term | None:
    if not isinstance(node, YamlScalar) or node.is_null:
        _unquoted(node, notes)
        return None
    try:
        return parse_term(node.text, locator(node))
    except NotationError as mistake:
        notes.problems.append(mistake.problem)
        return None


def _unquoted(node: YamlNode, notes: ProblemLog) -> None:
    hint = 'put a goal with properties in quotes: "Safe[locked: False]"'
    notes.error("unquoted", f"expected a goal, found {read.kind_of(node)}", node.place, hint)


def _is_empty(node: YamlNode) -> bool:
    return read.is_null(node) or getattr(node, "entries", None) == []


SHELF = "asp:"
"""`asp:name(arguments)` names a program of the designers' shelf; the synthesizer looks it up."""
_CALL = re.compile(r"[a-z_]+\s*(\(.*\))?", re.DOTALL)
"""What looks like a name of the shelf, and not like a file."""


def read_constraints(
    node: YamlNode | None, folder: Path, is_folder: bool, notes: ProblemLog
) -> tuple[Constraint, ...]:
    """What the pack lists, and what lies in its `constraints` folder; each once."""
    listed = read.entries(node, notes, "constraint files") if node is not None else []
    read_ones = [_constraint(entry, folder, notes) for entry in _unbroken(listed, notes)]
    found = {constraint.path or constraint.name: constraint for constraint in read_ones if constraint}
    for path in sorted((folder / "constraints").glob("[!.]*.lp")) if is_folder else ():
        name = f"constraints/{path.name}"
        if not _is_inside(path, folder):
            notes.error("outside-pack", f"`{name}` leads out of the pack's folder", Place(str(path)))
        elif _is_readable(path, Place(str(path)), notes):
            found.setdefault(str(path.resolve()), Constraint(name, str(path.resolve()), Place(str(path))))
    return tuple(found.values())


def _unbroken(listed: list[YamlNode], notes: ProblemLog) -> Iterator[YamlNode]:
    """The entries, without those that are the pieces of one: in a `[…]` list YAML divides `asp:name(a, b)`."""
    pieces: list[YamlScalar] = []
    for entry in listed:
        text = entry.text if isinstance(entry, YamlScalar) else ""
        if pieces or (text.startswith(SHELF) and text.count("(") > text.count(")")):
            if not isinstance(entry, YamlScalar):
                break
            pieces.append(entry)
            if ")" in text:
                _divided(pieces, notes)
                pieces = []
        else:
            yield entry
    if pieces:
        _divided(pieces, notes)


def _divided(pieces: list[YamlScalar], notes: ProblemLog) -> None:
    whole = ", ".join(piece.text for piece in pieces)
    if not whole.endswith(")"):
        message, meant = f"the `(` of `{read.shortened(whole)}` is never closed", f"{pieces[0].text})"
    else:
        message, meant = "this list divides the constraint at its comma", whole
    notes.error("bad-reference", message, pieces[0].place, f'write "{read.shortened(meant, 80)}", in quotes')


def _constraint(node: YamlNode, folder: Path, notes: ProblemLog) -> Constraint | None:
    if not isinstance(node, YamlScalar) or node.is_null:
        hint = None
        if isinstance(node, YamlMapping) and node.pairs and node.pairs[0][0].text == SHELF.rstrip(":"):
            called = node.pairs[0][1]
            hint = (
                f"write `{SHELF}{called.text}`, without a space" if isinstance(called, YamlScalar) else None
            )
        message = f"expected a file or `asp:name`, found {read.kind_of(node)}"
        notes.error("wrong-kind", message, node.place, hint)
        return None
    name = node.text
    if name.startswith(SHELF):
        return Constraint(name, None, node.place)
    path = folder / name
    if "\0" in name or not _is_inside(path, folder):
        message = f"`{read.shortened(name)}` leads out of the pack's folder; no file is read there"
        notes.error("outside-pack", message, node.place)
        return None
    if not path.exists():
        near = [f"constraints/{other.name}" for other in sorted((folder / "constraints").glob("*.lp"))]
        hint = did_you_mean(name, near)
        if hint is None and _CALL.fullmatch(name):
            hint = f"did you mean `{SHELF}{read.shortened(name, 80)}`?"
        notes.error("missing-file", f"there is no file `{read.shortened(name, 80)}`", node.place, hint)
        return None
    return (
        Constraint(name, str(path.resolve()), node.place) if _is_readable(path, node.place, notes) else None
    )


def _is_inside(path: Path, folder: Path) -> bool:
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a circle of links leads nowhere
        return False


def _is_readable(path: Path, place: Place, notes: ProblemLog) -> bool:
    try:
        read_bytes(path)
    except PackError as mistake:
        for problem in mistake.problems:
            notes.error(problem.code, problem.message, place, problem.hint)
        return False
    return True
