// Asking for puzzles: dials and switches on the left, cards that stream in on the right.

import { useEffect, useState } from "preact/hooks";
import { Button, Empty, Spinner, plural } from "../ui/parts";
import { registerCommand } from "../views";
import { checked } from "./pack";
import { Limits } from "./Limits";
import { PuzzleCard } from "./PuzzleCards";
import { bench, ended, explain, failure, generate, generating, why } from "./puzzles";
import { WhyPanel } from "./WhyPanel";
import { WishesPanel } from "./WishesPanel";

export function PuzzlesView() {
  useEffect(() => registerCommand({ id: "generate", title: "Make puzzles", run: () => generate() }), []);
  const { cards } = bench.value;
  const errors = checked.value?.errors ?? 0;
  return (
    <div class="puzzles-view">
      <aside class="side" aria-label="Wishes">
        <WishesPanel />
      </aside>
      <section class="stage" aria-label="Puzzles">
        <header class="stage-head">
          <h1>Puzzles</h1>
          <span class="grow" />
          {generating.value ? (
            <Button key="stop" onClick={() => generating.value?.cancel()}><Spinner /> Stop</Button>
          ) : (
            <Button key="make" look="main" disabled={errors > 0} onClick={() => generate()}>
              {cards.length ? "Make other ones" : "Make puzzles"}
            </Button>
          )}
        </header>
        {/* Not each of a dozen puzzles is announced, but the first and that they are all there. */}
        <p class="soft" role="status" aria-live={generating.value && cards.length > 1 ? "off" : "polite"}>{headline(cards.length, errors)}</p>
        {cards.length > 0 && <Limits said={ended.value?.limits} />}
        {why.value && <WhyPanel />}
        {generating.value && !cards.length && <Waiting key={generating.value.id} />}
        {cards.length > 0 ? (
          <div class="puzzle-cards">
            {cards.map((card, index) => <PuzzleCard key={card.id} card={card} number={index + 1} />)}
            {generating.value && <div class="puzzle-card ghost"><Spinner /> <span>the next one…</span></div>}
          </div>
        ) : (
          !why.value && !generating.value && (
            <Empty title="No puzzles yet">
              <p>Every puzzle you get is proven solvable, and free of shortcuts unless you allow them.</p>
              <Button look="main" disabled={errors > 0} onClick={() => generate()}>Make puzzles</Button>
            </Empty>
          )
        )}
      </section>
    </div>
  );
}

/** Nothing has come yet: what is going on, and what can be done about it. */
function Waiting() {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLong(true), PATIENCE);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div class="waiting-cards">
      <div class="puzzle-cards" aria-hidden="true">
        {[0, 1, 2].map((number) => <div key={number} class="puzzle-card shape"><i /><b /><b /></div>)}
      </div>
      {long && (
        <div class="panel" role="status">
          <h2>This is taking a while</h2>
          <p>Perhaps only a few puzzles fit your wishes, or none. You can keep working in the meantime, or stop and ask for less: fewer steps, wider ranges, fewer constraints.</p>
          <p class="row">
            <Button onClick={() => generating.value?.cancel()}>Stop</Button>
            <Button onClick={findOutWhy}>Stop and find out why</Button>
          </p>
        </div>
      )}
    </div>
  );
}

const PATIENCE = 8000;

function findOutWhy(): void {
  generating.value?.cancel();
  explain(false, [], [], false);
}

function headline(count: number, errors: number): string {
  if (errors > 0) return `The pack has ${plural(errors, "error")}; no puzzle is made until you fix ${errors === 1 ? "it" : "them"}.`;
  if (failure.value) return failure.value;
  if (failure.value === "") return count ? `Stopped: ${plural(count, "different puzzle")}, each proven.` : "Stopped before the first puzzle was found.";
  if (generating.value) return count ? `${plural(count, "puzzle")} so far…` : "Looking for the first puzzle…";
  if (ended.value?.complete && ended.value.number > 0) return `Done: with these wishes the pack has exactly ${plural(ended.value.number, "puzzle")}.`;
  if (ended.value?.limits) return `Done: ${plural(ended.value.number, "puzzle")} with these wishes.`;
  return count ? `${plural(count, "different puzzle")}, each proven.` : "";
}
