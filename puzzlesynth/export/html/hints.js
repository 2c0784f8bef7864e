// Hints from the present state: a way to win is searched for from here, so they stay right after any detour.
// The player's position and the inventory are left out: what can be carried from an open area is in reach.
"use strict";

Puzzlesynth.MOST_LOOKED_AT = 4000;
Puzzlesynth.MOST_TRIED = 1000000;
Puzzlesynth.MOST_ACTIONS = 20000;

/** Every fact that can follow from a state (an object's form at a place) and every action between facts. */
Puzzlesynth.Ground = class {
  constructor(world, state) {
    this.world = world;
    this.spots = [];
    this.actions = [];
    this.known = new Map();
    this.seen = new Set();
    this.candidates = new Map();
    this.waiting = [];
    this.names = world.game.areas.filter((area) => area.place).map((area) => area.name);
    this.alive = new Map();
    for (const thing of state.things) this.alive.set(thing.item, (this.alive.get(thing.item) ?? 0) + 1);
    for (const thing of state.things) {
      if (thing.inside === null) this.spot(world.node(state, thing.id), this.place(state, thing));
    }
    while (this.waiting.length > 0 && this.actions.length < Puzzlesynth.MOST_ACTIONS) this.admit(this.waiting.pop());
    this.whole = this.waiting.length === 0;
    this.goals = world.game.areas.filter((area) => area.goal !== null);
    this.goalSpots = this.goals.map((area) =>
      this.spots.flatMap((spot, fact) => (spot.lift === null && world.matches(spot.node, area.goal) ? [fact] : [])),
    );
  }

  /** Where an object is, as far as it matters: an area, or "" for in reach. */
  place(state, thing) {
    const free = thing.area === null || (this.world.items.get(thing.item).carryable && state.open.includes(thing.area));
    return free ? "" : thing.area;
  }

  /** The facts of a state, or null where one of them is not known. */
  facts(state) {
    const tops = state.things.filter((thing) => thing.inside === null);
    const found = tops.map((thing) => this.known.get(this.key(this.world.node(state, thing.id), this.place(state, thing))));
    return found.includes(undefined) ? null : found;
  }

  key(node, place) {
    return `${JSON.stringify(place)}${Puzzlesynth.form(node)}`;
  }

  spot(node, place) {
    const key = this.key(node, place);
    if (!this.known.has(key)) {
      this.known.set(key, this.spots.length);
      this.waiting.push(this.spots.length);
      this.spots.push({ node, place, lift: null });
    }
    return this.known.get(key);
  }

  admit(fact) {
    const { node, place } = this.spots[fact];
    if (place !== "" && this.world.items.get(node.item).carryable) {
      this.spots[fact].lift = this.spot(node, "");
      return;
    }
    for (const rule of this.world.game.rules) {
      if (rule.fail) continue;
      for (const [role, term] of rule.inputs.entries()) {
        if (!this.world.matches(node, term)) continue;
        const key = `${rule.number} ${role}`;
        if (!this.candidates.has(key)) this.candidates.set(key, []);
        this.candidates.get(key).push(fact);
        const pools = rule.inputs.map((_, k) => (k === role ? [fact] : this.candidates.get(`${rule.number} ${k}`) ?? []));
        this.together(rule, pools, [], "");
      }
    }
  }

  /** One fact for each input, such that those that cannot be carried are in the same area. */
  together(rule, pools, chosen, area) {
    if (chosen.length === pools.length) {
      this.ground(rule, chosen, area);
      return;
    }
    for (const fact of [...pools[chosen.length]]) {
      const { node, place } = this.spots[fact];
      if (place !== "" && area !== "" && place !== area) continue;
      const used = chosen.filter((one) => one === fact).length;
      if (used > 0 && used >= this.limit(node.item)) continue;
      this.together(rule, pools, [...chosen, fact], place || area);
    }
  }

  limit(item) {
    return Math.max(this.world.items.get(item).copies, this.alive.get(item) ?? 0);
  }

  ground(rule, inputs, area) {
    const nodes = inputs.map((fact) => this.spots[fact].node);
    const carryable = (node) => this.world.items.get(node.item).carryable;
    for (const items of rule.ways) {
      const effect = this.world.carryOut(rule, nodes, items);
      if (effect === null || effect.outputs.some((top) => this.tooDeep(top))) continue;
      const delta = new Map();
      for (const item of items) delta.set(item, (delta.get(item) ?? 0) + 1);
      for (const { item } of effect.destroyed.flatMap(Puzzlesynth.within)) delta.set(item, (delta.get(item) ?? 0) - 1);
      const loose = area === "" && effect.outputs.some((node) => !carryable(node));
      for (const place of loose ? this.names : [area]) {
        const outputs = effect.outputs.map((node) => this.spot(node, carryable(node) ? "" : place));
        const key = JSON.stringify([rule.number, place, inputs, outputs, items]);
        if (this.seen.has(key) || Puzzlesynth.alike(inputs, outputs)) continue;
        this.seen.add(key);
        this.actions.push({ rule, inputs, outputs, area: place, items, delta });
      }
    }
  }

  tooDeep(top) {
    const counts = new Map();
    for (const { item } of Puzzlesynth.within(top)) counts.set(item, (counts.get(item) ?? 0) + 1);
    return [...counts].some(([item, count]) => count > this.limit(item));
  }
};

/** The facts of a whole game are worked out once; only where there are too many, for each state anew. */
Puzzlesynth.groundFor = (world, state) => {
  world.ground ??= new Puzzlesynth.Ground(world, world.start());
  return world.ground.whole && world.ground.facts(state) !== null ? world.ground : new Puzzlesynth.Ground(world, state);
};

/** Looks for a way to win, the most promising states first. */
Puzzlesynth.Search = class {
  constructor(world, state) {
    this.ground = Puzzlesynth.groundFor(world, state);
    this.world = world;
    const counts = new Array(this.ground.spots.length).fill(0);
    for (const fact of this.ground.facts(state)) counts[fact] += 1;
    const alive = new Map();
    for (const thing of state.things) alive.set(thing.item, (alive.get(thing.item) ?? 0) + 1);
    this.first = this.settled({
      counts,
      alive,
      open: new Set(state.open),
      solved: new Set(state.solved),
      parent: null,
      action: null,
    });
  }

  won(node) {
    return this.ground.goals.every((area) => node.solved.has(area.name));
  }

  settled(node) {
    const { goals, goalSpots, spots } = this.ground;
    const open = new Set(node.open);
    const solved = new Set(node.solved);
    const counts = [...node.counts];
    for (let changed = true; changed; ) {
      changed = false;
      for (const [fact, spot] of spots.entries()) {
        if (counts[fact] > 0 && spot.lift !== null && open.has(spot.place)) {
          counts[spot.lift] += counts[fact];
          counts[fact] = 0;
        }
      }
      for (const [index, area] of goals.entries()) {
        const met = (fact) => counts[fact] > 0 && (spots[fact].place === "" || open.has(spots[fact].place));
        if (!solved.has(area.name) && goalSpots[index].some(met)) {
          solved.add(area.name);
          for (const name of area.opens) open.add(name);
          changed = true;
        }
      }
    }
    return { ...node, counts, open, solved };
  }

  after(node, action) {
    const { counts, alive, open } = node;
    if (action.area !== "" && !open.has(action.area)) return null;
    const next = [...counts];
    for (const fact of action.inputs) {
      next[fact] -= 1;
      if (next[fact] < 0) return null;
    }
    const living = new Map(alive);
    for (const [item, change] of action.delta) living.set(item, (living.get(item) ?? 0) + change);
    for (const item of action.items) {
      if (living.get(item) > this.world.items.get(item).copies) return null;
    }
    for (const fact of action.outputs) next[fact] += 1;
    return this.settled({ counts: next, alive: living, open: node.open, solved: node.solved, parent: node, action });
  }

  key(node) {
    return JSON.stringify([node.counts, [...node.open].sort(), [...node.solved].sort()]);
  }

  /** `{plan, certain}`: a plan of actions that wins; null with `certain` means that there is none. */
  run() {
    // A player waits for the answer, so a large game is looked at less far before the search gives up.
    const affordable = Math.floor(Puzzlesynth.MOST_TRIED / (this.ground.actions.length + 1));
    const most = Math.min(Puzzlesynth.MOST_LOOKED_AT, Math.max(affordable, 100));
    const queue = new Puzzlesynth.Queue();
    const seen = new Set([this.key(this.first)]);
    const guess = this.relaxed(this.first);
    if (guess === null) return { plan: null, certain: this.ground.whole };
    queue.push(guess.length, this.first);
    for (let looked = 0; queue.size > 0; looked += 1) {
      if (looked >= most) return { plan: guess.filter((a) => this.after(this.first, a)), certain: false };
      const node = queue.pop();
      if (this.won(node)) return { plan: this.shortened(this.pathTo(node)), certain: true };
      for (const action of this.ground.actions) {
        const next = this.after(node, action);
        if (next === null) continue;
        const key = this.key(next);
        if (seen.has(key)) continue;
        seen.add(key);
        const far = this.relaxed(next);
        if (far !== null) queue.push(far.length, next);
      }
    }
    return { plan: null, certain: this.ground.whole };
  }

  /** What remains of a plan from here, without what is not possible; null if it does not win. */
  remains(plan) {
    const kept = [];
    let node = this.first;
    for (const action of plan) {
      if (this.won(node)) break;
      const next = this.after(node, action);
      if (next === null) continue;
      kept.push(action);
      node = next;
    }
    return this.won(node) ? kept : null;
  }

  pathTo(node) {
    const path = [];
    for (let one = node; one.parent !== null; one = one.parent) path.unshift(one.action);
    return path;
  }

  /** The plan without whatever it can do without. */
  shortened(plan) {
    const wins = (some) => {
      let node = this.first;
      for (const action of some) {
        node = this.after(node, action);
        if (node === null) return false;
      }
      return this.won(node);
    };
    for (let index = plan.length - 1; index >= 0; index -= 1) {
      const rest = plan.filter((_, k) => k !== index);
      if (wins(rest)) plan = rest;
    }
    return plan;
  }

  /** A plan that would do if nothing were ever used up, in order; null if not even that exists. */
  relaxed(node) {
    const { spots, actions, goals, goalSpots } = this.ground;
    const cost = node.counts.map((count) => (count > 0 ? 0 : Infinity));
    const maker = new Array(spots.length).fill(null);
    const opening = new Map([...node.open].map((name) => [name, { cost: 0, by: null }]));
    const solving = new Map([...node.solved].map((name) => [name, { cost: 0, by: null }]));
    const openCost = (place) => (place === "" ? 0 : opening.get(place)?.cost ?? Infinity);
    for (let changed = true; changed; ) {
      changed = false;
      for (const action of actions) {
        let sum = 1 + openCost(action.area);
        for (const fact of action.inputs) sum += cost[fact];
        for (const fact of action.outputs) {
          if (sum < cost[fact]) {
            cost[fact] = sum;
            maker[fact] = action;
            changed = true;
          }
        }
      }
      for (const [fact, spot] of spots.entries()) {
        if (spot.lift !== null && cost[fact] + openCost(spot.place) < cost[spot.lift]) {
          cost[spot.lift] = cost[fact] + openCost(spot.place);
          maker[spot.lift] = { lifts: fact, area: spot.place };
          changed = true;
        }
      }
      for (const [index, area] of goals.entries()) {
        for (const fact of goalSpots[index]) {
          const sum = cost[fact] + openCost(spots[fact].place);
          if (sum < (solving.get(area.name)?.cost ?? Infinity)) {
            solving.set(area.name, { cost: sum, by: fact });
            changed = true;
            for (const name of area.opens) {
              if (sum < openCost(name)) opening.set(name, { cost: sum, by: area.name });
            }
          }
        }
      }
    }
    if (goals.some((area) => !solving.has(area.name))) return null;
    return this.collected(maker, opening, solving, spots, goals);
  }

  collected(maker, opening, solving, spots, goals) {
    const plan = [];
    const done = new Set();
    const once = (what, then) => {
      if (!done.has(what)) {
        done.add(what);
        then();
      }
    };
    const open = (place) => {
      const by = place === "" ? null : opening.get(place).by;
      if (by !== null) once(`open ${place}`, () => solve(by));
    };
    const solve = (area) => {
      const { by } = solving.get(area);
      if (by !== null) once(`solve ${area}`, () => (have(by), open(spots[by].place)));
    };
    const have = (fact) => {
      const action = maker[fact];
      if (action === null) return;
      once(fact, () => {
        open(action.area);
        if (action.lifts !== undefined) have(action.lifts);
        else once(action, () => (action.inputs.forEach(have), plan.push(action)));
      });
    };
    for (const area of goals) solve(area.name);
    return plan;
  }
};

/** What comes out first has the smallest number; among equals, what went in last. */
Puzzlesynth.Queue = class {
  constructor() {
    this.lanes = [];
    this.size = 0;
  }

  push(number, what) {
    (this.lanes[number] ??= []).push(what);
    this.size += 1;
  }

  pop() {
    this.size -= 1;
    return this.lanes.find((lane) => lane !== undefined && lane.length > 0).pop();
  }
};

/** A graded hint for a state: `{kind, where, things, move, steps}`. Kind: next, maybe, dead, unknown or over. */
Puzzlesynth.hint = (world, state) => {
  if (state.status !== "playing") return { kind: "over" };
  const search = new Puzzlesynth.Search(world, state);
  const { plan, certain } = search.run();
  if (plan === null || plan.length === 0) return { kind: plan === null && certain ? "dead" : "unknown" };
  const action = plan[0];
  const chosen = [];
  for (const fact of action.inputs) {
    const { node, place } = search.ground.spots[fact];
    const fits = state.things.filter(
      (thing) =>
        thing.inside === null &&
        !chosen.includes(thing) &&
        search.ground.place(state, thing) === place &&
        Puzzlesynth.form(world.node(state, thing.id)) === Puzzlesynth.form(node),
    );
    const rank = (thing) => (world.carried(thing) ? 0 : thing.area === state.player ? 1 : 2);
    chosen.push(fits.sort((a, b) => rank(a) - rank(b))[0]);
  }
  const lying = chosen.find((thing) => thing.area !== null);
  const where = action.area || (lying && chosen.every((t) => t.area === null || t.area === lying.area) ? lying.area : state.player);
  const move = { kind: "use", rule: action.rule.number, inputs: chosen.map((thing) => thing.id), items: action.items };
  return { kind: certain ? "next" : "maybe", where, things: chosen, move, steps: plan.length };
};

/** An object's form with what is inside it, as text. */
Puzzlesynth.form = (node) =>
  JSON.stringify(Puzzlesynth.within(node).map(({ item, properties }) => [item, properties]));

Puzzlesynth.alike = (one, other) =>
  one.length === other.length && JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
