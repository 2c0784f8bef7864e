"""Something that a user handed in cannot be used: a file, an option, a wish that contradicts the input.

Any part of the house may raise it, or an error of its own that is one. Commands print the message and end with status 2.
"""

from __future__ import annotations


class BadInput(ValueError):
    """The message says what is wrong, and where."""
