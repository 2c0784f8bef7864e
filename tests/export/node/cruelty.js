// Lets players try moves, and says of each what came of it: refused, warned, or done.
"use strict";
const { questions, runtimeOf } = require("./games.js");
const Puzzlesynth = runtimeOf("runtime.js", "hints.js", "outlook.js");

const found = [];
for (const { game, plays } of questions()) {
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
