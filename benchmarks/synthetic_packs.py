"""Packs of any size: things made from things in layers, with tools that are kept and things that must be dried first.

The same size and seed always give the same pack. Things of the lowest layer can be placed, all others must be made.
"""

from __future__ import annotations

from random import Random

LAYERS = 8
"""How many steps lie between the lowest layer and the goals."""

MOST_GOALS = 30


def synthetic_pack(size: int, layers: int = LAYERS, seed: int = 1) -> str:
    """The YAML of a pack with `size` items and `size` rules, whose goals are `layers` steps deep."""
    random = Random(size * 1000 + seed)
    layers = min(layers, max(2, size // 5))
    count = [size // (layers + 1)] * (layers + 1)
    count[0] += size - sum(count)
    names = [[f"Thing{layer}x{n}" for n in range(count[layer])] for layer in range(layers + 1)]
    items = [
        f"  {name}: {{carryable: true{_extra(layer)}}}"
        for layer in range(layers + 1)
        for name in names[layer]
    ]
    rules: list[str] = []
    made = [(layer, name) for layer in range(1, layers + 1) for name in names[layer]]
    while len(rules) < size:
        layer, name = made[len(rules) % len(made)]
        rules.append(_rule(random, names, layer, name, len(rules)))
    goals = ", ".join(names[layers][:MOST_GOALS])
    depth = f"{{min: {layers}, max: {layers + 2}}}"
    return "\n".join(
        [
            f"pack: synthetic{size}",
            "items:",
            *items,
            "rules:",
            *(f"  - '{rule}'" for rule in rules),
            f"areas: {{Workshop: {{start: true, goals: [{goals}], depth: {depth}}}}}",
            "",
        ]
    )


def _extra(layer: int) -> str:
    return ", wet: true" if layer == 0 else ", notSpawnable: true"


def _rule(random: Random, names: list[list[str]], layer: int, name: str, number: int) -> str:
    """Something from the layer below, and often something else: consumed, or a tool that is kept."""
    main = random.choice(names[layer - 1])
    other = random.choice(names[random.randrange(layer)])
    way = random.random()
    if other == main or way < 0.3:
        return f"{name} ::= Shape{number} {main}"
    if way < 0.7:
        return f"{name} ::= Join{number} {main} {other}"
    return f"{name} {other} ::= Work{number} {main} {other}"
