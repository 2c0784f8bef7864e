"""Composed blocks: several blocks that are used like one, taken apart where a map uses them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from puzzlesynth.pack.bounds import MAX_DEPTH, MAX_EXPANDED_BLOCKS
from puzzlesynth.pack.puzzle_map import ROLES, Block
from puzzlesynth.pack.yaml.location import Place
from puzzlesynth.quick_dataclasses import dataclass, field, replace

if TYPE_CHECKING:
    from puzzlesynth.pack.readers.fields import ProblemLog


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
    from puzzlesynth.pack.readers.maps import as_block

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
