"""From a line of text to a rule: the words before its brackets, cells, commands, and what can be wrong with them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from puzzlesynth.levels.model import Command
from puzzlesynth.levels.parser.draft import RuleLine
from puzzlesynth.levels.parser.messages import MessageLog
from puzzlesynth.levels.parser.tokens import (
    ABSOLUTE_DIRECTIONS,
    CELL_DIRECTIONS,
    COMMANDS,
    DIRECTION_GROUPS,
    ELLIPSIS,
    LOOP_MARKERS,
    RELATIVE_DIRECTIONS,
    SOUND_COMMANDS,
    SPACE,
    WHITE,
)

from .rule_draft import Cell, Row, RuleDraft

_PUNCTUATION = re.compile(r"(\[|\]|\||->)")
_GAPS = re.compile(f"[{SPACE}]+")
_NEED_NO_MOVEMENT = frozenset(("no", "random", "randomdir"))
_COMMANDS_BELONG_AT_THE_END = (
    "Commands should only appear at the end of rules, not in or before the pattern-detection/-replacement "
    "sections."
)


@dataclass(frozen=True, slots=True)
class RuleVocabulary:
    """What rules may refer to."""

    names: frozenset[str]
    properties: frozenset[str]
    sounds: frozenset[str]


class RuleSyntaxError(Exception):
    """Raised where nothing can be made of the rest of a rule; the message is in the log already."""


def words_of(text: str) -> list[str]:
    """A rule's words and punctuation marks."""
    text = _PUNCTUATION.sub(r" \1 ", text).strip(WHITE)
    if text.startswith("+"):
        text = f"+ {text[1:]}"
    return [word for word in _GAPS.split(text) if word]


def loop_marker(line: RuleLine) -> str | None:
    """`startloop` or `endloop`, if the line says nothing else; a comment beside it is refused as in any rule."""
    if _has_swallowing_comment(line):
        return None
    words = words_of(line.text)
    return words[0] if len(words) == 1 and words[0] in LOOP_MARKERS else None


def _has_swallowing_comment(line: RuleLine) -> bool:
    """Whether a comment on the line may have swallowed the arrow: the text ends where the comment begins."""
    return "(" in line.original and "->" not in line.text


def read_rule(
    line: RuleLine, previous: RuleDraft | None, vocabulary: RuleVocabulary, log: MessageLog
) -> RuleDraft | None:
    """Read one rule; `previous` is the rule that a `+` joins. None if nothing can be made of it."""
    if _has_swallowing_comment(line):
        log.error(
            "You can't have comments inside rules, sorry. In PuzzleScript, '(' starts a comment, so "
            "everything after the first '(' on this line was ignored before your rule was parsed.",
            line.line,
        )
        return None
    words = words_of(line.text)
    if "->" not in words:
        log.error(
            "A rule has to have an arrow in it.  There's no arrow here! Consider reading up about rules - you're "
            "clearly doing something weird",
            line.line,
        )
    prefix = read_prefix(words, line, previous, log)
    try:
        return _RuleReader(line, words, prefix, vocabulary, log).read()
    except RuleSyntaxError:
        return None


@dataclass(slots=True)
class RulePrefix:
    """What the words before the first bracket say (`+`, `late`, `rigid`, `random`, and the directions to look in);
    `length` is their number."""

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
        elif word in DIRECTION_GROUPS and word not in RELATIVE_DIRECTIONS:
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
        elif word in RELATIVE_DIRECTIONS:
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
class _RuleReader:
    line: RuleLine
    words: list[str]
    prefix: RulePrefix
    vocabulary: RuleVocabulary
    log: MessageLog
    position: int = 0
    commands: list[Command] = field(default_factory=list)
    left: list[Row] = field(default_factory=list)
    right: list[Row] = field(default_factory=list)
    row: Row = field(default_factory=list)
    cell: list[str] = field(default_factory=list)
    """Directions and names by turns."""
    in_brackets: bool = False
    depth: int = 0
    after_arrow: bool = False

    def error(self, text: str) -> None:
        self.log.error(text, self.line.line)

    def warning(self, text: str) -> None:
        self.log.warning(text, self.line.line)

    def read(self) -> RuleDraft:
        self.position = self.prefix.length
        while self.position < len(self.words):
            self._read_word(self.words[self.position])
            self.position += 1
        self._check_shape()
        rule = RuleDraft(
            self.left,
            self.right,
            self.line.line,
            self.prefix.group,
            directions=self.prefix.directions,
            late=self.prefix.late,
            rigid=self.prefix.rigid,
            random=self.prefix.random,
            commands=tuple(self.commands),
        )
        if not _depends_on_direction(rule):
            del rule.directions[1:]
        return rule

    def _read_word(self, word: str) -> None:
        if word == "[":
            self._open()
        elif word in CELL_DIRECTIONS:
            self._read_direction(word)
        elif word == "|":
            self._next_cell()
        elif word == "]":
            self._close()
        elif word == "->":
            self._read_arrow()
        elif word in self.vocabulary.names:
            self._read_name(word)
        elif word == ELLIPSIS:
            if self.in_brackets:
                self.cell += [ELLIPSIS, ELLIPSIS]
            else:
                self.warning("Invalid syntax, ellipses should only be used within cells (square brackets).")
        elif word in COMMANDS:
            self._read_command(word)
        else:
            self.error(
                f'Error, malformed cell rule - was looking for cell contents, but found "{word}".  What am I '
                "supposed to do with this, eh, please tell me that."
            )

    def _open(self) -> None:
        self.depth += 1
        if self.depth > 1:
            self.warning(
                "Multiple opening brackets without closing brackets.  Something fishy here.  Every '[' has "
                "to be closed by a ']', and you can't nest them."
            )
        if self.cell:
            self.error('Error, malformed cell rule - encountered a "["" before previous bracket was closed')
        self.in_brackets = True
        self.cell = []

    def _read_direction(self, word: str) -> None:
        if len(self.cell) % 2 == 1:
            self.error(
                "Error, an item can only have one direction/action at a time, but you're looking for "
                "several at once!"
            )
        elif not self.in_brackets:
            self.warning("Invalid syntax. Directions should be placed at the start of a rule.")
        elif self.prefix.late and word not in _NEED_NO_MOVEMENT:
            self.error("Movements cannot appear in late rules.")
        else:
            self.cell.append(word)

    def _next_cell(self) -> None:
        if not self.in_brackets:
            self.warning(
                'Janky syntax.  "|" should only be used inside cell rows (the square brackety bits).'
            )
        elif len(self.cell) % 2 == 1:
            self.error("In a rule, if you specify a movement, it has to act on an object.")
        else:
            self._keep_cell()

    def _close(self) -> None:
        self.depth -= 1
        if self.depth < 0:
            self.warning(
                "Multiple closing brackets without corresponding opening brackets.  Something fishy here.  "
                "Every '[' has to be closed by a ']', and you can't nest them."
            )
            raise RuleSyntaxError
        if len(self.cell) % 2 == 0:
            self._keep_cell()
        elif self.cell[0] == ELLIPSIS:
            self.error("Cannot end a rule with ellipses.")
        else:
            self.error("In a rule, if you specify a movement, it has to act on an object.")
        (self.right if self.after_arrow else self.left).append(self.row)
        self.row = []
        self.in_brackets = False

    def _keep_cell(self) -> None:
        cell: Cell = tuple(zip(self.cell[::2], self.cell[1::2], strict=True))
        self.row.append(cell)
        self.cell = []

    def _read_arrow(self) -> None:
        joined = self.prefix.previous if self.prefix.group != self.line.line else None
        if joined is not None and joined.late != self.prefix.late:
            self.warning(
                "Oh gosh you can mix late and non-late rules in a rule-group if you really want to, but "
                "gosh why would you want to do that?  What do you expect to accomplish?"
            )
        if self.in_brackets:
            self.warning(
                'Encountered an unexpected "->" inside square brackets.  It\'s used to separate states, it '
                "has no place inside them >:| ."
            )
        elif self.after_arrow:
            self.error(
                'Error, you can only use "->" once in a rule; it\'s used to separate before and after states.'
            )
            raise RuleSyntaxError
        else:
            self.after_arrow = True

    def _read_name(self, word: str) -> None:
        if not self.in_brackets:
            self.warning(
                f"Invalid token {word.upper()}. Object names should only be used within cells (square "
                "brackets)."
            )
            return
        modifier = self.cell[-1] if len(self.cell) % 2 == 1 else ""
        for earlier_modifier, name in zip(self.cell[::2], self.cell[1::2], strict=False):
            if name == word:
                self._complain_of_repetition(word, earlier_modifier == modifier == "no")
        self.cell += [word] if modifier else ["", word]

    def _complain_of_repetition(self, word: str, harmless: bool) -> None:
        if harmless:
            self.warning(
                f"I notice that you have NO {word.upper()} more than once in a single cell. That's redundant "
                "innit."
            )
            return
        self.error(
            "You cannot specify the same object more than once in a single cell (in this case "
            f"{word.upper()} occurs multiple times)."
        )
        if word in self.vocabulary.properties:
            self.log.error(
                "( However, noticing that you're committing this crime with properties, and not being able "
                "to help but acknowledge that you may be trying to do something esoteric and clever with "
                "the property inference system,  I might be brought to suggest that you consider this: you "
                "can have multiple equivalent properties with different names. )"
            )

    def _read_command(self, word: str) -> None:
        if not self.after_arrow:
            self.error(_COMMANDS_BELONG_AT_THE_END)
        elif self.in_brackets or "]" in self.words[self.position :]:
            self.warning(_COMMANDS_BELONG_AT_THE_END)
        if word == "message":
            text = self.line.original[self._end_of_word() :].strip(WHITE)
            self.commands.append(Command(word, text or " "))
            self.position = len(self.words)
            return
        if word in SOUND_COMMANDS and word not in self.vocabulary.sounds:
            self.warning(f'Sound effect "{word}" not defined.')
        self.commands.append(Command(word))

    def _end_of_word(self) -> int:
        """Where, in the line as it was typed, the current word ends."""
        text = self.line.original.lower()
        end = 0
        for word in self.words[: self.position + 1]:
            end = text.find(word, end) + len(word)
        return end

    def _check_shape(self) -> None:
        if self.prefix.late and self.prefix.rigid:
            self.error(
                "Late rules cannot be marked as rigid (rigid rules are all about dealing with the "
                "consequences of unresolvable movements, and late rules can't even have movements)."
            )
        if len(self.left) != len(self.right):
            if self.right or not self.commands:
                self.warning(
                    "Error, when specifying a rule, the number of matches (square bracketed bits) on the "
                    "left hand side of the arrow must equal the number on the right"
                )
        else:
            for left, right in zip(self.left, self.right, strict=True):
                self._check_row(left, right)
        if not self.left:
            self.error("This rule refers to nothing.  What the heck? :O")

    def _check_row(self, left: Row, right: Row) -> None:
        if len(left) != len(right):
            self.error(
                "In a rule, each pattern to match on the left must have a corresponding pattern on the "
                "right of equal length (number of cells)."
            )
        if not left:
            self.log.error(
                "You have an totally empty pattern on the left-hand side.  This will match *everything*.  "
                "You certainly don't want this."
            )


def rows_differ(rule: RuleDraft) -> bool:
    """Whether some row has another number of cells on the right than on the left."""
    if len(rule.left) != len(rule.right):
        return False
    return any(len(left) != len(right) for left, right in zip(rule.left, rule.right, strict=True))


def _depends_on_direction(rule: RuleDraft) -> bool:
    if any(len(row) > 1 for row in rule.left):
        return True
    rows = (*rule.left, *rule.right)
    return any(term[0] in RELATIVE_DIRECTIONS for row in rows for cell in row for term in cell)
