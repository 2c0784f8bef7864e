"""Texts as Inform 6 writes them: its own signs escaped, and characters that a story file does not know spelt."""

from __future__ import annotations

from .transliteration import transliterate

_EXTRA = "äöüÄÖÜß»«ëïÿËÏáéíóúýÁÉÍÓÚÝàèìòùÀÈÌÒÙâêîôûÂÊÎÔÛåÅøØãñõÃÑÕæÆçÇþðÞÐ£œŒ¡¿"
"""What every story file can print beyond ASCII."""

_ESCAPED = {'"': "~", "~": "@@126", "^": "@@94", "@": "@@64", "\\": "@@92", "\n": "^"}


def escaped(text: str) -> str:
    """The inside of a string that prints this text."""
    return "".join(
        f"@{{{ord(char):x}}}" if char in _EXTRA else _ESCAPED.get(char, char)
        for char in transliterate(text, _EXTRA)
    )


def string(text: str) -> str:
    return f'"{escaped(text)}"'
