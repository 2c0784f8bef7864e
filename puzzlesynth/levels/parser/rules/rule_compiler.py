"""All rules of a game, from lines of text to two programs of rule groups.

On the way, `no X` is dropped where something else rules X out anyway, and refused where X is required.
"""

from __future__ import annotations

from puzzlesynth.levels.model import RuleProgram
from puzzlesynth.levels.parser.draft import SourceDraft
from puzzlesynth.levels.parser.messages import MessageLog
from puzzlesynth.levels.parser.symbol_table import SymbolTable

from .cell_patterns import PatternBuilder
from .directions import (
    expand_aggregates,
    expand_directions,
    expand_movements,
    make_absolute,
    replace_synonyms,
)
from .properties import expand_properties, make_newcomers_stationary
from .rule_draft import MOST_RULES, Cell, RuleDraft, rule_as_text
from .rule_groups import BuiltRule, LoopMark, build_program, group_rules
from .rule_parser import RuleVocabulary, loop_marker, read_rule, rows_differ

MOST_ROWS = 50
"""How many patterns a rule may have. What the engine works out grows with their third power; games have up to five."""


class UnusableRules(Exception):
    """Some rule is so wrong that no game can be made; the message is in the log already."""


def read_rules(
    draft: SourceDraft, names: SymbolTable, log: MessageLog
) -> tuple[list[RuleDraft], list[LoopMark]]:
    """The rules as written, and the marks of loops between them."""
    vocabulary = RuleVocabulary(
        names=frozenset(draft.rule_names),
        properties=frozenset(names.properties),
        sounds=frozenset(sound.words[0].text for sound in draft.sounds),
    )
    rules: list[RuleDraft] = []
    loops: list[LoopMark] = []
    for line in draft.rules:
        if marker := loop_marker(line):
            loops.append(LoopMark(line.line, marker == "startloop"))
        elif rule := read_rule(line, rules[-1] if rules else None, vocabulary, log):
            if len(rule.left) > MOST_ROWS:
                log.error(f"This rule has more than {MOST_ROWS} patterns on its left side.", rule.line)
                raise UnusableRules
            rules.append(rule)
    return rules, loops


def expand_rules(written: list[RuleDraft], names: SymbolTable, log: MessageLog) -> list[RuleDraft]:
    """Every rule with one direction, clear movements, and properties only where they may stay."""
    for rule in written:
        check_negations(rule, names, log)
    malformed = any(rows_differ(rule) for rule in written)
    playable = [rule for rule in written if not rule.right or len(rule.left) == len(rule.right)]
    directed = [each for rule in playable for each in expand_directions(rule)]
    _check_number(directed, log)
    for rule in directed:
        make_absolute(rule)
        expand_aggregates(rule, names, log)
        if malformed:
            raise UnusableRules
        replace_synonyms(rule, names)

    moving: list[RuleDraft] = []
    for rule in directed:
        expanded, clear = expand_movements(rule, log)
        malformed |= not clear
        moving += expanded
        _check_number(moving, log)
    rules: list[RuleDraft] = []
    for rule in moving:
        rules += expand_properties(rule, names, log)
        _check_number(rules, log)
    if malformed:
        raise UnusableRules
    for rule in rules:
        make_newcomers_stationary(rule, names)
    return rules


def _check_number(rules: list[RuleDraft], log: MessageLog) -> None:
    if len(rules) > MOST_RULES:
        log.error(
            f"The game has more than {MOST_RULES} rules, once every word in them that can mean several things has been "
            "written out.",
            rules[-1].line,
        )
        raise UnusableRules


def build_programs(
    rules: list[RuleDraft], names: SymbolTable, log: MessageLog
) -> tuple[RuleProgram, RuleProgram]:
    """Early and late rules, as the engine runs them."""
    built = []
    patterns = PatternBuilder(names, log)
    for rule, text in _without_repetitions(rules):
        rows = patterns.build(rule)
        if rows is not None:
            built.append(BuiltRule(rule, rows, text))
    early, late = (group_rules(built, is_late, log) for is_late in (False, True))
    return build_program(_usable(early), log), build_program(_usable(late), log)


def _without_repetitions(rules: list[RuleDraft]) -> list[tuple[RuleDraft, str]]:
    """Of rules that read the same within a group, only the last one stays."""
    kept: list[tuple[RuleDraft, str]] = []
    group: int | None = None
    seen: set[str] = set()
    for rule in reversed(rules):
        if rule.group != group:
            group, seen = rule.group, set()
        text = rule_as_text(rule)
        if text not in seen:
            seen.add(text)
            kept.append((rule, text))
    kept.reverse()
    return kept


def _usable(groups: list[list[BuiltRule]]) -> list[list[BuiltRule]]:
    """Without rules that leave nothing to match or nothing to do."""
    usable = [[rule for rule in group if _is_usable(rule)] for group in groups]
    return [group for group in usable if group]


def _is_usable(rule: BuiltRule) -> bool:
    draft = rule.draft
    # In a random group even a match that changes nothing may be the one that is drawn.
    acts = bool(draft.right or draft.commands or draft.random)
    return acts and bool(rule.rows) and all(rule.rows) and not draft.broken


def check_negations(rule: RuleDraft, names: SymbolTable, log: MessageLog) -> None:
    """Report contradictions on the right, and drop each `no` that has no effect on either side."""
    for row in rule.right:
        for cell in row:
            _check_contradiction(cell, rule.line, names, log)
    for left, right in zip(rule.left, rule.right, strict=False):
        for position, (before, after) in enumerate(zip(left, right, strict=False)):
            right[position] = _without_repeated_negations(before, after)
    for row in rule.left:
        row[:] = [_without_idle_negations(cell, rule.line, names, log) for cell in row]


def _check_contradiction(cell: Cell, line: int, names: SymbolTable, log: MessageLog) -> None:
    if not any(modifier == "no" for modifier, _ in cell):
        return
    present = [name for modifier, name in cell if modifier != "no" and name in names.objects]
    mask = names.mask_of(present)
    for modifier, name in cell:
        if modifier == "no" and names.masks.get(name, 0) & mask:
            log.error(
                f"You have specified that there should be NO {name.upper()} but there is also a requirement "
                f"that {', '.join(present).upper()} be here.  This is a mistake right?",
                line,
            )


def _without_repeated_negations(before: Cell, after: Cell) -> Cell:
    """A `no X` on the right that is on the left as well adds nothing. (The term after one that is
    dropped is not looked at, as in the original.)"""
    terms = list(after)
    position = 0
    while position < len(terms):
        if terms[position][0] == "no" and terms[position] in before:
            del terms[position]
        position += 1
    return tuple(terms)


def _without_idle_negations(cell: Cell, line: int, names: SymbolTable, log: MessageLog) -> Cell:
    """`no X` is idle where required objects fill all layers in which X could be."""
    if not any(modifier == "no" for modifier, _ in cell):
        return cell
    occupiers, required = _requirements(cell, names)
    kept = []
    for modifier, name in cell:
        mask = names.masks.get(name)
        if modifier == "no" and mask is not None:
            layers = {index for index, layer_mask in enumerate(names.layer_masks) if layer_mask & mask}
            if layers <= occupiers.keys() and not mask & required:
                present = sorted(occupiers.items())
                log.warning(
                    f"You have specified that there should be NO {name.upper()} but there is also a "
                    f"requirement that {', '.join(occupier for _, occupier in present).upper()} be there, "
                    "which collectively occupies the same layers (Layers "
                    f"{', '.join(str(layer + 1) for layer, _ in present)}), so you can leave this out.",
                    line,
                )
                continue
        kept.append((modifier, name))
    return tuple(kept)


def _requirements(cell: Cell, names: SymbolTable) -> tuple[dict[int, str], int]:
    """Which layers are occupied by which name, and all objects that may be the ones."""
    occupiers: dict[int, str] = {}
    required = 0
    for modifier, name in cell:
        if modifier == "no":
            continue
        if name in names.single_layer:
            members = names.properties[name]
        elif name in names.objects:
            members = [name]
        else:
            members = names.aggregates.get(name, [])
        for member in members:
            required |= names.bit_of(member)
            layer = names.layer_of(member)
            if layer is not None:
                occupiers[layer] = name
    return occupiers, required
