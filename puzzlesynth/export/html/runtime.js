// A world that runs forwards: states, moves, and what a move leads to. No page, no network, no clock.
// States are plain JSON and are never changed; `apply` makes the next one.
"use strict";

const Puzzlesynth = {};

Puzzlesynth.NOTHING = "Nothing";

/** The move is not possible now; the message says why. */
Puzzlesynth.IllegalMove = class extends Error {};

Puzzlesynth.World = class {
  constructor(game) {
    this.game = game;
    this.items = new Map(game.items.map((item) => [item.name, { ...item, types: new Set(item.types) }]));
    this.areas = new Map(game.areas.map((area) => [area.name, area]));
    this.rules = new Map(game.rules.map((rule) => [rule.number, rule]));
    this.firstNames = new Set(game.objects.map((thing) => thing.id));
  }

  start() {
    const things = this.game.objects.map((thing) => ({ ...thing, secret: thing.inside !== null }));
    const { open, solved, player } = this.game;
    return this.settled({ things, open, solved, player, status: "playing" }).state;
  }

  // ------------------------------------------------------------------ what is where

  thing(state, id) {
    return state.things.find((thing) => thing.id === id);
  }

  /** What can be seen inside an object, if anything. What came there before anybody looked is a secret until it has been out. */
  shownInside(state, id) {
    return state.things.find((thing) => thing.inside === id && !thing.secret);
  }

  /** An object with everything inside it. */
  node(state, id) {
    const { item, properties } = this.thing(state, id);
    const content = state.things.find((thing) => thing.inside === id);
    return { tag: id, item, properties, content: content ? this.node(state, content.id) : null };
  }

  carried(thing) {
    return thing.area === null && thing.inside === null;
  }

  atHand(state, thing) {
    return thing.inside === null && (thing.area === null || thing.area === state.player);
  }

  visible(state, thing) {
    return thing.inside === null && (thing.area === null || state.open.includes(thing.area));
  }

  neighbours(state) {
    return this.areas.get(state.player).paths.filter((name) => state.open.includes(name));
  }

  // ------------------------------------------------------------------ what matches what

  isA(item, type) {
    return this.items.get(item).types.has(type);
  }

  matches(node, term) {
    if (!this.isA(node.item, term.type)) return false;
    for (const [name, wanted] of term.properties) {
      if (name === "carryable") {
        if (this.items.get(node.item).carryable !== wanted) return false;
        continue;
      }
      const found = node.properties.find((pair) => pair[0] === name);
      if (found ? found[1] !== wanted : wanted !== false) return false;
    }
    if (term.contains === null) return true;
    if (term.contains === Puzzlesynth.NOTHING) return node.content === null;
    return node.content !== null && this.isA(node.content.item, term.contains);
  }

  // ------------------------------------------------------------------ moves

  /** Everything that the player can do now, in a fixed order. */
  moves(state) {
    if (state.status !== "playing") return [];
    const found = this.neighbours(state).map((area) => ({ kind: "walk", area }));
    for (const thing of state.things) {
      if (this.carried(thing)) found.push({ kind: "drop", object: thing.id });
      else if (thing.area === state.player && this.items.get(thing.item).carryable) {
        found.push({ kind: "take", object: thing.id });
      }
    }
    return found.concat(this.uses(state));
  }

  /** The rules that can be applied now, each with its objects. */
  uses(state) {
    if (state.status !== "playing") return [];
    const nodes = state.things.filter((t) => this.atHand(state, t)).map((t) => this.node(state, t.id));
    const found = [];
    for (const rule of this.game.rules) {
      const pools = rule.inputs.map((term) => nodes.filter((node) => this.matches(node, term)));
      for (const chosen of Puzzlesynth.distinct(pools)) {
        const inputs = chosen.map((node) => node.tag);
        for (const items of rule.ways) {
          if (typeof this.applied(state, rule, inputs, state.player, items) !== "string") {
            found.push({ kind: "use", rule: rule.number, inputs, items });
          }
        }
      }
    }
    return found;
  }

  /** Does a move: `{state, events, outputs}`. Throws `IllegalMove` if it is not possible now. */
  apply(state, move) {
    if (state.status !== "playing") this.refuse("the game is over");
    switch (move?.kind) {
      case "walk":
        return this.walked(state, move.area);
      case "take":
        return this.taken(state, move.object);
      case "drop":
        return this.dropped(state, move.object);
      case "use":
        return this.used(state, move);
      default:
        // Saves come from anywhere, so a move may be anything.
        return this.refuse(typeof move?.kind === "string" ? `there is no move "${move.kind}"` : "there is no move");
    }
  }

  refuse(why) {
    throw new Puzzlesynth.IllegalMove(why);
  }

  walked(state, area) {
    if (!this.neighbours(state).includes(area)) this.refuse(`there is no open way to ${area}`);
    return { state: { ...state, player: area }, events: [{ kind: "walked", area }], outputs: [] };
  }

  taken(state, id) {
    const thing = this.thing(state, id) ?? this.refuse(`there is no ${id}`);
    if (thing.area !== state.player || !this.items.get(thing.item).carryable) this.refuse(`${id} cannot be picked up here`);
    return this.moved(state, thing, null);
  }

  dropped(state, id) {
    const thing = this.thing(state, id) ?? this.refuse(`there is no ${id}`);
    if (!this.carried(thing)) this.refuse(`${id} is not carried`);
    return this.moved(state, thing, state.player);
  }

  moved(state, thing, area) {
    const things = state.things.map((one) => (one === thing ? { ...thing, area } : one));
    return { state: { ...state, things }, events: [{ kind: "moved", id: thing.id, area }], outputs: [] };
  }

  used(state, move) {
    const rule = this.rules.get(move.rule);
    if (!rule || !Array.isArray(move.inputs) || move.inputs.length !== rule.inputs.length) this.refuse("there is no such rule");
    for (const id of move.inputs) {
      const thing = this.thing(state, id);
      if (!thing || !this.atHand(state, thing)) this.refuse(`${id} is out of reach`);
    }
    const wanted = JSON.stringify(move.items ?? rule.ways[0]);
    const items = rule.ways.find((way) => JSON.stringify(way) === wanted) ?? this.refuse("this is not made here");
    const done = this.applied(state, rule, move.inputs, state.player, items);
    return typeof done === "string" ? this.refuse(done) : done;
  }

  // ------------------------------------------------------------------ applying a rule

  /** The rule applied to objects that are together in an area; a text says why that is not possible. */
  applied(state, rule, inputs, area, items) {
    if (new Set(inputs).size < inputs.length) return "an object is used twice";
    const nodes = inputs.map((id) => this.node(state, id));
    for (const [role, node] of nodes.entries()) {
      if (!this.matches(node, rule.inputs[role])) return `${node.tag} does not fit now`;
    }
    const effect = this.carryOut(rule, nodes, items);
    if (effect === null) return "something would have to go into what is full";
    const surplus = this.tooMany((item) => state.things.filter((t) => t.item === item).length, effect, items);
    if (surplus !== null) return `there would be more ${surplus} than can exist at once`;
    const names = this.freshNames(state, items);
    const carried = rule.destroyed.some((role) => this.carried(this.thing(state, inputs[role])));
    const { next, events } = this.rearranged(state, effect, names, area, carried);
    const after = rule.fail
      ? { state: { ...next, status: "lost" }, events: [{ kind: "lost" }] }
      : this.settled(next);
    const outputs = effect.outputs.map((node) => Puzzlesynth.nameOf(node, names));
    return { state: after.state, events: events.concat(after.events), outputs };
  }

  /** What a rule leaves of objects that match its inputs; null where something is full. */
  carryOut(rule, nodes, items) {
    const inside = nodes.map((node) => node.content);
    const outputs = rule.outputs.map((term, j) => {
      if (rule.bound[j] !== null) return this.changed(nodes[rule.bound[j]], term, null);
      if (rule.released[j] !== null) {
        const content = inside[rule.released[j]];
        inside[rule.released[j]] = null;
        return this.changed(content, term, content.content);
      }
      return this.changed(this.fresh(items[rule.made[j]], rule.made[j]), term, null);
    });
    rule.bound.forEach((source, j) => {
      if (source !== null) outputs[j].content = inside[source];
    });
    const gone = rule.destroyed.map((role) => ({ ...nodes[role], content: inside[role] }));
    for (const [j, how] of rule.filling.entries()) {
      if (how === "untouched") continue;
      const held = outputs[j].content;
      if (how === "emptied") {
        if (held !== null) gone.push(held);
        outputs[j].content = null;
        continue;
      }
      if (held !== null) return null;
      const what = rule.filledBy[j];
      outputs[j].content =
        how === "stored" ? { ...nodes[what], content: inside[what] } : this.fresh(items[what], what);
    }
    return { outputs, destroyed: gone };
  }

  fresh(item, slot) {
    return { tag: slot, item, properties: this.items.get(item).properties, content: null };
  }

  changed(node, term, content) {
    const values = new Map(node.properties);
    for (const [name, value] of term.properties) {
      if (name === "carryable") continue;
      if (value === false) values.delete(name);
      else values.set(name, value);
    }
    const properties = [...values].sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
    return { tag: node.tag, item: node.item, properties, content };
  }

  /** The item of which there would be more than can exist at once; `alive` counts what there is now. */
  tooMany(alive, effect, items) {
    for (const item of new Set(items)) {
      const made = items.filter((name) => name === item).length;
      const lost = effect.destroyed.flatMap(Puzzlesynth.within).filter((node) => node.item === item).length;
      if (alive(item) + made - lost > this.items.get(item).copies) return item;
    }
    return null;
  }

  freshNames(state, items) {
    const taken = new Set([...this.firstNames, ...state.things.map((thing) => thing.id)]);
    return items.map((item) => {
      const plain = this.items.get(item).plain;
      let name = plain;
      for (let number = 2; taken.has(name); number += 1) name = `${plain}_${number}`;
      taken.add(name);
      return name;
    });
  }

  rearranged(state, effect, names, area, carried) {
    const gone = effect.destroyed.flatMap(Puzzlesynth.within);
    const events = gone.map((node) => ({ kind: "destroyed", id: node.tag, item: node.item }));
    const lost = new Set(gone.map((node) => node.tag));
    let things = state.things.filter((thing) => !lost.has(thing.id));
    for (const top of effect.outputs) {
      let inside = null;
      let newAround = false;
      for (const node of Puzzlesynth.within(top)) {
        const id = Puzzlesynth.nameOf(node, names);
        const old = typeof node.tag === "string" ? this.thing(state, node.tag) : undefined;
        let where = inside === null ? area : null;
        if (inside === null && !old && carried && this.items.get(node.item).carryable) where = null;
        else if (inside === null && old && old.inside === null) where = old.area;
        const secret = old ? Boolean(old.secret) && old.inside === inside : newAround;
        newAround = !old;
        const thing = { id, item: node.item, properties: node.properties, area: where, inside, secret };
        things = old ? things.map((one) => (one.id === id ? thing : one)) : [...things, thing];
        events.push(...Puzzlesynth.told(old, thing));
        inside = id;
      }
    }
    return { next: { ...state, things }, events };
  }

  /** Solves what is solved and opens what that opens, until nothing changes. */
  settled(state) {
    const events = [];
    const goals = this.game.areas.filter((area) => area.goal !== null);
    for (;;) {
      const tops = state.things.filter((t) => this.visible(state, t)).map((t) => this.node(state, t.id));
      const done = goals.filter(
        (area) => !state.solved.includes(area.name) && tops.some((node) => this.matches(node, area.goal)),
      );
      if (done.length === 0) break;
      const opened = new Set(done.flatMap((area) => area.opens).filter((name) => !state.open.includes(name)));
      events.push(...done.map((area) => ({ kind: "solved", area: area.name })));
      events.push(...[...opened].map((area) => ({ kind: "opened", area })));
      state = {
        ...state,
        solved: [...state.solved, ...done.map((area) => area.name)],
        open: [...state.open, ...opened],
      };
    }
    if (state.status === "playing" && goals.every((area) => state.solved.includes(area.name))) {
      state = { ...state, status: "won" };
      events.push({ kind: "won" });
    }
    return { state, events };
  }

  // ------------------------------------------------------------------ words

  label(item) {
    return this.items.get(item).label;
  }

  /** The sentence for a rule that has been applied: `before` is the state it was applied to. */
  sentence(before, move, done) {
    const rule = this.rules.get(move.rule);
    const name = (part) => {
      const { item } =
        part.input !== undefined
          ? this.thing(before, move.inputs[part.input])
          : this.thing(done.state, done.outputs[part.output]);
      return part.first ? Puzzlesynth.capital(this.label(item)) : this.label(item);
    };
    return rule.says.map((part) => (typeof part === "string" ? part : name(part))).join("");
  }
};

// -------------------------------------------------------------------- helpers

Puzzlesynth.capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The object and everything inside it, outermost first. */
Puzzlesynth.within = (node) => {
  const found = [];
  for (let one = node; one !== null; one = one.content) found.push(one);
  return found;
};

/** Old objects are tagged with their name, new ones with the slot that made them. */
Puzzlesynth.nameOf = (node, names) => (typeof node.tag === "string" ? node.tag : names[node.tag]);

/** One of each pool, none of them twice. */
Puzzlesynth.distinct = (pools) =>
  pools.reduce(
    (chosen, pool) =>
      chosen.flatMap((some) => pool.filter((one) => !some.includes(one)).map((one) => [...some, one])),
    [[]],
  );

Puzzlesynth.told = (old, thing) => {
  const found = [];
  if (!old) found.push({ kind: "created", id: thing.id, item: thing.item });
  else if (JSON.stringify(old.properties) !== JSON.stringify(thing.properties)) {
    found.push({ kind: "changed", id: thing.id });
  }
  if (old && old.inside !== null && thing.inside !== old.inside) {
    found.push({ kind: "released", id: thing.id, inside: old.inside });
  }
  if (thing.inside !== null && (!old || old.inside !== thing.inside)) {
    found.push({ kind: "stored", id: thing.id, inside: thing.inside });
  }
  return found;
};

if (typeof module !== "undefined") module.exports = Puzzlesynth;
