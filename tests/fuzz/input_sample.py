"""A file that the fuzzer of inputs damages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Sample:
    """A file that is going to be damaged, and what lies beside it."""

    form: str
    name: str
    """Its path in the folder of the case."""
    data: bytes
    beside: Mapping[str, bytes] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    """What words in capitals stand for in commands."""
