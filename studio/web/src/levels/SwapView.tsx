// What if the rules were different? The same levels under other rules, side by side.

import { signal } from "@preact/signals";
import { ask, noteBusy, RequestFailure } from "../connection";
import { remember } from "../project";
import type { Entry } from "../protocol";
import { complain, say } from "../ui/messages";
import { Button, Empty, plural } from "../ui/parts";
import { Thumb } from "./Board";
import type { OpenGame } from "./game";
import { Obstacle, useGame } from "./LevelsView";
import { SmallEditor } from "./LaterEditor";
import { spoilers } from "./state";
import type { Verdict } from "./verdict";

interface Row {
  number: number;
  entry: number;
  before: Verdict | null;
  after: Verdict;
  news: string;
}
interface Swapped {
  text: string;
  warnings: string[];
  rows: Row[];
  /** The game and its source that it was made from. */
  path: string;
  of: string;
}
const result = signal<Swapped | null>(null);
const trouble = signal<string | null>(null);
const busy = signal<number | null>(null);

export function SwapView({ entry }: { entry: Entry }) {
  const open = useGame(entry);
  if (!open || open.broken.value || !open.game.value) return <Obstacle open={open} />;
  return <Swap open={open} />;
}

function Swap({ open }: { open: OpenGame }) {
  const game = open.game.value;
  const rules = remember(`levels.rules ${open.path}`, (game?.rules ?? []).map((rule) => rule.text).join("\n") + "\n");
  if (!game) return null;
  const go = async () => {
    trouble.value = null;
    const text = open.doc.text.value;
    try {
      const said = await noteBusy(busy, ask<Omit<Swapped, "of" | "path">>("levels.swap", { path: open.path, rules: rules.value }, { title: "Trying the rules" }));
      result.value = { ...said, of: text, path: open.path };
    } catch (error) {
      if (error instanceof RequestFailure && error.failure.code === "input") trouble.value = error.message;
      else complain(error);
    }
  };
  const take = async () => {
    if (!now) return;
    const done = await ask<boolean>("levels.commit", { path: open.path, before: now.of, text: now.text, label: "take other rules" });
    say(done ? "The game has these rules now." : "The source has changed since. Try the rules again.", done ? "info" : "warning");
  };
  const now = result.value?.path === open.path ? result.value : null;
  const rows = now?.rows ?? [];
  const solved = rows.filter((row) => row.after.verdict === "solved").length;
  const unknown = rows.filter((row) => row.after.verdict === "undecided").length;
  return (
    <div class="swap">
      <section class="swap-rules">
        <h2>Other rules</h2>
        <p>Change the rules below. Objects and levels stay; you see which levels can still be solved, and how.</p>
        <SmallEditor text={rules} label="Other rules" trouble={trouble.value} />
        {trouble.value && <p class="trouble" role="alert">{trouble.value}</p>}
        <div class="go">
          <Button look="main" busy={busy.value !== null} onClick={() => void go()} data-action="swap">Try these rules</Button>
          <Button disabled={!now} onClick={() => void take().catch(complain)}>Use them in the game</Button>
          <Button look="quiet" onClick={() => (rules.value = game.rules.map((rule) => rule.text).join("\n") + "\n")}>Back to the game’s rules</Button>
        </div>
        {now?.warnings.map((one) => <p key={one} class="soft">{one}</p>)}
      </section>
      <section class="swap-rows" aria-label="Levels under both rules">
        {rows.length ? (
          <>
            <p role="status">
              <strong>{solved} of {rows.length}</strong> levels can be solved under these rules
              {unknown > 0 ? `; ${unknown} could not be decided in the time there was.` : "."}
            </p>
            <table>
              <thead><tr><th>Level</th><th /><th>Now</th><th>Then</th><th>What is new</th></tr></thead>
              <tbody>
                {rows.map((row) => {
                  const shown = open.entries.value[row.entry];
                  return (
                    <tr key={row.number}>
                      <td>{row.number}</td>
                      <td>{shown?.kind === "level" && <Thumb game={game} level={shown.level} size={64} />}</td>
                      <td><Short of={row.before} /></td>
                      <td><Short of={row.after} /></td>
                      <td>{row.news}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </>
        ) : (
          <Empty title="What if the rules were different?">
            <p>Change a rule on the left. Every level is then solved under both, and you see what the change does to each.</p>
          </Empty>
        )}
      </section>
    </div>
  );
}

function Short({ of }: { of: Verdict | null }) {
  if (!of) return <span class="soft">not judged</span>;
  if (of.verdict === "solved") return <span class="chip good">{spoilers.value ? plural(of.moves?.length ?? 0, "move") : "solvable"}</span>;
  if (of.verdict === "unsolvable") return <span class="chip bad">unsolvable</span>;
  return <span class="chip">{of.verdict}</span>;
}
