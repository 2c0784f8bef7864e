// Kept puzzles side by side: compare two, go back to one, and see how different they are.

import { useState } from "preact/hooks";
import { Button, Empty, plural } from "../ui/parts";
import { show } from "../views";
import { Differences } from "./AlternativesDialog";
import { PuzzleChart } from "./PuzzleChart";
import { DifficultyMark, Guarantees, PuzzleCard } from "./PuzzleCards";
import { bench, openPuzzle, signatureOf } from "./puzzles";
import type { Card } from "./types";

export function TrayView() {
  const { tray } = bench.value;
  const [pair, setPair] = useState<string[]>([]);
  if (!tray.length) {
    return (
      <Empty title="The tray is empty">
        <p>Keep puzzles that you like. Here you compare them side by side and go back to any of them.</p>
        <Button look="main" onClick={() => show("puzzles")}>Go to the puzzles</Button>
      </Empty>
    );
  }
  const compared = pair.map((id) => tray.find((card) => card.id === id)).filter((card): card is Card => !!card);
  const toggle = (id: string) => setPair(pair.includes(id) ? pair.filter((one) => one !== id) : [...pair, id].slice(-2));
  return (
    <div class="stage tray-view">
      <header class="stage-head"><h1>Tray</h1><span class="soft">{plural(tray.length, "puzzle")} kept{tray.length > 1 && compared.length < 2 && ". Choose two to compare them."}</span></header>
      {compared.length === 2 && (
        <section class="compare" aria-label="Side by side">
          {compared.map((card, index) => {
            const other = compared[1 - index];
            return (
              <article key={card.id}>
                <header class="row"><h2>{plural(card.steps.length, "step")}</h2><DifficultyMark value={card.difficulty} /><span class="grow" /><Button onClick={() => openPuzzle(card)}>Open</Button></header>
                <Guarantees said={card.puzzle.guarantees} />
                <div class="compare-chart"><PuzzleChart whole card={card} known={new Set(other.steps.map((step) => signatureOf(other, step.id)))} /></div>
              </article>
            );
          })}
          <div class="compare-words"><h2>{percent(distance(compared[0], compared[1]))} different</h2><Differences before={compared[0]} after={compared[1]} /></div>
        </section>
      )}
      <div class="puzzle-cards">
        {tray.map((card, index) => (
          <PuzzleCard key={card.id} card={card} number={index + 1}>
            {tray.length > 1 && (
              <>
                <label class="check" title="Choose two">
                  <input type="checkbox" checked={pair.includes(card.id)} onChange={() => toggle(card.id)} /> Compare
                </label>
                <span class="soft tray-distance">{percent(Math.min(...tray.filter((one) => one.id !== card.id).map((one) => distance(card, one))))} of the steps differ from the most similar one</span>
              </>
            )}
          </PuzzleCard>
        ))}
      </div>
    </div>
  );
}

/** The share of steps that only one of two puzzles has (Jaccard distance). */
export function distance(one: Card, other: Card): number {
  const of = (card: Card) => new Set(card.steps.map((step) => signatureOf(card, step.id)));
  const [mine, yours] = [of(one), of(other)];
  const both = [...mine].filter((key) => yours.has(key)).length;
  return 1 - both / Math.max(1, mine.size + yours.size - both);
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
