// Single keys for what is done often. Who speaks to the computer, or hits a key by mistake, can switch them off.
"use strict";

Puzzlesynth.KEYS = { u: "undo", r: "redo", h: "hint" };

Puzzlesynth.Keys = class {
  constructor(document, storage) {
    this.document = document;
    this.storage = storage;
    this.switch = document.getElementById("keys");
    this.switch.checked = this.wanted();
    this.switch.addEventListener("change", () => this.changed());
    this.show();
  }

  /** What a key stands for; undefined if for nothing. */
  tool(key) {
    return this.switch.checked && Object.hasOwn(Puzzlesynth.KEYS, key) ? Puzzlesynth.KEYS[key] : undefined;
  }

  changed() {
    this.show();
    try {
      this.storage.setItem("puzzlesynth:keys", this.switch.checked ? "on" : "off");
    } catch {
      // Then the choice lasts as long as the page is open.
    }
  }

  /** The choice is the player's, not the puzzle's: it holds for every game. */
  wanted() {
    try {
      return this.storage.getItem("puzzlesynth:keys") !== "off";
    } catch {
      return true;
    }
  }

  show() {
    for (const [key, tool] of Object.entries(Puzzlesynth.KEYS)) {
      const button = this.document.getElementById(tool);
      if (this.switch.checked) button.setAttribute("aria-keyshortcuts", key);
      else button.removeAttribute("aria-keyshortcuts");
    }
  }
};
