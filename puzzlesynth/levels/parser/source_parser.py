"""The first pass: walks over a source line by line, minds comments and headings, and fills a `SourceDraft`."""

from __future__ import annotations

import re
from collections.abc import Callable

from .draft import SourceDraft
from .messages import MessageLog
from .scanner import IN_MESSAGE, Line, ObjectPart, ParseState
from .sections import collision_layers as section_layers
from .sections import legend as section_legend
from .sections import levels as section_levels
from .sections import objects as section_objects
from .sections import prelude as section_prelude
from .sections import rules as section_rules
from .sections import sounds as section_sounds
from .sections import win_conditions as section_win
from .tokens import EQUALS_ROW, ONLY_EQUALS, SECTION_NAME, SECTIONS, WHITE

_LINE_BREAK = re.compile(r"\r\n?|\n")

_SECTION_READERS: dict[str, Callable[[ParseState, Line, bool], None]] = {
    "objects": section_objects.read_token,
    "legend": section_legend.read_token,
    "sounds": section_sounds.read_token,
    "collisionlayers": section_layers.read_token,
    "rules": section_rules.read_token,
    "winconditions": section_win.read_token,
    "levels": section_levels.read_token,
}


def read_source(text: str, log: MessageLog) -> SourceDraft | None:
    """Read all lines. None if there were too many errors to go on."""
    reading = ParseState(log)
    for original in _LINE_BREAK.split(text.removeprefix("\ufeff")):
        _start_line(reading)
        line = Line(original)
        first = True
        while first or not line.at_end:
            before = line.position
            _read_token(reading, line, first)
            if line.position == before and not line.at_end:
                line.step()
            if log.gives_up:
                return None
            first = False
    return reading.draft


def _start_line(reading: ParseState) -> None:
    reading.number += 1
    reading.words = []
    reading.sound_words = []
    reading.sound_spoiled = False
    reading.token = 0
    reading.line_closed_by = None


def _read_token(reading: ParseState, line: Line, first: bool) -> None:
    starts_line = first or reading.restart_after_comment
    reading.restart_after_comment = False
    line.skip_blanks()
    if _read_comment(reading, line, starts_line):
        return
    line.skip_blanks()
    if starts_line and line.at_end:
        _finish_line(reading, line)
        _read_blank_line(reading)
    elif reading.line_closed_by and not line.at_end:
        reading.error(f"Only comments should go after {reading.line_closed_by} on a line.")
        line.skip_to_end()
    elif starts_line and _may_be_ruler(reading, line) and line.take(EQUALS_ROW) is not None:
        reading.line_closed_by = "a bunch of equals signs ('===')"
    elif not _read_heading(reading, line, starts_line):
        if line.at_end:
            _finish_line(reading, line)
        else:
            read = _SECTION_READERS.get(reading.section, section_prelude.read_token)
            read(reading, line, starts_line)


def _read_comment(reading: ParseState, line: Line, starts_line: bool) -> bool:
    """Skip a comment, or the part of it that is on this line; true if there was something to skip."""
    bracket = line.next_character
    if bracket == "(" and reading.token != IN_MESSAGE:
        line.step()
        reading.comment_depth += 1
    elif bracket == ")":
        line.step()
        if reading.comment_depth == 0:
            reading.warning(
                "You're trying to close a comment here, but I can't find any opening bracket to match it? "
                "[This is highly suspicious; you probably want to fix it.]"
            )
            return True
        reading.comment_depth -= 1
        if reading.comment_depth == 0:
            reading.restart_after_comment = True
            return True
    if reading.comment_depth == 0:
        return False
    if starts_line:
        reading.restart_after_comment = True
    while reading.comment_depth > 0 and not line.at_end:
        if line.next_character == "(":
            reading.comment_depth += 1
        elif line.next_character == ")":
            reading.comment_depth -= 1
        line.step()
    if line.at_end:
        _finish_line(reading, line)
    return True


def _finish_line(reading: ParseState, line: Line) -> None:
    if reading.section == "legend":
        section_legend.finish_line(reading, line)
    elif reading.section == "sounds":
        section_sounds.finish_line(reading)


def _read_blank_line(reading: ParseState) -> None:
    if reading.section == "levels":
        section_levels.end_level(reading)
    elif reading.section == "objects":
        reading.object_part = ObjectPart.NAME


def _may_be_ruler(reading: ParseState, line: Line) -> bool:
    """In a map, `=` may be the name of something: only a line of nothing else is a ruler there."""
    return reading.section != "levels" or ONLY_EQUALS.match(line.text, line.position) is not None


def _read_heading(reading: ParseState, line: Line, starts_line: bool) -> bool:
    """A section's name at the start of a line opens the section; elsewhere the word is passed over."""
    if reading.section == "levels":
        return False
    heading = line.take(SECTION_NAME)
    if heading is None or not starts_line:
        return False
    section = heading.strip(WHITE)
    reading.section = section
    if section in reading.visited_sections:
        reading.error(f'cannot duplicate sections (you tried to duplicate "{section.upper()}").')
    reading.line_closed_by = f'a section name ("{section.upper()}")'
    reading.visited_sections.append(section)
    _check_order(reading, section)
    if section == "sounds":
        _collect_rule_names(reading.draft)
    elif section == "levels":
        _collect_map_names(reading.draft)
    return True


def _check_order(reading: ParseState, section: str) -> None:
    place = SECTIONS.index(section)
    if place == 0:
        reading.object_part = ObjectPart.NAME
        if len(reading.visited_sections) > 1:
            reading.error(f'section "{section.upper()}" must be the first section')
        return
    required = SECTIONS[place - 1]
    if required not in reading.visited_sections:
        reading.error(
            f'section "{section.upper()}" is out of order, must follow  "{required.upper()}" (or it could be '
            f'that the section "{required.upper()}"is just missing totally.  You have to include all section '
            "headings, even if the section itself is empty)."
        )


def _collect_rule_names(draft: SourceDraft) -> None:
    draft.rule_names.update(draft.objects)
    for table in (draft.synonyms, draft.aggregates, draft.properties):
        draft.rule_names.update(entry.name for entry in table)


def _collect_map_names(draft: SourceDraft) -> None:
    candidates = [*draft.objects, *(entry.name for entry in draft.synonyms)]
    candidates += [entry.name for entry in draft.aggregates]
    draft.map_names.update(name for name in candidates if len(name) == 1 and name <= "\uffff")
