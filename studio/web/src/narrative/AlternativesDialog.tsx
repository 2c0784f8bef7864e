// Other ways to get what a step makes, each a whole proven puzzle with its differences.

import type { Signal } from "@preact/signals";
import { Button, Dialog, Spinner, plural } from "../ui/parts";
import { Limits } from "./Limits";
import { adopt, type Alternatives, alternatives, bench, leaveAlternatives, signatureOf } from "./puzzles";
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
      <p class="soft" role="status" aria-live={!found.ended && found.cards.length ? "off" : "polite"}>{!found.ended && <Spinner />} {summary(found)}</p>
      {found.ended && found.ended !== "failed" && <Limits said={found.ended.limits} what="ways" />}
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

function summary({ cards, ended }: Alternatives): string {
  const count = plural(cards.length, "other way");
  const rest = "Everything else stays as it is.";
  if (!ended) return cards.length ? `${count} so far. ${rest}` : `Looking for other ways. ${rest}`;
  if (ended === "failed") return `${count} found before the search ended. ${rest}`;
  if (ended.seconds) return `${count} found. ${rest} After ${plural(ended.seconds, "second")} the search for more was given up: there may be others.`;
  if (!cards.length) return "There is no other way to get the same thing here with the rest as it is.";
  if (ended.complete) return `${count}, and there are no more. ${rest}`;
  return ended.limits ? `${count}. ${rest}` : `${count}; there may be more. ${rest}`;
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
