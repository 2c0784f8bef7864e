// The page: what the world looks like to a player. Every text goes in as text; nothing is ever read as markup.
"use strict";

Puzzlesynth.Page = class {
  constructor(world, document, storage) {
    this.world = world;
    this.document = document;
    this.saves = new Puzzlesynth.Saves(world.game, storage);
    this.opened = [];
    this.asked = 0;
    this.words = new Puzzlesynth.Words(world);
    this.outlook = new Puzzlesynth.Outlook(world);
    this.history = new Puzzlesynth.History(world);
    for (const name of ["undo", "redo", "hint", "save", "load", "restart"]) {
      this.byId(name).addEventListener("click", () => this[name]());
    }
    this.keys = new Puzzlesynth.Keys(document, storage);
    document.addEventListener("keydown", (event) => this.pressed(event));
    this.measureBar();
    this.text("title", world.game.title);
    this.note(world.game.description, "quiet");
    this.resume();
    this.tellPlace();
    this.draw();
  }

  // ------------------------------------------------------------------ the game so far

  get state() {
    return this.history.state;
  }

  do(move) {
    const before = this.state;
    const refusal = this.outlook.refusal(move, before, this.world.apply(before, move).state);
    if (refusal !== null) return this.say(refusal, "bad");
    const done = this.history.advance(move);
    this.history.undone = [];
    this.asked = 0;
    for (const id of Puzzlesynth.involved(move)) this.touch(id);
    if (move.kind === "walk") this.arrive();
    for (const [words, kind] of this.words.told(before, move, done)) this.say(words, kind);
    this.say(this.outlook.warning(move, before, done.state), "bad");
    this.store("auto");
    this.draw();
    if (done.state.status !== "playing") this.byId("ending").focus();
    else if (move.kind === "walk") this.byId("place").focus();
  }

  arrive() {
    this.opened = [];
    this.tellPlace();
    this.text("latest", "");
  }

  /** The place goes into the log alone: it is on the screen already, and what was said last stays there beside it. */
  tellPlace() {
    const area = this.world.areas.get(this.state.player);
    this.note(`${area.title}. ${area.description}`, "quiet");
  }

  /** Leaves this game for the beginning or for a saved one. */
  leap(step) {
    this.history.advance(step);
    this.opened = [];
    this.asked = 0;
    const where = step.kind === "restart" ? "From the beginning." : "The saved game.";
    this.say(`${where} Undo brings back the game you left.`, "quiet");
    this.tellPlace();
    this.store("auto");
    this.draw();
    this.byId("place").focus();
  }

  undo() {
    if (this.history.steps.length === 0) return this.say("There is nothing to undo.", "quiet");
    const step = this.history.undo();
    this.asked = 0;
    this.say(this.undoneWords(step), "quiet");
    this.store("auto");
    this.draw();
  }

  undoneWords(step) {
    if (Puzzlesynth.leaps(step)) return "The game you left is back.";
    const { length } = this.history.undone;
    return `Undone: ${length === 1 ? "the last move" : `${length} moves`}.`;
  }

  redo() {
    const rest = this.history.undone;
    if (rest.length === 0) return this.say("There is nothing to redo.", "quiet");
    const step = rest.pop();
    if (Puzzlesynth.leaps(step)) this.leap(step);
    else this.do(step);
    this.history.undone = rest;
    this.draw();
  }

  restart() {
    this.history.undone = [];
    this.leap({ kind: "restart" });
  }

  // ------------------------------------------------------------------ saving

  store(slot) {
    return this.saves.keep(slot, slot === "auto" ? this.history.steps : this.history.line());
  }

  /** A saved game, done again from its beginning; null if there is none, undefined if it was refused, with a reason. */
  kept(slot) {
    try {
      const moves = this.saves.kept(slot);
      return moves && new Puzzlesynth.History(this.world, moves);
    } catch (problem) {
      this.say(`The saved game cannot be used (${problem.message}).`, "bad");
      return undefined;
    }
  }

  resume() {
    const history = this.kept("auto");
    if (!history) return;
    this.history = history;
    if (history.steps.length > 0) this.say("Welcome back. The game is as you left it.", "quiet");
  }

  save() {
    this.say(this.store("kept") ? "Saved in this browser." : "This browser does not keep saves for this page.", "quiet");
  }

  load() {
    const history = this.kept("kept");
    if (history === null) this.say("There is no saved game.", "quiet");
    if (!history) return;
    this.history.undone = [];
    this.leap({ kind: "load", moves: history.line() });
  }

  // ------------------------------------------------------------------ hints

  hint() {
    const hint = Puzzlesynth.hint(this.world, this.state);
    if (hint.kind === "over") this.say("The game is over. Undo takes you back into it.", "hint");
    else if (hint.kind === "dead") this.say("From here the game cannot be won any more. Undo until it can.", "hint");
    else if (hint.kind === "unknown") this.say("No hint can be given here with certainty.", "hint");
    else {
      const words = [() => this.words.whereToLook(this.state, hint), () => this.words.whatIsNeeded(this.state, hint), () => this.exactly(hint)];
      const doubt = hint.kind === "maybe" ? "Perhaps: " : "";
      this.say(doubt + words[Math.min(this.asked, 2)](), "hint");
      this.asked += 1;
    }
  }

  /** The last hint: what to press, and where. */
  exactly(hint) {
    const place = hint.where === this.state.player ? "" : `In ${this.words.title(hint.where)}: `;
    return `${place}${this.words.action(this.state, hint.move)}.`;
  }

  // ------------------------------------------------------------------ drawing

  byId(id) {
    return this.document.getElementById(id);
  }

  text(id, words) {
    this.byId(id).textContent = words;
  }

  element(tag, words, settings = {}) {
    const made = this.document.createElement(tag);
    if (words !== null) made.textContent = words;
    for (const [name, value] of Object.entries(settings)) made.setAttribute(name, value);
    return made;
  }

  button(words, key, then, kind = "") {
    const made = this.element("button", words, { type: "button", "data-key": key });
    if (kind) made.className = kind;
    made.addEventListener("click", then);
    return made;
  }

  /** Says something: it is the latest news, and goes into the log. */
  say(words, kind) {
    if (!words) return;
    this.note(words, kind);
    this.byId("latest").className = kind;
    this.text("latest", words);
  }

  /** Puts something into the log. */
  note(words, kind) {
    if (!words) return;
    const story = this.byId("story");
    story.append(this.element("p", words, { class: kind }));
    while (story.childElementCount > 200) story.firstElementChild.remove();
    story.scrollTop = story.scrollHeight;
  }

  draw() {
    this.opened = this.opened.filter((id) => this.world.thing(this.state, id));
    const held = this.document.activeElement?.getAttribute?.("data-key");
    const { state, world } = this;
    const area = world.areas.get(state.player);
    const goals = world.game.areas.filter((one) => one.goal !== null);
    this.text("place", area.title);
    this.text("scene", area.description);
    this.drawGoal(area);
    this.text("progress", `${goals.filter((one) => state.solved.includes(one.name)).length} of ${goals.length} solved`);
    const moves = world.moves(state);
    const list = (id, things, empty) => {
      const rows = things.map((thing) => this.card(thing, moves));
      this.byId(id).replaceChildren(...(rows.length > 0 ? rows : [this.element("li", empty, { class: "empty" })]));
    };
    list("here", state.things.filter((t) => t.inside === null && t.area === state.player), "Nothing of interest.");
    list("carried", state.things.filter((t) => world.carried(t)), "Nothing.");
    this.drawWays(area, moves);
    this.drawEnding();
    this.drawTools();
    this.refocus(held);
  }

  /** A button that were truly disabled would lose the focus. */
  drawTools() {
    this.byId("undo").setAttribute("aria-disabled", String(this.history.steps.length === 0));
    this.byId("redo").setAttribute("aria-disabled", String(this.history.undone.length === 0));
  }

  drawGoal(area) {
    const { solved, words } = this.words.wanted(this.state, area);
    this.byId("goal").className = solved ? "solved" : "";
    this.text("goal", words);
  }

  drawWays(area, moves) {
    const rows = area.paths.map((name) => {
      const row = this.element("li", null);
      const open = this.state.open.includes(name);
      const button = this.button(open ? `Go to ${this.words.title(name)}` : `${this.words.title(name)} – closed`, `walk ${name}`, () =>
        this.do({ kind: "walk", area: name }),
      );
      button.disabled = !moves.some((move) => move.kind === "walk" && move.area === name);
      row.append(button);
      return row;
    });
    this.byId("ways").replaceChildren(...(rows.length > 0 ? rows : [this.element("li", "No other place to go.", { class: "empty" })]));
  }

  drawEnding() {
    const box = this.byId("ending");
    const { status } = this.state;
    box.hidden = status === "playing";
    box.className = status;
    box.tabIndex = -1;
    const words = { won: ["You have won.", "Everything is solved."], lost: ["This is the end.", "But Undo takes it back."] }[status];
    box.replaceChildren(...(words ? [this.element("strong", words[0]), this.element("span", ` ${words[1]}`)] : []));
  }

  /** An object: its name and state, and, once it is opened, what it is and what can be done with it. */
  card(thing, moves) {
    const row = this.element("li", null, { class: "thing" });
    const open = this.opened.includes(thing.id);
    const head = this.button(null, `thing ${thing.id}`, () => this.turn(thing.id));
    head.setAttribute("aria-expanded", String(open));
    head.append(this.element("span", Puzzlesynth.capital(this.words.name(this.state, thing.id)), { class: "name" }));
    for (const mark of this.words.marks(this.state, thing)) head.append(" ", this.element("span", mark, { class: "mark" }));
    row.append(head);
    if (open) row.append(this.menu(thing, moves));
    return row;
  }

  menu(thing, moves) {
    const box = this.element("div", null, { class: "menu", role: "group", "aria-label": `${this.words.name(this.state, thing.id)}: actions` });
    box.append(this.element("p", this.words.description(thing) || "Nothing special."));
    const mine = this.words.distinct(moves).filter((move) => Puzzlesynth.involved(move).includes(thing.id));
    for (const move of mine) {
      const words = { take: "Pick up", drop: "Put down" }[move.kind] ?? this.words.action(this.state, move);
      // The same action is offered by everything that it involves, and each button has a key of its own.
      const key = `act ${JSON.stringify(move)}${move.kind === "use" ? ` on ${thing.id}` : ""}`;
      box.append(this.button(words, key, () => this.do(move), move.kind === "use" ? "act" : ""));
    }
    if (mine.length === 0) box.append(this.element("p", "There is nothing you can do with it now.", { class: "empty" }));
    return box;
  }

  // ------------------------------------------------------------------ things that are open

  /** Opens or closes a thing. The others stay as they are: to close one above would pull this one from under the finger. */
  turn(id) {
    const top = () => this.keyed(`thing ${id}`).getBoundingClientRect().top;
    const before = top();
    if (this.opened.includes(id)) this.close(id);
    else this.opened.push(id);
    this.draw();
    // Where things stand in columns, one that opens takes a row of its own.
    this.document.defaultView.scrollBy({ top: top() - before, behavior: "instant" });
  }

  close(id) {
    this.opened = this.opened.filter((one) => one !== id);
  }

  /** What was used last is the last to have been opened. */
  touch(id) {
    if (!this.opened.includes(id)) return;
    this.close(id);
    this.opened.push(id);
  }

  // ------------------------------------------------------------------ the screen

  /** Tells the style how high the bar at the bottom is, which depends on words, letters and window. */
  measureBar() {
    const bar = this.document.querySelector("footer");
    const measure = () => this.document.documentElement.style.setProperty("--bar", `${bar.offsetHeight}px`);
    new ResizeObserver(measure).observe(bar);
  }

  // ------------------------------------------------------------------ the keyboard

  /** The button with this key, if it can be pressed. */
  keyed(key) {
    return [...this.document.querySelectorAll("[data-key]")].find((one) => one.getAttribute("data-key") === key && !one.disabled);
  }

  /** The focus stays where it was; if that is gone, on the thing that was used, or on the place. */
  refocus(held) {
    if (!held) return;
    const open = this.opened.map((id) => this.keyed(`thing ${id}`)).findLast(Boolean);
    (this.keyed(held) ?? open ?? this.byId("place")).focus();
  }

  /** Closes the thing that has the focus, or else the one that was opened last. */
  escape() {
    const around = this.document.activeElement?.closest(".thing")?.querySelector("[aria-expanded]").getAttribute("data-key");
    const id = this.opened.findLast((one) => `thing ${one}` === around) ?? this.opened.at(-1);
    this.close(id);
    this.draw();
    this.refocus(`thing ${id}`);
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.opened.length > 0) this.escape();
    const tool = this.keys.tool(event.key);
    if (tool) this[tool]();
  }
};

/** The things in whose menus a move is found. */
Puzzlesynth.involved = (move) => (move.kind === "use" ? move.inputs : [move.object]);

Puzzlesynth.play = (document, window) => {
  const game = JSON.parse(document.getElementById("game").textContent);
  let storage = { getItem: () => null, setItem: () => { throw new Error("no storage"); } };
  try {
    storage = window.localStorage ?? storage;
  } catch {
    // A browser may refuse the very question; the game is then simply not kept.
  }
  return new Puzzlesynth.Page(new Puzzlesynth.World(game), document, storage);
};

if (typeof document !== "undefined") Puzzlesynth.play(document, window);
