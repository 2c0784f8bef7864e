// The measures of a growing sample: what the pack's puzzles are like, which rules and items none of them uses.

import { useEffect, useMemo, useState } from "preact/hooks";
import { ask } from "../connection";
import { rememberHere } from "../project";
import { complain } from "../ui/messages";
import { Button, Empty, Field, Spinner, plural } from "../ui/parts";
import { show } from "../views";
import { Limits, Rest } from "./Limits";
import { model, packPath } from "./pack";
import { PuzzleCard } from "./PuzzleCards";
import { bench, type Ended } from "./puzzles";
import { cardsOf, measure, outdated, recall, running, sample, size, type Measured } from "./sample";
import type { Card } from "./types";

type Axis = "steps" | "depth" | "difficulty" | "states" | "objects";
const AXES: Record<Axis, [string, (card: Measured["card"]) => number]> = {
  steps: ["steps", (card) => card.puzzle.steps.length],
  depth: ["depth", (card) => card.difficulty?.measured.depth ?? 0],
  difficulty: ["difficulty", (card) => card.difficulty?.score ?? 0],
  states: ["states", (card) => Math.log2(Math.max(1, card.difficulty?.measured.states ?? 1))],
  objects: ["objects in sight", (card) => card.difficulty?.measured.objects ?? 0],
};
const axes = rememberHere<[Axis, Axis]>("qa.axes", ["steps", "difficulty"]);

async function report(): Promise<void> {
  try {
    const name = await ask<string>("qa.report", { pack: packPath.value, wishes: bench.value.wishes, n: size.value, seed: 0 }, { title: "Writing the report" });
    window.open(`/game/${name}`, "_blank", "noopener");
  } catch (error) {
    complain(error);
  }
}

export function QaView() {
  const { found, ended } = sample.value;
  useEffect(() => void recall(), [packPath.value]);
  const [cell, setCell] = useState<string | null>(null);
  const grid = useMemo(() => heatMap(found, axes.value), [found, axes.value]);
  const shown = (cell ? grid.cells.get(cell) : undefined) ?? NOTHING;
  const cards = useCards(shown);
  return (
    <div class="stage qa-view">
      <header class="stage-head">
        <h1>Quality</h1>
        <span class="grow" />
        <label class="check">Puzzles <Field type="number" min="10" max="1000" value={size.value} onCommit={(text) => (size.value = Math.max(10, Math.min(1000, Number(text) || 100)))} /></label>
        {running.value ? <Button onClick={() => running.value?.cancel()}><Spinner /> Stop</Button> : <Button look="main" onClick={measure}>Measure</Button>}
        <Button disabled={!!running.value} onClick={() => void report()}>Report</Button>
      </header>
      <p class="sr" role="status">{announced(found.length, ended)}</p>
      {!found.length && ended ? (
        <Empty title="No puzzle to measure">
          <p>The pack has no puzzle with your wishes{ended.complete ? "; this is proven" : ""}.</p>
          <Limits said={ended.limits} />
          <Button look="main" onClick={() => show("puzzles")}>Go to the puzzles and see why</Button>
        </Empty>
      ) : !found.length && !running.value ? (
        <Empty title="What are your puzzles like?">
          <p>Measure a sample: how hard, how long, how varied they are, and what they never use.</p>
          <Button look="main" onClick={measure}>Measure {plural(size.value, "puzzle")}</Button>
        </Empty>
      ) : (
        <>
          <Summary found={found} complete={!!ended?.complete} />
          {outdated.value && <p class="note">The pack has changed since this was measured. <Button look="quiet" onClick={measure}>Measure again</Button></p>}
          <Limits said={ended?.limits} />
          <div class="qa-columns">
            <section class="panel" aria-label="Expressive range">
              <div class="row">
                <h2>Expressive range</h2>
                <span class="grow" />
                {([1, 0] as const).map((which) => (
                  <select key={which} aria-label={which ? "Vertical measure" : "Horizontal measure"} value={axes.value[which]} onChange={(event) => {
                    const next: [Axis, Axis] = [...axes.value];
                    next[which] = event.currentTarget.value as Axis;
                    axes.value = next;
                    setCell(null);
                  }}>
                    {Object.entries(AXES).map(([axis, [title]]) => <option key={axis} value={axis}>{which ? "↑ " : "→ "}{title}</option>)}
                  </select>
                ))}
              </div>
              <HeatMap grid={grid} cell={cell} onChoose={setCell} />
              <p class="soft">Each cell counts puzzles. Click one to see them below.</p>
            </section>
            <Unused found={found} complete={!!ended?.complete} />
          </div>
          {shown.length > 0 && (
            <section aria-label="Puzzles of the cell">
              <h2>{plural(shown.length, "puzzle")} in this cell</h2>
              <div class="puzzle-cards">{cards.map((card, index) => <PuzzleCard key={card.id} card={card} number={index + 1} />)}</div>
              <Rest of={shown.length} shown={MOST_CARDS} what="puzzle" />
            </section>
          )}
        </>
      )}
    </div>
  );
}

const NOTHING: Measured[] = [];
const MOST_CARDS = 24;

function useCards(shown: Measured[]): Card[] {
  const [cards, setCards] = useState<Card[]>([]);
  useEffect(() => {
    let wanted = true;
    cardsOf(shown.slice(0, MOST_CARDS)).then((found) => wanted && setCards(found)).catch(complain);
    return () => {
      wanted = false;
    };
  }, [shown]);
  return cards;
}

function Summary({ found, complete }: { found: Measured[]; complete: boolean }) {
  const scores = found.map((one) => one.card.difficulty?.score ?? 0).sort((a, b) => a - b);
  const level = (name: string) => found.filter((one) => one.card.difficulty?.level === name).length;
  const rules = new Set(found.flatMap((one) => one.rules));
  const facts: [string, string][] = [
    [String(found.length), complete ? "puzzles, and there are no others" : "different puzzles"],
    [String(scores[Math.floor(scores.length / 2)] ?? 0), "median difficulty"],
    [`${level("easy")} · ${level("medium")} · ${level("hard")}`, "easy · medium · hard"],
    [`${rules.size} of ${model.value?.rules.filter((rule) => !rule.fail).length ?? 0}`, "rules are used"],
    [`${Math.round((100 * found.filter((one) => one.dead_end.length).length) / Math.max(1, found.length))}%`, "have a dead end"],
  ];
  return <ul class="facts">{facts.map(([big, small]) => <li key={small}><b>{big}</b><span>{small}</span></li>)}</ul>;
}

interface Grid {
  cells: Map<string, Measured[]>;
  most: number;
  x: number[];
  y: number[];
  title: [string, string];
}

/** The sample in bins of two measures. */
function heatMap(found: Measured[], [across, up]: [Axis, Axis]): Grid {
  const bins = (axis: Axis) => {
    const values = found.map((one) => AXES[axis][1](one.card));
    const low = Math.floor(Math.min(...values, Infinity));
    const high = Math.ceil(Math.max(...values, -Infinity));
    const wide = Math.max(1, Math.ceil((high - low + 1) / 12));
    const count = Number.isFinite(low) ? Math.floor((high - low) / wide) + 1 : 0;
    return { low, wide, steps: Array.from({ length: count }, (_, index) => low + index * wide) };
  };
  const [x, y] = [bins(across), bins(up)];
  const cells = new Map<string, Measured[]>();
  for (const one of found) {
    const column = Math.floor((AXES[across][1](one.card) - x.low) / x.wide);
    const row = Math.floor((AXES[up][1](one.card) - y.low) / y.wide);
    const key = `${column},${row}`;
    cells.set(key, [...(cells.get(key) ?? []), one]);
  }
  return { cells, most: Math.max(1, ...[...cells.values()].map((list) => list.length)), x: x.steps, y: y.steps, title: [AXES[across][0], AXES[up][0]] };
}

function HeatMap({ grid, cell, onChoose }: { grid: Grid; cell: string | null; onChoose: (cell: string | null) => void }) {
  return (
    <table class="heat" aria-label={`${grid.title[1]} by ${grid.title[0]}`}>
      <tbody>
        {[...grid.y.keys()].reverse().map((row) => (
          <tr key={row}>
            <th scope="row">{grid.y[row]}</th>
            {[...grid.x.keys()].map((column) => {
              const key = `${column},${row}`;
              const count = grid.cells.get(key)?.length ?? 0;
              return (
                <td key={key}>
                  {count > 0 && (
                    <button type="button" aria-pressed={cell === key} style={`--heat: ${Math.round(20 + (80 * count) / grid.most)}%`}
                      class={count / grid.most > 0.45 ? "strong" : ""} aria-label={`${plural(count, "puzzle")}: ${grid.title[0]} ${grid.x[column]}, ${grid.title[1]} ${grid.y[row]}`} onClick={() => onChoose(cell === key ? null : key)}>
                      {count}
                    </button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
        <tr><td />{grid.x.map((value) => <th key={value} scope="col">{value}</th>)}</tr>
      </tbody>
    </table>
  );
}

/** Said once it has ended, not with every puzzle. */
function announced(count: number, ended: Ended | null): string {
  if (running.value) return "Measuring puzzles";
  return ended || count ? `${plural(count, "puzzle")} measured${ended?.complete ? "; there are no others" : ""}` : "";
}

function Unused({ found, complete }: { found: Measured[]; complete: boolean }) {
  const pack = model.value;
  if (!pack) return null;
  const rules = new Set(found.flatMap((one) => one.rules));
  const items = new Set(found.flatMap((one) => one.items));
  const idleRules = pack.rules.filter((rule) => !rules.has(rule.number) && !rule.fail);
  const idleItems = pack.items.filter((item) => !items.has(item.name));
  return (
    <section aria-label="Not used" class="panel unused-list">
      <h2>{complete ? "Never used" : `Not used by ${found.length === 1 ? "this puzzle" : `these ${found.length.toLocaleString("en")} puzzles`}`}</h2>
      {!idleRules.length && !idleItems.length && <p class="good-text">Nothing: all {plural(rules.size, "rule")} and {plural(pack.items.length, "item")} take part.</p>}
      {idleRules.length > 0 && <h3>{plural(idleRules.length, "rule")}</h3>}
      <ul class="field">{idleRules.slice(0, 30).map((rule) => <li key={rule.number}>{rule.sentence}</li>)}</ul>
      <Rest of={idleRules.length} shown={30} what="rule" />
      {idleItems.length > 0 && <h3>{plural(idleItems.length, "item")}</h3>}
      <div class="chips">{idleItems.slice(0, 60).map((item) => <span key={item.name} class="chip">{item.name}</span>)}</div>
      <Rest of={idleItems.length} shown={60} what="item" />
    </section>
  );
}
