"""`id` and `tree`: the same for the same puzzle whatever things are called, different otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.pack.model import Value
from puzzlesynth.puzzle import Puzzle, area_depths, identity, metrics_of
from puzzlesynth.puzzle.identity import _described, _quickly_described
from tests.support.random_worlds import told_puzzles
from tests.support.samples import random_examples
from tests.support.tiny_packs import HEIST_PUZZLE, pack, puzzle

COPIES = pack(
    "Nut[copies: 4]+ Oil[copies: 4]+- Lamp[copies: 4] Press Tree[copies: 3]",
    [
        "Oil Press ::= Squeeze Nut Press",
        "Lamp[full: True] ::= Fill Lamp Oil",
        "Goal ::= Light Lamp#a[full: True] Lamp#b[full: True]",
        "Lamp[clean: True] ::= Wipe Lamp",
    ],
    {"Here": {"start": True}, "There": {"start": True}},
)


def lamps(*, crossed: bool = False, shared: bool = False, wiped: str = "", place: str = "Here") -> Puzzle:
    """Two nuts make two oils that fill two lamps; all copies are alike but for what is done with them."""
    first, second = ("lamp2", "lamp1") if crossed else ("lamp1", "lamp2")
    steps = [
        "s1 Here 1: nut1 press -> oil1 press",
        f"s2 Here 1: {'nut1' if shared else 'nut2'} press -> oil2 press",
        f"s3 Here 2: {first}{'<s6' if wiped == first else ''} oil1<s1 -> {first}",
        f"s4 Here 2: {second} oil2<s2 -> {second}",
        f"s5 Here 3: {first}<s3 {second}<s4 -> goal",
    ]
    if wiped:
        steps.insert(0, f"s6 Here 4: {wiped} -> {wiped}")
    return puzzle(
        COPIES,
        [f"nut1 Nut {place}", "nut2 Nut Here", "lamp1 Lamp Here", "lamp2 Lamp Here", "press Press Here",
         "tree1 Tree Here", "tree2 Tree There", "tree3 Tree There"],
        steps,
        {"oil1": "Oil", "oil2": "Oil", "goal": "Goal"},
        solved_by={"Here": "s5", "There": "s5"},
    )  # fmt: skip


def renamed(told: Puzzle, seed: int) -> Puzzle:
    """Other names, other order, other seed and numbers: the same puzzle."""
    random = Random(seed)

    def fresh(names: list[str], letter: str) -> dict[str, str]:
        numbers = random.sample(range(1000), len(names))
        return {name: f"{letter}{number}" for name, number in zip(names, numbers, strict=True)}

    thing = fresh([o.id for o in told.objects] + [c.id for c in told.creates], "x")
    step = fresh([s.id for s in told.steps], "t")

    def shuffled(entries: list) -> tuple:  # type: ignore[type-arg]
        random.shuffle(entries)
        return tuple(entries)

    return replace(
        told,
        seed=seed,
        metrics={"steps": seed},
        guarantees={"x": "y"},
        areas=shuffled([replace(a, solved_by=step[a.solved_by]) for a in told.areas]),
        objects=shuffled(
            [replace(o, id=thing[o.id], inside=thing[o.inside] if o.inside else None) for o in told.objects]
        ),
        creates=shuffled([replace(c, id=thing[c.id]) for c in told.creates]),
        steps=shuffled(
            [
                replace(
                    s,
                    id=step[s.id],
                    inputs=tuple(thing[i] for i in s.inputs),
                    outputs=tuple(thing[o] for o in s.outputs),
                    sources=tuple(step[f] if f else None for f in s.sources),
                    after=shuffled([step[a] for a in s.after]),
                )
                for s in told.steps
            ]
        ),
        solution=tuple(step[s] for s in told.solution),
    )


@pytest.mark.parametrize("told", [HEIST_PUZZLE, lamps(), lamps(wiped="lamp1"), lamps(shared=True)])
@pytest.mark.parametrize("seed", range(6))
def test_names_order_seed_and_numbers_do_not_matter(told: Puzzle, seed: int) -> None:
    assert identity(renamed(told, seed)) == identity(told)


def test_which_of_several_copies_is_used_does_not_matter() -> None:
    assert identity(lamps(crossed=True)) == identity(lamps())
    assert identity(lamps(crossed=True, wiped="lamp2")) == identity(lamps(wiped="lamp1"))


def test_a_different_structure_is_a_different_tree() -> None:
    trees = [identity(told)[1] for told in (HEIST_PUZZLE, lamps(), lamps(shared=True), lamps(wiped="lamp1"))]
    assert len(set(trees)) == 4


def test_another_place_changes_the_id_and_not_the_tree() -> None:
    one, other = identity(lamps()), identity(lamps(place="There"))
    assert one[1] == other[1]
    assert one[0] != other[0]
    moved = replace(
        HEIST_PUZZLE, steps=(replace(HEIST_PUZZLE.steps[0], place="Bank"), *HEIST_PUZZLE.steps[1:])
    )
    assert identity(moved)[1] == identity(HEIST_PUZZLE)[1]
    assert identity(moved)[0] != identity(HEIST_PUZZLE)[0]


def test_an_order_that_follows_from_places_is_not_part_of_the_tree() -> None:
    last = HEIST_PUZZLE.steps[-1]
    ordered = replace(HEIST_PUZZLE, steps=(*HEIST_PUZZLE.steps[:-1], replace(last, after=("s1", "s4"))))
    assert identity(ordered)[1] == identity(HEIST_PUZZLE)[1]
    assert identity(ordered)[0] != identity(HEIST_PUZZLE)[0]


def test_another_object_another_goal_another_rule_another_value_is_another_puzzle() -> None:
    first = HEIST_PUZZLE.objects[0]
    others = [
        replace(HEIST_PUZZLE, objects=HEIST_PUZZLE.objects[1:]),
        replace(HEIST_PUZZLE, areas=(replace(HEIST_PUZZLE.areas[0], goal="Badge"),)),
        replace(HEIST_PUZZLE, steps=(replace(HEIST_PUZZLE.steps[0], rule=4), *HEIST_PUZZLE.steps[1:])),
        replace(HEIST_PUZZLE, objects=(replace(first, properties={"locked": 1}), *HEIST_PUZZLE.objects[1:])),
        replace(HEIST_PUZZLE, pack_sha256="f" * 64),
    ]
    assert len({identity(told)[1] for told in [HEIST_PUZZLE, *others]}) == 6


def test_false_is_the_same_as_not_given() -> None:
    first = HEIST_PUZZLE.objects[1]
    spelt = replace(first, properties={"distracted": False})
    assert identity(
        replace(HEIST_PUZZLE, objects=(HEIST_PUZZLE.objects[0], spelt, *HEIST_PUZZLE.objects[2:]))
    ) == (identity(HEIST_PUZZLE))


@pytest.mark.seconds
def test_many_things_that_are_alike_do_not_take_for_ever() -> None:
    steps = [f"s{n} Here 4: lamp{n} -> lamp{n}" for n in range(14)]
    told = puzzle(COPIES, [f"lamp{n} Lamp Here" for n in range(14)], steps, solved_by={"There": "s0"})
    assert identity(renamed(told, 1)) == identity(told)


def test_numbers_follow_from_the_tree() -> None:
    assert metrics_of(HEIST_PUZZLE) == {"steps": 5, "depth": 4, "objects": 5}
    assert area_depths(HEIST_PUZZLE) == {"Bank": 4}
    assert area_depths(lamps()) == {"Here": 3, "There": 0}


def test_a_chain_of_any_length_and_even_a_circle_is_measured() -> None:
    names = [f"s{n}" for n in range(5000)]
    top = HEIST_PUZZLE.steps[4]
    chain = tuple(
        replace(top, id=name, sources=(names[n - 1] if n else None,)) for n, name in enumerate(names)
    )
    goal = replace(HEIST_PUZZLE.areas[0], solved_by="s4999")
    assert area_depths(replace(HEIST_PUZZLE, steps=chain, areas=(goal,))) == {"Bank": 5000}
    identity(replace(HEIST_PUZZLE, steps=chain, areas=(goal,)))
    circle = (replace(top, id="s0", sources=("s1",)), replace(top, id="s1", sources=("s0",)))
    area_depths(replace(HEIST_PUZZLE, steps=circle, areas=(replace(goal, solved_by="s0"),)))
    identity(replace(HEIST_PUZZLE, steps=circle, areas=(replace(goal, solved_by="s0"),)))


def test_ids_are_hashes_of_what_python_writes() -> None:
    """Ids are in files that people keep, so the text that is hashed never changes."""
    one = HEIST_PUZZLE
    keys = {
        s.id: (s.rule, tuple(map(one.items.get, s.inputs)), tuple(map(one.items.get, s.outputs)))
        for s in one.steps
    }
    ranks = {
        name: rank for rank, name in enumerate(sorted(keys, key=lambda name: str(keys[name][0]).zfill(3)))
    }
    assert len({key[0] for key in keys.values()}) == len(keys)
    tree = (
        one.pack,
        one.pack_sha256,
        sorted((goal.name, goal.goal, ranks[goal.solved_by]) for goal in one.areas),
        sorted(
            (thing.item, one.items.get(thing.inside or "", ""), written(thing.properties))
            for thing in one.objects
        ),
        sorted(made.item for made in one.creates),
        sorted(
            (ranks[s.id], keys[s.id], [-1 if name is None else ranks[name] for name in s.sources])
            for s in one.steps
        ),
    )
    places = (
        sorted((o.item, o.area or "", one.items.get(o.inside or "", ""), o.placed) for o in one.objects),
        sorted((ranks[s.id], s.place or "", sorted(ranks[name] for name in s.after)) for s in one.steps),
        sorted((goal.name, goal.opened_by or "") for goal in one.areas),
        None,
    )
    hashes = [
        blake2b(text.encode(), digest_size=12).hexdigest() for text in (repr(tree) + repr(places), repr(tree))
    ]
    assert identity(one) == tuple(hashes)


@pytest.mark.seconds
@random_examples(60)
@given(told_puzzles(), st.randoms(use_true_random=False))
def test_the_quick_description_is_the_same(made: tuple[object, Puzzle], random: Random) -> None:
    told = made[1]
    unknown = replace(random.choice(told.steps), sources=("?",)) if told.steps else None
    for one in (told, replace(told, steps=(*told.steps[1:], unknown)) if unknown else told):
        names = {name: f"{item} {name}" for name, item in one.items.items()}
        for some in (names, one.items, {name: names[name] for name in [*names][1:]}):
            try:
                slowly = _described(one, some)
            except KeyError:
                continue
            assert _quickly_described(one, some) in (None, slowly)
    assert _quickly_described(HEIST_PUZZLE, HEIST_PUZZLE.items) == _described(
        HEIST_PUZZLE, HEIST_PUZZLE.items
    )


def written(properties: Mapping[str, Value]) -> str:
    kept = sorted(
        (name, type(value).__name__, value) for name, value in properties.items() if value is not False
    )
    return repr(kept) if kept else ""
