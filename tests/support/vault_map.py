"""A map of the kitchen pack with a door, for the tests of maps."""

from __future__ import annotations

LOCKED = """
maps:
  vault:
    areas:
      Yard: {start: true}
      Vault: {locked: door}
    blocks:
      smith: {spawn: Yard}
      wish: {spawn: Yard}
      earned: {request: {requester: smith, requested: wish}}
      door: {unlock: {from: Yard, to: Vault, key: earned}}
      iron: {spawn: %s}
      tool: {spawn: %s}
      blade: {combine: [iron, tool]}
    output: {input: blade, asks: Blade}
"""
"""Two blanks: where the iron and the tool are."""
