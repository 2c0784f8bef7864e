"""The movements that an object can have, as bits of a movement mask, and the directions among them."""

from __future__ import annotations

UP, DOWN, LEFT, RIGHT, ACTION = 1, 2, 4, 8, 16
"""The five movements that an object can have, as bits within its layer's share of a movement mask."""

MOVEMENT_BITS = 5
"""How many bits of a movement mask belong to one collision layer."""

LAYER_MOVEMENTS = 0b11111
"""All movements of one layer, before shifting."""

DIRECTIONS = (UP, DOWN, LEFT, RIGHT)
"""In the order of their bits."""
STEPS = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}
"""Direction to a step in x and y."""
OPPOSITE = {UP: DOWN, DOWN: UP, LEFT: RIGHT, RIGHT: LEFT}
DIRECTION_WORDS = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT}
