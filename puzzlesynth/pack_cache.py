"""What is worked out once for each pack in use, and forgotten with it."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import TypeVar

Owner = TypeVar("Owner")
Value = TypeVar("Value")


def per_pack(make: Callable[[Owner], Value]) -> Callable[[Owner], Value]:
    """A function of a pack that remembers its result as long as the pack lives.

    Packs are compared by identity: they are large, and two equal ones may be in use at the same time. The result must
    not refer to the pack, or neither would ever be freed. Threads that ask at the same time get the same result.
    """
    known: dict[int, tuple[weakref.ref[Owner], Value]] = {}
    making = RLock()

    def remembered(pack: Owner) -> tuple[weakref.ref[Owner], Value] | None:
        found = known.get(id(pack))
        return found if found is not None and found[0]() is pack else None

    @wraps(make)
    def of(pack: Owner) -> Value:
        found = remembered(pack)
        if found is None:
            with making:
                found = remembered(pack)
                if found is None:
                    found = known[id(pack)] = (weakref.ref(pack), make(pack))
                    weakref.finalize(pack, known.pop, id(pack), None)
        return found[1]

    return of
