// Plays an exported page in a real browser: the solution by clicking, a reload, undo, hints, and the keyboard.
// Reads {page, moves, shots, chromium} from standard input; writes what it saw as JSON.
"use strict";
const path = require("path");
const { barriers: barriersOf, browse, watched } = require("./browsing.js");

const look = async (context, { page: file, moves, shots, steps }) => {
  const page = context.pages()[0] ?? (await context.newPage());
  const seen = watched(page);
  const found = (key) => page.locator(`[data-key="${key.replace(/["\\]/g, "\\$&")}"]`);
  // One press of the mouse, then a look at what came of it. Playwright's own click tries again when the page has redrawn
  // the button meanwhile, so that on a busy machine it can count twice; it is only asked where something is in the way.
  const atRest = (button) => button.evaluate(async (element) => {
    // In the middle of the screen nothing that stays at its edges is in the way.
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const middle = () => {
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // What was pressed before may still move things about: a press must not land on what comes to lie there.
    let last = [-1, -1];
    for (let still = 0, frames = 0; still < 3 && frames < 600; frames += 1) {
      last = middle();
      await drawn();
      still = String(middle()) === String(last) ? still + 1 : 0;
    }
    return last;
  });
  const press = async (button, done) => {
    for (let tries = 0; tries < 6; tries += 1) {
      if (tries % 2 === 1) await button.click({ timeout: 20000 }).catch(() => undefined);
      else {
        const [x, y] = await atRest(button);
        await page.mouse.click(x, y);
      }
      // Pressing a thing again closes what the first press opened, so a slow page is waited for.
      for (let looks = 0; looks < 200; looks += 1) {
        if (await done()) return;
        await page.waitForTimeout(25);
      }
    }
    throw new Error(`nothing came of pressing ${button}`);
  };
  // Every move is saved at once, so the save tells how many there have been; one that is refused is only told.
  const made = () => page.evaluate((told) => {
    const key = Object.keys(window.localStorage).find((one) => one.endsWith(":auto"));
    const moves = key === undefined ? 0 : JSON.parse(window.localStorage.getItem(key)).moves.length;
    return told ? `${moves} ${document.getElementById("story").childElementCount}` : `${moves}`;
  }, steps === "try");
  const play = async (move) => {
    const before = await made();
    const answered = async () => (await made()) !== before;
    if (move.kind === "walk") return press(found(`walk ${move.area}`), answered);
    // Any of the things that are involved will do; the last one is as good as the first.
    const thing = move.kind === "use" ? move.inputs.at(-1) : move.object;
    const act = found(`act ${JSON.stringify(move)}${move.kind === "use" ? ` on ${thing}` : ""}`);
    if ((await act.count()) === 0) {
      await press(found(`thing ${thing}`), async () => (await act.count()) > 0);
    }
    return press(act, answered);
  };
  const shot = async (name, width, height) => {
    if (!shots) return;
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: path.join(shots, `${name}.png`) });
  };
  const barriers = () => barriersOf(page);
  const story = () => page.locator("#story").innerText();
  const won = () => page.locator("#ending.won").count();

  await page.goto(`file://${file}`);
  seen.title = await page.title();
  seen.barriers = await barriers();
  await shot("desk-start", 1280, 800);
  await shot("phone-start", 390, 844);
  await page.setViewportSize({ width: 1280, height: 800 });
  if (steps === "look") {
    seen.text = await page.locator("body").innerText();
    seen.elements = await page.evaluate(() => [...document.querySelectorAll("*")].map((e) => e.tagName));
    seen.handlers = await page.evaluate(() => [...document.querySelectorAll("*")].flatMap((e) => e.getAttributeNames()).filter((n) => n.startsWith("on")));
    seen.broken = await page.evaluate(() => window.broken ?? null);
  } else if (steps === "try") {
    for (const move of moves) await play(move);
    seen.story = await story();
    seen.won = await won();
    seen.barriers.push(...(await barriers()));
  } else {
    const half = Math.ceil(moves.length / 2);
    for (const move of moves.slice(0, half)) await play(move);
    await page.locator("#save").click();
    await page.locator("#hint").click();
    await page.locator("#hint").click();
    await page.locator("#hint").click();
    const things = page.locator("#here [aria-expanded]");
    if ((await things.count()) > 0) await things.first().click();
    await shot("desk-middle", 1280, 800);
    await shot("phone-middle", 390, 844);
    await page.setViewportSize({ width: 1280, height: 800 });
    seen.halfway = await story();
    seen.barriers.push(...(await barriers()));
    const place = await page.locator("#place").innerText();
    await page.reload();
    seen.reloaded = (await page.locator("#place").innerText()) === place && (await story()).includes("Welcome back");
    for (const move of moves.slice(half)) await play(move);
    seen.won = await won();
    seen.focus = await page.evaluate(() => document.activeElement.id);
    await shot("desk-won", 1280, 800);
    await page.locator("#undo").click();
    seen.wonAfterUndo = await won();
    await page.locator("#redo").click();
    seen.wonAfterRedo = await won();
    await page.locator("#load").click();
    seen.wonAfterLoad = await won();
    for (const move of moves.slice(half)) await play(move);
    seen.wonAgain = await won();
    await page.locator("#restart").click();
    seen.wonAfterRestart = await won();
    // The keyboard alone: an object is opened, left with Escape, and the focus is where it was.
    await page.locator("#here [aria-expanded]").first().focus();
    await page.keyboard.press("Enter");
    seen.opened = await page.locator('[aria-expanded="true"]').count();
    await page.keyboard.press("Escape");
    seen.closed = await page.locator('[aria-expanded="true"]').count();
    seen.focusBack = await page.evaluate(() => document.activeElement.getAttribute("aria-expanded"));
    seen.story = await story();
    // Saves that are broken, or somebody else's, are refused with a reason, and the game begins anew.
    seen.refused = [];
    for (const save of ["{", "[]", '{"format":"puzzlesynth.save/1","puzzle":"other","moves":[]}', null]) {
      await page.evaluate((text) => {
        for (const key of Object.keys(window.localStorage)) {
          const kept = JSON.parse(window.localStorage.getItem("kept") ?? window.localStorage.getItem(key));
          window.localStorage.setItem("kept", JSON.stringify(kept));
          const wrong = JSON.stringify({ ...kept, moves: [{ kind: "walk", area: "Nowhere" }] });
          if (key.endsWith(":auto")) window.localStorage.setItem(key, text ?? wrong);
        }
      }, save);
      await page.reload();
      const refused = async () =>
        (await page.locator("#here [aria-expanded]").count()) > 0 && (await story()).includes("cannot be used");
      for (let looks = 0; looks < 600 && !(await refused()); looks += 1) await page.waitForTimeout(50);
      seen.refused.push(await refused());
    }
  }
  return seen;
};

browse(look);
