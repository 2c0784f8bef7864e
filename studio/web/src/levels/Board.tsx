// A level in the game's sprites, as large as there is room for, with what tools lay over it.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Game } from "./game";
import { words, at, type Level, type Place, type Rectangle } from "./grid";

export interface Overlay {
  cursor?: Place | null;
  hover?: readonly Place[];
  frozen?: ReadonlySet<number>;
  selection?: Rectangle | null;
  /** Cells that differ from another level. */
  marked?: ReadonlySet<number>;
  grid?: boolean;
}

interface Props {
  game: Game;
  level: Level;
  overlay?: Overlay;
  zoom?: number;
  label: string;
  onPointer?: (kind: "down" | "move" | "up" | "leave", place: Place, event: PointerEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Called when the canvas is there, to focus it. */
  canvasRef?: (canvas: HTMLCanvasElement | null) => void;
}

const MOST = 64;

export function Board({ game, level, overlay = {}, zoom = 1, label, onPointer, onKeyDown, canvasRef }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [room, setRoom] = useState({ width: 640, height: 480 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    canvasRef?.(canvas.current);
    return () => canvasRef?.(null);
  }, []);
  const fitting = Math.min((room.width - 8) / level.width, (room.height - 8) / level.height, MOST);
  const size = Math.max(5, Math.floor(fitting * zoom));
  const scale = window.devicePixelRatio || 1;
  useLayoutEffect(() => {
    const request = requestAnimationFrame(() => {
      const pen = canvas.current?.getContext("2d");
      if (!pen) return;
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.scale(scale, scale);
      game.painter.draw(pen, level, size);
      lay(pen, level, size, overlay);
    });
    return () => cancelAnimationFrame(request);
  });
  const place = (event: PointerEvent): Place => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return [Math.floor((event.clientX - box.left) / size), Math.floor((event.clientY - box.top) / size)];
  };
  return (
    <div class="board-frame" ref={frame}>
      <canvas
        ref={canvas} class="board" role={onKeyDown ? "application" : "img"} aria-label={label} tabIndex={onKeyDown ? 0 : undefined}
        width={level.width * size * scale} height={level.height * size * scale}
        style={{ width: `${level.width * size}px`, height: `${level.height * size}px` }}
        data-cell={size} data-own-undo={undefined}
        onContextMenu={(event) => onPointer && event.preventDefault()}
        onPointerDown={(event) => {
          if (!onPointer) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          onPointer("down", place(event), event);
        }}
        onPointerMove={(event) => onPointer?.("move", place(event), event)}
        onPointerUp={(event) => onPointer?.("up", place(event), event)}
        onPointerLeave={(event) => onPointer?.("leave", place(event), event)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function lay(pen: CanvasRenderingContext2D, level: Level, size: number, overlay: Overlay): void {
  const { width, height } = level;
  if (overlay.grid !== false && size >= 12) {
    pen.strokeStyle = "rgb(128 128 128 / 0.28)";
    pen.lineWidth = 1;
    pen.beginPath();
    for (let x = 1; x < width; x++) pen.rect(x * size - 0.5, 0, 0, height * size);
    for (let y = 1; y < height; y++) pen.rect(0, y * size - 0.5, width * size, 0);
    pen.stroke();
  }
  for (const index of overlay.frozen ?? []) {
    const x = Math.floor(index / height) * size;
    const y = (index % height) * size;
    pen.fillStyle = "rgb(150 205 255 / 0.36)";
    pen.fillRect(x, y, size, size);
    pen.strokeStyle = "rgb(225 244 255 / 0.9)";
    pen.lineWidth = Math.max(1, size / 14);
    pen.beginPath();
    for (const part of [0.25, 0.75]) {
      pen.moveTo(x + size * part, y + 2);
      pen.lineTo(x + 2, y + size * part);
    }
    pen.stroke();
  }
  for (const index of overlay.marked ?? []) {
    pen.strokeStyle = token("--warn");
    pen.lineWidth = 2;
    pen.strokeRect(Math.floor(index / height) * size + 1, (index % height) * size + 1, size - 2, size - 2);
  }
  for (const [x, y] of overlay.hover ?? []) {
    pen.strokeStyle = "rgb(255 255 255 / 0.85)";
    pen.lineWidth = 2;
    pen.strokeRect(x * size + 1, y * size + 1, size - 2, size - 2);
    pen.strokeStyle = "rgb(0 0 0 / 0.55)";
    pen.lineWidth = 1;
    pen.strokeRect(x * size + 2.5, y * size + 2.5, size - 5, size - 5);
  }
  if (overlay.selection) {
    const { left, top, width: wide, height: high } = overlay.selection;
    for (const [dash, colour] of [[[], "rgb(0 0 0 / 0.75)"], [[6, 5], "#fff"]] as const) {
      pen.setLineDash([...dash]);
      pen.strokeStyle = colour;
      pen.lineWidth = 2;
      pen.strokeRect(left * size + 1, top * size + 1, wide * size - 2, high * size - 2);
    }
    pen.setLineDash([]);
  }
  if (overlay.cursor) {
    const [x, y] = overlay.cursor;
    pen.strokeStyle = token("--accent");
    pen.lineWidth = 3;
    pen.strokeRect(x * size + 1.5, y * size + 1.5, size - 3, size - 3);
  }
}

/** A small picture of a level. */
export function Thumb({ game, level, size = 96, label }: { game: Game; level: Level; size?: number; label?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const cell = Math.max(1, Math.min(12, Math.floor(size / Math.max(level.width, level.height))));
  useLayoutEffect(() => {
    const pen = canvas.current?.getContext("2d");
    if (pen) game.painter.draw(pen, level, cell);
  }, [game.painter, level, cell]);
  return (
    <canvas
      ref={canvas} class="thumb" width={level.width * cell} height={level.height * cell}
      role={label ? "img" : undefined} aria-label={label} aria-hidden={label ? undefined : true}
    />
  );
}

/** One object, as it looks in a palette. */
export function Sprite({ game, thing, size = 25 }: { game: Game; thing: number; size?: number }) {
  const ground = game.bare.split(".").filter(Boolean).map(Number);
  const layer = game.objects[thing].layer;
  const cell = [...ground.filter((one) => game.objects[one].layer !== layer), thing].sort((a, b) => a - b).join(".");
  return <Thumb game={game} level={{ width: 1, height: 1, cells: [cell] }} size={size} />;
}

/** The cells in which two levels of one size differ. */
export function differing(one: Level, other: Level): Set<number> {
  if (one.width !== other.width || one.height !== other.height) return new Set();
  return new Set(one.cells.flatMap((cell, index) => (cell === other.cells[index] ? [] : [index])));
}

export function cellWords(game: Game, level: Level, [x, y]: Place): string {
  return `column ${x + 1}, row ${y + 1}: ${words(game, at(level, x, y))}`;
}

