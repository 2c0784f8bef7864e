"""What a designer of narrative puzzles does, in a real browser."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.resources import EXAMPLES
from tests.support.studio_browser import browsed, served, wait_until
from tests.support.studio_pages import (
    add_name,
    choose,
    forbid,
    make_puzzles,
    misspell_gold,
    open_first,
    opened,
    view,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.thorough

pytest.importorskip("playwright", reason="needs playwright, which CI installs")


@pytest.fixture(autouse=True)
def _state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "work"
    for name in ("meadow", "heist"):
        shutil.copytree(EXAMPLES / name, place / name)
    return place


def steps(page: Page) -> list[str]:
    return page.locator(".solution button").all_inner_texts()


def add_term(page: Page, label: str, type_: str, *properties: tuple[str, bool]) -> None:
    page.get_by_label(label, exact=True).select_option(type_)
    for name, value in properties:
        page.get_by_label(f"{label}: add a property", exact=True).select_option(name)
        if not value:
            page.locator(".term").filter(has=page.get_by_label(label, exact=True)).get_by_role(
                "button", name=f"{name}: yes"
            ).click()


def test_a_pack_is_written_from_nothing_in_forms(folder: Path) -> None:
    with opened(folder) as page:
        page.get_by_role("button", name="New", exact=True).click()
        page.get_by_label("Name").fill("mine")
        page.get_by_label("Nothing: one empty area").check()
        page.get_by_role("button", name="Make it").click()
        view(page, "design")
        for name in ("Key", "Door", "Crate"):
            add_name(page, "New item", name)
            page.wait_for_selector(f".grid .name button:text-is('{name}')")
        page.get_by_label("Key can be carried").check()
        add_name(page, "New property", "open")
        page.get_by_role("checkbox", name="Door: open").check()
        page.get_by_role("checkbox", name="Door: open").uncheck()
        wait_until(page, lambda: "open: false" in (folder / "mine/pack.yaml").read_text(), "the file has it")
        page.click("[data-tab=rules]")
        page.get_by_role("button", name="New rule").click()
        page.get_by_label("Action").fill("Unlock")
        add_term(page, "Input 1", "Door", ("open", False))
        page.get_by_role("button", name="+ another thing").first.click()
        add_term(page, "Input 2", "Key")
        add_term(page, "Output 1", "Door", ("open", True))
        page.get_by_role("button", name="Add the rule").click()
        page.wait_for_selector(".rule-list li")
        page.click("[data-tab=areas]")
        page.get_by_role("button", name="+ goal").click()
        add_term(page, "Goal of Start", "Door", ("open", True))
        page.get_by_role("button", name="Add goal").click()
        page.wait_for_selector(".goal")
        make_puzzles(page)
    pack = load_pack(folder / "mine")
    assert list(pack.items) == ["Key", "Door", "Crate"]
    assert [str(rule) for rule in pack.rules] == ["Door[open: True] ::= Unlock Door[open: False] Key"]
    assert pack.areas["Start"].goal_texts == ("Door[open: True]",)


def test_what_is_half_typed_stays_while_the_page_changes_around_it(folder: Path) -> None:
    pack = folder / "heist/pack.yaml"
    with opened(folder / "heist") as page:
        view(page, "design")
        page.locator(".grid .name button").first.click()
        field = page.get_by_label("What players read")
        field.click()
        page.keyboard.press("Control+a")
        page.keyboard.type("A heavy th")
        pack.write_text(pack.read_text("utf-8").replace("items:", "items:\n  Feather: {}", 1), "utf-8")
        page.wait_for_selector(".grid .name button:text-is('Feather')")
        assert field.input_value() == "A heavy th"
        page.keyboard.type("ing")
        page.keyboard.press("Tab")
        wait_until(page, lambda: "A heavy thing" in pack.read_text("utf-8"), "the file has what was typed")


def test_a_mistake_is_shown_as_it_is_typed_and_fixed_with_a_click(folder: Path) -> None:
    before = (folder / "heist/pack.yaml").read_text("utf-8")
    with opened(folder / "heist") as page:
        page.wait_for_selector(".problems .fine")
        misspell_gold(page)
        page.locator(".problems").get_by_role("button", name="Change to Gold").first.click()
        page.wait_for_selector(".problems .fine")
        assert (folder / "heist/pack.yaml").read_text("utf-8") == before
        page.get_by_role("button", name="Undo: typing").click()
        page.wait_for_selector(".cm-lintRange-error")
        page.get_by_role("button", name="Redo: typing").click()
        page.wait_for_selector(".problems .fine")


def test_the_pack_stays_in_sight_while_its_text_is_broken(folder: Path) -> None:
    with opened(folder / "heist") as page:
        view(page, "design")
        page.wait_for_selector(".grid .name button")
        view(page, "pack")
        page.locator(".cm-line", has_text="items:").click()
        page.keyboard.press("End")
        page.keyboard.type(" }")
        page.wait_for_selector(".problems li.error")
        view(page, "design")
        page.locator(".readable > .note", has_text="Here is the pack as it was before").wait_for()
        page.get_by_text("Gold", exact=True).wait_for()
        view(page, "maps")
        page.get_by_role("button", name="Go to the error").click()
        page.keyboard.press("Control+z")
        page.wait_for_selector(".problems .fine")
        view(page, "design")
        page.wait_for_selector(".readable-view:not([inert]) .grid")
        assert page.locator(".readable > .note").count() == 0


def test_two_steps_are_kept_and_the_rest_is_made_anew(folder: Path) -> None:
    with opened(folder / "meadow") as page:
        open_first(page)
        before = steps(page)
        for title in before[:2]:
            page.locator(".solution button", has_text=title).first.click()
            page.get_by_role("button", name="Keep this step").click()
            page.locator(".chart-node.selected").click()
        page.get_by_role("button", name="Regenerate the rest").click()
        wait_until(page, lambda: steps(page) not in ([], before), "another puzzle")
        assert set(before[:2]) <= set(steps(page))
        assert page.locator(".chart-node.kept").count() == 2
        page.get_by_role("button", name="Back", exact=True).click()
        wait_until(page, lambda: steps(page) == before, "the puzzle before")


def test_why_names_the_conflict_and_its_fix_helps(folder: Path) -> None:
    with opened(folder / "heist") as page:
        view(page, "puzzles")
        page.get_by_label("Fewest: Depth", exact=True).fill("9")
        page.get_by_label("Fewest: Depth", exact=True).press("Enter")
        page.click(".stage-head .button.main")
        page.locator(".why .conflict-list").get_by_text("at least 9").wait_for()
        page.locator(".fixes .button").first.click()
        page.wait_for_selector(".puzzle-card[data-puzzle]")


def test_choices_that_leave_nothing_are_let_go(folder: Path) -> None:
    with opened(folder / "heist") as page:
        open_first(page)
        page.locator(".solution button").last.click()
        # Nothing of the heist can be left out; what cannot be is not offered.
        rows = page.locator(".choice-list li", has_text="every puzzle needs it")
        rows.first.wait_for()
        assert rows.first.get_by_role("button").is_disabled()


def test_a_constraint_is_written_with_words_checked_and_switched_on(folder: Path) -> None:
    with opened(folder / "meadow") as page:
        forbid(page, "dry", 'used("Spdae").')
        page.locator(".constraint-main .problems li.error").wait_for()
        page.locator(".constraint-main .problems").get_by_role("button", name="Change to").click()
        page.locator(".said", has_text="Say why.").wait_for()
        page.get_by_label("Find a word").fill("fetched")
        page.click("[data-word=fetched]")
        page.locator(".constraint-main .problems li.error").first.wait_for()
        page.keyboard.press("Control+z")
        page.locator(".said").wait_for()
        view(page, "puzzles")
        page.get_by_label("Say why.").check()
        page.click(".stage-head .button.main")
        page.wait_for_selector(".puzzle-card[data-puzzle]")
        assert page.locator(".puzzle-card", has_text="spade").count() == 0
    assert "% @forbid(dry)" in (folder / "meadow/switches/dry.lp").read_text("utf-8")


def test_new_puzzles_differ_from_the_tray(folder: Path) -> None:
    with opened(folder / "heist") as page:
        make_puzzles(page)
        page.locator(".puzzle-card").get_by_role("button", name="Keep").first.click()
        page.get_by_label("Different from my tray").check()
        page.click(".stage-head .button.main")
        # The heist has one puzzle, and that is in the tray.
        page.locator(".why", has_text="differ from puzzle 1 of the tray").wait_for()
        page.get_by_role("button", name="Let it go").click()
        page.wait_for_selector(".puzzle-card[data-puzzle]")


def test_a_puzzle_is_played_to_the_win_and_exported(folder: Path) -> None:
    with opened(folder / "heist") as page:
        open_first(page)
        view(page, "play")
        page.locator(".line.goal").first.wait_for()
        page.get_by_role("button", name="Hint").click()
        page.locator(".line.hint").first.wait_for()
        # All but the last step of the solution, then the last one as a player would do it.
        slider = page.get_by_label("Start after this many steps")
        most = int(slider.get_attribute("max") or 0)
        slider.fill(str(most - 1))
        wait_until(page, lambda: page.locator(".chart-node.done").count() == most - 1, "the steps are done")
        page.get_by_label("What do you want to do?").fill("open the safe")
        page.keyboard.press("Enter")
        page.locator(".banner.good").wait_for()
        view(page, "puzzle")
        page.get_by_role("button", name="Export…").click()
        with page.context.expect_page() as other:
            page.click("[data-export=html]")
        game = other.value
        game.wait_for_load_state()
        assert game.title() != ""
        assert "/game/" in game.url


def test_everything_is_there_after_a_reload_and_a_restart(folder: Path) -> None:
    with served(folder / "meadow") as address, browsed(address) as page:
        page.wait_for_selector(".rail button")
        open_first(page)
        before = steps(page)
        page.wait_for_timeout(500)
        page.reload()
        wait_until(page, lambda: steps(page) == before, "the open puzzle")
        # Two tabs: what is typed in one is in the other.
        tab = page.context.new_page()
        tab.goto(address)
        view(tab, "pack")
        tab.locator(".cm-line").first.click()
        tab.keyboard.press("Home")
        tab.keyboard.type("# both tabs ")
        view(page, "pack")
        page.locator(".cm-line", has_text="# both tabs").wait_for()
    assert (folder / "meadow/pack.yaml").read_text("utf-8").startswith("# both tabs ")


def test_a_search_that_takes_long_can_be_asked_whether_there_is_a_puzzle(tmp_path: Path) -> None:
    """It is not said that there is none before that is known, and a new search ends the question."""
    shutil.copytree(EXAMPLES / "lighthouse", tmp_path / "lighthouse")
    with opened(tmp_path / "lighthouse") as page:
        view(page, "puzzles")
        fewest = page.get_by_label("Fewest: Steps", exact=True)
        fewest.fill("8")
        fewest.press("Enter")
        page.click(".stage-head .button.main")
        page.get_by_role("button", name="Stop and find out why").click()
        page.get_by_role("heading", name="Is there a puzzle?").wait_for()
        page.locator(".activity", has_text="whether there is a puzzle").wait_for()
        page.get_by_role("button", name="Make puzzles").click()
        page.locator(".activity", has_text="Making puzzles").wait_for()
        wait_until(page, lambda: page.locator(".activity").count() == 1, "the question ends")
        assert page.locator(".why").count() == 0


def test_each_tab_is_where_it_is(folder: Path) -> None:
    """Another pack or view in one tab leaves the other alone, also after a reload; a new tab begins at the last place."""

    with served(folder) as address, browsed(address) as page:
        choose(page, "heist")
        view(page, "graphs")
        page.wait_for_timeout(500)
        tab = page.context.new_page()
        tab.goto(address)
        wait_until(tab, partial(_is_at, tab, ("heist", "graphs")), "the last place")
        choose(tab, "meadow")
        view(tab, "design")
        tab.wait_for_timeout(500)
        assert _is_at(page, ("heist", "graphs"))
        for one, there in ((page, ("heist", "graphs")), (tab, ("meadow", "design"))):
            one.reload()
            one.wait_for_selector(".rail button")
            wait_until(one, partial(_is_at, one, there), "the place of this tab")


def _is_at(tab: Page, place: tuple[str, str]) -> bool:
    """Whether a tab shows this pack in this view."""
    pack = tab.get_by_label("Pack or game").input_value()
    return (pack, tab.get_attribute(".rail [aria-current]", "data-view")) == place


def test_a_server_that_comes_back_has_what_was_typed_meanwhile(folder: Path) -> None:
    text = folder / "heist/pack.yaml"
    with served(folder / "heist") as address:
        leaving = browsed(address, errors_matter=False)
        page = leaving.__enter__()
        page.wait_for_selector(".problems .fine")
    page.wait_for_selector(".lost")
    page.locator(".cm-line").first.click()
    page.keyboard.press("Home")
    page.keyboard.type("# meanwhile ")
    page.locator(".cm-line", has_text="title:").click()
    page.keyboard.press("End")
    page.keyboard.type(" of ours")
    with served(folder / "heist") as again:
        assert again == address
        wait_until(page, lambda: text.read_text("utf-8").startswith("# meanwhile "), "the file has it")
        page.wait_for_selector(".problems .fine")
        page.wait_for_selector(".saved.open")
    # Both change one line: nobody's version wins without asking.
    page.wait_for_selector(".lost")
    page.keyboard.type(" alone")
    text.write_text(text.read_text("utf-8").replace(" of ours", " of theirs"), "utf-8")
    with served(folder / "heist"):
        page.get_by_role("alert").get_by_text("Another program changed").wait_for()
        assert "of theirs" in text.read_text("utf-8")
        page.get_by_role("button", name="Keep mine").click()
        wait_until(page, lambda: "of ours alone" in text.read_text("utf-8"), "what was decided")
        leaving.__exit__(None, None, None)


def test_a_broken_pack_and_a_large_one_are_no_blank_page(folder: Path) -> None:
    items = "".join(f"  Thing{number}: {{carryable: true, weight: {number % 7}}}\n" for number in range(3000))
    large = folder / "large"
    large.mkdir()
    (large / "pack.yaml").write_text(f"pack: large\nitems:\n{items}rules: []\nareas: {{}}\n")
    broken = folder / "broken"
    broken.mkdir()
    (broken / "pack.yaml").write_text("pack: broken\nitems: [\n")
    with opened(folder) as page:
        page.get_by_label("Pack or game").select_option("broken")
        page.wait_for_selector(".problems li.error")
        page.get_by_label("Pack or game").select_option("large")
        view(page, "design")
        page.get_by_text("3,000 items").wait_for()
        assert page.locator(".grid tbody tr").count() < 100
        page.get_by_label("Find an item").fill("Thing2999")
        page.get_by_role("button", name="Thing2999").click()
        page.locator(".item-form").wait_for()


def test_work_is_cancelled_at_once(folder: Path) -> None:
    with opened(folder / "meadow") as page:
        view(page, "qa")
        page.get_by_label("Puzzles").fill("1000")
        page.get_by_label("Puzzles").press("Enter")
        page.get_by_role("button", name="Measure", exact=True).click()
        page.locator(".activity").get_by_role("button", name="Cancel").click()
        wait_until(page, lambda: page.locator(".activity").count() == 0, "nothing is under way")
        page.get_by_role("button", name="Measure", exact=True).wait_for()


def test_a_search_that_takes_minutes_is_seen_and_stopped(folder: Path) -> None:
    shutil.copytree(EXAMPLES / "lighthouse", folder / "lighthouse")
    with opened(folder / "lighthouse") as page:
        view(page, "puzzles")
        for dial, least in (("Steps", "12"), ("Width", "6")):
            page.get_by_label(f"Fewest: {dial}", exact=True).fill(least)
            page.keyboard.press("Enter")
        page.click(".stage-head .button.main")
        page.locator(".waiting-cards").wait_for()
        page.locator(".activity", has_text="Making puzzles").wait_for()
        # The page goes on: another view and back.
        view(page, "design")
        page.locator(".grid tbody tr").first.wait_for()
        view(page, "puzzles")
        page.locator(".waiting-cards").wait_for()
        page.locator(".stage-head").get_by_role("button", name="Stop").click()
        page.get_by_text("Stopped before the first puzzle was found.").wait_for()
        page.locator(".waiting-cards").wait_for(state="detached")


def test_the_keyboard_alone_opens_views_and_runs_commands(folder: Path) -> None:
    with opened(folder / "meadow") as page:
        page.wait_for_selector(".problems .fine")
        page.keyboard.press("Alt+4")
        page.locator(".rail [aria-current=page]", has_text="Puzzles").wait_for()
        page.keyboard.press("Control+k")
        page.get_by_role("dialog", name="Commands").wait_for()
        page.keyboard.type("make puz")
        page.keyboard.press("Enter")
        card = page.locator(".puzzle-card .button").first
        card.focus()
        page.keyboard.press("Enter")
        node = page.locator(".chart-node[data-step]").first
        node.focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Keep this step").focus()
        page.keyboard.press("Enter")
        page.locator(".chart-node.kept").wait_for()
