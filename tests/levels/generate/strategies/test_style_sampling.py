"""Levels in the style of the game's own: rearranged until they look alike, varied until they are new."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.analysis.level_style import LevelStyle, common_share, learn_style, neighbourhoods
from puzzlesynth.levels.generate import (
    GenerateOrder,
    PlayRequirements,
    StartRequirements,
    generate_levels,
    room,
)
from puzzlesynth.levels.generate.diversity import TURNS, LevelDiversity
from puzzlesynth.levels.generate.generation import CannotGenerate
from puzzlesynth.levels.generate.placement.placement_solver import PlacementSolver
from puzzlesynth.levels.generate.strategies.strategy import StrategyContext
from puzzlesynth.levels.generate.strategies.style_sampling import Arrangement, StyleSampling
from puzzlesynth.levels.generate.strategies.variation import Variation, embedded
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchableGame
from tests.support.level_generation_games import drawn, example, level

GAME = example("sokoban")
ANALYSIS = analyse(GAME)


def style_of(game_levels: int = 10) -> LevelStyle:
    style = learn_style(GAME, ANALYSIS, GAME.maps[:game_levels], turns=True)
    assert style is not None
    return style


def context(style: LevelStyle, width: int = 8, height: int = 7) -> StrategyContext:
    layout = room(GAME, ANALYSIS, width, height, style=style)
    placement = PlacementSolver(GAME, ANALYSIS, layout, StartRequirements(style=style))
    return StrategyContext(GAME, ANALYSIS, SearchableGame(GAME), placement, PlayRequirements())


def test_the_common_share_is_kept_up_to_date_while_cells_change_places() -> None:
    style = style_of()
    start = GAME.maps[4]
    work = Arrangement(start, style)
    chance = random.Random(3)
    share = common_share(neighbourhoods(start, style.ground, True), style.shares)
    for _ in range(50):
        one, other = chance.sample(range(len(start.cells)), 2)
        share += work.swap(one, other)
        now = replace(start, cells=tuple(work.cells))
        assert share == pytest.approx(
            common_share(neighbourhoods(now, style.ground, True), style.shares), abs=1e-9
        )


@pytest.mark.seconds
def test_rearranged_levels_are_more_like_the_games_own_than_drawn_ones() -> None:
    style = style_of()
    shop = context(style)
    sampling = StyleSampling(shop, random.Random(1), style)
    drawn_levels = [found for seed in range(4) if (found := shop.draw(random.Random(seed))) is not None]
    rearranged = [sampling._rearranged(found) for found in drawn_levels]

    def raw(levels: list[Level]) -> float:
        return sum(common_share(neighbourhoods(found, style.ground, True), style.shares) for found in levels)

    assert all(shop.placement.accepts(found) for found in rearranged)
    assert raw(rearranged) > raw(drawn_levels) + 0.05
    for before, after in zip(drawn_levels, rearranged, strict=True):
        assert sorted(before.cells) == sorted(after.cells), "nothing comes or goes"


def test_a_level_is_laid_onto_a_layout_where_it_fits() -> None:
    layout = drawn(GAME, "######", "#....#", "#....#", "######")
    small = level(GAME, "P*", ".O")
    ground = GAME.ground_mask
    found = embedded(layout, small, TURNS[0], (1, 1), ground)
    assert found == level(GAME, "######", "#P*..#", "#.O..#", "######")
    mirrored = embedded(layout, small, (-1, 0, 0, 1), (3, 1), ground)
    assert mirrored == level(GAME, "######", "#..*P#", "#..O.#", "######")
    assert embedded(layout, small, TURNS[0], (5, 1), ground) is None, "beyond the edge"
    assert embedded(layout, small, TURNS[0], (0, 0), ground) is None, "on a wall"


def test_variations_keep_the_demands() -> None:
    style = style_of()
    shop = context(style)
    variation = Variation(shop, random.Random(1), style, TURNS)
    proposed = [variation.propose() for _ in range(5)]
    assert all(found is not None and shop.placement.accepts(found) for found in proposed)


@pytest.mark.seconds
def test_what_is_made_is_none_of_the_games_own_levels() -> None:
    style = style_of()
    layout = room(GAME, ANALYSIS, 8, 5, style=style)
    order = GenerateOrder(
        GAME, layout, StartRequirements(style=style), count=3, seed=2, method="variation", effort=10
    )
    made, _ = generate_levels(order)
    difference = LevelDiversity(GAME, layout)
    known = [
        difference.pattern(found)
        for own in GAME.maps
        if (found := embedded(layout, own, TURNS[0], (0, 0), GAME.ground_mask)) is not None
    ]
    assert known
    assert made
    assert all(item.likeness is not None and item.likeness > 0.5 for item in made)
    for item in made:
        pattern = difference.pattern(item.level)
        assert all(difference.differ(pattern, other) for other in known)


def test_without_levels_there_is_no_style_to_follow() -> None:
    order = GenerateOrder(GAME, room(GAME, ANALYSIS, 6, 6), method="style")
    with pytest.raises(CannotGenerate, match="no levels of the game to learn from"):
        generate_levels(order)
