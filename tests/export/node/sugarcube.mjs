// Builds a Twee story with the real tool and the real SugarCube, and plays it in a real browser by clicking its links.
// Reads {story, plays: [[move, …], …], chromium, page, shot} from standard input; writes what it saw as JSON.
import fs from "fs";
import { createRequire } from "module";
import path from "path";
import { parseTwee, compileTwine2HTML, parseStoryFormat } from "extwee";
import { chromium } from "playwright-core";

const { story: source, plays, chromium: executablePath, page: file, shot } = JSON.parse(fs.readFileSync(0, "utf8"));
const home = path.dirname(createRequire(import.meta.url).resolve("extwee-with-formats/package.json"));
const format = parseStoryFormat(fs.readFileSync(path.join(home, "story-formats", "sugarcube-2.31.1", "format.js"), "utf8"));
fs.writeFileSync(file, compileTwine2HTML(parseTwee(source), format));

// Inside the page: the words of the link for a move, or null where it is not possible.
const wordsFor = (key) => {
  const found = window.SugarCube.setup.puzzle.moves().find(({ move }) => {
    const { kind, area, object, rule, inputs, items } = move;
    return JSON.stringify({ kind, area, object, rule, inputs, items }) === key;
  });
  return found ? found.words : null;
};

const playThrough = async (browser, moves, last) => {
  const context = await browser.newContext();
  context.setDefaultTimeout(120000);
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("dialog", (dialog) => { errors.push(dialog.message()); dialog.dismiss(); });
  await page.goto(`file://${file}`);
  const turn = () => page.evaluate(() => window.SugarCube?.State.turns ?? 0);
  await page.waitForFunction(() => window.SugarCube?.State.turns === 1);
  const missing = [];
  for (const move of moves) {
    const words = await page.evaluate(wordsFor, JSON.stringify(move));
    const before = await turn();
    if (words === null) { missing.push(move); continue; }
    // An old passage fades out beside the new one, so the link is looked for in the newest.
    const links = page.locator("#passages > :last-child a.link-internal");
    const index = (await links.allTextContents()).indexOf(words);
    await links.nth(index).dispatchEvent("click");
    await page.waitForFunction((then) => window.SugarCube.State.turns > then, before);
  }
  const state = () => page.evaluate(() => window.SugarCube.State.variables.puzzle.status);
  const status = await state();
  const title = [await page.title(), await page.locator("#story-title").textContent()];
  const broken = await page.evaluate(() => window.broken ?? null);
  // Behind the loading screen nothing is rendered, and a text that is not rendered has no line breaks.
  const passage = page.locator("#passages > :last-child");
  await passage.waitFor({ state: "visible" });
  const text = await passage.innerText();
  if (shot && last) await page.screenshot({ path: shot });
  // The story's own way back is the game's undo.
  await page.evaluate(() => window.SugarCube.Engine.backward());
  const statusAfterBack = await state();
  await context.close();
  return { status, missing, title, broken, text, errors, statusAfterBack };
};

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"], headless: true });
try {
  const results = [];
  for (const moves of plays) results.push(await playThrough(browser, moves, moves === plays[0]));
  process.stdout.write(JSON.stringify({ version: format.version, results }));
} finally {
  await browser.close();
}
