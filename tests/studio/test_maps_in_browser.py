"""Maps are drawn in a real browser: blocks and areas made, connected and named on the canvas."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.resources import EXAMPLES
from tests.support.studio_pages import add_name, opened, view

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.thorough

pytest.importorskip("playwright", reason="needs playwright, which CI installs")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    shutil.copytree(EXAMPLES / "bakery", tmp_path / "work" / "bakery")
    return tmp_path / "work"


def centre(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str, end: str) -> None:
    """From a dot to a slot of a map."""
    page.mouse.move(*centre(page.locator(f"{start} > :first-child")))
    page.mouse.down()
    page.mouse.move(*centre(page.locator(f"{end} > :first-child")), steps=4)
    page.mouse.up()


@contextmanager
def new_map(folder: Path) -> Iterator[Page]:
    """The bakery with an empty map called mine."""
    with opened(folder / "bakery") as page:
        view(page, "maps")
        page.wait_for_selector(".map-node")
        add_name(page, "New map", "mine")
        page.locator("[aria-label='Map mine']").wait_for()
        yield page


def test_a_map_is_drawn_and_filled(folder: Path) -> None:
    with new_map(folder) as page:
        for kind, name in (("spawn", "thing"), ("spawn", "thing2"), ("combine", "combine")):
            page.click(f"[data-block={kind}]")
            page.wait_for_selector(f"[data-node='{name}']")
        drag(page, "[data-port=thing]", "[data-slot='combine.ingredient1']")
        page.wait_for_selector("[data-slot='combine.ingredient1'].full")
        page.click("[data-port=thing2]")
        page.click("[data-slot='combine.ingredient2'] circle")
        page.wait_for_selector("[data-slot='combine.ingredient2'].full")
        page.click("[data-port=combine]")
        page.click("[data-slot='output .input'] circle")
        page.locator(".sentences", has_text="that is the end").wait_for()
        page.get_by_role("button", name="Fill").click()
        page.wait_for_selector(".puzzle-card[data-puzzle]")
        page.wait_for_selector(".activity", state="detached")
        page.wait_for_timeout(500)
        page.reload()
        page.wait_for_selector(".puzzle-card[data-puzzle]")
    assert "mine" in load_pack(folder / "bakery").maps


def test_areas_of_a_map_are_drawn_connected_and_locked(folder: Path) -> None:
    with new_map(folder) as page:
        page.click("[data-block=area]")
        page.get_by_label("Name of Area").fill("Yard")
        page.keyboard.press("Enter")
        page.locator("[data-node='area Yard']").wait_for()
        drag(page, "[data-port='area Start']", "[data-node='area Yard']")
        page.locator(".map-way").wait_for(state="attached")
        for kind, name in (("spawn", "thing"), ("unlock", "unlock")):
            page.click(f"[data-block={kind}]")
            page.wait_for_selector(f"[data-node='{name}']")
        page.locator(".map-way.locked").wait_for(state="attached")
        drag(page, "[data-port='area Yard']", "[data-slot='thing.in']")
        page.locator("[data-slot='thing.in']", has_text="in Yard").wait_for()
        # An area is no key, and a thing is no place.
        page.click("[data-port=thing]")
        assert page.locator(".slot.ready").evaluate_all("slots => slots.map(one => one.dataset.slot)") == [
            "unlock.key",
            "output .input",
        ]
        page.click("[data-slot='unlock.key'] circle")
        page.wait_for_selector("[data-slot='unlock.key'].full")
        page.get_by_label("Name of unlock").fill("gate")
        page.keyboard.press("Enter")
        page.locator(".map-way.locked", has_text="gate").wait_for(state="attached")
    drawn = load_pack(folder / "bakery").maps["mine"]
    assert (drawn.areas["Start"].doors, drawn.areas["Yard"].locked) == (("Yard",), ("gate",))
    assert (drawn.blocks["thing"].area, drawn.blocks["gate"].inputs) == ("Yard", {"key": "thing"})


def test_blocks_of_a_map_become_one_block_that_is_used_again(folder: Path) -> None:
    with opened(folder / "bakery") as page:
        view(page, "maps")
        page.get_by_label("Which map").select_option("maps/cellar")
        for name in ("earned", "baked"):
            page.locator(f"[data-node={name}]").click(modifiers=["Shift"])
        # Both feed something outside.
        page.get_by_text("Only one of them may feed the others").wait_for()
        page.get_by_role("button", name="Never mind").click()
        page.get_by_label("Which map").select_option("maps/mix")
        page.click("[data-block=combine]")
        page.wait_for_selector("[data-node=combine]")
        page.click("[data-port=mixed]")
        page.click("[data-slot='combine.ingredient1'] circle")
        page.wait_for_selector("[data-slot='combine.ingredient1'].full")
        page.click("[data-port=first]")
        page.click("[data-slot='combine.ingredient2'] circle")
        page.wait_for_selector("[data-slot='combine.ingredient2'].full")
        page.click("[data-port=combine]")
        page.click("[data-slot='output .input'] circle")
        for name in ("mixed", "combine"):
            page.locator(f"[data-node={name}]").focus()
            page.keyboard.press("Shift+Enter")
            page.locator(f"[data-node={name}].grouped").wait_for()
        add_name(page, "Name the block", "twice")
        page.locator("[aria-label='Map twice']").wait_for()
        page.locator(".sentences", has_text="FIRST").wait_for()
        page.get_by_label("It takes: add").fill("spice")
        page.keyboard.press("Enter")
        page.locator("[data-node=spice]").wait_for()
        page.get_by_label("Which map").select_option("maps/mix")
        page.locator("[data-slot='combine.spice'].open").wait_for()
        page.locator("[data-block=twice]").wait_for()
        page.get_by_role("button", name="Undo: what twice takes").click()
        page.locator("[data-slot='combine.spice']").wait_for(state="detached")
        add_name(page, "New kind of block", "plain_mix")
        page.locator("[aria-label='Map plain_mix']").wait_for()
    pack = load_pack(folder / "bakery")
    assert [block for block in pack.maps["mix"].blocks if block.startswith("combine")] == [
        "combine.mixed",
        "combine",
    ]
