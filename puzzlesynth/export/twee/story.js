// The puzzle inside a story: its state is the story variable $puzzle, so the story's own saves and undo keep it.
"use strict";

setup.puzzle = {
  world: new Puzzlesynth.World(setup.puzzleGame),

  get wording() {
    return (this.known ??= new Puzzlesynth.Words(this.world));
  },

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
    return this.wording.distinct(this.world.moves(this.state)).map((move) => ({ move, words: this.words(move) }));
  },

  /** Does a move and goes to the passage of the area where the player is then. */
  play(move) {
    const before = this.state;
    const done = this.world.apply(before, move);
    const refusal = this.outlook.refusal(move, before, done.state);
    if (refusal === null) State.variables.puzzle = done.state;
    State.variables.said = refusal === null ? this.told(before, move, done) : [refusal];
    Engine.play(setup.puzzlePassages.get(this.state.player));
  },

  words(move) {
    const name = (id) => this.wording.name(this.state, id);
    if (move.kind === "walk") return `Go to ${this.wording.title(move.area)}`;
    if (move.kind === "take") return `Pick up the ${name(move.object)}`;
    if (move.kind === "drop") return `Put down the ${name(move.object)}`;
    return this.wording.action(this.state, move);
  },

  told(before, move, done) {
    const said = this.wording.told(before, move, done).map(([words]) => words);
    const ending = { won: "Everything is solved. You have won.", lost: "This is the end. You can go back." }[done.state.status];
    const warning = this.outlook.warning(move, before, done.state);
    return [...said, ending, warning].filter(Boolean);
  },

  /** A hint: the first time where to look, then what is needed, then the exact link. */
  hint(asked) {
    const hint = Puzzlesynth.hint(this.world, this.state);
    const fixed = {
      over: "The game is over.",
      dead: "From here the game cannot be won any more. Go back until it can.",
      unknown: "No hint can be given here with certainty.",
    }[hint.kind];
    if (fixed) return fixed;
    const doubt = hint.kind === "maybe" ? "Perhaps: " : "";
    if (asked === 0) return doubt + this.wording.whereToLook(this.state, hint);
    if (asked === 1) return doubt + this.wording.whatIsNeeded(this.state, hint);
    const where = hint.where === this.state.player ? "" : `In ${this.wording.title(hint.where)}: `;
    return `${doubt}${where}${this.words(hint.move)}.`;
  },

  /** A thing with its state and what it looks like. */
  seen(thing) {
    const marks = this.wording.marks(this.state, thing);
    const name = Puzzlesynth.capital(this.wording.name(this.state, thing.id));
    const described = this.wording.description(thing);
    return `${name}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}.${described ? ` ${described}` : ""}`;
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
    const list = (heading, things) => {
      if (things.length === 0) return;
      add("p", heading);
      const rows = add("ul", "");
      for (const thing of things) add("li", this.seen(thing), rows);
    };
    const wanted = this.wording.wanted(state, world.areas.get(state.player));
    if (!wanted.solved) add("p", wanted.words);
    list("You see:", state.things.filter((t) => t.inside === null && t.area === state.player));
    list("You carry:", state.things.filter((t) => world.carried(t)));
    this.showLinks(add);
  },

  showLinks(add) {
    if (this.state.status !== "playing") return;
    add("p", "You can:");
    const links = add("ul", "");
    const link = (words, then) => {
      const made = add("a", words, add("li", "", links));
      made.setAttribute("class", "link-internal");
      made.setAttribute("tabindex", "0");
      made.setAttribute("role", "button");
      made.addEventListener("click", then);
      made.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        then();
      });
    };
    for (const { move, words } of this.moves()) link(words, () => this.play(move));
    let asked = 0;
    const hints = () => {
      add("p", this.hint(asked)).setAttribute("role", "status");
      asked += 1;
    };
    link("Hint", hints);
  },
};

Macro.add("puzzle", {
  handler() {
    setup.puzzle.show(this.output);
  },
});
