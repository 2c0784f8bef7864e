"""Verbs by the frame that they take; `clauses.py` says what a frame is. Add what is missing: no verb is in two tables.

A verb that is in none of them takes its first input, and the others follow `with`.
"""

from __future__ import annotations


def _each(verbs: str) -> list[str]:
    return verbs.split()


GIVE: dict[str, str] = {
    **dict.fromkeys(_each("give offer show hand bring return feed sell pay lend deliver present pass serve"), "to"),
    **dict.fromkeys(_each("send donate award grant toss surrender gift loan mail post entrust sacrifice"), "to"),
    **dict.fromkeys(_each("throw hurl fling"), "at"),
    **dict.fromkeys(_each("trade swap exchange barter share"), "with"),
}  # fmt: skip
"""Something goes to a person, and the word between the two."""

PERFORM: dict[str, str] = {
    **dict.fromkeys(_each("play read sing recite teach"), "to"),
    **dict.fromkeys(_each("aim point"), "at"),
}
"""The same, but only if a person takes part."""

PUT: dict[str, tuple[str, str]] = {
    **dict.fromkeys(_each("put place lay"), ("in", "on")),
    **dict.fromkeys(_each("plant hide dip soak bury store stow pack install submerge"), ("in", "in")),
    **dict.fromkeys(_each("insert plug slot stuff fit drop screw stick"), ("into", "into")),
    **dict.fromkeys(_each("pour empty tip spill"), ("into", "onto")),
    **dict.fromkeys(_each("hang mount spread smear sprinkle rub balance"), ("in", "on")),
    **dict.fromkeys(
        _each("attach tie fasten connect hitch nail glue bolt clip pin strap chain"), ("to", "to")
    ),
    **dict.fromkeys(_each("bind add apply"), ("to", "to")),
}
"""Something goes somewhere: the word where it is inside afterwards, and the one where it is not."""

ALWAYS_PUT = frozenset(
    _each("put place lay insert pour hang attach tie fasten connect hide store stow install")
)
"""Those that have no other meaning; one rubs a lamp and plugs a leak."""

FROM = frozenset(_each("steal buy borrow receive obtain collect earn win get accept purchase rent hire"))
"""The player gets something from a person."""

YIELD = FROM.union(_each("cut scrape pick draw pump take pull pluck scoop milk pry fetch gather remove tap"))
"""What they name as new comes from what stays: cut the branch from the tree."""

ABOUT = frozenset(_each("ask tell question consult interrogate inform warn"))

FILL = frozenset(_each("fill refill"))

USE = frozenset(_each("use"))

MAKE = frozenset(
    _each(
        "make build craft create construct brew forge assemble compose weave knit sew produce invent fashion"
    )
)
"""What is made is the object, though it is no input."""

TREAT = frozenset(
    _each(
        """
        wake rouse bribe distract calm soothe comfort warm cool tame please treat tickle threaten attack scare frighten
        lure tempt entice charm bait entertain amuse cheer console heal revive persuade convince beg thank greet reward
        impress fool trick deceive flatter poison kill fight catch trap free rescue help dress disguise unlock lock open
        close shut light ignite repair mend fix patch caulk fuel oil grease lubricate sharpen clean wash polish paint
        water decorate defuse disarm activate power start stop wind clear unblock unjam block force bar bless curse
        """
    )
)
"""What it is done to stays: people, locks, machines."""

CHANGE = frozenset(
    _each(
        """
        melt burn bake boil cook roast toast fry grind crush mill press squeeze chop saw carve split slice peel crack
        dry heat freeze chill smelt solder dissolve shred tear smoke steam distil distill ferment whittle mash churn tan
        dye mow harvest fell dig break smash
        """
    )
)
"""What it is done to becomes something else."""

PARTICLES = frozenset(
    _each(
        """
        about across after against apart around at away back behind below beneath beside between by down for free from
        in inside into loose near off on onto open out over shut through to together towards under up upon with
        """
    )
)
"""Words at the end of an action that a thing follows: look under the pot, force open the chest."""
