// Saved games of one puzzle, in whatever the browser keeps for the page.
"use strict";

Puzzlesynth.SAVE = "puzzlesynth.save/1";

Puzzlesynth.Saves = class {
  constructor(game, storage) {
    this.puzzle = game.puzzle;
    this.key = `puzzlesynth:${game.pack}:${game.puzzle}`;
    this.storage = storage;
  }

  /** Whether the browser keeps it. */
  keep(slot, moves) {
    try {
      this.storage.setItem(`${this.key}:${slot}`, JSON.stringify({ format: Puzzlesynth.SAVE, puzzle: this.puzzle, moves }));
      return true;
    } catch {
      return false;
    }
  }

  /** The moves of a saved game, null if there is none; throws if it is none of this puzzle. */
  kept(slot) {
    const text = this.text(slot);
    if (text === null) return null;
    const save = JSON.parse(text);
    if (save?.format !== Puzzlesynth.SAVE || save.puzzle !== this.puzzle) throw new Error("another game");
    if (!Array.isArray(save.moves)) throw new Error("its moves are missing");
    return save.moves;
  }

  text(slot) {
    try {
      return this.storage.getItem(`${this.key}:${slot}`);
    } catch {
      return null;
    }
  }
};
