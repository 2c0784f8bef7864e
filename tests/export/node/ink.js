// Compiles ink stories with the real compiler and plays them by tags; "follow" stands for what the last hint said.
// Reads lines of {story, plays: [[tag, …], …]} and answers each with a line: for each play what was printed, the status,
// the choices at each turn, and the variables at the end that are not as they were at the start.
"use strict";
const { Compiler, CompilerOptions, Story } = require("inkjs/full");

const known = new Map();

/** What the compiler made of a source, and what it noted; a story that was asked for before is not compiled again. */
const compiled = (source) => {
  if (known.has(source)) return known.get(source);
  const notes = [];
  const found = { notes };
  const options = new CompilerOptions(null, [], false, (message) => notes.push(message));
  try {
    found.story = new Compiler(source, options).Compile().ToJson();
  } catch (error) {
    notes.push(String(error));
  }
  known.set(source, found);
  return found;
};

const played = (story, tags) => {
  const said = [];
  const turns = [];
  const missing = [];
  const seen = [];
  const go = () => {
    while (story.canContinue) {
      said.push(story.Continue());
      seen.push(...(story.currentTags ?? []));
    }
    turns.push(story.currentChoices.map((choice) => ({ text: choice.text, tags: choice.tags ?? [] })));
  };
  go();
  for (const given of tags) {
    if (story.currentChoices.length === 0) break;
    const hinted = seen.findLast((tag) => tag.startsWith("try "));
    const wanted = given[0] === "follow" ? [hinted?.slice("try ".length)] : given;
    const index = story.currentChoices.findIndex((choice) => wanted.every((tag) => (choice.tags ?? []).includes(tag)));
    if (index < 0) {
      missing.push(wanted);
      continue;
    }
    story.ChooseChoiceIndex(index);
    go();
  }
  const { variablesState: variables } = JSON.parse(story.state.ToJson());
  return { variables, said: said.join(""), status: story.variablesState.$("status"), turns, missing, tags: seen };
};

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const { story: source, plays } = JSON.parse(line);
    const { notes, story } = compiled(source);
    const results = story && plays.map((tags) => played(new Story(story), tags));
    process.stdout.write(`${JSON.stringify({ notes, results })}\n`);
  });
