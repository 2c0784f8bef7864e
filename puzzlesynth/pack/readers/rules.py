"""Rules as the YAML has them: a text with one rule a line, or a list of lines and mappings."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.pack.bounds import MAX_BROKEN, MAX_RULES
from puzzlesynth.pack.keys import RULE
from puzzlesynth.pack.model import Place, Rule
from puzzlesynth.pack.rules.notation import NotationError, ParsedRule, is_blank, parse_rule
from puzzlesynth.pack.yaml.location import Locator, block_lines, locator
from puzzlesynth.pack.yaml.nodes import YamlMapping, YamlNode, YamlScalar, YamlSequence
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.suggestions import NameIndex

from . import fields as read
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
        message = "rules are a text with one rule a line (`rules: |`), or a list; this is a mapping"
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
    if node.style != "|" and (node.style == ">" or node.text.count("::=") > 1):
        hint = "write `rules: |`, and the rules below it, indented, one a line"
        notes.error("wrong-kind", "the lines of these rules run together", node.place, hint)
        return []
    if _too_many(node.text.count("\n"), node.place, notes):
        return []
    lines = block_lines(node) if node.style == "|" else [(node.text, locator(node))]
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
