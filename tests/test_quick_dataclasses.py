"""The quick dataclasses behave as the standard ones do."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import deepcopy
from dataclasses import FrozenInstanceError, asdict, is_dataclass
from dataclasses import dataclass as standard
from functools import cached_property
from inspect import signature
from typing import Any

import pytest

from puzzlesynth.quick_dataclasses import dataclass as quick
from puzzlesynth.quick_dataclasses import field, fields, fields_only, replace


@quick(frozen=True)
class Key:
    name: str
    teeth: int = 3
    marks: list[str] = field(default_factory=list, compare=False)

    @cached_property
    def title(self) -> str:
        return self.name.title()


@quick(frozen=True, slots=True)
class Lock:
    """What a key opens."""

    key: Key
    open: bool = field(default=False, repr=False)


@quick(frozen=True, kw_only=True)
class Chest(Key):
    """Parameters of its own come by name."""

    lock: Lock | None = None


@quick
class Counter:
    """Can be changed."""

    count: int = 0
    seen: list[int] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.seen.append(self.count)


def made(dataclass: Callable[..., Any], **options: bool) -> Any:
    """The same class by either decorator."""

    @dataclass(**options)
    class Made:
        """Something with every kind of field."""

        first: int
        second: str = "b"
        third: tuple[int, ...] = field(default=(), compare=False, repr=False)
        fourth: list[int] = field(default_factory=list, kw_only=True, compare=False)

    return Made


OPTIONS = [
    {},
    {"frozen": True},
    {"slots": True},
    {"frozen": True, "slots": True},
    {"eq": False},
    {"frozen": True, "eq": False},
    {"kw_only": True, "frozen": True},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_both_decorators_make_the_same(options: dict[str, bool]) -> None:
    one, other = made(quick, **options), made(standard, **options)
    values = {"first": 1, "third": (2,), "fourth": [3]}
    assert str(signature(one)) == str(signature(other))
    assert repr(one(**values)) == repr(other(**values))
    assert asdict(one(**values)) == asdict(other(**values))
    differences: list[dict[str, Any]] = [{}, {"first": 2}, {"third": ()}, {"fourth": []}]
    for changes in differences:
        same = [cls(**values) == cls(**{**values, **changes}) for cls in (one, other)]
        assert same[0] is same[1], changes
    assert (one.__hash__ is None) is (other.__hash__ is None)
    if options.get("frozen") and options.get("eq", True):
        assert hash(one(**values)) == hash(other(**values))
    assert one.__match_args__ == other.__match_args__


def test_frozen_means_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Key("brass").name = "iron"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del Lock(Key("brass")).open
    assert Key("brass key").title == "Brass Key"


@pytest.mark.parametrize("thing", [Key("brass"), Lock(Key("brass"), True), Chest("oak", lock=Lock(Key("a")))])
def test_copies_are_equal(thing: Any) -> None:
    assert pickle.loads(pickle.dumps(thing)) == deepcopy(thing) == replace(thing) == thing
    assert is_dataclass(thing)


@quick(frozen=True)
class Ring:
    """Remembers what was worked out, which is not pickled."""

    keys: tuple[Any, ...]
    name: str = "ring"

    __getstate__ = fields_only

    @cached_property
    def size(self) -> int:
        return len(self.keys)


class Sized(str):
    """Has a ring work out its size in the middle of pickling, as another thread may."""

    rings: list[Ring] = []  # noqa: RUF012

    def __reduce__(self) -> tuple[Any, ...]:
        assert [ring.size for ring in self.rings] == [1]
        return str, ("sized",)


def test_what_is_remembered_is_not_pickled() -> None:
    ring = Ring((Sized(),))
    Sized.rings[:] = [ring]
    sent = pickle.dumps(ring)
    assert "size" in ring.__dict__
    assert pickle.loads(sent) == Ring(("sized",))
    assert vars(pickle.loads(pickle.dumps(ring))) == {"keys": ("sized",), "name": "ring"}


def test_standard_dataclasses_can_be_derived_and_the_other_way_round() -> None:
    """Exporters of users are."""

    @standard(frozen=True)
    class Safe(Key):
        weight: int = 1

    @quick(frozen=True)
    class Vault(Safe):
        guards: int = 2

    assert replace(Vault("big"), guards=3) == Vault("big", guards=3)
    with pytest.raises(FrozenInstanceError):
        Safe("small").weight = 2  # type: ignore[misc]
    with pytest.raises(TypeError, match="frozen"):
        standard(type("Thawed", (Key,), {}))


def test_what_is_made_anew_for_each_is_its_own() -> None:
    one, other = Counter(1), Counter(1)
    assert one == other
    one.seen.append(5)
    assert one != other
    assert [each.name for each in fields(one)] == ["count", "seen"]


def test_other_classes_are_never_equal() -> None:
    assert Key("a") != Chest("a")
    name: object = "a"
    assert Key("a") != name


def test_a_missing_argument_is_named() -> None:
    with pytest.raises(TypeError, match="name"):
        Key()  # type: ignore[call-arg]
