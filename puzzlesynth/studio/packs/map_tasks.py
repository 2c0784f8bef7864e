"""Maps of a pack: drawn, described, filled, counted, explained, suggested. All in a worker."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.pack.yaml.nodes import Source, YamlMapping, YamlNode, YamlScalar, YamlSequence, parse_yaml
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.studio.jobs.worker import Emit
from puzzlesynth.studio.protocol import Json

from .pack_source import PackSnapshot, load, read

if TYPE_CHECKING:
    from puzzlesynth.maps.filler import Filler
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.pack.puzzle_map import PuzzleMap
    from puzzlesynth.synth.exhaustion import Exhaustion

COUNT_LIMIT = 10_000
_WHOLE = re.compile("-?[0-9]{1,15}")
"""A number as JavaScript has it; a longer one stays a text."""
SECONDS = 60.0


@dataclass(frozen=True)
class MapRequest:
    source: PackSnapshot
    name: str
    number: int = 6
    seed: int = 0


@dataclass(frozen=True)
class SuggestRequest:
    source: PackSnapshot
    blocks: int
    seed: int


def show_maps(source: PackSnapshot, _emit: Emit) -> Json:
    """Every map as it is written, with the sentences that describe it."""
    from puzzlesynth.maps.description import describe
    from puzzlesynth.pack.puzzle_map import ROLES

    pack = read(source).pack
    written = _written(source)
    composed = written.get("blocks") or {}
    return {
        "roles": {
            kind: list(roles) for kind, roles in ROLES.items() if kind not in ("output", "step", "left")
        },
        "composed": {
            name: list(block.get("takes") or [])
            for name, block in composed.items()
            if isinstance(block, dict)
        },
        "maps": [
            {"name": name, "data": data, "sentences": describe(pack.maps[name]) if name in pack.maps else []}
            for name, data in (written.get("maps") or {}).items()
            if isinstance(data, dict)
        ],
        "blocks": [
            {"name": name, "data": data, "sentences": _composed_sentences(name, composed)}
            for name, data in composed.items()
            if isinstance(data, dict)
        ],
    }


def _composed_sentences(name: str, composed: dict[str, Any]) -> list[str]:
    """A block of one's own in words: what happens with the things that are handed to it."""
    from puzzlesynth.maps.description import describe
    from puzzlesynth.pack.readers.fields import ProblemLog
    from puzzlesynth.pack.readers.maps import read_maps

    data = composed[name]
    others = {other: block for other, block in composed.items() if other != name}
    text = json.dumps({"maps": {name: {"blocks": data.get("blocks") or {}}}, "blocks": others})
    node = parse_yaml(Source("block", text))[0]
    assert isinstance(node, YamlMapping)
    # What it takes is missing in a map of its own, which is no problem here.
    found = read_maps(node.get("maps"), node.get("blocks"), ProblemLog())
    takes = data.get("takes")
    words = [str(word) for word in takes] if isinstance(takes, list) else []
    return describe(found[name], words) if name in found else []


def _written(source: PackSnapshot) -> dict[str, Any]:
    """The maps and blocks of one's own, as plain data."""
    found: dict[str, Any] = {}
    for file, text in source.texts:
        data = plain(parse_yaml(Source(file, text))[0])
        if not isinstance(data, dict):
            continue
        if Path(file).stem == "maps" and "maps" not in data:
            data = {"maps": data}
        for key in ("maps", "blocks"):
            if isinstance(data.get(key), dict):
                found.setdefault(key, {}).update(data[key])
    return found


def plain(node: YamlNode | None) -> Any:
    """A YAML value as JSON has it."""
    if isinstance(node, YamlMapping):
        return {key.text: plain(value) for key, value in node.pairs}
    if isinstance(node, YamlSequence):
        return [plain(entry) for entry in node.entries]
    if not isinstance(node, YamlScalar) or node.is_null:
        return None
    if node.is_plain and node.text in ("true", "false", "True", "False"):
        return node.text.lower() == "true"
    if node.is_plain and _WHOLE.fullmatch(node.text):
        return int(node.text)
    return node.text


def _filler(given: MapRequest, exhaustion: Exhaustion | None = None) -> Filler:
    from puzzlesynth.maps.filler import filler_for
    from puzzlesynth.synth.options import SynthesisOptions

    pack = load(given.source)
    return filler_for(pack, _finished(pack, given.name), options=SynthesisOptions(exhaustion=exhaustion))


def _finished(pack: Pack, name: str) -> PuzzleMap:
    """A map without open inputs. Those that are open are named: the text of the pack is right and does not show them."""
    from puzzlesynth.pack.diagnostics.problems import PackError
    from puzzlesynth.puzzle.game_pack import complete_map

    try:
        return complete_map(pack, name)
    except PackError as error:
        if any(problem.code != "incomplete-map" for problem in error.problems):
            raise
        # "`mix` (combine) has no ingredient1 yet"
        open_ = [re.sub(r"`(\S+)` \(\S+\)", r"\1", problem.message) for problem in error.problems]
        raise BadInput(f"The map is not finished: {'; '.join(open_)}.") from None


def fill(given: MapRequest, emit: Emit) -> Json:
    """Puzzles of this shape, as cards."""
    from puzzlesynth.studio.puzzles.cards import card, difficulty
    from puzzlesynth.studio.puzzles.generation import the_end
    from puzzlesynth.synth.exhaustion import Exhaustion

    pack, number, exhaustion = load(given.source), 0, Exhaustion()
    for puzzle in islice(_filler(given, exhaustion).puzzles(given.seed), given.number):
        number += 1
        emit({"card": card(pack, puzzle), "progress": f"{number} of {given.number}"})
        emit({"difficulty": difficulty(pack, puzzle), "id": puzzle.id})
    return {"number": number, **the_end(exhaustion, number, given.number)}


def count_fillings(given: MapRequest, emit: Emit) -> Json:
    from puzzlesynth.maps.filler import FillingCount, count

    found = FillingCount(0)
    for found in count(_filler(given), COUNT_LIMIT):
        emit({"progress": str(found.least)})
    return {"text": str(found), "least": found.least, "exact": found.is_exact}


def why(given: MapRequest, _emit: Emit) -> Json:
    """What cannot hold together in a map; null: it can be filled."""
    from puzzlesynth.maps.conflict import smallest_conflict

    pack = load(given.source)
    conflict = smallest_conflict(pack, _finished(pack, given.name), SECONDS)
    if conflict is None:
        return None
    notes = []
    if conflict.because_of_shortcuts:
        notes.append("It can be filled if players may skip steps (shortcuts: allow).")
    if conflict.because_of_dead_ends:
        notes.append("It can be filled if players may get stuck (dead_ends: report).")
    return {
        "parts": [{"kind": part.kind, "name": part.name, "text": part.text} for part in conflict.parts],
        "notes": notes,
    }


def suggest(given: SuggestRequest, emit: Emit) -> Json:
    """A map that the pack can fill, as plain data; null: none was found."""
    from puzzlesynth.maps.suggestions import suggest as suggested
    from puzzlesynth.pack.yaml.writer import map_text

    emit({"progress": "looking for a map"})
    found = next(
        iter(suggested(load(given.source), given.blocks, count=1, seed=given.seed, time_limit=SECONDS)), None
    )
    if found is None:
        return None
    data = plain(parse_yaml(Source("map", map_text(found)))[0])
    return next(iter(data.values()))
