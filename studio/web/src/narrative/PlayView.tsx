// Play the open puzzle as a player would see it, with the chart beside it.

import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { ask } from "../connection";
import { remember } from "../project";
import { complain } from "../ui/messages";
import { Button, Empty, Spinner, plural } from "../ui/parts";
import { show } from "../views";
import { packPath } from "./pack";
import { PuzzleChart } from "./PuzzleChart";
import { bench } from "./puzzles";
import type { Card } from "./types";

interface Line {
  style: "title" | "text" | "thing" | "goal" | "news" | "menu" | "hint" | "note" | "command";
  text: string;
}
interface Moment {
  lines: Line[];
  menu: { number: number; text: string; safe: boolean | null }[];
  status: "playing" | "won" | "lost";
  chance: "certain" | "possible" | "none" | string;
  done: string[];
  moves: number;
}

const spoilers = remember("play.dead_ends", true);
const showsChart = remember("play.chart", true);
interface PathStep {
  rule: number;
  inputs: string[];
  step: string | null;
  text: string;
}
interface Path {
  kind: "solution" | "dead_end" | "other";
  title: string;
  steps: PathStep[];
}
interface Played {
  puzzle: string;
  commands: string[];
  /** What was done before the first command. */
  path: PathStep[];
}

const played = remember<Played | null>("play.commands", null);
/** `complete`: whether there are no more of a kind; null while they are looked for. */
type Complete = Record<"dead_end" | "other", boolean>;
const paths = signal<{ puzzle: string; found: Path[]; complete: Complete | null } | null>(null);
const moment = signal<Moment | null>(null);
const lines = signal<Line[]>([]);

export function PlayView() {
  const card = bench.value.open;
  const [busy, setBusy] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);

  const send = async (fresh: boolean) => {
    if (!card) return;
    setBusy(true);
    const { commands, path } = played.value ?? { commands: [], path: [] };
    try {
      const reply = await ask<Moment>("play.turn", {
        pack: packPath.value, puzzle: card.puzzle, commands, path, fresh, warn: spoilers.value,
      });
      if (bench.value.open?.id !== card.id) return;
      lines.value = fresh ? reply.lines : [...lines.value, ...reply.lines];
      moment.value = reply;
    } catch (error) {
      complain(error);
    } finally {
      setBusy(false);
      // A game is read from its beginning.
      requestAnimationFrame(() => (fresh ? end.current?.parentElement?.scrollTo(0, 0) : end.current?.scrollIntoView({ block: "end" })));
    }
  };
  useEffect(() => {
    if (!card) return;
    if (played.value?.puzzle !== card.id) played.value = { puzzle: card.id, commands: [], path: [] };
    void send(true);
  }, [card?.id]);
  if (!card) {
    return (
      <Empty title="Nothing to play yet">
        <p>Open a puzzle first.</p>
        <Button look="main" onClick={() => show("puzzles")}>Go to the puzzles</Button>
      </Empty>
    );
  }
  const say = (command: string) => {
    if (!command.trim() || busy) return;
    const before = played.value ?? { puzzle: card.id, commands: [], path: [] };
    played.value = { ...before, commands: [...before.commands, command] };
    void send(false).then(() => input.current?.focus());
  };
  const begin = (path: PathStep[]) => {
    played.value = { puzzle: card.id, commands: [], path };
    void send(true);
  };
  const now = moment.value;
  const doomed = spoilers.value && now?.chance === "none" && now.status === "playing";
  return (
    <div class={`play-view ${showsChart.value ? "" : "alone"}`}>
      <section class="story" aria-label="The game">
        <header>
          <h1>Play</h1>
          <span class="grow" />
          <label class="check"><input type="checkbox" checked={spoilers.value} onChange={(event) => (spoilers.value = event.currentTarget.checked)} /> Show dead ends</label>
          <label class="check"><input type="checkbox" checked={showsChart.value} onChange={(event) => (showsChart.value = event.currentTarget.checked)} /> Show the chart</label>
        </header>
        <div class="transcript" role="log" aria-live="polite">
          {lines.value.map((line, index) => <p key={index} class={`line ${line.style}`}>{line.text}</p>)}
          {now?.status === "won" && <p class="line banner good">You have won in {plural(now.moves, "move")}.</p>}
          {now?.status === "lost" && <p class="line banner bad">The game is lost.</p>}
          {doomed && <p class="line banner bad" role="alert">Dead end: the game cannot be won from here any more. Undo goes back.</p>}
          <div ref={end} />
        </div>
        <ul class="moves" aria-label="What you can do">
          {now?.menu.map((move) => (
            <li key={move.number}>
              <button type="button" class={spoilers.value && move.safe === false ? "risky" : ""} disabled={busy} onClick={() => say(String(move.number))}>
                {move.text}{spoilers.value && move.safe === false && <small> leads into a dead end</small>}
              </button>
            </li>
          ))}
        </ul>
        <form
          class="prompt"
          aria-label="What you do"
          onSubmit={(event) => {
            event.preventDefault();
            const field = input.current;
            if (field) { say(field.value); field.value = ""; }
          }}
        >
          <input ref={input} aria-label="What do you want to do?" placeholder="What now?" autocomplete="off" />
          <button type="submit" class="button main" disabled={busy}>{busy ? <Spinner /> : "Do it"}</button>
          <Button disabled={busy} onClick={() => say("hint")}>Hint</Button>
          <Button disabled={busy} onClick={() => say("undo")}>Undo</Button>
          <Button
            disabled={busy}
            onClick={() => begin([])}
          >
            Restart
          </Button>
        </form>
      </section>
      {showsChart.value && (
        <section class="play-chart" aria-label="Progress">
          <Paths card={card} begin={begin} />
          <PuzzleChart whole card={card} done={new Set(now?.done ?? [])} />
        </section>
      )}
    </div>
  );
}

function pathsSummary(found: Path[], complete: Complete | null): string {
  const count = (kind: Path["kind"]) => found.filter((one) => one.kind === kind).length;
  const said = (kind: keyof Complete, one: string, many: string) => {
    const number = count(kind);
    const least = complete && !complete[kind] ? (number ? "at least " : "as far as was looked ") : "";
    return `${least}${number || "no"} ${number === 1 ? one : many}`;
  };
  const both = `${said("dead_end", "kind of dead end", "kinds of dead ends")}, ${said("other", "other solution", "other solutions")}`;
  return complete ? both : `${both} so far…`;
}

/** The solution, other solutions and the ways into dead ends: each can be replayed step by step on the chart. */
function Paths({ card, begin }: { card: Card; begin: (path: PathStep[]) => void }) {
  const [chosen, setChosen] = useState(0);
  const intended: Path = {
    kind: "solution",
    title: "The intended solution",
    steps: card.puzzle.solution.map((id) => {
      const step = card.puzzle.steps.find((one) => one.id === id) as unknown as { rule: number; inputs: string[] };
      return { rule: step.rule, inputs: step.inputs, step: id, text: card.steps.find((one) => one.id === id)?.title ?? id };
    }),
  };
  const found = paths.value?.puzzle === card.id ? paths.value.found.filter((one) => one.kind !== "solution") : [];
  const all = [intended, ...found];
  const path = all[Math.min(chosen, all.length - 1)];
  const at = played.value?.path.length ?? 0;
  const look = () => {
    const seen: Path[] = [];
    paths.value = { puzzle: card.id, found: [], complete: null };
    ask<{ complete: Complete }, { path?: Path }>(
      "play.paths", { pack: packPath.value, puzzle: card.puzzle },
      {
        title: "Looking for dead ends and other solutions",
        onEvent: (event) => {
          if (!event.path) return;
          seen.push(event.path);
          paths.value = { puzzle: card.id, found: [...seen], complete: null };
        },
      },
    )
      .then(({ complete }) => (paths.value = { puzzle: card.id, found: seen, complete }))
      .catch((error) => {
        paths.value = seen.length ? { puzzle: card.id, found: seen, complete: { dead_end: false, other: false } } : null;
        complain(error);
      });
  };
  return (
    <div class="paths">
      <div class="row">
        <select aria-label="Which path to replay" value={chosen} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
          {all.map((one, index) => <option key={index} value={index}>{one.title}</option>)}
        </select>
        {paths.value?.puzzle === card.id ? (
          <span class="soft" role="status">{pathsSummary(found, paths.value.complete)}</span>
        ) : (
          <Button look="quiet" onClick={look}>Find dead ends and other solutions</Button>
        )}
      </div>
      <div class="scrub">
        <Button look="quiet" disabled={at === 0} aria-label="One step back" onClick={() => begin(path.steps.slice(0, at - 1))}>‹</Button>
        <input type="range" min="0" max={path.steps.length} value={Math.min(at, path.steps.length)} aria-label="Start after this many steps"
          aria-valuetext={at ? `${at}, ${path.steps[Math.min(at, path.steps.length) - 1]?.text}` : "from the start"}
          onChange={(event) => begin(path.steps.slice(0, Number(event.currentTarget.value)))} />
        <Button look="quiet" disabled={at >= path.steps.length} aria-label="One step on" onClick={() => begin(path.steps.slice(0, at + 1))}>›</Button>
        <span class="soft scrub-text">{at ? path.steps[Math.min(at, path.steps.length) - 1]?.text : "from the start"}</span>
      </div>
    </div>
  );
}
