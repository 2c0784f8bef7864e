// Starts a real browser with a folder of its own, lets it look, and puts everything away again.
"use strict";
const fs = require("fs");
const os = require("os");
const path = require("path");
const { chromium } = require("playwright-core");

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const started = async ({ chromium: executablePath, dark, size, flags }, folder, look) => {
  const [width, height] = size ?? [1280, 800];
  const context = await chromium.launchPersistentContext(folder, {
    executablePath, args: [...FLAGS, ...(flags ?? [])], headless: true, viewport: { width, height }, colorScheme: dark ? "dark" : "light",
  });
  // A busy machine may take its time.
  context.setDefaultTimeout(120000);
  try {
    return await look(context);
  } finally {
    await context.close().catch(() => undefined);
  }
};

/** Whatever the page asks for, complains of or pops up. */
const watched = (page) => {
  const seen = { asked: [], errors: [], dialogs: 0 };
  page.on("request", (request) => seen.asked.push(request.url()));
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && seen.errors.push(message.text()));
  page.on("dialog", (dialog) => { seen.dialogs += 1; dialog.dismiss(); });
  return seen;
};

/** What a checker of accessibility has to say about the page as it is now. */
const barriers = async (page) => {
  await page.evaluate(fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  const found = await page.evaluate(() => window.axe.run());
  return found.violations.map((one) => `${one.id}: ${one.nodes[0].html}`);
};

// A browser that does not start, or dies, says nothing about the page: another one is tried.
const tried = async (look) => {
  const asked = JSON.parse(fs.readFileSync(0, "utf8"));
  for (let browsers = 1; ; browsers += 1) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "puzzlesynth-browser-"));
    try {
      return process.stdout.write(JSON.stringify(await started(asked, folder, (context) => look(context, asked))));
    } catch (error) {
      if (browsers === 3 || !/Timeout|closed|crash/i.test(String(error))) throw error;
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
};

const browse = (look) => tried(look).catch((error) => { console.error(error); process.exit(1); });

module.exports = { barriers, browse, watched };
