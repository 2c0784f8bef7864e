// Holds the JavaScript runtime against states, moves and next states from the Python world.
// Reads one set of vectors a line; writes one JSON object: how many comparisons, and the first differences.
"use strict";
const fs = require("fs");
const Puzzlesynth = require(process.argv[2]);

const canonical = (state) =>
  JSON.stringify({
    things: state.things
      .map(({ id, item, properties, area, inside }) => JSON.stringify([id, item, [...properties].sort(), area, inside]))
      .sort(),
    open: [...state.open].sort(),
    solved: [...state.solved].sort(),
    player: state.player,
    status: state.status,
  });
const moves = (list) => list.map((m) => JSON.stringify([m.kind, m.area, m.object, m.rule, m.inputs, m.items])).sort();

let compared = 0;
const wrong = [];
const same = (what, got, wanted, where) => {
  compared += 1;
  if (got !== wanted && wrong.length < 5) wrong.push({ what, got, wanted, where });
};
/** Why a move is not done; what is done all the same, or fails otherwise, is told apart. */
const refusal = (world, state, move) => {
  try {
    return `done: ${canonical(world.apply(state, move).state)}`;
  } catch (problem) {
    return problem instanceof Puzzlesynth.IllegalMove ? "refused" : String(problem);
  }
};

/** Moves that exist nowhere, with an object that does. */
const nonsense = (id) => [
  ...["fly", "", null, "constructor", "restart"].map((kind) => ({ kind, object: id })),
  {}, null, "take", { kind: "take" }, { kind: "drop", object: [id] }, { kind: "walk" },
  { kind: "use" }, { kind: "use", rule: 1 }, { kind: "use", rule: 1, inputs: null }, { kind: "use", rule: 1, inputs: id },
];

for (const [line, text] of fs.readFileSync(0, "utf8").split("\n").entries()) {
  if (!text) continue;
  const { game, start, cases } = JSON.parse(text);
  const world = new Puzzlesynth.World(game);
  same("start", canonical(world.start()), canonical(start), line);
  for (const [number, { state, moves: wanted, results, refused }] of cases.entries()) {
    const where = `${line}:${number}`;
    same("moves", JSON.stringify(moves(world.moves(state))), JSON.stringify(moves(wanted)), where);
    for (const { move, state: next } of results) {
      same(`after ${JSON.stringify(move)}`, canonical(world.apply(state, move).state), canonical(next), where);
    }
    for (const move of [...refused, ...nonsense(state.things[0]?.id)]) {
      same(`refusal of ${JSON.stringify(move)}`, refusal(world, state, move), "refused", where);
    }
  }
}
process.stdout.write(JSON.stringify({ compared, wrong }));
