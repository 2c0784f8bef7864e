// The workshop of levels: all levels on the left, the canvas in the middle, help on the right, and below what came of it.

import { signal, useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { ask } from "../connection";
import { remember } from "../project";
import type { Entry } from "../protocol";
import { complain } from "../ui/messages";
import { Button, Dialog, Empty, NumberField } from "../ui/parts";
import { registerCommand, show } from "../views";
import { EditPane } from "./EditPane";
import { Thumb } from "./Board";
import { levelNumber, openGame, type Game, type OpenGame } from "./game";
import { decode, type Level, type LevelMessage } from "./grid";
import { BinIcon, CopyIcon, DownIcon, EyeIcon, EyeOffIcon, PlusIcon, TalkIcon, UpIcon } from "./icons";
import { Panels } from "./panels";
import { PlayPane } from "./PlayPane";
import { Strip } from "./Strip";
import { WHILE_WORKING, choosePanel, keepFormer, playing, spoilers, type Card } from "./state";
import { followLevel, start } from "./suggestions";
import { VerdictLine, useJudge } from "./verdict";

/** Why the game cannot be opened. */
const obstacle = signal<string | null>(null);

/** The game of a view, opened. */
export function useGame(entry: Entry): OpenGame | null {
  const [open, setOpen] = useState<OpenGame | null>(null);
  useEffect(() => {
    let gone = false;
    obstacle.value = null;
    openGame(entry.path)
      .then((found) => !gone && setOpen(found))
      .catch((error: Error) => !gone && (obstacle.value = error.message));
    return () => {
      gone = true;
    };
  }, [entry.path]);
  return open;
}

/** What is in the way of working on levels: nothing yet, or errors, each with its line. */
export function Obstacle({ open }: { open: OpenGame | null }) {
  if (obstacle.value !== null) {
    return (
      <Empty title="This game cannot be opened">
        <p>{obstacle.value}</p>
      </Empty>
    );
  }
  if (!open || open.messages.value === null) return <p class="boot">Compiling the game…</p>;
  const errors = open.messages.value.filter((one) => one.kind === "error");
  return (
    <Empty title="This game does not compile">
      <p>Its levels can be worked on as soon as these are gone:</p>
      <ul class="compiler-messages">
        {(errors.length ? errors : open.messages.value).slice(0, 12).map((one, index) => (
          <li key={index}>
            {one.line !== null && <span class="line">line {one.line}</span>} {one.text}
          </li>
        ))}
      </ul>
      <Button look="main" onClick={() => show("levels.source")}>Go to the source</Button>
    </Empty>
  );
}

export function LevelsView({ entry }: { entry: Entry }) {
  const open = useGame(entry);
  if (!open || open.broken.value || !open.game.value) return <Obstacle open={open} />;
  return <Workshop open={open} game={open.game.value} />;
}

function Workshop({ open, game }: { open: OpenGame; game: Game }) {
  useJudge(open);
  const solution = useSignal<number[] | null>(null);
  const level = open.level.value;
  const now = playing.value;
  useEffect(() => followLevel(open), [open]);
  useKeepFormers(open);
  const leave = () => {
    const keyboard = document.activeElement?.closest(".play");
    playing.value = null;
    solution.value = null;
    if (keyboard) requestAnimationFrame(() => document.querySelector<HTMLElement>(".edit canvas.board")?.focus());
  };
  // Another level on the canvas ends the play.
  useEffect(() => leave, [open, open.entry.value]);
  const play = (card: Card | null = null) => {
    const what = card?.level ?? level;
    solution.value = null;
    if (what) playing.value = { level: what, card };
  };
  const adopt = (card: Card) => {
    keepFormer(open, "before adopting");
    open.edit(card.level, "adopt a level");
    leave();
  };
  const add = (card: Card) => {
    open.add(card.level, "add a level");
    leave();
  };
  const more = (card: Card) => {
    choosePanel("suggest");
    start(open, card.level);
  };
  useCommands(open, play);
  return (
    <div class="workshop">
      <LevelList open={open} game={game} />
      <section class="center" aria-label="Level">
        <header class="level-bar">
          <h2>{level ? `Level ${levelNumber(open.entries.value, open.entry.value)}` : "No level"}</h2>
          {level && !now && (
            <VerdictLine
              onSolution={(moves) => {
                playing.value = { level, card: null };
                solution.value = moves;
              }}
            />
          )}
          <span class="grow" />
          <Button
            look="quiet" pressed={!spoilers.value} aria-label={spoilers.value ? "Hide spoilers" : "Show spoilers"}
            title={spoilers.value ? "Spoilers are shown: solvability, moves, difficulty" : "Spoilers are hidden: solve it yourself"}
            onClick={() => (spoilers.value = !spoilers.value)}
          >{spoilers.value ? <EyeIcon /> : <EyeOffIcon />}</Button>
          {!now && level && <Button look="main" onClick={() => play()} data-action="play">▶ Play <kbd>P</kbd></Button>}
        </header>
        {now ? (
          <PlayPane open={open} game={game} playing={now} solution={solution.value} onLeave={leave} onAdopt={() => now.card && adopt(now.card)} />
        ) : level ? (
          <EditPane open={open} game={game} level={level} />
        ) : (
          <Empty title="No level yet"><Button look="main" onClick={() => void newLevel(open, 8, 6)}>Make the first one</Button></Empty>
        )}
      </section>
      {level && <Panels open={open} game={game} level={level} />}
      <Strip open={open} game={game} level={level} shown={now?.card ?? null} onPlay={play} onAdopt={adopt} onAdd={add} onMore={more} />
    </div>
  );
}

async function newLevel(open: OpenGame, width: number, height: number): Promise<void> {
  try {
    open.add(decode(await ask<LevelMessage>("levels.reshape", { path: open.path, how: "blank", width, height })));
  } catch (error) {
    complain(error);
  }
}

function LevelList({ open, game }: { open: OpenGame; game: Game }) {
  const entries = open.entries.value;
  const making = useSignal(false);
  const words = useSignal<{ entry: number; text: string } | null>(null);
  const level = open.level.value;
  const move = (by: number) => {
    const from = open.entry.value;
    const to = from + by;
    if (to < 0 || to >= entries.length) return;
    const order = entries.map((_, index) => index);
    order.splice(to, 0, ...order.splice(from, 1));
    open.reorder(order, "move a level");
  };
  return (
    <nav class="level-list" aria-label="Levels">
      <ol>
        {entries.map((one, index) =>
          one.kind === "level" ? (
            <li key={index}>
              <button type="button" class="level" data-level={levelNumber(entries, index)} aria-current={index === open.entry.value ? "true" : undefined}
                aria-label={`Level ${levelNumber(entries, index)}`} onClick={() => (open.entry.value = index)}>
                <Thumb game={game} level={one.level} size={88} />
                <span>{levelNumber(entries, index)}</span>
              </button>
            </li>
          ) : (
            <li key={index}>
              <button type="button" class="message-entry" title="A message between levels" onClick={() => (words.value = { entry: index, text: one.text })}>“{one.text}”</button>
            </li>
          ),
        )}
      </ol>
      <div class="list-tools">
        <Button look="quiet" onClick={() => (making.value = true)} aria-label="New level" title="New level" data-action="new-level"><PlusIcon /></Button>
        <Button look="quiet" disabled={!level} onClick={() => level && open.add(level, "copy a level")} aria-label="Copy this level" title="Copy this level"><CopyIcon /></Button>
        <Button look="quiet" disabled={!level} onClick={() => move(-1)} aria-label="Move this level up" title="Move up"><UpIcon /></Button>
        <Button look="quiet" disabled={!level} onClick={() => move(1)} aria-label="Move this level down" title="Move down"><DownIcon /></Button>
        <Button look="quiet" onClick={() => (words.value = { entry: -1, text: "" })} aria-label="Add a message before this level" title="Add a message"><TalkIcon /></Button>
        <Button look="quiet" disabled={!level} aria-label="Remove this level" title="Remove"
          onClick={() => {
            keepFormer(open, "a level that was removed");
            open.remove(open.entry.value);
          }}><BinIcon /></Button>
      </div>
      {making.value && <NewLevel open={open} level={level} onClose={() => (making.value = false)} />}
      {words.value && (
        <MessageDialog text={words.value.text} isNew={words.value.entry < 0} onClose={() => (words.value = null)}
          onRemove={() => words.value && open.remove(words.value.entry)}
          onDone={(text) => words.value && (words.value.entry < 0 ? open.addMessage(text) : open.setMessage(words.value.entry, text))} />
      )}
    </nav>
  );
}

const size = remember("levels.size", { width: 8, height: 6 });

function NewLevel({ open, onClose }: { open: OpenGame; level: Level | null; onClose: () => void }) {
  const put = (change: Partial<typeof size.value>) => (size.value = { ...size.value, ...change });
  return (
    <Dialog title="New level" onClose={onClose}>
      <form class="form" onSubmit={(event) => {
        event.preventDefault();
        void newLevel(open, size.value.width, size.value.height);
        onClose();
      }}>
        <label>Columns<NumberField min={1} max={200} value={size.value.width} onChange={(width) => width && put({ width })} /></label>
        <label>Rows<NumberField min={1} max={200} value={size.value.height} onChange={(height) => height && put({ height })} /></label>
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <button type="submit" class="button main">Make it</button>
        </footer>
      </form>
    </Dialog>
  );
}

interface MessageProps {
  text: string;
  isNew: boolean;
  onClose: () => void;
  onDone: (text: string) => void;
  onRemove: () => void;
}

function MessageDialog({ text, isNew, onClose, onDone, onRemove }: MessageProps) {
  const [words, setWords] = useState(text);
  return (
    <Dialog title="Message between levels" onClose={onClose}>
      <form class="form" onSubmit={(event) => {
        event.preventDefault();
        if (words.trim()) onDone(words);
        onClose();
      }}>
        <label>What it says<textarea rows={4} value={words} autofocus onInput={(event) => setWords(event.currentTarget.value)} /></label>
        <footer>
          {!isNew && <Button look="danger" onClick={() => { onRemove(); onClose(); }}>Remove it</Button>}
          <button type="submit" class="button main" disabled={!words.trim()}>{isNew ? "Add it" : "Change it"}</button>
        </footer>
      </form>
    </Dialog>
  );
}

const KEEP_AFTER = 4000;

/** What is worked on is kept from time to time, whenever the hand rests. */
function useKeepFormers(open: OpenGame): void {
  const level = open.level.value;
  useEffect(() => {
    const timer = window.setTimeout(() => keepFormer(open, WHILE_WORKING), KEEP_AFTER);
    return () => window.clearTimeout(timer);
  }, [open, level]);
}

function useCommands(open: OpenGame, play: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || playing.value) return;
      if (target.closest("input, textarea, select, [contenteditable=true]")) return;
      if (event.key.toLowerCase() === "p") play();
    };
    window.addEventListener("keydown", onKey);
    const remove = [
      registerCommand({ id: "levels.play", title: "Play this level", keys: "P", run: () => play() }),
      registerCommand({ id: "levels.suggest", title: "Start suggestions", run: () => { choosePanel("suggest"); start(open); } }),
      registerCommand({ id: "levels.spoilers", title: "Show or hide spoilers", run: () => void (spoilers.value = !spoilers.value) }),
    ];
    return () => {
      window.removeEventListener("keydown", onKey);
      for (const one of remove) one();
    };
  }, [open, open.level.value]);
}
