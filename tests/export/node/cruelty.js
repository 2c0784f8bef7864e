// Lets players try moves, and says of each what came of it: refused, warned, or done.
"use strict";
const fs = require("fs");
const vm = require("vm");
const folder = process.argv[2];
const parts = ["runtime.js", "hints.js", "outlook.js"].map((name) => fs.readFileSync(`${folder}/${name}`, "utf8"));
const Puzzlesynth = vm.runInThisContext(`${parts.join("\n")};Puzzlesynth`);

const found = [];
for (const text of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { game, plays } = JSON.parse(text);
  const world = new Puzzlesynth.World(game);
  for (const moves of plays) {
    const outlook = new Puzzlesynth.Outlook(world);
    let state = world.start();
    found.push(moves.map((move) => {
      const done = world.apply(state, move);
      const refusal = outlook.refusal(move, state, done.state);
      if (refusal !== null) return refusal;
      const warning = outlook.warning(move, state, done.state);
      state = done.state;
      return warning ?? "";
    }));
  }
}
process.stdout.write(JSON.stringify(found));
