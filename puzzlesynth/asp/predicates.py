"""The predicates of the logic program as clorm classes, by name: `Step` is `step/2`, `OpenedBy` is `opened_by/2`.

`predicates.pyi` says the same to editors and type checkers; `python -m tests.support.predicate_stub` writes it.
"""

from __future__ import annotations

from .clorm_classes import Node, answer_classes, fact_classes

_CLASSES = {one.__name__: one for one in (*fact_classes().values(), *answer_classes().values())}

globals().update(_CLASSES)
__all__ = ["Node", *_CLASSES]
