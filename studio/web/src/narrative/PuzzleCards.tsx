// Puzzles as cards: a small chart, the steps, how hard it is, what is guaranteed.

import type { ComponentChildren } from "preact";
import { useId, useMemo } from "preact/hooks";
import { Button, plural } from "../ui/parts";
import { layout } from "./layout";
import { hueOf } from "./pack";
import { bench, keepInTray, openPuzzle } from "./puzzles";
import type { Card, Difficulty } from "./types";

export function DifficultyMark({ value }: { value: Difficulty | undefined }) {
  if (!value) return <span class="difficulty waiting">measuring…</span>;
  return (
    <span class={`difficulty ${value.level}`} title={`Difficulty ${value.score} of 100`}>
      <svg width="34" height="8" aria-hidden="true">
        {["easy", "medium", "hard"].map((level, index) => (
          <rect key={level} x={index * 12} width="10" height="8" rx="2"
            class={index <= ["easy", "medium", "hard"].indexOf(value.level) ? "on" : ""} />
        ))}
      </svg>
      {value.level} · {value.score}
    </span>
  );
}

const GUARANTEES: Record<string, Record<string, [string, string]>> = {
  solvable: { verified: ["solvable, proven", "good"] },
  shortcuts: { none: ["no shortcut", "good"], found: ["has a shortcut", "warn"] },
  dead_ends: { none: ["no dead end", "good"], found: ["has dead ends", "warn"] },
};

export function Guarantees({ said }: { said: Record<string, string> }) {
  return (
    <ul class="guarantees">
      {Object.entries(said).map(([name, value]) => {
        const [text, tone] = GUARANTEES[name]?.[value] ?? [`${name.replaceAll("_", " ")}: ${value}`, ""];
        return <li key={name} class={`chip ${tone}`}>{text}</li>;
      })}
    </ul>
  );
}

/** The shape of a chart, without its words. */
export function Thumbnail({ card }: { card: Card }) {
  const placed = useMemo(() => layout(card), [card.id]);
  return (
    <svg class="puzzle-thumb" viewBox={`0 0 ${placed.width} ${placed.height}`} preserveAspectRatio="xMidYMid meet" aria-hidden="true">
      {placed.groups.map((group) => (
        <rect key={group.key} class="group area-tint" style={`--hue: ${hueOf(group.area)}`} x={group.x} y={group.y}
          width={group.width} height={group.height} rx="18" />
      ))}
      {placed.edges.map((edge) => <path key={edge.key} d={edge.drawn} />)}
      {placed.nodes.map((node) => (
        <rect key={node.identity} class={`node area-tint ${node.kind}`} style={`--hue: ${hueOf(node.area)}`} x={node.x} y={node.y}
          width={node.width} height={node.height} rx="10" />
      ))}
    </svg>
  );
}

/** `number`: its place among the cards, by which a screen reader tells them apart. */
export function PuzzleCard({ card, number, children }: { card: Card; number: number; children?: ComponentChildren }) {
  const head = useId();
  const kept = bench.value.tray.some((one) => one.id === card.id);
  const goals = card.steps.filter((step) => card.puzzle.areas.some((area) => area.solved_by === step.id));
  return (
    <article class="puzzle-card" data-puzzle={card.id} aria-labelledby={head}>
      <button type="button" class="card-face" aria-label={`Open puzzle ${number}`} aria-describedby={head} onClick={() => openPuzzle(card)}>
        <Thumbnail card={card} />
      </button>
      <div class="card-head" id={head}>
        <h2><span class="sr">Puzzle {number}: </span>{plural(card.steps.length, "step")}</h2>
        <DifficultyMark value={card.difficulty} />
      </div>
      <ol class="card-steps">
        {goals.slice(0, 3).map((step) => (
          <li key={step.id}>
            <span class="area-dot area-tint" style={`--hue: ${hueOf(step.area)}`} />
            {step.title}
          </li>
        ))}
        {goals.length > 3 && <li class="soft">and {goals.length - 3} more goals</li>}
      </ol>
      <Guarantees said={card.puzzle.guarantees} />
      <footer>
        <Button aria-describedby={head} onClick={() => openPuzzle(card)}>Open</Button>
        <Button look="quiet" aria-describedby={head} pressed={kept} onClick={() => keepInTray(card)}>{kept ? "In the tray" : "Keep"}</Button>
        {children}
      </footer>
    </article>
  );
}
