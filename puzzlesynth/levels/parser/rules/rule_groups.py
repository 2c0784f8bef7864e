"""Rules in groups: which belong together, which can never match, where loops lead to, which are rigid."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzlesynth.levels.model import CellRow, PuzzleScriptRule, RuleGroup, RuleProgram
from puzzlesynth.levels.movements import DOWN, LEFT, RIGHT, UP
from puzzlesynth.levels.parser.messages import MessageLog

from .cell_patterns import PatternRow
from .rule_draft import RuleDraft

_DIRECTIONS = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT}
_MOST_RIGID_GROUPS = 30
_MOST_ELLIPSES = 2


@dataclass(frozen=True, slots=True)
class BuiltRule:
    """A rule with its words and its patterns."""

    draft: RuleDraft
    rows: list[PatternRow]
    text: str


@dataclass(frozen=True, slots=True)
class LoopMark:
    """A `startloop` or an `endloop`."""

    line: int
    starts: bool


def group_rules(rules: list[BuiltRule], late: bool, log: MessageLog) -> list[list[BuiltRule]]:
    """Early or late rules by group number, without rules that can never match."""
    groups: dict[int, list[BuiltRule]] = {}
    for rule in rules:
        if rule.draft.late == late:
            groups.setdefault(rule.draft.group, []).append(rule)
    kept = (_without_impossible(groups[number], log) for number in sorted(groups))
    return [group for group in kept if group]


def _without_impossible(group: list[BuiltRule], log: MessageLog) -> list[BuiltRule]:
    """Drop rules that want two objects of one layer in a cell; complain if nothing of a line is left."""
    kept: list[BuiltRule] = []
    pairs: list[tuple[str, str]] = []
    for position, rule in enumerate(group):
        pair = rule.draft.never_matches
        if pair is None:
            kept.append(rule)
            continue
        line = rule.draft.line
        same_before = bool(kept) and kept[-1].draft.line == line
        same_after = position + 1 < len(group) and group[position + 1].draft.line == line
        if pair not in pairs:
            pairs.append(pair)
        nothing_left = not kept and position + 1 == len(group)
        if nothing_left or not (same_before or same_after):
            log.error(
                f"{pairs[0][0]} and {pairs[0][1]} can never overlap{_ditto(pairs[1:])}. This rule requires "
                "that to happen, so it impossible it will ever trigger.",
                line,
            )
    return kept


def _ditto(pairs: list[tuple[str, str]]) -> str:
    """The other pairs of objects with the same trouble, at most three of them."""
    if not pairs:
        return ""
    text = ""
    for index, (one, other) in enumerate(pairs):
        if index > 0:
            text += ", and " if index == len(pairs) - 1 else ", "
        text += f"{one}/{other}"
        if index == 2 and len(pairs) > 3:
            text += " etc."
            break
    return f" (ditto for {text})"


def build_program(groups: list[list[BuiltRule]], log: MessageLog) -> RuleProgram:
    """The groups in the model's terms."""
    built = []
    for group in groups:
        rules = [_build_rule(rule, log) for rule in group]
        built.append(RuleGroup(tuple(rules), rules[0].random))
    return RuleProgram(tuple(built))


def _build_rule(rule: BuiltRule, log: MessageLog) -> PuzzleScriptRule:
    draft = rule.draft
    return PuzzleScriptRule(
        direction=_DIRECTIONS.get(draft.direction, 0),
        rows=tuple(_build_row(row, draft.line, log) for row in rule.rows),
        has_replacements=bool(draft.right),
        line=draft.line,
        group_number=draft.group,
        rigid=draft.rigid,
        random=draft.random,
        commands=draft.commands,
        text=rule.text,
    )


def _build_row(row: PatternRow, line: int, log: MessageLog) -> CellRow:
    ellipses = tuple(position for position, cell in enumerate(row) if cell is None)
    for count, position in enumerate(ellipses, start=1):
        if count > _MOST_ELLIPSES:
            log.error("You can't use more than two ellipses in a single cell match pattern.", line)
        elif position > 0 and row[position - 1] is None:
            log.warning(
                "Why would you go and have two ellipses in a row like that? It's exactly the same as just "
                "having a single ellipsis, right?",
                line,
            )
    objects = movements = 0
    for cell in row:
        if cell is not None:
            objects |= cell.objects_present
            movements |= cell.movements_present
    return CellRow(tuple(row), ellipses, objects, movements)


def number_rigid_groups(
    early: RuleProgram, late: RuleProgram, log: MessageLog
) -> tuple[RuleProgram, RuleProgram, tuple[int, ...]]:
    """Number the groups of early rules with rigid rules; also gives their places in the program."""
    places = [index for index, group in enumerate(early.groups) if any(rule.rigid for rule in group.rules)]
    if len(places) > _MOST_RIGID_GROUPS:
        log.error(
            "There can't be more than 30 rigid groups (rule groups containing rigid members).",
            early.groups[places[_MOST_RIGID_GROUPS]].rules[0].line,
        )
    numbers = {early.groups[index].rules[0].group_number: n for n, index in enumerate(places, start=1)}
    return _with_rigid_numbers(early, numbers), _with_rigid_numbers(late, numbers), tuple(places)


def _with_rigid_numbers(program: RuleProgram, numbers: dict[int, int]) -> RuleProgram:
    groups = list(program.groups)
    for index, group in enumerate(groups if numbers else ()):
        number = numbers.get(group.rules[0].group_number, 0)
        rules = (replace(rule, rigid_number=number) if rule.rigid else rule for rule in group.rules)
        groups[index] = replace(group, rules=tuple(rules))
    return replace(program, groups=tuple(groups))


def check_loops(marks: list[LoopMark], log: MessageLog) -> list[tuple[int, int]]:
    """Pair up the marks: the lines on which each loop starts and ends."""
    for index, mark in enumerate(marks):
        if index % 2 == 0 and not mark.starts:
            log.error("Found an ENDLOOP, but I'm not in a loop?", mark.line)
        elif index % 2 == 1 and mark.starts:
            log.error(
                "Found a STARTLOOP, but I'm already inside a loop? (Puzzlescript can't nest loops, FWIW).",
                mark.line,
            )
    lines = [mark.line for mark in marks]
    if len(lines) % 2:
        log.error("Yo I found a STARTLOOP without a corresponding ENDLOOP.", lines[-1])
        lines.append(lines[-1])
    return list(zip(lines[::2], lines[1::2], strict=True))


def add_loops(program: RuleProgram, loops: list[tuple[int, int]], log: MessageLog) -> RuleProgram:
    """Say where each loop's last group leads back to."""
    points: dict[int, int] = {}
    for start, end in loops:
        first: int | None = None
        for index, group in enumerate(program.groups):
            top, bottom = group.rules[0].line, group.rules[-1].line
            if top <= start <= bottom or top <= end <= bottom:
                log.error(
                    "Found a loop point in the middle of a rule. You probably don't want to do this, right?",
                    start,
                )
            if end < top:
                break
            if start <= top <= end:
                first = index if first is None else first
                if points.get(index - 1) == first:
                    del points[index - 1]
                points[index] = first
    return replace(program, loop_points=points)
