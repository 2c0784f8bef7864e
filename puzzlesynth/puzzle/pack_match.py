"""Whether a pack is the one that a puzzle or a save was made from."""

from __future__ import annotations

from puzzlesynth.pack.model import Pack


def pack_mismatch(pack: Pack, name: str, sha256: str, what: str = "puzzle") -> str | None:
    """What is wrong about the pack that a puzzle or a save names, and what to do; None: nothing.

    Texts of the pack may have changed since."""
    if name != pack.name:
        return f"this {what} was made from another pack: `{name}`, not `{pack.name}`"
    if not pack.is_named_by(sha256):
        return (
            f"this {what} was made from a version of `{name}` with different rules, items or areas; "
            f"run `puzzlesynth migrate PACK {what.upper()}` to bring it up to date"
        )
    return None
