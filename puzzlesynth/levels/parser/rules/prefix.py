"""The words before a rule's first bracket: `+`, `late`, `rigid`, `random`, and the directions to look in."""

from __future__ import annotations

from dataclasses import dataclass, field

from puzzlesynth.levels.parser.draft import RuleLine
from puzzlesynth.levels.parser.messages import MessageLog
from puzzlesynth.levels.parser.tokens import ABSOLUTE_DIRECTIONS, DIRECTION_GROUPS, RELATIVE_MARKS

from .rule_draft import RuleDraft


def read_prefix(words: list[str], line: RuleLine, previous: RuleDraft | None, log: MessageLog) -> RulePrefix:
    """Read the words up to the first bracket; `previous` is the rule that a `+` joins."""
    prefix = RulePrefix(line.line, previous, log, group=line.line)
    for word in words:
        if word == "[":
            prefix.directions = prefix.directions or list(DIRECTION_GROUPS["orthogonal"])
            break
        prefix.read(word)
        prefix.length += 1
    return prefix


@dataclass(slots=True)
class RulePrefix:
    """What the words before the brackets say; `length` is their number."""

    line: int
    previous: RuleDraft | None
    log: MessageLog
    group: int
    length: int = 0
    directions: list[str] = field(default_factory=list)
    late: bool = False
    rigid: bool = False
    random: bool = False
    joined: bool = False

    def read(self, word: str) -> None:
        if word == "+":
            self._join_previous()
        elif word in DIRECTION_GROUPS:
            self.directions += DIRECTION_GROUPS[word]
        elif word == "late":
            self.late = True
        elif word == "rigid":
            self.rigid = True
        elif word == "random":
            self.random = True
            if self.joined:
                self._error(
                    "A rule-group can only be marked random by the opening rule in the group (aka, a '+' "
                    "and 'random' can't appear as rule modifiers on the same line).  Why? Well, you see "
                    '"random" isn\'t a property of individual rules, but of whole rule groups.  It '
                    "indicates that a single possible application of some rule from the whole group should "
                    "be applied at random."
                )
        elif word in ABSOLUTE_DIRECTIONS:
            self.directions.append(word)
        elif word in RELATIVE_MARKS:
            self._error(
                'You cannot use relative directions ("^v<>") to indicate in which direction(s) a rule '
                "applies.  Use absolute directions indicators (Up, Down, Left, Right, Horizontal, or "
                "Vertical, for instance), or, if you want the rule to apply in all four directions, do not "
                "specify directions"
            )
        else:
            self._error(
                "The start of a rule must consist of some number of directions (possibly 0), before the "
                "first bracket, specifying in what directions to look (with no direction specified, it "
                "applies in all four "
                f'directions).  It seems you\'ve just entered "{word.upper()}".'
            )

    def _join_previous(self) -> None:
        if self.group != self.line:
            self._error('Two "+"s (the "append to previous rule group" symbol) applied to the same rule.')
            return
        self.joined = self.previous is not None
        if not self.joined:
            self._error(
                'The "+" symbol, for joining a rule with the group of the previous rule, needs a previous '
                "rule to be applied to."
            )
        if self.length != 0:
            self._error(
                'The "+" symbol, for joining a rule with the group of the previous rule, must be the first '
                "symbol on the line "
            )
        if self.previous is not None:
            self.group = self.previous.group

    def _error(self, text: str) -> None:
        self.log.error(text, self.line)
