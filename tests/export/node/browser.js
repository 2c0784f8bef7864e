// Plays an exported page in a real browser: the solution by clicking, a reload, undo, hints, and the keyboard.
// Reads {page, moves, shots, chromium} from standard input; writes what it saw as JSON.
"use strict";
const fs = require("fs");
const os = require("os");
const path = require("path");
const { chromium } = require("playwright-core");

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const main = async () => {
  const { page: file, moves, shots, chromium: executablePath, dark, steps } = JSON.parse(fs.readFileSync(0, "utf8"));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "puzzlesynth-browser-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath, args: FLAGS, headless: true, viewport: { width: 1280, height: 800 }, colorScheme: dark ? "dark" : "light",
  });
  // A busy machine may take its time.
  context.setDefaultTimeout(120000);
  const seen = { asked: [], errors: [], dialogs: 0 };
  const page = context.pages()[0] ?? (await context.newPage());
  page.on("request", (request) => seen.asked.push(request.url()));
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && seen.errors.push(message.text()));
  page.on("dialog", (dialog) => { seen.dialogs += 1; dialog.dismiss(); });
  const click = (key) => page.locator(`[data-key="${key.replace(/["\\]/g, "\\$&")}"]`).click();
  // A click redraws the list, so on a busy machine it can happen twice; what counts is that the object is open.
  const open = async (id) => {
    const head = page.locator(`[data-key="thing ${id}"]`);
    for (let tries = 0; tries < 5 && (await head.getAttribute("aria-expanded")) !== "true"; tries += 1) await head.click();
  };
  const play = async (move) => {
    if (move.kind === "walk") return click(`walk ${move.area}`);
    // Where a click counted twice the object is shut again, so its menu is looked for more than once.
    const act = page.locator(`[data-key="${`act ${JSON.stringify(move)}`.replace(/["\\]/g, "\\$&")}"]`);
    for (let tries = 0; tries < 5 && (await act.count()) === 0; tries += 1) {
      await open(move.kind === "use" ? move.inputs[0] : move.object);
      await act.waitFor({ timeout: 10000 }).catch(() => undefined);
    }
    return act.click();
  };
  const shot = async (name, width, height) => {
    if (!shots) return;
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: path.join(shots, `${name}.png`) });
  };
  // What a checker of accessibility has to say about the page as it is now.
  const barriers = async () => {
    await page.evaluate(fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
    const found = await page.evaluate(() => window.axe.run());
    return found.violations.map((one) => `${one.id}: ${one.nodes[0].html}`);
  };
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
      const playable = (await page.locator("#here [aria-expanded]").count()) > 0;
      seen.refused.push(playable && (await story()).includes("cannot be used"));
    }
  }
  await context.close();
  fs.rmSync(folder, { recursive: true, force: true });
  process.stdout.write(JSON.stringify(seen));
};
main().catch((error) => { console.error(error); process.exit(1); });
