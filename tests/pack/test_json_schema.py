"""The schema that editors use accepts what packs may say, and refuses what `load_pack` refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from puzzlesynth.pack import pack_schema
from puzzlesynth.pack.template import template
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"


def faults(text: str) -> list[str]:
    return [fault.message for fault in Draft202012Validator(pack_schema()).iter_errors(yaml.safe_load(text))]


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(pack_schema())


@pytest.mark.parametrize("path", sorted([*EXAMPLES.glob("*/pack.yaml"), *EXAMPLES.glob("*.yaml")]), ids=str)
def test_it_accepts_the_examples(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("section", ["items", "rules", "areas"])
def test_it_accepts_the_sections_of_split_examples(section: str) -> None:
    for path in EXAMPLES.glob(f"*/{section}.yaml"):
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        inner = content[section] if isinstance(content, dict) and section in content else content
        assert faults(yaml.safe_dump({"pack": "p", section: inner})) == []


def test_it_accepts_the_template() -> None:
    assert faults(template("p")) == []


@pytest.mark.parametrize(
    "text",
    [
        "items: {}",
        "pack: p\ntitel: x",
        "pack: p\nitems: {A b: }",
        "pack: p\nitems: {A: {copies: 0}}",
        "pack: p\nitems: {A: {carryable: 3}}",
        "pack: p\nitems: {A: {size: 1.5}}",
        "pack: p\nitems: {A: {size: [1]}}",
        "pack: p\nrules: [{name: x}]",
        "pack: p\nrules: [{rule: A ::= Do B, wait: 3}]",
        "pack: p\nareas: {X: {goal: A}}",
        "pack: p\nareas: {X: {goals: A, depth: 4}}",
        "pack: p\nareas: {X: {goals: A, depth: {min: 0}}}",
        "pack: p\nareas: {X: {goals: A, shortcuts: perhaps}}",
        "pack: p\nguarantees: {shortcut: allow}",
        "pack: p\nlimits: {stages: 0}",
        "pack: p\nlimits: {copies: 0}",
        "pack: p\nlimits: {steps: 5}",
        "pack: p\nareas: {X: {doors: [{key: K}]}}",
        "pack: p\nmaps: {M: {block: {}}}",
        "pack: p\nmaps: {M: {areas: {X: {starts: true}}}}",
        "pack: p\nmaps: {M: {blocks: {a: {spawn: 3}}}}",
        "pack: p\nblocks: {b: {takes: [a]}}",
    ],
)
def test_it_refuses_what_a_pack_cannot_say(text: str) -> None:
    assert faults(text)


def described(schema: Any, path: str = "") -> list[str]:
    """Keys that a designer can write and that say nothing about themselves."""
    silent: list[str] = []
    if isinstance(schema, dict):
        for name, inner in schema.get("properties", {}).items():
            known = inner is True or "description" in inner or "$ref" in inner
            silent += [] if known else [f"{path}/{name}"]
        for name, inner in schema.items():
            silent += described(inner, f"{path}/{name}")
    return silent


def test_every_key_explains_itself() -> None:
    assert described(pack_schema()) == []
