// The words for a world: what things and moves are called, what is said about them, where to look. How all that is shown
// is somebody else's business.
"use strict";

Puzzlesynth.Words = class {
  constructor(world) {
    this.world = world;
    this.properties = new Map(world.game.told);
  }

  title(area) {
    return this.world.areas.get(area).title;
  }

  /** An object's name; where there are several that are called so, with a number. */
  name(state, id) {
    const label = this.world.label(this.world.thing(state, id).item);
    const alike = state.things.filter((thing) => this.world.label(thing.item) === label && this.world.visible(state, thing));
    const number = alike.findIndex((thing) => thing.id === id) + 1;
    return alike.length > 1 && number > 0 ? `${label} ${number}` : label;
  }

  /** What can be seen of an object's state. */
  marks(state, thing) {
    const shown = thing.properties.filter(([name]) => this.properties.has(name));
    const marks = shown.map(([name, value]) => this.properties.get(name) + (value === true ? "" : `: ${value}`));
    const content = this.world.shownInside(state, thing.id);
    return content ? [...marks, `holds ${this.world.label(content.item)}`] : marks;
  }

  description(thing) {
    return this.world.items.get(thing.item).description;
  }

  /** What applying a rule is called, and what it makes where that is not the same every time. */
  action(state, move) {
    const rule = this.world.rules.get(move.rule);
    const made = rule.ways.length > 1 ? Puzzlesynth.listed(move.items.map((item) => this.world.label(item))) : rule.distinction;
    return Puzzlesynth.capital(this.phrase(state, rule, move.inputs)) + (made ? `, for ${made}` : "");
  }

  /** `feed the biscuit to the parrot`; or the rule's own name, with whatever it does not mention. */
  phrase(state, rule, inputs) {
    const names = inputs.map((id) => this.name(state, id));
    if (rule.naming === null) return rule.phrase.map((part) => (typeof part === "string" ? part : names[part.input])).join("");
    const groups = { from: [], with: [], brackets: [] };
    for (const [index, id] of inputs.entries()) groups[this.mention(state, rule.naming.inputs[index], id)]?.push(names[index]);
    const after = ["from", "with"].filter((word) => groups[word].length > 0);
    const said = after.map((word) => ` ${word} ${Puzzlesynth.listed(groups[word].map((name) => `the ${name}`))}`);
    const rest = groups.brackets.length > 0 ? ` (${groups.brackets.join(", ")})` : "";
    return rule.naming.name + said.join("") + rest;
  }

  /** Where a thing goes that a rule takes: "from" and "with" stand before it, "brackets" around it; or it is not said. */
  mention(state, naming, id) {
    const { item } = this.world.thing(state, id);
    const numbered = this.name(state, id) !== this.world.label(item);
    if (naming.silent || (!numbered && naming.mentioned.includes(item))) return "nowhere";
    return ["from", "with"].find((word) => naming[word].includes(item)) ?? "brackets";
  }

  /** Of moves that differ only in the order of things that can change places, the first. */
  distinct(moves) {
    const seen = new Set();
    return moves.filter((move) => {
      if (move.kind !== "use") return true;
      const places = this.world.rules.get(move.rule).interchangeable;
      const used = move.inputs.map((id, position) => `${places[position]} ${id}`).sort();
      const key = JSON.stringify([move.rule, move.items, used]);
      return !seen.has(key) && Boolean(seen.add(key));
    });
  }

  /** What is said once a move is done, each with its kind. */
  told(before, move, done) {
    const said = [];
    if (move.kind === "use") said.push([this.world.sentence(before, move, done), "told"]);
    if (move.kind === "take") said.push([`You pick up the ${this.name(before, move.object)}.`, "told"]);
    if (move.kind === "drop") said.push([`You put down the ${this.name(before, move.object)}.`, "told"]);
    for (const event of done.events) {
      if (event.kind === "solved" && !this.world.areas.get(event.area).end) said.push([`${this.title(event.area)}: solved.`, "good"]);
      if (event.kind === "opened") said.push([`The way to ${this.title(event.area)} is open.`, "good"]);
    }
    return said;
  }

  /** What is wanted in an area and by its doors, and whether all of it is there. */
  wanted(state, area) {
    const told = area.wishes.filter(([name]) => state.open.includes(name));
    const open = told.filter(([name]) => !state.solved.includes(name));
    if (open.length > 0) return { solved: false, words: open.map(([, said]) => said).join(" ") };
    return { solved: true, words: told.length > 0 ? "Solved." : "" };
  }

  // ------------------------------------------------------------------ hints

  /** The first hint: where to look. */
  whereToLook(state, hint) {
    if (hint.where !== state.player) return `Try ${this.title(hint.where)}.`;
    const away = [...new Set(this.elsewhere(hint).map((thing) => this.title(thing.area)))];
    if (away.length > 0) return `There is something to do right here, with what is in ${Puzzlesynth.listed(away)}.`;
    return "Look around: there is something to do right here.";
  }

  /** What has to be fetched from another place than the one where it is needed. */
  elsewhere(hint) {
    return hint.things.filter((thing) => thing.area !== null && thing.area !== hint.where);
  }

  /** The second hint: what is needed, and where to get it. */
  whatIsNeeded(state, hint) {
    const name = (thing) => `the ${this.name(state, thing.id)}`;
    const needed = `You need ${Puzzlesynth.listed(hint.things.map(name))}.`;
    const fetch = this.elsewhere(hint).map((thing) => ` Fetch ${name(thing)} from ${this.title(thing.area)}.`);
    return needed + fetch.join("");
  }
};

Puzzlesynth.listed = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
