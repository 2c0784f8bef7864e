// The keyboard's place is never lost: where the focused element goes away, moves or cannot be used any more, the focus goes
// to what took its place, to its neighbour, or to the view.

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]";

let last: HTMLElement | null = null;
/** The ancestors of the last one, from the inside out, and everything that could be focused beside it. */
let ancestors: Element[] = [];
let known: HTMLElement[] = [];

export function keepFocus(): void {
  document.addEventListener("focusin", (event) => note(event.target as HTMLElement));
  // A click beside everything means to leave it.
  document.addEventListener("pointerdown", () => (last = null), true);
  const watch = new MutationObserver(() => {
    if (!last) return;
    restore();
    // A button that was disabled keeps the focus until the page is drawn.
    requestAnimationFrame(restore);
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled"] });
}

function note(element: HTMLElement): void {
  last = element;
  ancestors = [];
  for (let one = element.parentElement; one; one = one.parentElement) ancestors.push(one);
  known = focusable(document.body);
}

function focusable(inside: Element): HTMLElement[] {
  return [...inside.querySelectorAll<HTMLElement>(FOCUSABLE)];
}

function usable(element: HTMLElement): boolean {
  return element.isConnected && element.tabIndex >= 0 && !element.matches(":disabled") && element.getClientRects().length > 0;
}

function restore(): void {
  const now = document.activeElement;
  if (!last || (now && now !== document.body)) return;
  const main = document.getElementById("main");
  const target = usable(last) ? last : (successor(main) ?? main);
  target?.focus();
}

/** What took the place of the last one inside the nearest ancestor that is still there, or the nearest of its neighbours. */
function successor(main: HTMLElement | null): HTMLElement | null {
  const at = last ? known.indexOf(last) : -1;
  for (const ancestor of ancestors) {
    if (ancestor === main || ancestor === document.body) return null;
    if (!ancestor.isConnected) continue;
    const before = new Set(known);
    const fresh = focusable(ancestor).find((one) => usable(one) && !before.has(one));
    if (fresh) return fresh;
    const near = (one: HTMLElement) => usable(one) && ancestor.contains(one);
    const found = known.slice(at + 1).find(near) ?? known.slice(0, Math.max(0, at)).reverse().find(near);
    if (found) return found;
  }
  return null;
}
