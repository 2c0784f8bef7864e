// Parses Twee stories with the real tool, builds their HTML, and runs the script found there in a bare imitation of
// SugarCube: passages are shown, links are clicked by their words. Reads lines of {story, plays: [[move, …], …]}.
import readline from "readline";
import vm from "vm";
import { parseTwee, compileTwine2HTML, parseTwine2HTML, StoryFormat } from "extwee";

class Element {
  constructor(tag) { Object.assign(this, { tag, children: [], textContent: "", handlers: {}, attributes: {} }); }
  append(...some) { this.children.push(...some); }
  setAttribute(name, value) { this.attributes[name] = value; }
  addEventListener(kind, then) { this.handlers[kind] = then; }
  all() { return [this, ...this.children.flatMap((child) => child.all())]; }
}

const answer = ({ story: source, plays }) => {
  const story = parseTwee(source);
  const format = new StoryFormat();
  format.name = "SugarCube";
  format.source = "<html><head><title>{{STORY_NAME}}</title></head><body>{{STORY_DATA}}</body></html>";
  const html = compileTwine2HTML(story, format);
  const again = parseTwine2HTML(html);
  const inside = html.match(/<script role="script"[^>]*>([\s\S]*?)<\/script>/)[1];
  const results = plays.map((moves) => {
    const shown = [];
    const macros = {};
    const passages = new Map(again.passages.map((passage) => [passage.name, passage.text]));
    const state = { variables: {} };
    let output = null;
    const show = (name) => {
      if (!passages.has(name)) throw new Error(`no passage ${name}`);
      if (!passages.get(name).includes("<<puzzle>>")) throw new Error(`nothing to play in ${name}`);
      output = new Element("div");
      macros.puzzle.handler.call({ output });
      shown.push(name);
    };
    const context = vm.createContext({
      setup: {}, State: state, Macro: { add: (name, macro) => { macros[name] = macro; } },
      Engine: { play: show }, document: { createElement: (tag) => new Element(tag) },
    });
    vm.runInContext(inside, context);
    const begin = passages.get("StoryInit").match(/<<run (.*)>>/)[1];
    vm.runInContext(begin, context);
    show(again.start);
    const missing = [];
    const told = (tag) => output.all().filter((element) => element.tag === tag).map((element) => element.textContent);
    const beginning = [...told("p"), ...told("li")];
    const hints = [];
    for (let asked = 0; asked < 4; asked += 1) {
      output.all().find((element) => element.tag === "a" && element.textContent === "Hint").handlers.click();
      hints.push(told("p").at(-1));
    }
    const said = [];
    const turns = [];
    const uses = () => turns.push(context.setup.puzzle.moves().filter(({ move }) => move.kind === "use").map(({ move }) => move));
    uses();
    for (const move of moves) {
      const key = JSON.stringify(move);
      const found = context.setup.puzzle.moves().find((one) => {
        const { kind, area, object, rule, inputs, items } = one.move;
        return JSON.stringify({ kind, area, object, rule, inputs, items }) === key;
      });
      const link = found && output.all().find((element) => element.tag === "a" && element.textContent === found.words);
      if (!link) { missing.push(move); continue; }
      link.handlers.click();
      said.push(...told("p"));
      uses();
    }
    return { status: state.variables.puzzle.status, missing, shown, beginning, hints, said, turns };
  });
  const passages = again.passages.map(({ name, tags, text }) => ({ name, tags, text }));
  return { html, name: again.name, passages, results };
};

readline
  .createInterface({ input: process.stdin })
  .on("line", (line) => process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`));
