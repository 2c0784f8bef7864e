// Play-test: the keyboard plays, every move can be taken back, and from every position one can ask whether it can still be won.

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { ask, type Asked } from "../connection";
import { complain } from "../ui/messages";
import { Button, plural, Spinner } from "../ui/parts";
import { Board } from "./Board";
import type { Game, OpenGame } from "./game";
import { at, decode, encode, ids, words, type Level, type LevelMessage } from "./grid";
import { spoilers, type Playing } from "./state";
import { VerdictChips, type Verdict } from "./verdict";

type Key = number | "undo" | "restart";
interface Turn {
  frames: LevelMessage[];
  changed: boolean;
  won: boolean;
  message: string;
  moves: number[];
  undo: boolean;
}

const KEYS: Record<string, Key> = {
  ArrowUp: 0, w: 0, ArrowLeft: 1, a: 1, ArrowDown: 2, s: 2, ArrowRight: 3, d: 3, x: 4, " ": 4,
  z: "undo", u: "undo", Backspace: "undo", r: "restart",
};
const ARROWS = ["↑", "←", "↓", "→", "●"];
const FRAME_MS = 70;

interface Props {
  open: OpenGame;
  game: Game;
  playing: Playing;
  /** Moves to show, one after the other. */
  solution: number[] | null;
  onLeave: () => void;
  onAdopt: () => void;
}

export function PlayPane({ open, game, playing, solution, onLeave, onAdopt }: Props) {
  const board = useSignal<Level>(playing.level);
  const turn = useSignal<Turn | null>(null);
  const here = useSignal<Verdict | null>(null);
  const asking = useSignal<Asked<Verdict> | null>(null);
  const replay = useSignal<number[] | null>(null);
  const keys = useRef<Key[]>([]);
  const pending = useRef<Key[]>([]);
  const busy = useRef(false);
  const root = useRef<HTMLDivElement>(null);
  const mounted = useRef(true);
  /** Whether the answer to a key takes long enough to say so. */
  const waiting = useSignal(false);

  // All this before the next key can be pressed.
  useLayoutEffect(() => {
    mounted.current = true;
    root.current?.focus();
    return () => {
      mounted.current = false;
      asking.value?.cancel();
    };
  }, []);
  useLayoutEffect(() => {
    keys.current = [];
    pending.current = [];
    board.value = playing.level;
    turn.value = null;
    here.value = null;
    replay.value = null;
    if (solution) replay.value = solution;
    root.current?.focus();
  }, [playing, solution]);

  const press = (key: Key) => {
    replay.value = null;
    pending.current.push(key);
    void pump();
  };
  const pump = async () => {
    if (busy.current) return;
    busy.current = true;
    const slow = window.setTimeout(() => (waiting.value = true), 400);
    try {
      while (pending.current.length && mounted.current) {
        const key = pending.current.shift() as Key;
        const said = await ask<Turn>("levels.play", { path: open.path, level: encode(playing.level), keys: [...keys.current, key] });
        keys.current.push(key);
        await show(said);
      }
    } catch (error) {
      pending.current = [];
      complain(error);
    } finally {
      window.clearTimeout(slow);
      waiting.value = false;
      busy.current = false;
    }
  };
  const show = async (said: Turn) => {
    if (said.changed) here.value = null;
    // What happens by itself is seen step by step, unless the player is faster.
    for (const [index, frame] of said.frames.entries()) {
      board.value = decode(frame);
      if (index < said.frames.length - 1 && !pending.current.length) await pause(FRAME_MS);
    }
    turn.value = said;
  };
  // A solution plays by itself, from the start.
  useEffect(() => {
    const moves = replay.value;
    if (!moves) return;
    let stopped = false;
    void (async () => {
      keys.current = [];
      turn.value = null;
      for (const move of moves) {
        const said: Turn = await ask<Turn>("levels.play", { path: open.path, level: encode(playing.level), keys: [...keys.current, move] });
        if (stopped) return;
        keys.current.push(move);
        await show(said);
        await pause(moves.length > 60 ? 60 : 160);
        if (stopped) return;
      }
    })().catch(complain);
    return () => {
      stopped = true;
    };
  }, [replay.value]);

  const again = () => {
    keys.current = [];
    board.value = playing.level;
    turn.value = null;
    root.current?.focus();
  };
  const askHere = () => {
    if (busy.current) {
      // First the moves that are still under way.
      window.setTimeout(askHere, 40);
      return;
    }
    asking.value?.cancel();
    const mine = ask<Verdict>("levels.here", { path: open.path, level: encode(board.value) }, { title: "Solvable from here?" });
    asking.value = mine;
    mine
      .then((said) => (here.value = said))
      .catch(complain)
      .finally(() => {
        if (asking.value === mine) asking.value = null;
      });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Space and Enter on a button press the button.
    if ((event.target as HTMLElement).closest("button") && [" ", "Enter"].includes(event.key)) return;
    const key = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (event.key === "Escape") onLeave();
    else if (event.key.toLowerCase() === "h") askHere();
    else if (key !== undefined) press(key);
    else return;
    event.preventDefault();
  };
  const now = turn.value;
  const moves = now?.moves ?? [];
  return (
    <div class="play" ref={root} tabIndex={0} onKeyDown={onKeyDown} role="application" aria-label="Play-test. Arrow keys move, Z takes back, R restarts, H asks whether it can still be won, Escape goes back to editing.">
      <div class="play-head">
        {playing.card && (
          <div class="banner">
            <span>{playing.card.words || "A suggestion"}</span>
            <Button look="main" onClick={onAdopt}>Adopt it</Button>
          </div>
        )}
        {here.value && (
          <span class="here" role="status">
            From here: <VerdictChips now={here.value} />
            {here.value.verdict === "unsolvable" && here.value.restarts && <small>unless a rule restarts the level</small>}
          </span>
        )}
      </div>
      <div class="stage">
        <Board game={game} level={board.value} label="The level that is being played" overlay={{ grid: false }} />
        {now?.won && (
          <div class="won" role="status">
            <strong>Solved in {plural(moves.length, "move")}</strong>
            <span>
              <Button onClick={() => press("undo")}>Take the last move back</Button>
              <Button onClick={again}>Again</Button>
            </span>
          </div>
        )}
        {now?.message && <div class="told" role="status">{now.message}</div>}
      </div>
      <div class="play-bar">
        <span class="sr" role="status">{surroundings(game, board.value)}</span>
        <span class="moves"><b>{moves.length}</b> {moves.length === 1 ? "move" : "moves"} <span class="trail" aria-hidden="true">{moves.slice(-24).map((move) => ARROWS[move]).join("")}</span>{waiting.value && <Spinner />}</span>
        <span class="grow" />
        {spoilers.value && (
          <Button onClick={askHere} disabled={!!asking.value}>{asking.value ? <Spinner /> : null}Solvable from here? <kbd>H</kbd></Button>
        )}
        <Button onClick={() => press("undo")} disabled={!now?.undo}>Undo <kbd>Z</kbd></Button>
        <Button onClick={() => press("restart")} disabled={!moves.length || now?.won}>Restart <kbd>R</kbd></Button>
        <Button look="main" onClick={onLeave}>Back to editing <kbd>Esc</kbd></Button>
      </div>
    </div>
  );
}

const SIDES: readonly (readonly [string, number, number])[] = [["up", 0, -1], ["left", -1, 0], ["down", 0, 1], ["right", 1, 0]];

/** Where the player is and what is around, for those who hear it. */
function surroundings(game: Game, level: Level): string {
  const index = level.cells.findIndex((cell) => ids(cell).some((thing) => game.players.includes(thing)));
  if (index < 0) return "There is no player.";
  const [x, y] = [Math.floor(index / level.height), index % level.height];
  const around = SIDES.map(([name, right, down]) => {
    const [column, row] = [x + right, y + down];
    const there = column >= 0 && row >= 0 && column < level.width && row < level.height;
    return `${name}: ${there ? words(game, at(level, column, row)) : "the edge"}`;
  });
  return `Column ${x + 1}, row ${y + 1}. ${around.join(", ")}.`;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => window.setTimeout(resolve, ms));
