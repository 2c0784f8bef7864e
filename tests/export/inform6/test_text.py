"""Letters for machines that know few of them."""

from __future__ import annotations

from puzzlesynth.export.inform6.text import plain_words, transliterate


def test_old_machines_get_letters_they_know() -> None:
    assert (
        transliterate("Café – “naïve” 漢 🐉\t!") == 'Cafe - "naive" (cjk unified ideograph-6f22) (dragon) !'
    )
    assert transliterate("Café", "é") == "Café"
    assert plain_words("Große Schlüssel-Öse №7") == ["grosse", "schlussel", "ose", "no7"]
