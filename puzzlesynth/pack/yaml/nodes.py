"""YAML as a tree that knows where everything is in the file.

Built from the parser's events, without recursion: depth, aliases and size are bounded here, so a hostile file
is refused before it can cost anything. Plain words stay words: YAML 1.1 turns `yes` and `on` into booleans,
and a designer whose item is called `No` would be surprised.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from puzzlesynth.pack.bounds import MAX_BYTES, MAX_DEPTH, MAX_NODES
from puzzlesynth.pack.diagnostics.problems import PackError, Problem, error
from puzzlesynth.pack.model import Place
from puzzlesynth.pack.text.wording import counted, first_control_character, without_control_characters
from puzzlesynth.quick_dataclasses import dataclass, field

_LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")


@dataclass(frozen=True)
class Source:
    """One file's text, under the name that problems give it."""

    file: str
    text: str

    @cached_property
    def line_starts(self) -> list[int]:
        """Where each line begins, as YAML counts lines."""
        return [0, *(found.end() for found in _LINE_BREAK.finditer(self.text))]

    def line(self, number: int) -> str:
        """A line without its end; numbers count from 1."""
        starts = self.line_starts
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n\x85\u2028\u2029")

    def place(self, line: int, column: int) -> Place:
        return Place(self.file, line, column)

    def place_at(self, index: int) -> Place:
        """The place of the character at an index of the text."""
        from bisect import bisect_right

        line = bisect_right(self.line_starts, index)
        return Place(self.file, line, index - self.line_starts[line - 1] + 1)


def read_source(path: Path) -> Source:
    """The text of a file that claims to be YAML; a PackError where it cannot be."""
    name, start = str(path), Place(str(path))
    if path.is_dir():
        raise PackError([error("not-a-file", f"`{name}` is a folder; a file was expected", start)])
    return decoded(path, read_bytes(path))


def decoded(path: Path, data: bytes) -> Source:
    """The text of a file with this content; a PackError where it is none."""
    name = str(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as mistake:
        before = data[: mistake.start].decode("utf-8-sig", errors="replace")
        place = Source(name, before).place_at(len(before))
        raise PackError(
            [error("not-text", "this is not text in UTF-8", place, "save the file as UTF-8")]
        ) from None
    strange = _UNPRINTABLE.search(text)
    if strange:
        code = f"U+{ord(strange.group()):04X}"
        place = Source(name, text).place_at(strange.start())
        message = f"the character {code} does not belong in a text file"
        raise PackError([error("not-text", message, place, "is this really a pack, and not a binary file?")])
    return Source(name, text)


def read_bytes(path: Path) -> bytes:
    """A file's content, if it is a plain file of a sensible size."""
    name, start = str(path), Place(str(path))
    try:
        if not path.exists():
            raise PackError([error("missing-file", f"there is no file `{name}`", start)])
        if not path.is_file():
            raise PackError([error("not-a-file", f"`{name}` is not a plain file", start)])
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except PackError:
        raise
    except (OSError, ValueError) as mistake:
        reason = getattr(mistake, "strerror", None) or str(mistake)
        raise PackError([error("unreadable", f"`{name}` cannot be read: {reason}", start)]) from None
    if len(data) > MAX_BYTES:
        message = (
            f"`{name}` is larger than {MAX_BYTES // 1024 // 1024} MiB, the most that a pack's file may have"
        )
        raise PackError([error("too-large", message, start, "split the pack into items, rules and areas")])
    return data


@dataclass(eq=False)
class YamlNode:
    """Something in a YAML file: from where to where it goes, as indexes into the text."""

    source: Source
    start: int
    end: int
    line: int
    column: int

    @property
    def place(self) -> Place:
        return Place(self.source.file, self.line, self.column)


@dataclass(eq=False)
class YamlScalar(YamlNode):
    """A single value. `style` is YAML's: empty for a plain word, a quote, `|` or `>`."""

    text: str = ""
    style: str = ""

    @property
    def is_plain(self) -> bool:
        return self.style == ""

    @property
    def is_null(self) -> bool:
        return self.is_plain and self.text in ("", "~", "null", "Null", "NULL")


@dataclass(eq=False)
class YamlSequence(YamlNode):
    """A list."""

    entries: list[YamlNode] = field(default_factory=list)


@dataclass(eq=False)
class YamlMapping(YamlNode):
    """Keys and values, in the order of the file. Each key is there once."""

    pairs: list[tuple[YamlScalar, YamlNode]] = field(default_factory=list)
    waiting: YamlScalar | None = None
    """While the tree is built: the key whose value comes next."""

    def get(self, key: str) -> YamlNode | None:
        return next((value for name, value in self.pairs if name.text == key), None)


def parse_yaml(source: Source) -> tuple[YamlNode | None, list[Problem]]:
    """The tree of a file (None where it is empty), and the mistakes that leave the tree usable."""
    import yaml

    builder = _Builder(source)
    try:
        builder.take_all(_events(source.text))
    except yaml.MarkedYAMLError as mistake:
        raise PackError([_broken(source, mistake)]) from None
    except yaml.YAMLError:
        raise PackError([error("yaml", "this is not YAML", source.place(1, 1))]) from None
    if builder.has_aliases:
        _refuse_bombs(builder.root)
    return builder.root, builder.problems


def _events(text: str) -> Iterator[Any]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    # As `yaml.parse` does, which calls two functions of its own for each event.
    yield from iter(loader.get_event, None)


class _Builder:
    """Puts the tree together, event by event."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.root: YamlNode | None = None
        self.problems: list[Problem] = []
        self.open: list[YamlSequence | YamlMapping] = []
        self.anchors: dict[str, YamlNode] = {}
        self.documents = 0
        self.count = 0
        self.has_aliases = False

    def take_all(self, events: Iterable[Any]) -> None:
        import yaml

        takers: dict[type, Callable[[Any], None]] = {
            yaml.ScalarEvent: self._scalar,
            yaml.SequenceStartEvent: lambda event: self._enter(event, YamlSequence(*self._span(event))),
            yaml.MappingStartEvent: lambda event: self._enter(event, YamlMapping(*self._span(event))),
            yaml.SequenceEndEvent: self._leave,
            yaml.MappingEndEvent: self._leave,
            yaml.AliasEvent: self._alias,
            yaml.DocumentStartEvent: self._document,
        }
        for event in events:
            take = takers.get(event.__class__)
            if take is not None:
                take(event)

    def _scalar(self, event: Any) -> None:
        text: str = event.value
        if not text.isprintable():  # nearly all are, and this is told soonest
            text = self._harmless(event)
        start, end = event.start_mark, event.end_mark
        place = self.source, start.index, end.index, start.line + 1, start.column + 1
        self._place(event, YamlScalar(*place, text, event.style or ""))

    def _leave(self, event: Any) -> None:
        self.open.pop().end = event.end_mark.index

    def _document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            raise PackError(
                [error("yaml", "a file holds one document; a second one starts here", self._at(event))]
            )

    def _harmless(self, event: Any) -> str:
        """Escapes can smuggle in what no text file may have."""
        code = first_control_character(event.value)
        if code is not None:
            message = f"this text has a character that does not belong in a text ({code})"
            self.problems.append(error("not-text", message, self._at(event), "write a line break as `\\n`"))
        return without_control_characters(event.value)

    def _span(self, event: Any) -> tuple[Source, int, int, int, int]:
        start = event.start_mark
        return self.source, start.index, event.end_mark.index, start.line + 1, start.column + 1

    def _at(self, event: Any) -> Place:
        return self.source.place(event.start_mark.line + 1, event.start_mark.column + 1)

    def _enter(self, event: Any, node: YamlSequence | YamlMapping) -> None:
        if len(self.open) >= MAX_DEPTH:
            message = f"lists and mappings are nested more than {MAX_DEPTH} levels deep here"
            raise PackError([error("too-deep", message, self._at(event), "a pack never needs that")])
        self._place(event, node)
        self.open.append(node)

    def _alias(self, event: Any) -> None:
        self.has_aliases = True
        known = self.anchors.get(event.anchor)
        if known is None:
            raise PackError([error("yaml", f"no `&{event.anchor}` comes before this", self._at(event))])
        if any(known is parent for parent in self.open):
            raise PackError([error("yaml", f"`*{event.anchor}` would contain itself", self._at(event))])
        self._attach(known, event)

    def _place(self, event: Any, node: YamlNode) -> None:
        self.count += 1
        if self.count > MAX_NODES:
            raise PackError([_too_many(node)])
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        if event.tag is not None and event.tag not in ("!", "tag:yaml.org,2002:str"):
            self.problems.append(
                error(
                    "yaml",
                    f"YAML tags like `{without_control_characters(event.tag)}` have no meaning here",
                    self._at(event),
                )
            )
        if event.tag is not None and isinstance(node, YamlScalar) and node.is_plain:
            node.style = '"'  # tagged as text: `!!str 7` is the word, not the number
        self._attach(node, event)

    def _attach(self, node: YamlNode, event: Any) -> None:
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        if isinstance(parent, YamlSequence):
            parent.entries.append(node)
        elif parent.waiting is None:
            if not isinstance(node, YamlScalar):
                raise PackError([error("yaml", "a key must be a word", self._at(event), _QUOTE_HINT)])
            parent.waiting = node
        else:
            parent.pairs.append((parent.waiting, node))
            parent.waiting = None


def unique_pairs(
    mapping: YamlMapping, problems: list[Problem], what: str
) -> list[tuple[YamlScalar, YamlNode]]:
    """A mapping's keys and values, with `<<` merged in; a key that appears twice is a problem."""
    seen: dict[str, tuple[YamlScalar, YamlNode]] = {}
    merged: dict[str, tuple[YamlScalar, YamlNode]] = {}
    for key, value in mapping.pairs:
        if key.is_plain and key.text == "<<":
            for base in _bases(value, problems):
                for pair in unique_pairs(base, problems, what):
                    merged.setdefault(pair[0].text, pair)
        elif key.text in seen:
            first = seen[key.text][0].place
            hint = f"the first one is at {first}"
            problems.append(error("defined-twice", f"{what} `{key.text}` is defined twice", key.place, hint))
        else:
            seen[key.text] = (key, value)
    return list({**merged, **seen}.values())


def _bases(value: YamlNode, problems: list[Problem]) -> list[YamlMapping]:
    """The mappings that a `<<` brings in."""
    nodes = value.entries if isinstance(value, YamlSequence) else [value]
    bases = [node for node in nodes if isinstance(node, YamlMapping)]
    if len(bases) < len(nodes):
        problems.append(error("yaml", "`<<` takes over the keys of a mapping, like `<<: *base`", value.place))
    return bases


def _too_many(node: YamlNode) -> Problem:
    message = f"this expands to more than {MAX_NODES:,} values, the most that a file may have"
    return error("too-large", message, node.place)


def _refuse_bombs(root: YamlNode | None) -> None:
    """Refuses what aliases would blow up. Children come before parents, so one pass adds everything up."""
    sizes: dict[int, int] = {}
    depths: dict[int, int] = {}
    for node in _children_first(root):
        inside = children(node)
        depths[id(node)] = 1 + max((depths[id(child)] for child in inside), default=0)
        sizes[id(node)] = 1 + sum(sizes[id(child)] for child in inside)
        if depths[id(node)] > 2 * MAX_DEPTH:
            raise PackError([error("too-deep", "aliases are nested too deeply here", node.place)])
        if sizes[id(node)] > MAX_NODES:
            raise PackError([_too_many(node)])


def children(node: YamlNode) -> list[YamlNode]:
    """What is in it: the entries of a list, the keys and values of a mapping."""
    if isinstance(node, YamlSequence):
        return node.entries
    if isinstance(node, YamlMapping):
        return [part for pair in node.pairs for part in pair]
    return []


def _children_first(root: YamlNode | None) -> Iterator[YamlNode]:
    """Every node once, after everything in it; an alias never contains itself, so there is no circle."""
    if root is None:
        return
    done: set[int] = set()
    stack: list[tuple[YamlNode, bool]] = [(root, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            yield node
        elif id(node) not in done:
            done.add(id(node))
            stack.append((node, True))
            stack.extend((child, False) for child in children(node))


_QUOTE_HINT = 'put a term or rule with `[…]` in quotes here: "Safe[locked: False]"'
_TERM_LIKE = re.compile(r"::=|\w\[")
_TAB = re.compile(r" *\t")


def _broken(source: Source, mistake: Any) -> Problem:
    """A YAML mistake in a designer's words."""
    mark = mistake.problem_mark or mistake.context_mark
    place = source.place(mark.line + 1, mark.column + 1) if mark else source.place(1, 1)
    problem = (mistake.problem or "").strip()
    context = mistake.context_mark
    tab = _TAB.match(source.line(place.line))
    if tab:
        return _tab(source, place.line, tab.end())
    lines = {place.line, context.line + 1} if context else {place.line}
    if any(_TERM_LIKE.search(source.line(number)) for number in lines):
        return error("yaml", f"broken YAML: {_worded(problem)}", place, _QUOTE_HINT)
    hint = None
    if context and context.line + 1 != place.line:
        hint = f"it belongs to what begins at line {context.line + 1}, column {context.column + 1}"
    return error("yaml", f"broken YAML: {_worded(problem)}", place, hint)


def _tab(source: Source, line: int, column: int) -> Problem:
    """A designer who indents one line with a tab mostly does so with others: all are fixed at once."""
    others = sum(_TAB.match(source.line(n)) is not None for n in range(line + 1, len(source.line_starts) + 1))
    hint = "replace it with spaces, as many as the lines beside it have"
    if others:
        hint += f" ({counted(others, 'line')} below {'has' if others == 1 else 'have'} one as well)"
    return error("tab", "this line is indented with a tab; use spaces", source.place(line, column), hint)


_WORDINGS = (
    ("mapping values are not allowed", "a second `key: value` cannot be on this line"),
    ("found a tab character", "a tab is not allowed here; use spaces"),
    ("found character '\\t'", "a tab is not allowed here; use spaces"),
    ("cannot start any token", "this character cannot begin a value; put the value in quotes"),
    ("could not find expected ':'", "a `:` is missing after the key"),
    ("did not find expected key", "a key was expected, indented like the ones above"),
    ("expected <block end>", "a key was expected, indented like the ones above"),
    ("did not find expected ',' or ']'", "a `,` or `]` is missing"),
    ("expected ',' or ']'", "a `,` or `]` is missing"),
    ("did not find expected ',' or '}'", "a `,` or `}` is missing"),
    ("expected ',' or '}'", "a `,` or `}` is missing"),
    ("did not find expected '-' indicator", "a list entry beginning with `-` was expected"),
    ("unexpected end of stream", "the file ends inside a quoted text"),
    ("did not find expected node content", "a value is missing"),
    ("expected the node content", "a value is missing"),
)


def _worded(problem: str) -> str:
    return next((ours for theirs, ours in _WORDINGS if theirs in problem), problem or "it cannot be read")
