// Whether the game can still be won, and what a merciful or a polite game makes of it.
"use strict";

Puzzlesynth.PLANS = 3;
Puzzlesynth.REMEMBERED = 2000;

/** What can become of states: "winnable", "dead" (proven), or "undecided" where there is too much to look at. */
Puzzlesynth.Outlook = class {
  constructor(world) {
    this.world = world;
    this.plans = [];
    this.known = new Map();
  }

  of(state) {
    if (state.status !== "playing") return state.status === "won" ? "winnable" : "dead";
    const search = new Puzzlesynth.Search(this.world, state);
    const key = search.key(search.first);
    const shared = search.ground === this.world.ground;
    if (!shared || !this.known.has(key)) {
      if (this.known.size >= Puzzlesynth.REMEMBERED) this.known.clear();
      this.known.set(key, this.found(search, shared));
    }
    return this.known.get(key);
  }

  /** A plan that was right a moment ago mostly still is; only otherwise there is a search. */
  found(search, shared) {
    const old = shared ? this.plans.map((plan) => search.remains(plan)).find((plan) => plan !== null) : undefined;
    const { plan, certain } = old === undefined ? search.run() : { plan: old, certain: true };
    if (plan === null || !certain) return certain ? "dead" : "undecided";
    if (shared) this.plans = [plan, ...this.plans].slice(0, Puzzlesynth.PLANS);
    return "winnable";
  }

  /** Why a merciful game does not do a move that leads from one state to another; null if it does. */
  refusal(move, before, after) {
    if (this.world.game.cruelty !== "merciful" || move.kind !== "use" || this.of(before) !== "winnable") return null;
    if (this.of(after) === "winnable") return null;
    return `Better not: that ${after.status === "lost" ? "would be the end" : "would make the game impossible to win"}.`;
  }

  /** What a polite game says when a move has made the game unwinnable; null if it has nothing to say. */
  warning(move, before, after) {
    if (this.world.game.cruelty !== "polite" || move.kind !== "use" || after.status !== "playing") return null;
    return this.of(after) === "dead" && this.of(before) !== "dead" ? "The game cannot be won any more. You can undo it." : null;
  }
};
