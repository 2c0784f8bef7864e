// The canvas: tools on the left, the map in the middle with its sides to grow and shrink, objects below.

import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ask } from "../connection";
import { complain, say } from "../ui/messages";
import { Board, Sprite, cellWords } from "./Board";
import type { Game, OpenGame } from "./game";
import {
  SYMMETRIES, at, between, cut, decode, encode, erased, flood, ids, line, mirrored, moved, painted, pasted, places, symmetric,
  turned, type Level, type LevelMessage, type Place, type Rectangle, type Symmetry,
} from "./grid";
import {
  BucketIcon, EraserIcon, FlipIcon, FlopIcon, FreezeIcon, LockIcon, PencilIcon, SelectIcon, SymmetryIcon, TurnIcon, ZoomInIcon,
  ZoomOutIcon,
} from "./icons";
import { brush, freeze, frozen, frozenObjects, symmetry, toggleFrozenObject, tool, zoom, type Tool } from "./state";

const TOOLS: readonly (readonly [Tool, string, string, () => ComponentChildren])[] = [
  ["paint", "Paint", "B", PencilIcon],
  ["erase", "Erase", "E", EraserIcon],
  ["fill", "Fill", "G", BucketIcon],
  ["select", "Select and move", "S", SelectIcon],
  ["freeze", "Freeze cells", "F", FreezeIcon],
];

const clipboard = signal<Level | null>(null);

export function EditPane({ open, game, level }: { open: OpenGame; game: Game; level: Level }) {
  const draft = useSignal<Level | null>(null);
  const cursor = useSignal<Place>([0, 0]);
  const hover = useSignal<Place | null>(null);
  const selection = useSignal<Rectangle | null>(null);
  const thaw = useSignal<Set<number> | null>(null);
  const focused = useSignal(false);
  const stroke = useRef<Stroke | null>(null);
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const thing = chosenThing(game);

  // Another level: what was selected means nothing there.
  useEffect(() => {
    selection.value = null;
    draft.value = null;
    cursor.value = [Math.min(cursor.value[0], level.width - 1), Math.min(cursor.value[1], level.height - 1)];
  }, [open.entry.value, level.width, level.height]);

  const shown = draft.value ?? level;
  const ice = thaw.value ?? frozen(open);

  const affected = (way: readonly Place[]): Place[] => way.flatMap((place) => symmetric(place, shown, symmetry.value));
  const apply = (base: Level, way: readonly Place[], kind: Tool): Level =>
    kind === "erase" ? erased(game, base, affected(way)) : painted(game, base, affected(way), thing);

  const commit = (made: Level, label: string) => {
    draft.value = null;
    open.edit(made, label);
  };

  const onPointer = (kind: "down" | "move" | "up" | "leave", place: Place, event: PointerEvent) => {
    hover.value = kind === "leave" ? null : place;
    if (kind === "down") {
      canvas.current?.focus();
      cursor.value = clamp(place, level);
      if (event.altKey) return pick(game, level, place);
      begin(place, event.button === 2 ? "erase" : tool.value);
    } else if (kind === "move" && stroke.current) follow(place);
    else if (kind === "up" && stroke.current) finish(place);
  };

  const begin = (place: Place, kind: Tool) => {
    const inSelection = selection.value && contains(selection.value, place);
    stroke.current = { kind, last: place, start: place, from: kind === "select" && inSelection ? selection.value : null, on: true };
    if (kind === "fill") {
      stroke.current = null;
      const cells = affected([place]).flatMap((one) => flood(level, one));
      commit(painted(game, level, cells, thing), `fill with ${game.objects[thing].name}`);
    } else if (kind === "freeze") {
      stroke.current.on = !ice.has(place[0] * level.height + place[1]);
      thaw.value = iced(ice, affected([place]), level, stroke.current.on);
    } else if (kind === "select") {
      if (!inSelection) selection.value = between(clamp(place, level), clamp(place, level));
    } else draft.value = apply(level, [place], kind);
  };

  const follow = (place: Place) => {
    const now = stroke.current;
    if (!now) return;
    const way = line(now.last, place);
    now.last = place;
    if (now.kind === "freeze") thaw.value = iced(ice, affected(way), level, now.on);
    else if (now.kind === "select" && now.from) {
      const to = shifted(now.from, now.start, place);
      selection.value = to;
      draft.value = moved(game, level, now.from, [to.left, to.top]);
    } else if (now.kind === "select") selection.value = between(clamp(now.start, level), clamp(place, level));
    else draft.value = apply(draft.value ?? level, way, now.kind);
  };

  const finish = (_place: Place) => {
    const now = stroke.current;
    stroke.current = null;
    if (!now) return;
    if (now.kind === "freeze" && thaw.value) {
      freeze(open, thaw.value);
      thaw.value = null;
    } else if (draft.value) {
      const labels: Record<Tool, string> = {
        paint: `paint ${game.objects[thing].name}`, erase: "erase", fill: "fill", select: "move a part", freeze: "",
      };
      commit(draft.value, labels[now.kind]);
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (handleKey(event)) event.preventDefault();
  };
  const handleKey = (event: KeyboardEvent): boolean => {
    const steps: Record<string, Place> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const step = steps[event.key];
    const command = event.ctrlKey || event.metaKey;
    if (step) {
      cursor.value = clamp([cursor.value[0] + step[0], cursor.value[1] + step[1]], level);
      if (event.shiftKey) selection.value = grown(selection.value, cursor.value);
      return true;
    }
    if (command && event.key === "c" && selection.value) return copy();
    if (command && event.key === "x" && selection.value) return copy() && remove();
    if (command && event.key === "v" && clipboard.value) return paste();
    if (command && event.key === "a") {
      selection.value = { left: 0, top: 0, width: level.width, height: level.height };
      return true;
    }
    if (command || event.altKey) return false;
    if (event.key === "Escape" && selection.value) selection.value = null;
    else if (event.key === "Enter" || event.key === " ") useTool();
    else if (event.key === "Delete" || event.key === "Backspace") remove();
    else if (/^[1-9]$/.test(event.key)) brush.value = paintable(game)[Number(event.key) - 1] ?? thing;
    else return false;
    return true;
  };
  const useTool = () => {
    begin(cursor.value, tool.value === "select" ? "paint" : tool.value);
    finish(cursor.value);
  };
  const copy = (): boolean => {
    if (!selection.value) return false;
    clipboard.value = cut(level, selection.value);
    say("Copied. Ctrl+V puts it at the cursor.");
    return true;
  };
  const paste = (): boolean => {
    const part = clipboard.value;
    if (!part) return false;
    const [left, top] = cursor.value;
    commit(pasted(level, part, [left, top]), "paste");
    selection.value = { left, top, width: Math.min(part.width, level.width - left), height: Math.min(part.height, level.height - top) };
    tool.value = "select";
    return true;
  };
  const remove = (): boolean => {
    commit(erased(game, level, selection.value ? places(selection.value) : affected([cursor.value])), "erase");
    return true;
  };

  const reshape = async (how: string, label: string, sides: object = {}) => {
    try {
      const made = await ask<LevelMessage>("levels.reshape", { path: open.path, level: encode(level), how, ...sides });
      open.edit(decode(made), label);
    } catch (error) {
      complain(error);
    }
  };
  const turn = () => {
    const part = selection.value;
    if (!part) return void reshape("turn", "turn");
    const made = turned(cut(level, part));
    const bare: Level = { width: part.width, height: part.height, cells: places(part).map(() => game.bare) };
    commit(pasted(pasted(level, bare, [part.left, part.top]), made, [part.left, part.top]), "turn a part");
    selection.value = between([part.left, part.top], clamp([part.left + made.width - 1, part.top + made.height - 1], level));
  };
  const mirror = (axis: "columns" | "rows") => {
    const part = selection.value;
    if (!part) return void reshape(`mirror ${axis}`, "mirror");
    commit(pasted(level, mirrored(cut(level, part), axis), [part.left, part.top]), "mirror a part");
  };

  useToolKeys();
  const side = (name: "left" | "right" | "top" | "bottom") => (
    <div class={`side ${name}`}>
      <button
        type="button" aria-label={`Add a ${name === "left" || name === "right" ? "column" : "row"} at the ${name}`}
        onClick={() => void reshape("resize", "resize", { [name]: 1 })}
      >+</button>
      <button
        type="button" aria-label={`Remove the ${name === "left" || name === "right" ? "column" : "row"} at the ${name}`}
        disabled={(name === "left" || name === "right" ? level.width : level.height) < 2}
        onClick={() => void reshape("resize", "resize", { [name]: -1 })}
      >−</button>
    </div>
  );
  const about = `Level, ${level.width} columns, ${level.height} rows. Arrow keys move the cursor, Enter uses the tool. `;
  return (
    <div class="edit">
      <div class="tools" role="toolbar" aria-label="Tools" aria-orientation="vertical">
        {TOOLS.map(([name, title, key, icon]) => (
          <button
            key={name} type="button" class="tool" data-tool={name} aria-pressed={tool.value === name} title={`${title} (${key})`}
            aria-label={title} onClick={() => (tool.value = name)}
          >{icon()}</button>
        ))}
        <hr />
        <button type="button" class="tool" title="Turn (the selection, or all)" aria-label="Turn" onClick={turn}><TurnIcon /></button>
        <button type="button" class="tool" title="Mirror left and right" aria-label="Mirror left and right" onClick={() => mirror("columns")}><FlipIcon /></button>
        <button type="button" class="tool" title="Mirror top and bottom" aria-label="Mirror top and bottom" onClick={() => mirror("rows")}><FlopIcon /></button>
        <label class={`tool picker ${symmetry.value === "none" ? "" : "on"}`} title="Symmetry brush">
          <SymmetryIcon />
          <select
            aria-label="Symmetry brush" value={symmetry.value}
            onChange={(event) => (symmetry.value = event.currentTarget.value as Symmetry)}
          >
            {SYMMETRIES.map(([name, title]) => <option key={name} value={name}>{title}</option>)}
          </select>
        </label>
        <span class="grow" />
        <button type="button" class="tool" aria-label="Zoom in" title="Zoom in" onClick={() => (zoom.value = Math.min(6, zoom.value * 1.4))}><ZoomInIcon /></button>
        <button type="button" class="tool" aria-label="Zoom out" title="Zoom out" onClick={() => (zoom.value = Math.max(1, zoom.value / 1.4))}><ZoomOutIcon /></button>
      </div>
      <div class="stage">
        {side("top")}
        {side("left")}
        <Board
          game={game} level={shown} zoom={zoom.value} label={about + cellWords(game, shown, cursor.value)}
          overlay={{
            frozen: ice, selection: selection.value, cursor: focused.value ? cursor.value : null,
            hover: hover.value && tool.value !== "select" ? affected([hover.value]) : [],
          }}
          onPointer={onPointer} onKeyDown={onKeyDown}
          canvasRef={(element) => {
            canvas.current = element;
            if (!element) return;
            // The ring of the keyboard is drawn for the keyboard alone.
            element.onfocus = () => (focused.value = element.matches(":focus-visible"));
            element.onblur = () => (focused.value = false);
            element.addEventListener("keydown", () => (focused.value = true));
          }}
        />
        {side("right")}
        {side("bottom")}
        <span class="sr" aria-live="polite">{focused.value ? cellWords(game, shown, cursor.value) : ""}</span>
      </div>
      <Palette open={open} game={game} thing={thing} />
      <p class="where" aria-hidden="true">
        {level.width} × {level.height}
        {hover.value && at(shown, ...clamp(hover.value, shown)) !== undefined && ` · ${cellWords(game, shown, clamp(hover.value, shown))}`}
        {ice.size > 0 && ` · ${ice.size} frozen `}
        {ice.size > 0 && <button type="button" class="link" onClick={() => freeze(open, new Set())}>thaw all</button>}
      </p>
    </div>
  );
}

interface Stroke {
  kind: Tool;
  start: Place;
  last: Place;
  /** The part that is being moved. */
  from: Rectangle | null;
  /** Freezing, or thawing. */
  on: boolean;
}

function Palette({ open, game, thing }: { open: OpenGame; game: Game; thing: number }) {
  return (
    <div class="objects" role="toolbar" aria-label="Objects">
      {paintable(game).map((id, index) => {
        const { name } = game.objects[id];
        const locked = frozenObjects(open).includes(name);
        return (
          <div key={id} class={`object ${locked ? "locked" : ""}`}>
            <button
              type="button" class="pick" aria-pressed={thing === id} title={index < 9 ? `${name} (${index + 1})` : name}
              onClick={() => {
                brush.value = id;
                if (tool.value !== "fill") tool.value = "paint";
              }}
            >
              <Sprite game={game} thing={id} size={30} />
              <span>{name}</span>
            </button>
            <button
              type="button" class="lock" aria-pressed={locked} aria-label={`Freeze ${name}`}
              title={locked ? `${name} is frozen: suggestions leave every ${name} where it is` : `Freeze ${name}`}
              onClick={() => toggleFrozenObject(open, name)}
            ><LockIcon /></button>
          </div>
        );
      })}
    </div>
  );
}

/** Everything that maps are made of; what rules alone make comes last. */
function paintable(game: Game): number[] {
  const ground = new Set(game.ground);
  const all = game.objects.map((_, id) => id);
  return [...all.filter((id) => !ground.has(id)), ...all.filter((id) => ground.has(id))];
}

function chosenThing(game: Game): number {
  const now = brush.value;
  if (now !== null && now < game.objects.length) return now;
  return game.wall ?? paintable(game)[0] ?? 0;
}

function pick(game: Game, level: Level, place: Place): void {
  const top = ids(at(level, ...clamp(place, level))).pop();
  if (top !== undefined && top < game.objects.length) {
    brush.value = top;
    tool.value = "paint";
  }
}

function iced(now: ReadonlySet<number>, cells: readonly Place[], level: Level, on: boolean): Set<number> {
  const made = new Set(now);
  for (const [x, y] of cells) {
    const index = x * level.height + y;
    if (on) made.add(index);
    else made.delete(index);
  }
  return made;
}

const clamp = ([x, y]: Place, level: Level): Place => [
  Math.max(0, Math.min(level.width - 1, x)),
  Math.max(0, Math.min(level.height - 1, y)),
];
const contains = (part: Rectangle, [x, y]: Place): boolean =>
  x >= part.left && y >= part.top && x < part.left + part.width && y < part.top + part.height;
const shifted = (part: Rectangle, from: Place, to: Place): Rectangle => ({
  ...part,
  left: part.left + to[0] - from[0],
  top: part.top + to[1] - from[1],
});
const grown = (part: Rectangle | null, to: Place): Rectangle =>
  part ? between([part.left, part.top], to) : between(to, to);

/** Letters choose tools wherever no text is typed. */
function useToolKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, [contenteditable=true]")) return;
      const found = TOOLS.find(([, , key]) => key.toLowerCase() === event.key.toLowerCase());
      if (found) tool.value = found[0];
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
