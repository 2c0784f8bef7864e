"""Puzzle maps as the YAML has them, and the composed blocks that they use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any

from puzzlesynth.pack.bounds import MAX_BLOCKS, MAX_DEPTH, MAX_EXPANDED_BLOCKS
from puzzlesynth.pack.keys import BLOCK_OPTIONS, COMPOSED, MAP, MAP_AREA, OUTPUT
from puzzlesynth.pack.model import Place, Value
from puzzlesynth.pack.puzzle_map import ROLES, Block, MapArea, PuzzleMap, general_roles
from puzzlesynth.pack.readers import fields as read
from puzzlesynth.pack.yaml.nodes import YamlMapping, YamlNode, YamlScalar, YamlSequence
from puzzlesynth.quick_dataclasses import dataclass, field, replace
from puzzlesynth.suggestions import did_you_mean

from .fields import ProblemLog


@dataclass
class BlockDraft:
    """A block while it is read; its kind may be a composed one."""

    name: str
    kind: str
    said: dict[str, Any]
    place: Place
    places: dict[str, Place] = field(default_factory=dict)


@dataclass(frozen=True)
class ComposedBlock:
    """Blocks under one name. What is handed to it stands for the parameters: other blocks, areas, items, properties."""

    name: str
    parameters: tuple[str, ...]
    blocks: tuple[BlockDraft, ...]
    gives: str
    place: Place


def expand_composed(
    drafts: Iterable[BlockDraft], shelf: Mapping[str, ComposedBlock], notes: ProblemLog
) -> Iterator[Block]:
    """Built-in blocks only; the parts of `soup` are called `soup.box` and so on."""
    parts: list[BlockDraft] = []
    for draft in drafts:
        parts += _parts(draft, shelf, notes, ())
        if len(parts) > MAX_EXPANDED_BLOCKS:
            notes.error("too-large", f"this makes more than {MAX_EXPANDED_BLOCKS} blocks", draft.place)
            return

    yield from (as_block(part) for part in parts)


def _parts(
    draft: BlockDraft, shelf: Mapping[str, ComposedBlock], notes: ProblemLog, path: tuple[str, ...]
) -> list[BlockDraft]:
    if draft.kind in ROLES:
        return [draft]
    composed = shelf[draft.kind]
    if composed.name in path or len(path) > MAX_DEPTH:
        circle = " → ".join((*path, composed.name))
        notes.error("circle", f"composed blocks go in a circle: {circle}", draft.place)
        return []
    local = {part.name for part in composed.blocks}
    if composed.gives not in local:
        notes.error(
            "unknown-block", f"`{composed.name}` has no block `{composed.gives}` to give", composed.place
        )
        return []
    missing = [word for word in composed.parameters if word not in draft.said]
    if missing:
        notes.error("missing-input", f"`{composed.name}` also takes {', '.join(missing)}", draft.place)
        return []
    found: list[BlockDraft] = []
    for part in composed.blocks:
        said = {word: _filled(value, draft, composed, local) for word, value in part.said.items()}
        name = draft.name if part.name == composed.gives else f"{draft.name}.{part.name}"
        found += _parts(replace(part, name=name, said=said), shelf, notes, (*path, composed.name))
    return found


def _filled(value: Any, draft: BlockDraft, composed: ComposedBlock, local: set[str]) -> Any:
    """A parameter is what was handed in; a name of the composition is that part of it."""
    if isinstance(value, str):
        word = value.removeprefix("$")
        if word in composed.parameters:
            return draft.said.get(word)
        if value in local:
            return draft.name if value == composed.gives else f"{draft.name}.{value}"
    return value


KINDS = tuple(kind for kind in ROLES if kind != "output")
OUTPUT_NAME = "output"


def read_maps(maps: YamlNode | None, composed: YamlNode | None, notes: ProblemLog) -> dict[str, PuzzleMap]:
    """All maps of a pack, with its composed blocks taken apart in each."""
    shelf = _read_composed(composed, notes) if composed is not None else {}
    found: dict[str, PuzzleMap] = {}
    for key, node in read.pairs(maps, "`maps`", notes, "the map") if maps is not None else []:
        name = read.name(key, "a map", notes)
        if name is not None:
            found[name] = _read_map(name, key, node, shelf, notes)
    return found


def _read_map(
    name: str, key: YamlScalar, node: YamlNode, shelf: Mapping[str, ComposedBlock], notes: ProblemLog
) -> PuzzleMap:
    keys = read.fields(node, f"the map `{name}`", MAP.keys, notes)
    areas = _areas(keys["areas"][1], notes) if "areas" in keys else {}
    drafts = _drafts(keys["blocks"][1], shelf, notes) if "blocks" in keys else []
    output = None
    if "output" in keys:
        output = _output(keys["output"][0], keys["output"][1], drafts, notes)
        drafts.append(output)
    if len(drafts) > MAX_BLOCKS:
        notes.error("too-large", f"a map has at most {MAX_BLOCKS:,} blocks", key.place)
        drafts = drafts[:MAX_BLOCKS]
    blocks = {block.name: block for block in expand_composed(drafts, shelf, notes)}
    solves, places = _solves(keys["solves"][1], notes) if "solves" in keys else ({}, {})
    places.update({word: entry.place for word, (entry, _) in keys.items()})
    return PuzzleMap(name, areas, blocks, output.name if output else None, solves, key.place, places)


def _solves(node: YamlNode, notes: ProblemLog) -> tuple[dict[str, str], dict[str, Place]]:
    """`solves: {Area: block}`"""
    found: dict[str, str] = {}
    places: dict[str, Place] = {}
    for key, value in read.pairs(node, "`solves`", notes, "the area"):
        area, block = read.name(key, "an area", notes), read.name(value, "a block", notes)
        if area is not None and block is not None:
            found[area] = block
            places |= {f"solves.{area}": key.place, f"solved by.{area}": value.place}
    return found, places


# --- areas ------------------------------------------------------------------------------------------------


def _areas(node: YamlNode, notes: ProblemLog) -> dict[str, MapArea]:
    found: dict[str, MapArea] = {}
    for key, value in read.pairs(node, "`areas`", notes, "the area"):
        name = read.new_name(key, "an area", notes)
        keys = read.fields(value, f"the area `{key.text}`", MAP_AREA.keys, notes)
        places: dict[str, Place] = {}
        said = read.read_keys(keys, MAP_AREA.keys, notes, places)
        if name is not None:
            found[name] = MapArea(name, said["start"], said["doors"], said["locked"], key.place, places)
    return found


# --- blocks -----------------------------------------------------------------------------------------------


def _drafts(node: YamlNode, shelf: Mapping[str, ComposedBlock], notes: ProblemLog) -> list[BlockDraft]:
    found = []
    for key, value in read.pairs(node, "`blocks`", notes, "the block"):
        name = read.name(key, "a block", notes)
        draft = _draft(name or "", key, value, shelf, notes)
        if name is not None and draft is not None:
            found.append(draft)
    return found


def _draft(
    name: str, key: YamlScalar, node: YamlNode, shelf: Mapping[str, ComposedBlock], notes: ProblemLog
) -> BlockDraft | None:
    """`{combine: [a, b]}`, `{request: {requester: a, requested: b}}`, `{spawn: Beach}`, …"""
    pairs = read.pairs(node, f"the block `{key.text}`", notes, "the key")
    known = (*KINDS, *shelf)
    kinds = [(word, value) for word, value in pairs if word.text in known]
    if len(kinds) != 1:
        others = [word.text for word, _ in pairs if word.text not in BLOCK_OPTIONS]
        hint = did_you_mean(others[0], known) if others else None
        problem = "has no kind" if not kinds else "has more than one kind"
        notes.error(
            "bad-block",
            f"the block `{key.text}` {problem}",
            key.place,
            hint or f"it is {read.quoted_list(known)}",
        )
        return None
    word, value = kinds[0]
    draft = BlockDraft(name, word.text, {}, key.place, {word.text: value.place})
    for option, entry in pairs:
        draft.places[option.text] = entry.place
        if option.text in BLOCK_OPTIONS:
            _option(draft, option.text, entry, notes)
        elif option is not word and not option.text.startswith("x-"):
            hint = did_you_mean(option.text, (*BLOCK_OPTIONS, *known))
            notes.error("unknown-key", f"the block `{name}` has no key `{option.text}`", option.place, hint)
    roles = shelf[word.text].parameters if word.text in shelf else _words(word.text, value)
    _inputs(draft, roles, value, notes)
    return draft


def _words(kind: str, node: YamlNode) -> tuple[str, ...]:
    """What follows a built-in kind: its inputs, and the areas of spawn and unlock."""
    if kind == "spawn":
        return ("area",)
    if kind == "step":
        return general_roles(len(node.entries) if isinstance(node, YamlSequence) else 1)
    return ("from", "to", "key") if kind == "unlock" else ROLES[kind]


def _inputs(draft: BlockDraft, roles: tuple[str, ...], node: YamlNode, notes: ProblemLog) -> None:
    if isinstance(node, YamlMapping):
        for word, (_, value) in read.fields(node, f"`{draft.kind}`", roles, notes).items():
            _argument(draft, word, value, notes)
        return
    entries = node.entries if isinstance(node, YamlSequence) else [node]
    if len(entries) > len(roles):
        message = f"`{draft.kind}` takes {len(roles)} ({', '.join(roles)}), here are {len(entries)}"
        notes.error("bad-block", message, node.place)
    for word, value in zip(roles, entries, strict=False):
        _argument(draft, word, value, notes)


def _argument(draft: BlockDraft, word: str, node: YamlNode, notes: ProblemLog) -> None:
    draft.places[word] = node.place
    if isinstance(node, YamlScalar) and node.is_null:
        return
    if isinstance(node, YamlScalar) and node.text.startswith("$"):
        draft.said[word] = node.text
        return
    found = read.name(node, "an area" if word in ("area", "from", "to") else "a block", notes)
    if found is not None:
        draft.said[word] = found


def _option(draft: BlockDraft, word: str, node: YamlNode, notes: ProblemLog) -> None:
    if word == "needs":
        draft.said["needs"] = {
            role.text: _properties(role.text, value, notes)
            for role, value in read.pairs(node, "`needs`", notes, "the input")
        }
    elif word == "value":
        found = read.value(node, "`value`", notes)
        if found is not None:
            draft.said["value"] = found
    elif isinstance(node, YamlScalar) and node.text.startswith("$"):
        draft.said[word] = node.text
    else:
        draft.said[word] = read.name(node, BLOCK_OPTIONS[word].of, notes)


def _properties(role: str, node: YamlNode, notes: ProblemLog) -> tuple[tuple[str, Value | None], ...]:
    found: list[tuple[str, Value | None]] = []
    for key, value in read.pairs(node, f"what `{role}` needs", notes, "the property"):
        name = read.name(key, "a property", notes)
        is_open = isinstance(value, YamlScalar) and value.is_null
        said: Any = None if is_open else read.value(value, f"`{key.text}`", notes)
        if name is not None:
            found.append((name, said))
    return tuple(found)


def _output(key: YamlScalar, node: YamlNode, drafts: list[BlockDraft], notes: ProblemLog) -> BlockDraft:
    """`output: block`, or `output: {input: block, asks: Item}`."""
    name = OUTPUT_NAME
    while any(draft.name == name for draft in drafts):
        name += "_"
    draft = BlockDraft(name, "output", {}, key.place, {"input": node.place})
    if isinstance(node, YamlMapping):
        keys = read.fields(node, "`output`", OUTPUT.keys, notes)
        if "input" in keys:
            _argument(draft, "input", keys["input"][1], notes)
        if "asks" in keys:
            draft.places["item"] = keys["asks"][1].place
            draft.said["item"] = read.name(keys["asks"][1], "an item", notes)
    else:
        _argument(draft, "input", node, notes)
    return draft


# --- composed blocks --------------------------------------------------------------------------------------


def _read_composed(node: YamlNode, notes: ProblemLog) -> dict[str, ComposedBlock]:
    """`blocks:` of the pack: `{name: {takes: [a, b], blocks: {…}, gives: block}}`."""
    pairs = read.pairs(node, "`blocks`", notes, "the block")
    names = [key.text for key, _ in pairs]
    found: dict[str, ComposedBlock] = {}
    for key, value in pairs:
        name = read.name(key, "a block", notes)
        if name in ROLES:
            notes.error("bad-name", f"`{name}` is a kind of block already", key.place)
            continue
        keys = read.fields(value, f"the block `{key.text}`", COMPOSED.keys, notes)
        takes, gives = itemgetter("takes", "gives")(read.read_keys(keys, COMPOSED.keys, notes, {}))
        waiting = {other: ComposedBlock(other, (), (), "", key.place) for other in names}
        shelf = {**waiting, **found}
        for other, (_, inner) in ((k.text, (k, v)) for k, v in pairs):
            if (
                other not in found
                and isinstance(inner, YamlMapping)
                and isinstance(inner.get("takes"), YamlSequence)
            ):
                listed = inner.get("takes")
                assert isinstance(listed, YamlSequence)
                words = tuple(entry.text for entry in listed.entries if isinstance(entry, YamlScalar))
                shelf[other] = ComposedBlock(other, words, (), "", key.place)
        drafts = _drafts(keys["blocks"][1], shelf, notes) if "blocks" in keys else []
        if gives is None:
            notes.error(
                "missing-key",
                f"the block `{key.text}` needs `gives`: which block's thing it gives",
                key.place,
            )
        elif name is not None:
            found[name] = ComposedBlock(name, takes, tuple(drafts), gives, key.place)
    return found


def as_block(draft: BlockDraft) -> Block:
    """A draft of a built-in kind."""
    said = draft.said
    roles = ROLES[draft.kind]
    if draft.kind == "step":
        roles = general_roles(sum(word.startswith("input") for word in draft.places))
    return Block(
        name=draft.name,
        kind=draft.kind,
        inputs={role: said.get(role) for role in roles},
        area=said.get("area", said.get("from")),
        to=said.get("to"),
        property=said.get("property"),
        value=said.get("value"),
        item=said.get("item"),
        needs=said.get("needs", {}),
        place=draft.place,
        places=draft.places,
    )
