// Where a search has ended without a proof: within which limits it looked, in plain words.

import { plural } from "../ui/parts";

/** `what`: of which there may be more. */
export function Limits({ said, what = "puzzles" }: { said: readonly string[] | undefined; what?: string }) {
  if (!said?.length) return null;
  return (
    <details class="limits">
      <summary>Only within {plural(said.length, "limit")}: without {said.length === 1 ? "it" : "them"} there may be more {what}</summary>
      <ul class="field">{said.map((one) => <li key={one}>{capital(one)}.</li>)}</ul>
    </details>
  );
}

/** The first of a list, and how many are left out. */
export function Rest({ of, shown, what }: { of: number; shown: number; what: string }) {
  return of > shown ? <p class="soft">and {plural(of - shown, `more ${what}`)}</p> : null;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
