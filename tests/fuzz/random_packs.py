"""Random packs that cover what a pack can say, by construction; everything follows from one number.

Each pack first draws which features it has (*swarm testing*, Groce et al. 2012): a pack that uses a few features often
finds more than one that uses all of them rarely. Then it grows rules backwards from its goals, so that most packs have
puzzles, and adds rules that are not needed, so that most have ways around them.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import yaml

from puzzlesynth.pack import Pack, PackError, Severity, check_pack
from tests.fuzz.counted_packs import pack_of
from tests.fuzz.pack_draft import Data, PackDraft, Size

FEATURES = (
    "types", "flags", "numbers", "words", "fixed", "restricted", "contents", "copies", "labels", "tools", "spent",
    "byproducts", "storing", "releasing", "emptying", "filling", "toggles", "abstract", "fail", "goals",
    "goal_properties", "goal_contents", "starts", "branches", "diamonds", "links", "doors", "adjoining", "idle_areas",
    "depths", "shortcut_policies", "dead_end_policies", "limits", "herrings", "furniture", "reuse", "spawnable_results",
    "listed",
)  # fmt: skip

SIZES = (Size(5, 2, 2, 2), Size(6, 3, 3, 2), Size(7, 3, 3, 3), Size(14, 8, 5, 4))
WEIGHTS = (5, 4, 2, 1)


@dataclass(frozen=True)
class Drawn:
    seed: int
    data: Data
    features: frozenset[str]
    pack: Pack

    @property
    def text(self) -> str:
        return yaml_of(self.data)


class _Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """Rules in one text are written as a block, one a line."""


def _written(dumper: Any, text: str) -> Any:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _written)


def yaml_of(data: Data) -> str:
    return str(yaml.dump(data, Dumper=_Dumper, sort_keys=False, default_flow_style=None, width=1000))


def draw(seed: int) -> Drawn:
    """The pack of a seed. What `check` has an error for is drawn again: no puzzles could be made from it."""
    random = Random(seed)
    while True:
        density = random.choice((0.1, 0.25, 0.45))
        features = frozenset(name for name in FEATURES if random.random() < density)
        data = PackDraft(random, random.choices(SIZES, WEIGHTS)[0], features).pack()
        pack = sound(data)
        if pack is not None:
            return Drawn(seed, data, features, pack)


IMPOSSIBLE = {"impossible-goal", "solved-already"}
"""What `check` calls an error because no puzzle can exist: a claim like any other."""


def draw_refused(seed: int) -> Drawn:
    """A pack that `check` refuses since no goal of it could ever be met by a puzzle, and for no other reason."""
    random = Random(f"refused {seed}")
    while True:
        features = frozenset(name for name in FEATURES if random.random() < 0.25)
        data = PackDraft(random, SIZES[0], features).pack()
        try:
            pack = pack_of(yaml_of(data))
        except PackError:
            continue
        codes = {problem.code for problem in check_pack(pack) if problem.severity is Severity.ERROR}
        if codes and codes <= IMPOSSIBLE:
            return Drawn(seed, data, features | {"refused"}, pack)


def sound(data: Data) -> Pack | None:
    """The pack, if it can be read and `check` finds no error in it."""
    try:
        pack = pack_of(yaml_of(data))
    except PackError:
        return None
    return None if any(problem.severity is Severity.ERROR for problem in check_pack(pack)) else pack
