"""From a designer's files to a `Pack`, or to everything that is wrong with them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from puzzlesynth.pack.diagnostics.problems import PackError, Problem, in_file_order
from puzzlesynth.pack.readers.fields import Fields, ProblemLog
from puzzlesynth.pack.readers.items import ItemDraft, finish_items, read_item
from puzzlesynth.pack.readers.maps import read_maps
from puzzlesynth.pack.readers.sections import read_area, read_constraints, read_guarantees, read_rules
from puzzlesynth.pack.transform.extensions import read_extensions, run_passes
from puzzlesynth.pack.yaml.nodes import Source, YamlMapping, YamlNode, YamlScalar, parse_yaml, read_source
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.suggestions import NameIndex

from .bounds import MAX_AREAS, MAX_ITEMS
from .content_hash import HashesOfPack
from .keys import LIMITS, PACK
from .model import Area, Guarantees, Limits, Pack, Place, Rule
from .puzzle_map import PuzzleMap
from .readers import fields as read

MAIN = "pack.yaml"
SECTIONS = ("items", "rules", "areas", "maps")
"""What a large pack may keep in files of their own."""

Texts = dict[Path, str]
"""What files say."""

_PACK_NAME = re.compile(r"\w[\w-]*")


@dataclass(frozen=True)
class LoadResult:
    """A pack as far as it could be read, and what is wrong with the rest."""

    pack: Pack
    problems: tuple[Problem, ...]
    whole: bool
    """Every file could be read: a name that is missing is missing, and not just in a broken file."""
    rules_whole: bool
    """So could every rule: a property that no rule sets is not just in a broken one."""
    follows: Callable[[Problem], bool]
    """Whether a problem may be there only because something could not be read."""


def load_pack(
    path: str | os.PathLike[str], allow_extensions: bool = False, texts: Texts | None = None
) -> Pack:
    """The pack in a folder or a file; PackError carries all problems where it cannot be read.

    `allow_extensions`: whether Python code that the pack names may run. `texts`: what files are to say instead of what
    they say now.
    """
    reading = read_pack(path, allow_extensions, texts)
    if not reading.problems:
        return reading.pack
    problems = reading.problems
    if reading.whole:
        from puzzlesynth.pack.checks.checker import check_partial_pack

        found = check_partial_pack(reading.pack, reading.rules_whole)
        problems = (*problems, *(problem for problem in found if not reading.follows(problem)))
    raise PackError(problems)


def files_of(pack: Pack) -> list[Path]:
    """The files that a pack was read from; some may not be there."""
    main = Path(pack.place.file)
    parts = [main.with_name(f"{section}.yaml") for section in SECTIONS] if main.name == MAIN else []
    constraints = [Path(one.path) for one in pack.constraints if one.path is not None]
    return [main, *parts, *constraints]


def read_pack(
    path: str | os.PathLike[str], allow_extensions: bool = False, texts: Texts | None = None
) -> LoadResult:
    """As much of a pack as can be read."""
    main, is_folder = _main_file(Path(path))
    notes = ProblemLog()
    files = _Files(main, is_folder, notes, texts or {})
    head = files.head
    said = read.read_keys(
        head, {word: PACK.keys[word] for word in ("title", "description", "cruelty")}, notes, {}
    )
    guarantees = Guarantees()
    if "guarantees" in head:
        guarantees = read_guarantees(head["guarantees"][1], guarantees, notes)
    areas = _entries(files, "area", MAX_AREAS, lambda k, node: read_area(k, node, guarantees, notes), notes)
    drafts = _entries(files, "item", MAX_ITEMS, lambda k, node: read_item(k, node, notes), notes)
    items = list(drafts.values())
    before = len(notes.problems)
    rules = _rules(files, notes, _types(items))
    rules_whole = len(notes.problems) == before
    constraints = head["constraints"][1] if "constraints" in head else None
    pack = Pack(
        name=_pack_name(files, notes),
        items=finish_items(items, areas.values(), notes),
        rules=rules,
        areas=areas,
        title=said["title"],
        guarantees=guarantees,
        constraints=read_constraints(constraints, main.parent, is_folder, notes),
        limits=_limits(head["limits"][1], notes) if "limits" in head else Limits(),
        folder=str(main.parent),
        description=said["description"],
        maps=_maps(files, notes),
        extensions=read_extensions(head["extensions"][1], notes) if "extensions" in head else (),
        cruelty=said["cruelty"],
        place=Place(str(main)),
    )
    if files.whole:
        pack = run_passes(pack, allow_extensions, notes)
    pack = replace(pack, hashes=HashesOfPack(pack))
    causes = [problem for problem in notes.problems if not notes.follows(problem)]
    return LoadResult(pack, in_file_order(causes), files.whole, rules_whole, notes.follows)


def _main_file(path: Path) -> tuple[Path, bool]:
    """Where a pack begins, and whether other files of its folder belong to it."""
    if path.is_dir():
        return path / MAIN, True
    return path, path.name == MAIN


class _Files:
    """A pack's files: what `pack.yaml` says, and the sections from wherever they are."""

    def __init__(self, main: Path, is_folder: bool, notes: ProblemLog, texts: Texts) -> None:
        self.main, self.notes, self.texts = main, notes, texts
        self.whole = True
        self.head: Fields = {}
        root = self._tree(main)
        if root is not None:
            self.head = read.fields(root, "a pack", PACK.keys, notes)
        self.others: dict[str, YamlNode] = {}
        for section in SECTIONS if is_folder else ():
            path = main.with_name(f"{section}.yaml")
            tree = self._tree(path) if path.exists() else None
            if tree is not None:
                self.others[section] = _unwrapped(tree, section, notes)

    def _tree(self, path: Path) -> YamlNode | None:
        try:
            given = self.texts.get(path)
            tree, problems = parse_yaml(read_source(path) if given is None else Source(str(path), given))
        except PackError as mistake:
            self.whole = False
            self.notes.problems.extend(mistake.problems)
            return None
        self.notes.problems.extend(problems)
        return tree

    def section(self, name: str) -> Iterator[YamlNode]:
        """The places where a section is, `pack.yaml` first."""
        if name in self.head:
            yield self.head[name][1]
        if name in self.others:
            yield self.others[name]


def _unwrapped(tree: YamlNode, section: str, notes: ProblemLog) -> YamlNode:
    """`items.yaml` may hold the items themselves, or have them under `items:`."""
    if isinstance(tree, YamlMapping) and tree.get(section) is not None:
        return read.fields(tree, f"`{section}.yaml`", (section,), notes)[section][1]
    return tree


def _pack_name(files: _Files, notes: ProblemLog) -> str:
    place = Place(str(files.main))
    if "pack" not in files.head:
        if files.whole:
            notes.error("missing-key", "a pack needs a name: the key `pack`", place, "as in `pack: heist`")
        return ""
    node = files.head["pack"][1]
    if isinstance(node, YamlScalar) and _PACK_NAME.fullmatch(node.text) and not node.is_null:
        return node.text
    hint = "letters, digits, `_` and `-`; `title` can be any text"
    notes.error("bad-name", f"{read.kind_of(node)} cannot be the name of a pack", node.place, hint)
    return ""


Entry = TypeVar("Entry", ItemDraft, Area)


def _entries(
    files: _Files,
    what: str,
    most: int,
    read_entry: Callable[[YamlScalar, YamlNode], Entry | None],
    notes: ProblemLog,
) -> dict[str, Entry]:
    """The items or areas of a pack, by their names."""
    section = f"{what}s"
    found: dict[str, Entry] = {}
    for node in files.section(section):
        pairs = read.pairs(node, f"`{section}`", notes, f"the {what}")
        if len(pairs) > most:
            message = f"a pack has at most {most:,} {section}; these are {len(pairs):,}"
            notes.error("too-large", message, node.place)
            notes.leave_unread(section)
            continue
        for key, value in pairs:
            entry = read_entry(key, value)
            if entry and entry.name in found:
                _twice(what, entry.name, entry.place, found[entry.name].place, notes)
                notes.leave_unread(*entry.places)
            elif entry:
                found[entry.name] = entry
    return found


def _maps(files: _Files, notes: ProblemLog) -> dict[str, PuzzleMap]:
    found: dict[str, PuzzleMap] = {}
    composed = files.head["blocks"][1] if "blocks" in files.head else None
    for node in files.section("maps"):
        for name, puzzle_map in read_maps(node, composed, notes).items():
            if name in found:
                _twice("map", name, puzzle_map.place, found[name].place, notes)
            else:
                found[name] = puzzle_map
    return found


def _types(items: list[ItemDraft]) -> NameIndex | None:
    """What rules can speak of; None where no item could be read."""
    return NameIndex({name for item in items for name in (item.name, *item.isa)}) if items else None


def _rules(files: _Files, notes: ProblemLog, known: NameIndex | None) -> tuple[Rule, ...]:
    drafts = [draft for node in files.section("rules") for draft in read_rules(node, notes, known)]
    rules = tuple(draft.numbered(number) for number, draft in enumerate(drafts, 1))
    named: dict[str, Rule] = {}
    for rule in rules:
        if rule.name is not None and rule.name in named:
            _twice("rule", rule.name, rule.place, named[rule.name].place, notes)
        elif rule.name is not None:
            named[rule.name] = rule
    return rules


def _twice(what: str, name: str, place: Place, first: Place, notes: ProblemLog) -> None:
    hint = f"the first one is at {first}"
    notes.error("defined-twice", f"the {what} `{name}` is defined twice", place, hint)


def _limits(node: YamlNode, notes: ProblemLog) -> Limits:
    return Limits(**read.read_keys(read.fields(node, "`limits`", LIMITS.keys, notes), LIMITS.keys, notes, {}))
