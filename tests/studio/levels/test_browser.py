"""What a designer of levels does, in a real browser."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.search import solve
from puzzlesynth.levels.search.results import LevelVerdict
from tests.support.level_design_games import EXAMPLES, source_of
from tests.support.studio_browser import browsed, served, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.thorough


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "games"
    shutil.copytree(EXAMPLES, place)
    return place


@pytest.fixture
def page(folder: Path) -> Iterator[Page]:
    pytest.importorskip("playwright", reason="needs playwright, which CI installs")
    with served(folder / "sokoban.txt") as address, browsed(address) as found:
        found.wait_for_selector(".chip.good")
        yield found


def cell(page: Page, x: int, y: int, **how: Any) -> None:
    """Click on a cell of the canvas."""
    board = page.locator("canvas.board")
    size = int(board.get_attribute("data-cell") or 0)
    board.click(position={"x": (x + 0.5) * size, "y": (y + 0.5) * size}, **how)


def rows(folder: Path, number: int = 1, name: str = "sokoban") -> list[str]:
    """A level as the file has it."""
    source = (folder / f"{name}.txt").read_text("utf-8")
    game = compile_source(source).game
    assert game is not None
    level = game.maps[number - 1]
    return source.split("\n")[level.line - 1 : level.last_line]


def verdict(folder: Path, number: int = 1) -> LevelVerdict:
    game = compile_source((folder / "sokoban.txt").read_text("utf-8")).game
    assert game is not None
    return solve(game, game.maps[number - 1]).verdict


def test_paint_freeze_repair_adopt_and_play(page: Page, folder: Path) -> None:
    # A wall in the only row of the crate: at once it is said that the level cannot be solved.
    cell(page, 4, 2)
    page.wait_for_selector(".chip.bad")
    wait_until(page, lambda: rows(folder)[2] == "#P.*#.O#", "the wall is in the file")
    assert (folder / "sokoban.txt").read_text("utf-8").replace("#P.*#.O#", "#P.*..O#") == source_of("sokoban")

    # The target is frozen; the repair leaves it where it is.
    page.keyboard.press("f")
    cell(page, 6, 2)
    page.wait_for_selector("text=1 frozen")
    page.click("[data-panel=repair]")
    page.click("[data-action=repair]")
    page.wait_for_selector(".card")
    assert "one change" in (page.text_content(".strip .note") or "")
    page.locator(".card").first.get_by_text("Adopt").click()
    page.wait_for_selector(".chip.good")
    wait_until(
        page, lambda: rows(folder)[2] != "#P.*#.O#" or len(rows(folder)) != 5, "the repair is in the file"
    )
    assert verdict(folder) is LevelVerdict.SOLVED
    assert rows(folder)[2][6] == "O"

    # Undo goes back over both.
    page.keyboard.press("Control+z")
    wait_until(page, lambda: rows(folder)[2] == "#P.*#.O#", "the repair is undone")
    page.keyboard.press("Control+z")
    wait_until(
        page, lambda: (folder / "sokoban.txt").read_text("utf-8") == source_of("sokoban"), "all is undone"
    )
    page.wait_for_selector(".chip.good")

    # Play it to the win.
    page.click("[data-action=play]")
    page.keyboard.press("h")
    page.wait_for_selector(".here .chip.good")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    wait_until(page, lambda: page.text_content(".moves b") == "3", "three moves")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("text=Solved in 4 moves")
    page.keyboard.press("z")
    wait_until(page, lambda: page.text_content(".moves b") == "3", "the winning move is taken back")
    page.keyboard.press("Escape")
    page.wait_for_selector(".tools")


def test_suggestions_stream_stop_and_are_played_adopted_and_kept(page: Page, folder: Path) -> None:
    page.click("[data-preset=walls]")
    page.click("[data-action=start]")
    page.wait_for_selector(".card")
    wait_until(page, lambda: page.locator(".card").count() > 4, "more than four")
    page.click("[data-action=stop]")
    page.wait_for_selector("[data-action=start]")
    generated = page.text_content("[data-counter=generated]")
    page.wait_for_timeout(400)
    assert page.text_content("[data-counter=generated]") == generated
    before = page.locator(".card").count()

    page.click("[data-card='1']")
    page.wait_for_selector(".banner")
    page.get_by_text("Adopt it").click()
    wait_until(
        page, lambda: rows(folder) != ["########", "#......#", "#P.*..O#", "#......#", "########"], "adopted"
    )
    assert verdict(folder) is LevelVerdict.SOLVED

    # Everything is there after a reload: the cards, the level, the wishes, and what was there before.
    adopted = rows(folder)
    page.reload()
    page.wait_for_selector(".chip.good")
    assert page.locator(".card").count() == before
    assert page.get_attribute("[data-preset=walls]", "aria-pressed") == "true"
    page.click("[data-panel=history]")
    page.locator(".formers button").filter(has_text="before adopting").click()
    wait_until(page, lambda: rows(folder) != adopted, "what was there before")
    assert rows(folder)[2] == "#P.*..O#"


def test_own_rules_stay_and_their_mistakes_are_shown(page: Page) -> None:
    page.click("[data-preset=own]")
    editor = page.locator(".panel .cm-content")
    wait_until(page, lambda: "choose" in (editor.text_content() or ""), "a preset to begin with")
    editor.click()
    page.keyboard.press("Control+a")
    # Typed over a selection, Chromium styles the new text inline, which the policy refuses and reports.
    page.keyboard.press("Delete")
    page.keyboard.type("choose 3 [ Wal ] -> []")
    page.click("[data-action=start]")
    page.wait_for_selector(".trouble")
    assert "did you mean" in (page.text_content(".trouble") or "")
    page.click("[data-view='levels.source']")
    page.click("[data-view='levels.canvas']")
    assert "[ Wal ]" in (page.locator(".panel .cm-content").text_content() or "")
    page.wait_for_timeout(300)
    page.reload()
    page.wait_for_selector(".panel .cm-content")
    assert "[ Wal ]" in (page.locator(".panel .cm-content").text_content() or "")


def test_the_canvas_by_keyboard_symmetry_selection_and_size(page: Page, folder: Path) -> None:
    page.locator(".picker select").select_option("rows")
    page.locator("canvas.board").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    wait_until(
        page, lambda: rows(folder)[1] == rows(folder)[3] == "##.....#" or "#.#" in rows(folder)[1], "painted"
    )
    assert rows(folder)[1] == rows(folder)[3]
    painted = rows(folder)
    page.locator(".picker select").select_option("none")

    page.get_by_label("Add a column at the right").click()
    wait_until(page, lambda: len(rows(folder)[0]) == 9, "a column more")
    assert rows(folder)[0] == "#########"
    page.get_by_label("Mirror left and right").click()
    wait_until(page, lambda: rows(folder)[2].endswith("P#"), "mirrored")
    for _ in range(2):
        page.keyboard.press("Control+z")
    wait_until(page, lambda: rows(folder) == painted, "undone")
    page.get_by_text("8 × 5").wait_for()

    # A part is selected and dragged elsewhere.
    page.keyboard.press("s")
    board = page.locator("canvas.board")
    box = board.bounding_box()
    size = int(board.get_attribute("data-cell") or 0)
    assert box is not None

    def drag(start: tuple[int, int], end: tuple[int, int]) -> None:
        page.mouse.move(box["x"] + (start[0] + 0.5) * size, box["y"] + (start[1] + 0.5) * size)
        page.mouse.down()
        page.mouse.move(box["x"] + (end[0] + 0.5) * size, box["y"] + (end[1] + 0.5) * size, steps=4)
        page.mouse.up()

    drag((3, 2), (3, 2))
    drag((3, 2), (4, 2))
    wait_until(page, lambda: rows(folder)[2] == "#P..*.O#", "the crate was moved")


def test_spoilers_can_be_off(page: Page) -> None:
    page.get_by_label("Hide spoilers").click()
    page.wait_for_selector("text=Spoilers are off")
    assert page.locator("text=Show a solution").count() == 0
    page.click("[data-action=start]")
    page.wait_for_selector(".card")
    page.click("[data-action=stop]")
    assert page.locator(".card .facts").first.text_content() == "solvable"
    assert page.locator(".card .picture").first.get_attribute("aria-label") == "Play number 1"


def test_a_solution_is_shown(page: Page) -> None:
    page.get_by_text("Show a solution").click()
    page.wait_for_selector("text=Solved in 4 moves")


def test_new_combined_and_ordered_levels(page: Page, folder: Path) -> None:
    page.click("[data-panel=generate]")
    page.locator("text=Seconds").locator("..").locator("input").fill("3")
    page.click("[data-action=generate]")
    page.wait_for_selector(".card")
    page.get_by_label("as a new level").first.click()
    wait_until(page, lambda: page.locator("[data-level]").count() == 11, "a level more")
    assert verdict(folder, 2) is LevelVerdict.SOLVED

    page.click("[data-level='1']")
    page.click("[data-panel=combine]")
    page.click("[data-action=combine]")
    page.wait_for_selector(".strip .note:has-text('ways')")
    wait_until(page, lambda: page.locator(".card").count() > 1, "several ways")

    page.click("[data-view='levels.progression']")
    page.wait_for_selector(".wrong")
    page.click("[data-action=arrange]")
    wait_until(page, lambda: page.locator(".wrong").count() == 0, "nothing is broken")
    # The last level is to come before the first: broken, until they change places.
    page.locator("[data-action=before]").last.click()
    page.locator(".link-target").first.click()
    page.locator(".wrong", has_text="comes before level").wait_for()
    page.locator(".pairs .bad").wait_for()
    page.click("[data-action=arrange]")
    wait_until(page, lambda: page.locator(".pairs .bad").count() == 0, "the pair is in order")
    page.click("[data-action=save-order]")
    wait_until(page, lambda: not page.locator("[data-action=save-order]").is_enabled(), "the order is kept")
    game = compile_source((folder / "sokoban.txt").read_text("utf-8")).game
    assert game is not None
    assert len(game.maps) == 11


def test_no_key_is_lost_while_the_play_test_opens(page: Page) -> None:
    """Moves pressed at once, before the board has been drawn, count."""
    for _ in range(5):
        page.evaluate(
            """() => {
              document.querySelector("[data-action=play]").click();
              const press = (key) =>
                document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
              for (const key of ["ArrowUp", "ArrowRight", "ArrowRight"]) setTimeout(() => press(key), 1);
            }"""
        )
        wait_until(page, lambda: page.text_content(".moves b") == "3", "three moves")
        page.keyboard.press("Escape")
        page.wait_for_selector(".tools")


def test_new_levels_stream_in_and_stay_when_the_search_is_cancelled(page: Page) -> None:
    page.click("[data-panel=generate]")
    page.get_by_label("moves at least", exact=True).fill("12")
    page.locator("text=Seconds").locator("..").locator("input").fill("60")
    page.locator("text=How many").locator("..").locator("input").fill("12")
    page.click("[data-action=generate]")
    wait_until(page, lambda: page.locator(".card").count() > 1, "levels while the search goes on")
    assert page.locator(".activity").count() == 1
    page.get_by_role("button", name="Cancel: Making levels").click()
    page.wait_for_selector(".activity", state="detached")
    wait_until(page, lambda: page.locator("[data-action=generate]").is_enabled(), "it can begin again")
    there = page.locator(".card").count()
    assert there > 1
    page.locator(".strip .note", has_text="levels that were tried are as you wish").wait_for()
    page.reload()
    wait_until(page, lambda: page.locator(".card").count() == there, "the levels after a reload")


def test_what_takes_the_place_of_other_work_says_so_at_once_and_until_it_ends(page: Page) -> None:
    page.click("[data-panel=generate]")
    page.get_by_label("moves at least", exact=True).fill("12")
    page.locator("text=Seconds").locator("..").locator("input").fill("60")
    page.click("[data-action=generate]")
    page.wait_for_selector(".card")
    page.click("[data-panel=combine]")
    page.click("[data-action=combine]")
    page.locator(".strip .note .spinner").wait_for()
    page.locator(".strip .note", has_text="ways").wait_for()
    there = page.evaluate(
        """() => [!!document.querySelector(".activity"), document.querySelector("[data-action=combine]").ariaBusy]"""
    )
    assert there in ([True, "true"], [False, None])
    page.wait_for_selector(".activity", state="detached")
    page.wait_for_selector("[data-action=combine]:not([aria-busy])")
    assert page.locator(".strip .note .spinner").count() == 0
    assert "ways" in (page.text_content(".strip .note") or "")


def test_repairs_stream_in_and_stay_when_the_search_is_cancelled(page: Page, folder: Path) -> None:
    """A large level has many repairs, and trying them all takes long."""
    source = source_of("sokoban")
    rows = ["#" * 32, *["#" + "." * 30 + "#"] * 22, "#" * 32]
    rows[1] = "#*" + "." * 28 + "O#"
    rows[6] = "#" + "." * 9 + "P" + "." * 20 + "#"
    (folder / "sokoban.txt").write_text(
        source[: source.index("(A crate moves")] + "\n".join(rows) + "\n", "utf-8"
    )
    page.wait_for_selector(".chip.bad")
    page.click("[data-panel=repair]")
    page.click("[data-action=repair]")
    page.wait_for_selector(".card")
    page.get_by_role("button", name="Cancel: Repairing").click()
    page.wait_for_selector(".activity", state="detached")
    there = page.locator(".card").count()
    assert there
    page.locator(".strip .note", has_text="one change").wait_for()
    page.reload()
    wait_until(page, lambda: page.locator(".card").count() == there, "the repairs after a reload")


def test_numbers_are_typed_without_jumps(page: Page) -> None:
    """Whatever is typed stays as it is typed; what is no number that is allowed is not sent."""
    page.click("[data-panel=generate]")
    columns = page.get_by_label("Columns", exact=True)
    columns.click()
    columns.press("Control+a")
    columns.press("Delete")
    assert columns.input_value() == ""
    columns.press_sequentially("12")
    assert columns.input_value() == "12"
    columns.press("Control+a")
    columns.press_sequentially("2e")
    columns.blur()
    assert columns.input_value() == "12"
    columns.fill("99")
    columns.blur()
    assert columns.input_value() == "30"
    least, most = page.get_by_label("moves at least", exact=True), page.get_by_label("moves at most")
    least.fill("")
    most.fill("3")
    least.fill("-4")
    least.blur()
    assert least.input_value() == "0"
    least.fill("9")
    page.locator(".trouble", has_text="moves").wait_for()
    assert page.locator("[data-action=generate]").is_disabled()
    least.fill("")
    page.locator(".trouble").wait_for(state="detached")
    assert (least.input_value(), most.input_value()) == ("", "3")
    page.wait_for_timeout(300)
    page.reload()
    page.wait_for_selector(".panel")
    assert page.get_by_label("Columns", exact=True).input_value() == "30"
    # A new level of a size that was typed and sent with Enter.
    page.click("[data-action=new-level]")
    page.get_by_role("dialog").get_by_label("Columns", exact=True).fill("5")
    page.get_by_role("dialog").get_by_label("Rows", exact=True).fill("4")
    page.keyboard.press("Enter")
    page.get_by_text("5 × 4").wait_for()


def test_other_rules_are_tried_and_taken(page: Page, folder: Path) -> None:
    page.click("[data-view='levels.swap']")
    editor = page.locator(".swap .cm-content")
    editor.click()
    page.keyboard.press("Control+End")
    page.keyboard.type("[ < Player | Crate ] -> [ < Player | < Crate ]")
    page.click("[data-action=swap]")
    page.wait_for_selector(".swap-rows table")
    assert "no longer solvable" in (page.text_content(".swap-rows") or "")
    page.get_by_text("Use them in the game").click()
    wait_until(
        page, lambda: "[ < Player" in (folder / "sokoban.txt").read_text("utf-8"), "the rules are in the file"
    )


def test_a_broken_game_says_where_and_is_mended_in_the_source(folder: Path) -> None:
    pytest.importorskip("playwright", reason="needs playwright, which CI installs")
    good = source_of("sokoban")
    (folder / "sokoban.txt").write_text(good.replace("P = Player", "P = Playr"), "utf-8")
    with served(folder / "sokoban.txt") as address, browsed(address) as page:
        page.wait_for_selector("text=This game does not compile")
        page.get_by_text("Go to the source").click()
        page.locator(".compiler-messages button").first.click()
        page.keyboard.press("End")
        page.keyboard.press("Backspace")
        page.keyboard.type("er")
        page.wait_for_selector("text=compiles")
        page.click("[data-view='levels.canvas']")
        page.wait_for_selector(".chip.good")
    assert (folder / "sokoban.txt").read_text("utf-8") == good


def test_a_level_of_60_by_60_is_painted_and_judged_without_blocking(folder: Path) -> None:
    pytest.importorskip("playwright", reason="needs playwright, which CI installs")
    rng = random.Random(1)
    source = source_of("sokoban")
    maze = [["#" if {x, y} & {0, 59} or rng.random() < 0.1 else "." for x in range(60)] for y in range(60)]
    maze[30][30], maze[20][20], maze[40][40] = "P", "*", "O"
    text = "\n".join("".join(row) for row in maze)
    (folder / "huge.txt").write_text(source[: source.index("(A crate moves")] + text + "\n", "utf-8")
    with served(folder / "huge.txt") as address, browsed(address) as page:
        page.wait_for_selector("canvas.board")
        page.click("[data-action=start]")
        page.get_by_role("button", name="Crate", exact=True).click()
        cell(page, 30, 31)
        wait_until(page, lambda: rows(folder, 1, "huge")[31][30] == "*", "the crate is in the file")
        wait_until(
            page, lambda: page.text_content("[data-counter=distinct]") != "0", "candidates are counted"
        )
        page.click("[data-action=stop]")
        page.wait_for_selector("[data-action=start]")
        page.click("[data-action=play]")
        page.keyboard.press("ArrowDown")
        wait_until(page, lambda: page.text_content(".moves b") == "1", "a move")


def test_two_tabs_show_the_same_level(page: Page, folder: Path) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".chip.good")
    cell(page, 4, 2)
    other.wait_for_selector(".chip.bad")
    cell(other, 4, 2, button="right")
    wait_until(
        page, lambda: (folder / "sokoban.txt").read_text("utf-8") == source_of("sokoban"), "erased again"
    )
    page.wait_for_selector(".chip.good")


def test_everything_has_a_name(page: Page) -> None:
    """Buttons and fields that a screen reader can tell apart."""
    for view in ("levels.canvas", "levels.source", "levels.swap", "levels.progression"):
        page.click(f"[data-view='{view}']")
        page.wait_for_timeout(500)
        nameless = page.evaluate(
            """() => [...document.querySelectorAll("button, input, select, textarea")].filter((one) => {
                const words = one.getAttribute("aria-label") || one.textContent || (one.labels && one.labels.length);
                return !words && one.offsetParent;
            }).map((one) => one.outerHTML)"""
        )
        assert nameless == []
