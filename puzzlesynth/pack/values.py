"""The values that properties can have."""

from __future__ import annotations

Value = bool | int | str
