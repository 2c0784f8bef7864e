"""A failing pack made as small as possible while it still fails in the same way."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from puzzlesynth.pack import Pack
from tests.fuzz.pack_draft import Data
from tests.fuzz.random_packs import sound

SECONDS = 40.0


def shrunk(data: Data, fails: Callable[[Pack], bool], seconds: float = SECONDS) -> Data:
    """Leaves out whatever can be left out, again and again, until nothing more can or the time is up."""
    end = monotonic() + seconds
    data = _listed(data)
    again = True
    while again and monotonic() < end:
        again = False
        for smaller in _smaller(data):
            if monotonic() > end:
                break
            pack = sound(smaller)
            if pack is not None and fails(pack):
                data, again = smaller, True
                break
    return data


def _listed(data: Data) -> Data:
    """Rules as a list, so that each can go."""
    rules = data["rules"]
    return {**data, "rules": rules.splitlines() if isinstance(rules, str) else list(rules)}


def _smaller(data: Data) -> Iterator[Data]:
    for name in data["areas"]:
        yield _without_area(data, name)
    for index in range(len(data["rules"])):
        yield {**data, "rules": data["rules"][:index] + data["rules"][index + 1 :]}
    for name in data["items"]:
        yield {**data, "items": {other: it for other, it in data["items"].items() if other != name}}
    for key in ("guarantees", "limits"):
        if key in data:
            yield {other: it for other, it in data.items() if other != key}
    for section in ("items", "areas"):
        for name, entry in data[section].items():
            for key in entry:
                if key != "goals" or len(entry[key]) > 1:
                    yield _changed(data, section, name, key, None)
                if isinstance(entry[key], list) and len(entry[key]) > 1:
                    for index in range(len(entry[key])):
                        yield _changed(data, section, name, key, entry[key][:index] + entry[key][index + 1 :])
    yield from _simpler_rules(data)


def _without_area(data: Data, gone: str) -> Data:
    found = copy.deepcopy(data)
    del found["areas"][gone]
    for section, keys in (("areas", ("connects", "open", "doors")), ("items", ("area",))):
        for entry in found[section].values():
            for key in keys:
                if key in entry:
                    entry[key] = [it for it in entry[key] if gone not in (it, _behind(it))]
                    if not entry[key]:
                        del entry[key]
    return found


def _behind(door: Any) -> Any:
    return door.get("to") if isinstance(door, dict) else door


def _changed(data: Data, section: str, name: str, key: str, value: Any) -> Data:
    found = copy.deepcopy(data)
    if value is None:
        del found[section][name][key]
    else:
        found[section][name][key] = value
    return found


def _simpler_rules(data: Data) -> Iterator[Data]:
    """A term less, or a term without its brackets."""
    for index, rule in enumerate(data["rules"]):
        line = rule["rule"] if isinstance(rule, dict) else rule
        left, right = line.split(" ::= ")
        action, *inputs = _terms(right)
        for side, terms in (("left", _terms(left)), ("right", inputs)):
            for n, term in enumerate(terms):
                fewer = [terms[:n] + terms[n + 1 :]] if len(terms) > 1 else []
                bare = [[*terms[:n], term.split("[")[0], *terms[n + 1 :]]] if "[" in term else []
                for changed in fewer + bare:
                    one, other = (changed, inputs) if side == "left" else (_terms(left), changed)
                    new = f"{' '.join(one)} ::= {action} {' '.join(other)}"
                    entry = {**rule, "rule": new} if isinstance(rule, dict) else new
                    yield {**data, "rules": [*data["rules"][:index], entry, *data["rules"][index + 1 :]]}


def _terms(text: str) -> list[str]:
    found: list[str] = []
    depth = 0
    for word in text.split(" "):
        if depth:
            found[-1] += f" {word}"
        elif word:
            found.append(word)
        depth += word.count("[") - word.count("]")
    return found
