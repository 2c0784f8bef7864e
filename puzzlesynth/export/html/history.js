// The game so far: every step and the state after it. To start over and to load are steps like any other, so that
// Undo takes them back.
"use strict";

Puzzlesynth.History = class {
  /** The game that these steps lead to; throws if one of them is not possible. */
  constructor(world, steps = []) {
    this.world = world;
    this.steps = [];
    this.states = [world.start()];
    this.undone = [];
    for (const step of steps) this.advance(step);
  }

  get state() {
    return this.states[this.states.length - 1];
  }

  /** Does a step; throws if it is not possible. What was undone before is left alone. */
  advance(step) {
    const done = this.after(step);
    this.steps.push(step);
    this.states.push(done.state);
    return done;
  }

  after(step) {
    if (step?.kind === "restart") return { state: this.world.start(), events: [] };
    if (step?.kind === "load") return { state: new Puzzlesynth.History(this.world, step.moves).state, events: [] };
    return this.world.apply(this.state, step);
  }

  /** Takes back the last step, and gives it. */
  undo() {
    const step = this.steps.pop();
    this.states.pop();
    this.undone.push(step);
    return step;
  }

  /** The moves that lead from the beginning to the present state; games that were left are not among them. */
  line() {
    const at = this.steps.findLastIndex((step) => Puzzlesynth.leaps(step));
    if (at < 0) return this.steps;
    const loaded = this.steps[at].kind === "load" ? new Puzzlesynth.History(this.world, this.steps[at].moves).line() : [];
    return [...loaded, ...this.steps.slice(at + 1)];
  }
};

/** Whether a step leaves the game for another one: the beginning, or a saved game. */
Puzzlesynth.leaps = (step) => step.kind === "restart" || step.kind === "load";
