// The puzzle inside a story: its state is the story variable $puzzle, so the story's own saves and undo keep it.
"use strict";

setup.puzzle = {
  world: new Puzzlesynth.World(setup.puzzleGame),

  get outlook() {
    return (this.watch ??= new Puzzlesynth.Outlook(this.world));
  },

  get state() {
    return State.variables.puzzle;
  },

  begin() {
    State.variables.puzzle = this.world.start();
    State.variables.said = [];
  },

  /** Everything that the player can do now, each with words for a link. */
  moves() {
    return this.world.moves(this.state).map((move) => ({ move, words: this.words(move) }));
  },

  /** Does a move and goes to the passage of the area where the player is then. */
  play(move) {
    const before = this.state;
    const done = this.world.apply(before, move);
    const refusal = this.outlook.refusal(move, before, done.state);
    if (refusal === null) State.variables.puzzle = done.state;
    State.variables.said = refusal === null ? this.told(before, move, done) : [refusal];
    Engine.play(setup.puzzlePassages[this.state.player]);
  },

  hint() {
    const hint = Puzzlesynth.hint(this.world, this.state);
    const fixed = {
      over: "The game is over.",
      dead: "From here the game cannot be won any more. Go back until it can.",
      unknown: "No hint can be given here with certainty.",
    }[hint.kind];
    const where = hint.where === this.state.player ? "" : `In ${this.title(hint.where)}: `;
    return fixed ?? `${where}${this.words(hint.move)}.`;
  },

  title(area) {
    return this.world.areas.get(area).title;
  },

  name(id) {
    const { item } = this.world.thing(this.state, id);
    const alike = this.state.things.filter((thing) => thing.item === item);
    const label = this.world.label(item);
    return alike.length > 1 ? `${label} ${alike.findIndex((thing) => thing.id === id) + 1}` : label;
  },

  words(move) {
    if (move.kind === "walk") return `Go to ${this.title(move.area)}`;
    if (move.kind === "take") return `Pick up the ${this.name(move.object)}`;
    if (move.kind === "drop") return `Put down the ${this.name(move.object)}`;
    const rule = this.world.rules.get(move.rule);
    const made = rule.ways.length > 1 ? `: ${move.items.map((item) => this.world.label(item)).join(", ")}` : "";
    return `${Puzzlesynth.capital(rule.label)} (${move.inputs.map((id) => this.name(id)).join(", ")})${made}`;
  },

  told(before, move, done) {
    const said = [];
    if (move.kind === "use") said.push(this.world.sentence(before, move, done));
    for (const event of done.events) {
      if (event.kind === "solved") said.push(`${this.title(event.area)} is solved.`);
      if (event.kind === "opened") said.push(`The way to ${this.title(event.area)} is open.`);
      if (event.kind === "won") said.push("Everything is solved. You have won.");
      if (event.kind === "lost") said.push("This is the end.");
    }
    const warning = this.outlook.warning(move, before, done.state);
    return warning === null ? said : [...said, warning];
  },

  /** What there is to see and to do, as elements. Texts only ever go in as text. */
  show(output) {
    const add = (tag, words, parent = output) => {
      const made = document.createElement(tag);
      made.textContent = words;
      parent.append(made);
      return made;
    };
    for (const words of State.variables.said) add("p", words);
    const { state, world } = this;
    const here = state.things.filter((t) => t.inside === null && t.area === state.player);
    const carried = state.things.filter((t) => world.carried(t));
    const name = (thing) => this.name(thing.id);
    if (here.length > 0) add("p", `You see: ${here.map(name).join(", ")}.`);
    if (carried.length > 0) add("p", `You carry: ${carried.map(name).join(", ")}.`);
    const list = add("ul", "");
    const link = (words, then) => {
      const button = add("a", words, add("li", "", list));
      button.setAttribute("class", "link-internal");
      button.setAttribute("tabindex", "0");
      button.setAttribute("role", "button");
      button.addEventListener("click", then);
      button.addEventListener("keydown", (event) => event.key === "Enter" && then());
    };
    for (const { move, words } of this.moves()) link(words, () => this.play(move));
    if (state.status === "playing") link("Hint", () => add("p", this.hint()));
  },
};

Macro.add("puzzle", {
  handler() {
    setup.puzzle.show(this.output);
  },
});
