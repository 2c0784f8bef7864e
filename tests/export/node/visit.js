// A visit to an exported page, as a list of gestures: [name, ...words].
// Reads {page, chromium, size, dark, flags, gestures} from standard input; writes what the gestures named "see" saw, as JSON.
"use strict";
const { barriers, browse, watched } = require("./browsing.js");

const GESTURES = {
  press: (page, key) => page.keyboard.press(key),
  focus: (page, selector) => page.locator(selector).focus(),
  reload: (page) => page.reload(),
  size: (page, width, height) => page.setViewportSize({ width, height }),
  do: (page, script) => page.evaluate(script),
  see: (page, script) => page.evaluate(script),
  shot: (page, path) => page.screenshot({ path }),
  // A finger comes down where the thing is now: nothing is scrolled for it, as Playwright's own click would.
  tap: async (page, selector) => {
    const box = await page.locator(selector).first().boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  },
};

browse(async (context, { page: file, gestures }) => {
  const page = context.pages()[0] ?? (await context.newPage());
  const seen = Object.assign(watched(page), { saw: [] });
  await page.goto(`file://${file}`);
  for (const [name, ...words] of gestures) {
    const found = await GESTURES[name](page, ...words);
    if (name === "see") seen.saw.push(found);
  }
  seen.barriers = await barriers(page);
  return seen;
});
