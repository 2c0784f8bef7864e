// Follows the hints from states that a random player left, and says how each game ended.
"use strict";
const fs = require("fs");
const vm = require("vm");
const folder = process.argv[2];
const parts = ["runtime.js", "hints.js"].map((name) => fs.readFileSync(`${folder}/${name}`, "utf8"));
const Puzzlesynth = vm.runInThisContext(`${parts.join("\n")};Puzzlesynth`);

const ends = [];
for (const text of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { game, states } = JSON.parse(text);
  const world = new Puzzlesynth.World(game);
  for (const begin of states) {
    let state = begin;
    let kind = "next";
    for (let turn = 0; turn < 60 && state.status === "playing"; turn += 1) {
      const hint = Puzzlesynth.hint(world, state);
      kind = hint.kind;
      if (kind !== "next") break;
      const { rule, inputs, items } = hint.move;
      const done = world.applied(state, world.rules.get(rule), inputs, hint.where, items);
      if (typeof done === "string") throw new Error(done);
      state = done.state;
    }
    ends.push(state.status === "playing" ? kind : state.status);
  }
}
process.stdout.write(JSON.stringify(ends));
