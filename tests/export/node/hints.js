// Follows the hints from states that a random player left, and says how each game ended.
"use strict";
const { questions, runtimeOf } = require("./games.js");
const Puzzlesynth = runtimeOf("runtime.js", "hints.js");

const ends = [];
for (const { game, states } of questions()) {
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
