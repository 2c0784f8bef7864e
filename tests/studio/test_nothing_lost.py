"""What is half done survives a switch of views and packs, a file that another program changes is asked about in whatever
view, and nothing is said to be all that is not."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import puzzlesynth.studio
from puzzlesynth.resources import EXAMPLES
from tests.support.limited_pack import LIMITED
from tests.support.studio_browser import browsed, served, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

pytestmark = pytest.mark.thorough

pytest.importorskip("playwright", reason="needs playwright, which CI installs")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    place = tmp_path / "work"
    for name in ("meadow", "heist"):
        shutil.copytree(EXAMPLES / name, place / name)
    (place / "lim").mkdir()
    text = LIMITED.replace('goals: ["', 'goals: ["Dial[n: 1]", "')
    (place / "lim" / "pack.yaml").write_text(text, "utf-8")
    shutil.copy(EXAMPLES / "levels" / "sokoban.txt", place)
    return place


@contextmanager
def opened(folder: Path, pack: str) -> Iterator[Page]:
    with served(folder) as address, browsed(address) as page:
        page.wait_for_selector(".rail button")
        choose(page, pack)
        yield page


def choose(page: Page, subject: str) -> None:
    page.get_by_label("Pack or game").select_option(subject)


def test_a_half_written_rule_is_there_after_a_look_elsewhere_and_a_reload(folder: Path) -> None:
    with opened(folder, "heist") as page:
        page.click("[data-view=design]")
        page.click("[data-tab=rules]")
        page.get_by_role("button", name="New rule").click()
        page.get_by_label("Action").fill("Juggle")
        page.get_by_label("Input 1", exact=True).select_option("Gold")
        page.click("[data-view=puzzles]")
        choose(page, "meadow")
        page.click("[data-view=design]")
        page.wait_for_selector(".rule-list li")
        assert page.get_by_label("Action").count() == 0
        page.wait_for_timeout(300)
        page.reload()
        page.wait_for_selector(".rail button")
        choose(page, "heist")
        wait_until(page, lambda: page.get_by_label("Action").input_value() == "Juggle", "the action")
        assert page.get_by_label("Input 1", exact=True).input_value() == "Gold"
        # Two changes of one rule, and back to what the pack has.
        page.locator(".rule-list button").first.click()
        before = page.locator(".rule-editor .notation").inner_text()
        page.get_by_label("Action").fill("Whistle")
        page.get_by_role("button", name="Revert").click()
        assert page.locator(".rule-editor .notation").inner_text() == before


def test_a_graph_leads_to_the_form_of_what_was_clicked(folder: Path) -> None:
    with opened(folder, "heist") as page:
        page.click("[data-view=graphs]")
        page.click("[data-tab=rules]")
        page.locator(".graph-node.item", has_text="Gold").first.click()
        page.locator(".item-form", has_text="gold").wait_for()
        page.click("[data-view=graphs]")
        page.locator("[data-node='r:1']").click()
        page.get_by_role("heading", name="Rule 1").wait_for()


def test_a_tick_stays_while_its_change_is_on_the_way(folder: Path) -> None:
    held: list[str | bytes] = []

    def between(page_side: WebSocketRoute) -> None:
        """A server that has not yet got the edit."""
        server = page_side.connect_to_server()
        page_side.on_message(
            lambda message: held.append(message) if "pack.edit" in str(message) else server.send(message)
        )
        server.on_message(page_side.send)

    with opened(folder, "heist") as page:
        page.click("[data-view=design]")
        page.route_web_socket(re.compile("/socket"), between)
        page.reload()
        tick = page.get_by_label("Safe can be carried")
        tick.click()
        wait_until(page, lambda: len(held) == 1, "the edit is sent")
        # Whatever draws the table again.
        page.get_by_label("Find an item").fill("Safe")
        page.get_by_text("1 item", exact=True).wait_for()
        assert tick.is_checked()


def test_a_field_with_thousands_of_names_lists_them_when_it_is_opened(folder: Path) -> None:
    (folder / "big").mkdir()
    items = "".join(f"  Thing{number}: {{carryable: true}}\n" for number in range(3000))
    rules = "".join(f"  Thing{number + 1000} ::= Make{number} Thing{number}\n" for number in range(200))
    areas = "  Hall: {start: true, goals: [Thing1005], depth: {min: 1, max: 2}}\n"
    (folder / "big" / "pack.yaml").write_text(
        f"pack: big\nitems:\n{items}rules: |\n{rules}areas:\n{areas}", "utf-8"
    )
    with opened(folder, "big") as page:
        page.click("[data-view=design]")
        page.click("[data-tab=rules]")
        page.locator(".rule-list button").nth(3).click()
        field = page.get_by_label("Input 1", exact=True)
        assert field.input_value() == "Thing3"
        assert field.locator("option").count() == 2
        field.focus()
        field.select_option("Thing2999")
        page.get_by_role("button", name="Save").click()
        wait_until(
            page, lambda: "Make3 Thing2999" in (folder / "big" / "pack.yaml").read_text("utf-8"), "the rule"
        )
        # Only some of the rules are drawn, but each can be found.
        page.click("[data-view=graphs]")
        page.click("[data-tab=rules]")
        page.get_by_label("Find a rule or an item").fill("make199")
        page.locator("[data-node='r:200']").wait_for()


def test_puzzles_belong_to_the_pack_for_which_they_were_asked(folder: Path) -> None:
    with opened(folder, "meadow") as page:
        page.click("[data-view=puzzles]")
        page.click(".stage-head .button.main")
        choose(page, "heist")
        page.locator(".activity").wait_for(state="detached")
        assert page.locator(".puzzle-card[data-puzzle]").count() == 0
        choose(page, "meadow")
        wait_until(
            page, lambda: page.locator(".puzzle-card[data-puzzle]").count() == 12, "the meadow's puzzles"
        )


@pytest.mark.parametrize(("subject", "view"), [("heist", "design"), ("sokoban.txt", "levels.canvas")])
def test_a_conflict_is_asked_about_in_whatever_view(folder: Path, subject: str, view: str) -> None:
    sent: list[str] = []

    def between(page_side: WebSocketRoute) -> None:
        """The server says of every file that another program has changed what the designer changed."""
        server = page_side.connect_to_server()

        def forward(message: str | bytes) -> None:
            sent.append(str(message))
            server.send(message)

        def tell(message: str | bytes) -> None:
            page_side.send(str(message).replace('"conflict":null', '"conflict":"theirs"'))

        page_side.on_message(forward)
        server.on_message(tell)

    with opened(folder, subject) as page:
        page.click(f"[data-view='{view}']")
        page.wait_for_timeout(300)
        page.route_web_socket(re.compile("/socket"), between)
        page.reload()
        page.get_by_role("alert").get_by_text("Another program changed").first.wait_for()
        assert page.locator(f".rail [aria-current=page][data-view='{view}']").count() == 1
        page.get_by_role("button", name="Keep mine").first.click()
        wait_until(page, lambda: any("document.settle" in one and "ours" in one for one in sent), "settled")


def test_what_limits_keep_out_is_said_in_plain_words(folder: Path) -> None:
    with opened(folder, "lim") as page:
        page.click("[data-view=puzzles]")
        page.click(".stage-head .button.main")
        page.get_by_text("Done: 1 puzzle with these wishes.").wait_for()
        page.get_by_text("Only within 1 limit").click()
        page.get_by_text("Dial changes at most 2 times in a puzzle").wait_for()
        page.get_by_role("button", name="Open", exact=True).click()
        page.get_by_role("button", name="Regenerate").click()
        page.locator(".why", has_text="Only within 1 limit").wait_for()
        page.locator(".solution button").first.click()
        page.get_by_text("every puzzle within the limits needs it").first.wait_for()
        page.get_by_role("button", name="Other ways…").click()
        page.get_by_role("dialog").get_by_text("Only within 1 limit").wait_for()
        page.keyboard.press("Escape")
        page.click("[data-view=qa]")
        page.get_by_role("button", name="Measure", exact=True).click()
        page.get_by_text("Only within 1 limit").wait_for()
        page.get_by_role("heading", name="Not used by this puzzle").wait_for()
        page.reload()
        page.locator(".heat button").click()
        page.locator(".qa-view .puzzle-card[data-puzzle]").wait_for()


def test_a_reload_in_the_middle_of_a_measurement_keeps_what_was_measured(folder: Path) -> None:
    shutil.copytree(EXAMPLES / "lighthouse", folder / "lighthouse")
    with opened(folder, "lighthouse") as page:
        page.click("[data-view=qa]")
        page.get_by_label("Puzzles").fill("1000")
        page.get_by_label("Puzzles").press("Enter")
        page.get_by_role("button", name="Measure", exact=True).click()
        page.locator(".heat button").nth(1).wait_for()
        page.reload()
        page.locator(".heat button").nth(1).wait_for()
        page.get_by_role("button", name="Measure", exact=True).wait_for()


def test_what_was_not_looked_at_can_be_looked_at_again(folder: Path) -> None:
    """The process that looks for what can be ruled out ends unexpectedly."""
    refused: list[int] = []

    def between(page_side: WebSocketRoute) -> None:
        server = page_side.connect_to_server()

        def forward(message: str | bytes) -> None:
            said = json.loads(message)
            if said["kind"] != "puzzle.possible" or refused:
                server.send(message)
                return
            refused.append(said["id"])
            failure = {"code": "internal", "message": "The process ended unexpectedly."}
            page_side.send(json.dumps({"type": "error", "id": said["id"], "error": failure}))

        page_side.on_message(forward)
        server.on_message(page_side.send)

    with opened(folder, "meadow") as page:
        page.click("[data-view=puzzles]")
        page.route_web_socket(re.compile("/socket"), between)
        page.reload()
        page.click(".stage-head .button.main")
        page.locator(".puzzle-card footer .button").first.click()
        page.locator(".solution button").first.click()
        page.locator(".never small", has_text="not known").first.wait_for()
        page.get_by_role("button", name="Look again").click()
        page.locator(".never small", has_text=re.compile("new step|needs it")).first.wait_for()
        page.get_by_role("button", name="Look again").wait_for(state="detached")


def test_the_only_puzzle_is_no_conflict(folder: Path) -> None:
    with opened(folder, "heist") as page:
        page.click("[data-view=puzzles]")
        page.click(".stage-head .button.main")
        page.get_by_role("button", name="Open", exact=True).click()
        page.locator(".solution button").first.click()
        page.get_by_role("button", name="Keep this step").click()
        page.get_by_role("button", name="Regenerate the rest").click()
        page.get_by_role("heading", name="You have seen them all").wait_for()
        assert page.get_by_role("button", name="Let it go").count() == 0


def test_a_part_of_the_page_that_is_no_longer_there_is_said_to_be_missing(folder: Path) -> None:
    static = Path(puzzlesynth.studio.__file__).parent / "static"
    editor = max(static.glob("part-*.js"), key=lambda path: path.stat().st_size)
    with served(folder) as address, browsed(address, errors_matter=False) as page:
        page.route(f"**/{editor.name}", lambda route: route.abort())
        page.wait_for_selector(".rail button")
        page.click("[data-view=puzzles]")
        page.wait_for_selector(".stage-head .button.main")
        page.reload()
        page.click("[data-view=pack]")
        page.get_by_role("heading", name="This part of the studio is not here").wait_for()
        page.unroute(f"**/{editor.name}")
        page.get_by_role("button", name="Reload the page").click()
        page.wait_for_selector(".cm-line")


def test_a_folder_without_room_for_a_history_can_be_worked_on(folder: Path) -> None:
    (folder / ".puzzlesynth").write_text("not a folder")
    pack = folder / "heist" / "pack.yaml"
    with served(folder) as address, browsed(address, errors_matter=False) as page:
        page.wait_for_selector(".rail button")
        choose(page, "heist")
        page.wait_for_selector(".problems .fine")
        page.locator(".cm-line").first.click()
        page.keyboard.press("Home")
        page.keyboard.type("# mine ")
        wait_until(page, lambda: pack.read_text("utf-8").startswith("# mine "), "the file has it")


def test_packs_and_files_that_another_program_adds_are_seen(folder: Path) -> None:
    with opened(folder, "heist") as page:
        shutil.copytree(EXAMPLES / "bakery", folder / "outside")
        page.get_by_label("Pack or game").locator("option[value=outside]").wait_for(state="attached")
        text = (folder / "heist" / "pack.yaml").read_text("utf-8")
        start = text.index("areas:")
        (folder / "heist" / "areas.yaml").write_text(text[start:].split("\n", 1)[1].replace("\n  ", "\n")[2:])
        (folder / "heist" / "pack.yaml").write_text(text[:start])
        page.evaluate("() => window.dispatchEvent(new Event('focus'))")
        page.locator("[data-tab='heist/areas.yaml']").wait_for()


def test_files_that_are_no_texts_are_said_to_be_so(folder: Path) -> None:
    (folder / "latin.yaml").write_bytes(b"pack: caf\xe9\n")
    (folder / "latin.txt").write_bytes(b"title caf\xe9\n=======\ncollisionlayers\n")
    with opened(folder, "latin.yaml") as page:
        for view in ("pack", "design", "puzzles", "qa"):
            page.click(f"[data-view={view}]")
            page.get_by_role("heading", name="This pack cannot be opened").wait_for()
            page.get_by_text("not a text in UTF-8").wait_for()
        choose(page, "latin.txt")
        page.get_by_role("heading", name="This game cannot be opened").wait_for()
        page.click("[data-view='levels.source']")
        page.get_by_role("heading", name="This game cannot be opened").wait_for()
        assert page.locator(".message").count() == 0


def test_a_conflict_is_still_asked_about_after_a_crash(folder: Path) -> None:
    pack = folder / "heist" / "pack.yaml"
    with served(folder) as address:
        leaving = browsed(address, errors_matter=False)
        page = leaving.__enter__()
        choose(page, "heist")
        page.locator(".cm-line", has_text="title:").click()
        page.keyboard.press("End")
        page.keyboard.type(" mine")
        wait_until(page, lambda: "title: The Bank Job mine" in pack.read_text("utf-8"), "the file has it")
        # Between two looks at the file, or the other program's text is simply taken.
        pack.write_text(pack.read_text("utf-8").replace("The Bank Job mine", "Theirs"), "utf-8")
        page.keyboard.type(" still")
        page.get_by_role("alert").get_by_text("Another program changed").wait_for()
        page.locator(".saved", has_text="Not saved").wait_for()
    page.wait_for_selector(".lost")
    with served(folder):
        page.wait_for_selector(".lost", state="detached")
        page.get_by_role("alert").get_by_text("Another program changed").wait_for()
        assert "title: Theirs" in pack.read_text("utf-8")
        page.get_by_role("button", name="Keep mine").click()
        wait_until(page, lambda: "title: The Bank Job mine still" in pack.read_text("utf-8"), "mine")
        page.locator(".saved", has_text="Saved").wait_for()
        leaving.__exit__(None, None, None)


def test_a_new_pack_that_cannot_be_written_says_why_in_its_dialog(folder: Path) -> None:
    (folder / "mine").write_text("a file in the way")
    with opened(folder, "heist") as page:
        page.get_by_role("button", name="New", exact=True).click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("textbox").fill("mine")
        dialog.get_by_role("button", name="Make it").click()
        dialog.get_by_role("status").get_by_text("mine").wait_for()
