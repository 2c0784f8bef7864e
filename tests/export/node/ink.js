// Compiles an ink story with the real compiler and plays it by tags; "follow" stands for what the last hint said.
// Reads {story, plays: [[tag, …], …]}; writes for each play what was printed, the status, the choices at each turn,
// and the variables at the end that are not as they were at the start.
"use strict";
const fs = require("fs");
const { Compiler, CompilerOptions } = require("inkjs/full");

const { story: source, plays } = JSON.parse(fs.readFileSync(0, "utf8"));
const notes = [];
const compiler = new Compiler(source, new CompilerOptions(null, [], false, (message) => notes.push(message)));
let compiled;
try {
  compiled = compiler.Compile().ToJson();
} catch (error) {
  process.stdout.write(JSON.stringify({ notes: [...notes, String(error)] }));
  process.exit(0);
}
const { Story } = require("inkjs/full");
const results = plays.map((tags) => {
  const story = new Story(compiled);
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
});
process.stdout.write(JSON.stringify({ notes, results }));
