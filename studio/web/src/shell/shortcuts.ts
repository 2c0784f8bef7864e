// Keys that work everywhere.

import { useEffect } from "preact/hooks";
import { redo, undo } from "../documents";
import { complain } from "../ui/messages";
import { offered, show } from "../views";
import { openPalette } from "./Palette";

export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (handled(event)) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

function handled(event: KeyboardEvent): boolean {
  if (event.defaultPrevented) return false;
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (command && key === "k") openPalette();
  else if (command && !inInput(event) && key === "z") void (event.shiftKey ? redo() : undo()).catch(complain);
  else if (command && !inInput(event) && key === "y") void redo().catch(complain);
  else if (event.altKey && /^[1-9]$/.test(key) && offered.value[Number(key) - 1]) {
    show(offered.value[Number(key) - 1].id);
    document.getElementById("main")?.focus();
  }
  else return false;
  return true;
}

/** A field with an undo of its own. A view that has one itself (a canvas) sets `data-own-undo`. */
function inInput(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return !!target?.closest("input, textarea, [data-own-undo]");
}
