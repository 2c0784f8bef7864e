"""Texts as Inform 6 writes them: its own signs escaped, and characters that a story file does not know spelt."""

from __future__ import annotations

import re
import unicodedata

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


_KNOWN = {
    "‘": "'", "’": "'", "‚": ",", "“": '"', "”": '"', "„": '"', "–": "-", "—": "--", "…": "...", "•": "*",
    "\u00a0": " ", "\u2028": "\n", "\u2029": "\n", "\t": " ", "\r": "", "→": "->", "←": "<-", "×": "x",
}  # fmt: skip
_UNSEEN = ("Mn", "Cf", "Cc", "Cs", "Co", "Cn")


def transliterate(text: str, keep: str = "") -> str:
    """Only ASCII and the characters in `keep`: accents are taken off, signs are spelt out."""
    found = []
    for char in unicodedata.normalize("NFC", text):
        if char in keep or char == "\n" or " " <= char <= "~":
            found.append(char)
        elif char in _KNOWN:
            found.append(_KNOWN[char])
        else:
            found.append(_nearest(char))
    return "".join(found)


def _nearest(char: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFKD", char) if " " <= c <= "~")
    if plain:
        return plain
    if unicodedata.category(char) in _UNSEEN:
        return ""
    return f"({unicodedata.name(char, f'U+{ord(char):04X}').lower()})"


def plain_words(text: str) -> list[str]:
    """The words of a name as they can be typed anywhere: small letters and digits. A keeper's is keepers."""
    folded = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    folded = re.sub(r"(?<=\w)['’](?=\w)", "", folded)
    return re.findall(r"[a-z0-9]+", folded.replace("ß", "ss").replace("æ", "ae").replace("ø", "o").lower())
