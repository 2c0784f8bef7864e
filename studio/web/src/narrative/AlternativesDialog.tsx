// Other ways to get what a step makes, each a whole proven puzzle with its differences.

import type { Signal } from "@preact/signals";
import { Button, Dialog, Spinner, plural } from "../ui/parts";
import { adopt, alternatives, bench, leaveAlternatives, signatureOf } from "./puzzles";
import { DifficultyMark, Thumbnail } from "./PuzzleCards";
import type { Card } from "./types";

export function AlternativesDialog({ preview }: { preview: Signal<Card | null> }) {
  const found = alternatives.value;
  const open = bench.value.open;
  if (!found || !open) return null;
  const title = open.steps.find((step) => step.id === found.step)?.title ?? "";
  const close = () => {
    leaveAlternatives();
    preview.value = null;
  };
  return (
    <Dialog title={`Instead of “${title}”`} onClose={close} wide>
      <p class="soft" role="status">
        {!found.done && <Spinner />}{" "}
        {found.done && !found.cards.length
          ? "There is no other way to get the same thing here with the rest as it is."
          : `${plural(found.cards.length, "other way")}${found.done ? "" : " so far"}. Everything else stays as it is.`}
      </p>
      <div class="puzzle-cards">
        {found.cards.map((card) => (
          <article key={card.id} class="puzzle-card">
            <Thumbnail card={card} />
            <div class="card-head"><h2>{plural(card.steps.length, "step")}</h2><DifficultyMark value={card.difficulty} /></div>
            <Differences before={open} after={card} />
            <footer>
              <Button look="main" onClick={() => { adopt(card); close(); }}>Take this one</Button>
            </footer>
          </article>
        ))}
      </div>
    </Dialog>
  );
}

/** The steps that one puzzle has and the other has not. */
export function Differences({ before, after }: { before: Card; after: Card }) {
  const of = (card: Card) => new Map(card.steps.map((step) => [signatureOf(card, step.id), step.title]));
  const [old, fresh] = [of(before), of(after)];
  const gone = [...old].filter(([key]) => !fresh.has(key));
  const added = [...fresh].filter(([key]) => !old.has(key));
  if (!gone.length && !added.length) return <p class="soft">The same steps, with things in other places.</p>;
  return (
    <ul class="differences">
      {added.map(([key, title]) => <li key={key} class="added">{title}</li>)}
      {gone.map(([key, title]) => <li key={key} class="gone">{title}</li>)}
    </ul>
  );
}
