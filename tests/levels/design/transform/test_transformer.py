"""What the words of the transformer language do to a level."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.design import LevelLocks, preset_text, read_cells, read_transformation
from puzzlesynth.levels.design.transform.bit_planes import nth_bit
from puzzlesynth.levels.design.transform.parser import TransformError
from puzzlesynth.levels.design.transform.presets import PRESETS, NoPreset
from puzzlesynth.levels.design.transform.transformer import Transformer
from puzzlesynth.levels.engine.reference.interpreter import Interpreter
from puzzlesynth.levels.engine.rng import RandomStream
from puzzlesynth.levels.engine.turn import NO_INPUT
from puzzlesynth.levels.model import Level
from tests.support.level_design_games import (
    NAMES,
    SMALL,
    compiled,
    count,
    example,
    level,
    own_level,
    source_of,
    transformed,
)
from tests.support.samples import random_examples

START = level(SMALL)
ROW = level("#######\n")


def test_a_plain_rule_changes_every_match() -> None:
    after = transformed("[ Wall ] -> [ Crate ]", START)
    assert count(after, "wall") == 0
    assert count(after, "crate") == count(START, "wall") + 2


def test_a_plain_rule_goes_on_until_nothing_changes() -> None:
    after = transformed("[ Crate | no Crate ] -> [ Crate | Crate ]", level("*....\n"))
    assert count(after, "crate") == 5


@pytest.mark.parametrize(("probability", "left"), [("0", 20), ("1", 0)])
def test_option_takes_each_match_with_its_probability(probability: str, left: int) -> None:
    assert count(transformed(f"option {probability} [ Wall ] -> []", START), "wall") == left


@pytest.mark.seconds
def test_option_is_a_coin_for_each_match() -> None:
    gone = [20 - count(transformed("option 0.4 [ Wall ] -> []", START, seed), "wall") for seed in range(400)]
    assert sum(gone) / len(gone) == pytest.approx(8, abs=0.5)
    assert len(set(gone)) > 6


@pytest.mark.parametrize(("draws", "crates"), [(1, 1), (5, 5), (7, 7), (50, 7)])
def test_choose_takes_as_many_matches_as_it_says_or_all(draws: int, crates: int) -> None:
    assert count(transformed(f"choose {draws} [ Wall ] -> [ Crate ]", ROW), "crate") == crates


@pytest.mark.seconds
def test_choose_draws_uniformly() -> None:
    places = Counter(transformed("choose 1 [ Wall ] -> [ Crate ]", ROW, seed).cells for seed in range(350))
    assert len(places) == 7
    assert all(25 < number < 75 for number in places.values())


@pytest.mark.seconds
def test_choose_with_option_draws_different_matches() -> None:
    """Two walls, two draws, a coin for each: none, one or both are gone in a quarter, half and quarter of cases."""
    left = Counter(
        count(transformed("choose 2 option 0.5 [ Wall ] -> []", level("##\n"), seed), "wall")
        for seed in range(400)
    )
    assert left[2] == pytest.approx(100, abs=30)
    assert left[1] == pytest.approx(200, abs=40)
    assert left[0] == pytest.approx(100, abs=30)


def test_a_match_that_was_passed_over_comes_back_when_it_has_changed() -> None:
    """Otherwise a thing that walks about would soon have nowhere to go."""
    far = 0
    for seed in range(50):
        after = transformed(
            "choose 200 option 0.5 [ Player | no Wall ] -> [ | Player ]", level("P........\n"), seed
        )
        far = max(far, next(x for x, cell in enumerate(after.cells) if cell & 4))
    assert far >= 5


def test_choose_goes_on_from_what_it_has_changed() -> None:
    after = transformed("choose 4 [ Player | no Player ] -> [ | Player ]", level("P....\n"), 1)
    assert count(after, "player") == 1
    ends = {
        next(
            x
            for x, cell in enumerate(
                transformed("choose 4 right [ Player | ] -> [ | Player ]", START, s).cells
            )
            if cell & 4
        )
        for s in range(5)
    }
    assert len(ends) == 1


@pytest.mark.seconds
def test_alternatives_are_drawn_from_together() -> None:
    """Six walls and one crate: in one of seven draws it is the crate's turn."""
    start = level("######*\n")
    turns = Counter(
        count(transformed("choose 1 [ Wall ] -> [ Target ]\nor [ Crate ] -> [ ]", start, seed), "crate")
        for seed in range(350)
    )
    assert turns[0] == pytest.approx(50, abs=25)


def test_alternatives_have_their_own_options() -> None:
    text = "choose 80 option 0 [ Wall ] -> []\nor option 1 [ no Wall ] -> [ Wall ]"
    assert count(transformed(text, START), "wall") == 36


def test_plain_alternatives_share_the_matches() -> None:
    seen = set()
    for seed in range(20):
        after = transformed("[ Wall ] -> [ Crate ]\nor [ Wall ] -> [ ]", START, seed)
        assert count(after, "wall") == 0
        seen.add(count(after, "crate"))
    assert len(seen) > 3


def test_rows_match_each_for_itself() -> None:
    after = transformed("choose 1 [ Crate ] [ Target ] -> [ ] [ ]", START)
    assert (count(after, "crate"), count(after, "target")) == (1, 1)


def test_two_rows_in_one_cell_leave_one_object_of_a_layer() -> None:
    game = example()
    for seed in range(60):
        after = transformed("choose 3 [ no Wall ] [ no Wall ] -> [ Wall ] [ Crate ]", level("...\n"), seed)
        for cell in after.cells:
            assert all((cell & layer.mask).bit_count() <= 1 for layer in game.layers)


def test_an_ellipsis_reaches_any_distance() -> None:
    ends = {
        transformed(
            "choose 1 [ Player | ... | no Player ] -> [ | ... | Player ]", level("P.....\n"), seed
        ).cells
        for seed in range(80)
    }
    assert len(ends) == 5


def test_random_objects_are_drawn() -> None:
    text = "Any = Wall or Crate\nchoose 6 [ no Any ] -> [ random Any ]"
    found = {count(transformed(text, level("......\n"), seed), "wall") for seed in range(30)}
    assert len(found) > 2


def test_helpers_are_gone_in_the_end() -> None:
    after = transformed("helper Mark\n[ Crate ] -> [ Mark ]\n[ Mark ] -> [ Mark Target ]", START)
    assert (count(after, "crate"), count(after, "target")) == (0, 4)
    assert all(cell < 1 << 5 for cell in after.cells)


def test_every_cell_keeps_a_background() -> None:
    after = transformed("[ Floor ] -> [ ]", START)
    assert all(cell & 1 for cell in after.cells)


@given(st.integers(1, (1 << 400) - 1), st.data())
def test_any_bit_of_a_mask_is_found(mask: int, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, mask.bit_count() - 1))
    bit = nth_bit(mask, number)
    assert bit.bit_count() == 1
    assert mask & bit
    assert (mask & bit - 1).bit_count() == number


def test_large_levels_are_drawn_from_uniformly_too() -> None:
    start = level("\n".join("#" * 20 for _ in range(20)))
    places = {transformed("choose 1 [ Wall ] -> [ ]", start, seed).cells.index(1) for seed in range(200)}
    assert len(places) > 120


def test_the_same_seed_gives_the_same_levels() -> None:
    rules = read_transformation(example(), preset_text(example(), "everything"))
    runs = []
    for _ in range(2):
        rng = random.Random(5)
        transformer = Transformer(example(), START, rules)
        runs.append([transformer.transformed(rng).cells for _ in range(30)])
    assert runs[0] == runs[1]
    assert len(set(runs[0])) > 20


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("choose x [ Wall ] -> []", 1, "whole number"),
        ("choose 0 [ Wall ] -> []", 1, "whole number"),
        ("\noption 2 [ Wall ] -> []", 2, "probability"),
        ("option [ Wall ] -> []", 1, "probability"),
        ("[ Wal ] -> []", 1, "did you mean `wall`?"),
        ("[ Crate ] [ Wall ] -> []", 1, "must equal the number on the right"),
        ("[ > Player ] -> [ ]", 1, "nothing moves"),
        ("[ Wall ] -> [ ] cancel", 1, "commands"),
        ("or [ Wall ] -> []", 1, "alternative"),
        ("[ Wall ] -> []\nor choose 2 [ Crate ] -> []", 2, "first of the alternatives"),
        ("option 0.5 choose 2 [ Wall ] -> []", 1, "before `option`"),
        ("walls", 1, "square brackets"),
        ("[ Wall ]", 1, "no arrow"),
        ("[ Wall ] ->", 1, "changes nothing"),
        ("[ Wall | ] -> [ ]", 1, "of equal length"),
        ("late [ Wall ] -> []", 1, "`late`"),
        ("random [ Wall ] -> []", 1, "choose 1"),
        ("[ Wall ] -> [ Crate Player ]", 1, "can't overlap"),
        ("(nothing)\n)", 2, "comment"),
        ("helper Wall\n[ Wall ] -> []", 1, "taken"),
        ("X = Wal or Crate\n[ X ] -> []", 1, "WAL"),
    ],
)
def test_mistakes_are_told_with_their_line(text: str, line: int, words: str) -> None:
    with pytest.raises(TransformError) as error:
        read_transformation(example(), text, "moves.txt")
    assert str(error.value).startswith(f"moves.txt:{line}: ")
    assert words in str(error.value)


def test_a_file_without_rules_is_refused() -> None:
    with pytest.raises(TransformError, match="no rule"):
        read_transformation(example(), "(only a comment)")


@given(st.text(alphabet="[]|->. \n()=+orchs0123 wWalCrtePy", max_size=60))
def test_nonsense_is_refused_and_never_crashes(text: str) -> None:
    try:
        rules = read_transformation(example(), text)
    except TransformError:
        return
    Transformer(example(), START, rules).transformed(random.Random(0))


# rules without chance do what the game's rules do

_CELLS = st.sampled_from(
    ["Wall", "Crate", "no Wall", "no Crate", "Player", "", "Target", "Crate Target", "no Target", "Floor"]
)
_RIGHT = st.sampled_from(["Wall", "Crate", "", "Target", "Crate Target", "Player"])
_MAPS = st.lists(st.sampled_from("#.*OP@"), min_size=12, max_size=12)


@st.composite
def _rules(draw: st.DrawFn) -> str:
    length = draw(st.integers(1, 3))
    left = [draw(_CELLS) for _ in range(length)]
    right = [draw(_RIGHT) for _ in range(length)]
    prefix = draw(st.sampled_from(["", "right ", "down ", "horizontal ", "up "]))
    return f"{prefix}[ {' | '.join(left)} ] -> [ {' | '.join(right)} ]"


@pytest.mark.seconds
@random_examples(150)
@given(_rules(), _MAPS)
def test_a_plain_rule_does_what_it_does_in_a_game(rule: str, letters: list[str]) -> None:
    rows = ["".join(letters[start : start + 4]) for start in range(0, 12, 4)]
    start = level("\n".join(rows))
    try:
        after = transformed(rule, start)
    except TransformError:
        return
    source = source_of("sokoban")
    begin, end = source.index("[ > Player"), source.index("==============\nWIN")
    game = compiled(source[:begin] + rule + "\n\n" + source[end:])
    engine = Interpreter(game)
    turn = engine.turn(engine.start(start), NO_INPUT, RandomStream("0"))
    assert after.cells == tuple(cell if cell & 1 else cell | 1 for cell in turn.board.cells)


# freezing holds whatever the rule


@st.composite
def _transformations(draw: st.DrawFn) -> str:
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        rows = draw(st.integers(1, 2))
        length = draw(st.integers(1, 3))
        lefts, rights = [], []
        for _ in range(rows):
            lefts.append("[ " + " | ".join(draw(_CELLS) for _ in range(length)) + " ]")
            right = [
                draw(st.sampled_from(["Wall", "Crate", "", "Target", "random Solid"])) for _ in range(length)
            ]
            rights.append("[ " + " | ".join(right) + " ]")
        words = draw(
            st.sampled_from(["", "option 0.5 ", "choose 3 ", "choose 4 option 0.7 ", "or ", "or option 0.5 "])
        )
        if not lines:
            words = words.removeprefix("or ")
        lines.append(f"{words}{' '.join(lefts)} -> {' '.join(rights)}")
    return "Solid = Wall or Crate\n" + "\n".join(lines)


@pytest.mark.seconds
@random_examples(250)
@given(_transformations(), _MAPS, st.integers(0, (1 << 12) - 1), st.integers(0, 31), st.integers(0, 99))
def test_nothing_frozen_is_ever_touched(
    text: str, letters: list[str], cells: int, objects: int, seed: int
) -> None:
    start = level("\n".join("".join(letters[begin : begin + 4]) for begin in range(0, 12, 4)))
    frozen = LevelLocks(cells, objects & ~1)
    try:
        after = transformed(text, start, seed, frozen=frozen)
    except TransformError:
        return
    for index, (before, now) in enumerate(zip(start.cells, after.cells, strict=True)):
        if cells >> index & 1:
            assert now == before
        assert not (before ^ now) & objects & ~1
        assert all((now & layer.mask).bit_count() <= 1 for layer in example().layers)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("preset", PRESETS)
def test_presets_work_for_every_game_and_leave_what_is_frozen(name: str, preset: str) -> None:
    game, start = example(name), own_level(name, 3)
    if (name, preset) == ("destroy", "forwards"):
        with pytest.raises(NoPreset, match="bringing"):
            preset_text(game, preset, start)
        return
    rules = read_transformation(game, preset_text(game, preset, start), preset)
    frozen = read_cells(["2,2"], start)
    transformer = Transformer(game, start, rules, frozen)
    rng = random.Random(1)
    made = [transformer.transformed(rng) for _ in range(30)]
    assert len({item.cells for item in made}) > 1 or (name, preset) == ("blockfaker", "backwards")
    assert all(frozen.holds(start, item) for item in made)


def test_presets_know_no_names() -> None:
    """A game with other words for everything."""
    source = source_of("sokoban")
    for old, new in (("Crate", "Barrel"), ("Wall", "Hedge"), ("Target", "Spot")):
        source = source.replace(old, new)
    text = preset_text(compiled(source), "pair")
    assert "[ Barrel ] [ Spot ] -> [ ] [ ]" in text
    assert "Crate" not in text


def test_backwards_begins_with_everything_in_its_place() -> None:
    rules = read_transformation(example(), preset_text(example(), "backwards", START))
    after = Transformer(example(), START, rules).transformed(random.Random(3))
    assert count(after, "crate") == count(after, "target") == 2
    assert isinstance(after, Level)


def test_an_unknown_preset_is_refused_with_the_closest() -> None:
    with pytest.raises(NoPreset, match="did you mean `walls`"):
        preset_text(example(), "wall")


def test_a_game_may_list_an_object_in_two_layers() -> None:
    """The compiler takes the last one; ids then have gaps."""
    source = source_of("sokoban").replace("Player, Wall, Crate", "Crate\nPlayer, Wall, Crate")
    game = compile_source(source).game
    assert game is not None
    start = level(SMALL, game)
    after = transformed(
        "helper Mark\n[ Crate ] -> [ Crate Mark ]\n[ Mark Crate ] -> [ Wall ]", start, game=game
    )
    names = {thing: game.objects[thing].name for layer in game.layers for thing in layer.object_ids}
    found = Counter(name for cell in after.cells for thing, name in names.items() if cell >> thing & 1)
    assert (found["wall"], found["crate"], found["player"]) == (22, 0, 1)
