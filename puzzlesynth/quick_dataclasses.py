"""Dataclasses that are made in a fifth of the time.

The standard decorator compiles up to six functions for each class, half a millisecond in Python 3.11. With the hundred
classes that the first puzzle needs this was a third of its processor time. Here the standard decorator only collects the
fields, `__init__` alone is compiled, and the other methods are shared. The classes are real dataclasses: `fields`,
`replace`, `asdict` and pattern matching work as usual, and type checkers see the standard decorator.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, FrozenInstanceError, field, fields, replace
from dataclasses import dataclass as standard_dataclass
from operator import attrgetter
from reprlib import recursive_repr

TYPE_CHECKING = False


class _Marker:
    def __repr__(self) -> str:
        return "<factory>"


MADE_ANEW = _Marker()
"""The default of a parameter whose value a factory makes for each object."""

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass
    from typing import Any

    Values = Callable[[Any], tuple[Any, ...]]
else:

    def dataclass(cls=None, /, *, frozen=False, eq=True, slots=False, kw_only=False):
        """As `dataclasses.dataclass`, with the parameters that this project uses."""

        def decorated(cls):
            if cls.__doc__ is None:  # or the standard decorator would work out a signature for it
                cls.__doc__ = cls.__name__
            # The standard decorator looks at whether the bases are frozen, and compiles two functions if the class is.
            inherits = any(hasattr(base, "__dataclass_params__") for base in cls.__mro__[1:])
            collect_fields = standard_dataclass(
                init=False, repr=False, eq=False, slots=slots, kw_only=kw_only, frozen=frozen and inherits
            )
            made = collect_fields(cls)
            made.__dataclass_params__.frozen = frozen
            _complete(made, frozen, eq, slots)
            return made

        return decorated if cls is None else decorated(cls)


def _complete(cls: Any, frozen: bool, eq: bool, slots: bool) -> None:
    """Adds every method that the class does not define itself."""
    own = cls.__dict__
    cls.__init__ = _initializer(cls, frozen, slots)
    if "__repr__" not in own:
        cls.__repr__ = _representation
    if eq:
        compared = _values_of([each.name for each in fields(cls) if each.compare])
        hashed_otherwise = own.get("__hash__") is not None
        if "__eq__" not in own:
            cls.__eq__ = _equality(compared)
        if not hashed_otherwise:
            cls.__hash__ = _hash(compared) if frozen else None
    if frozen:
        cls.__setattr__ = _refuse_assignment
        cls.__delattr__ = _refuse_deletion
        if slots:
            cls.__getstate__ = _state
            cls.__setstate__ = _restore_state


def _initializer(cls: type[Any], frozen: bool, slots: bool) -> Callable[..., None]:
    """`__init__`, the one method that is compiled: it is called too often to be general."""
    names: dict[str, Any] = {"_MADE_ANEW": MADE_ANEW, "_assign": object.__setattr__}
    positional: list[str] = ["self"]
    keywords: list[str] = []
    body = ["_values = self.__dict__"] if frozen and not slots else []
    for each in fields(cls):
        if each.init:
            (keywords if each.kw_only else positional).append(_parameter(each, names))
        body += _assignment(each, names, frozen, slots)
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = [*positional, "*", *keywords] if keywords else positional
    exec("\n ".join([f"def __init__({', '.join(parameters)}):", *body, "return None"]), names)
    made: Callable[..., None] = names["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__annotations__ = {each.name: each.type for each in fields(cls) if each.init} | {"return": None}
    return made


def _parameter(each: Field[Any], names: dict[str, Any]) -> str:
    """A field as a parameter; its default is added to the names that the text may use."""
    if each.default is not MISSING:
        names[f"_default_{each.name}"] = each.default
        return f"{each.name}=_default_{each.name}"
    return each.name if each.default_factory is MISSING else f"{each.name}=_MADE_ANEW"


def _assignment(each: Field[Any], names: dict[str, Any], frozen: bool, slots: bool) -> list[str]:
    name, lines = each.name, []
    if each.default_factory is not MISSING:
        names[f"_make_{name}"] = each.default_factory
        lines.append(
            f"if {name} is _MADE_ANEW: {name} = _make_{name}()" if each.init else f"{name} = _make_{name}()"
        )
    elif not each.init:
        return []  # the class has its default, or the class itself sets it later
    if not frozen:
        return [*lines, f"self.{name} = {name}"]
    return [*lines, f"_assign(self, {name!r}, {name})" if slots else f"_values[{name!r}] = {name}"]


def _values_of(names: list[str]) -> Values:
    """A function that reads these attributes of an object."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple([getattr(self, name) for name in names])


def _equality(compared: Values) -> Callable[[Any, Any], Any]:
    return lambda self, other: (
        compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented
    )


def _hash(compared: Values) -> Callable[[Any], int]:
    return lambda self: hash(compared(self))


@recursive_repr()
def _representation(self: Any) -> str:
    shown = [f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse_assignment(self: Any, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in fields(self)]


def fields_only(self: Any) -> dict[str, Any]:
    """The `__getstate__` of a class whose objects remember what was worked out of their fields: that is not sent to
    another process, and another thread may add to it while an object is pickled."""
    values = self.__dict__
    return {each.name: values[each.name] for each in fields(self)}


def _restore_state(self: Any, state: list[Any]) -> None:
    for each, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)


__all__ = ["dataclass", "field", "fields", "fields_only", "replace"]
