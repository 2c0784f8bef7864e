// A drawing that can be moved and zoomed: with the mouse, with fingers, and with the keyboard.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "./parts";

interface Props {
  width: number;
  height: number;
  label: string;
  children: ComponentChildren;
  /** Changes when the drawing is a different one: it is then fitted again. */
  subject?: string;
  /** The largest scale of fitting. */
  largest?: number;
  /** The smallest scale of fitting by itself: what is larger is not shown whole until that is asked for. */
  smallest?: number;
  /** A part to show instead of the whole, when there is one. */
  part?: Box | null;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface At {
  x: number;
  y: number;
  scale: number;
}

/** The smallest scale of anything. */
const WHOLE = 0.08;
/** The share of the smallest scale of fitting at which all is shown nevertheless. */
const NEARLY = 0.6;
/** How high the buttons are, with the gap below them. */
const TOOLS = 48;
/** A pause in panning after which the drawing is at rest. */
const REST_MS = 150;

export function Canvas({ width, height, label, children, subject, largest = 1.15, smallest = 0.5, part }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const at = useRef<At>({ x: 0, y: 0, scale: 1 });
  /** Whether the user has moved the drawing: then it stays where it is. */
  const moved = useRef(false);

  // The transform is written past Preact, and the drawing is a layer of its own while it moves: a frame of panning then
  // neither lays out nor paints anything.
  const apply = () => {
    const { x, y, scale } = at.current;
    // On whole pixels: what moves is copied and not filtered.
    if (layer.current) layer.current.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) scale(${scale})`;
  };
  const resting = useRef(0);
  const moving = () => {
    moved.current = true;
    frame.current?.classList.add("moving");
    window.clearTimeout(resting.current);
    // At rest it is painted once more, sharp at its scale.
    resting.current = window.setTimeout(() => frame.current?.classList.remove("moving"), REST_MS);
  };
  const pan = (x: number, y: number) => {
    moving();
    at.current = { ...at.current, x, y };
    apply();
  };
  useEffect(() => () => window.clearTimeout(resting.current), []);
  const fit = (least: number = smallest) => {
    moved.current = false;
    const box = frame.current?.getBoundingClientRect();
    if (!box || !box.width) return;
    const fitting = (high: number) => Math.min(largest, box.width / width, high / height);
    // What would reach the buttons stays above them.
    const reaches = (box.height + height * fitting(box.height)) / 2 > box.height - TOOLS;
    const high = box.height - (reaches ? TOOLS : 0);
    const whole = fitting(high);
    // Where little is missing, all of it is better than a line of it that is cut off.
    const scale = whole >= least * NEARLY ? whole : least;
    at.current = {
      scale,
      x: width * scale > box.width ? 0 : (box.width - width * scale) / 2,
      y: Math.max(0, (high - height * scale) / 2),
    };
    apply();
  };
  const newest = useRef(fit);
  newest.current = fit;
  useEffect(() => fit(), [subject]);
  useEffect(() => {
    if (!moved.current) fit();
  }, [width, height]);
  useEffect(() => {
    const watch = new ResizeObserver(() => (moved.current ? apply() : newest.current()));
    if (frame.current) watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);
  useEffect(apply);
  useEffect(() => {
    const box = frame.current?.getBoundingClientRect();
    if (!part || !box) return;
    moved.current = true;
    const scale = Math.max(smallest, Math.min(1, box.width / (part.width + 80), box.height / (part.height + 80)));
    at.current = { scale, x: box.width / 2 - (part.x + part.width / 2) * scale, y: box.height / 2 - (part.y + part.height / 2) * scale };
    apply();
  }, [part && `${part.x},${part.y},${part.width},${part.height}`]);

  const zoom = (by: number, x?: number, y?: number) => {
    moved.current = true;
    const box = frame.current?.getBoundingClientRect();
    if (!box) return;
    const centre = { x: x ?? box.width / 2, y: y ?? box.height / 2 };
    const scale = Math.max(WHOLE, Math.min(3, at.current.scale * by));
    const ratio = scale / at.current.scale;
    at.current = { scale, x: centre.x - (centre.x - at.current.x) * ratio, y: centre.y - (centre.y - at.current.y) * ratio };
    apply();
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    if (!event.ctrlKey && !event.metaKey) return pan(at.current.x - event.deltaX, at.current.y - event.deltaY);
    const box = frame.current?.getBoundingClientRect();
    if (box) zoom(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
  };
  useEffect(() => {
    const element = frame.current;
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  });
  const onPointerDown = (event: PointerEvent) => {
    if ((event.target as Element).closest("[data-node], button") || event.button !== 0) return;
    const start = { x: event.clientX - at.current.x, y: event.clientY - at.current.y };
    const element = frame.current;
    const move = (next: PointerEvent) => pan(next.clientX - start.x, next.clientY - start.y);
    const up = () => {
      element?.removeEventListener("pointermove", move);
      element?.classList.remove("held");
    };
    element?.setPointerCapture(event.pointerId);
    element?.classList.add("held");
    element?.addEventListener("pointermove", move);
    element?.addEventListener("pointerup", up, { once: true });
    element?.addEventListener("pointercancel", up, { once: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== frame.current) return;
    const by = 60;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [by, 0], ArrowRight: [-by, 0], ArrowUp: [0, by], ArrowDown: [0, -by],
    };
    if (moves[event.key]) pan(at.current.x + moves[event.key][0], at.current.y + moves[event.key][1]);
    else if (event.key === "+") zoom(1.2);
    else if (event.key === "-") zoom(1 / 1.2);
    else if (event.key === "0") fit(WHOLE);
    else return;
    event.preventDefault();
  };
  return (
    <div class="canvas" ref={frame} tabIndex={0} role="group" aria-label={label} onPointerDown={onPointerDown} onKeyDown={onKeyDown}>
      <div class="canvas-layer" ref={layer}>
        <svg width={width} height={height}>
          <defs>
            <marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
              <path d="M0 1 9 5 0 9z" class="arrow-head" />
            </marker>
          </defs>
          {children}
        </svg>
      </div>
      <div class="canvas-tools">
        <Button look="quiet" aria-label="Zoom in" title="Zoom in (+)" onClick={() => zoom(1.25)}>+</Button>
        <Button look="quiet" aria-label="Zoom out" title="Zoom out (-)" onClick={() => zoom(0.8)}>−</Button>
        <Button look="quiet" aria-label="Fit" title="Fit (0)" onClick={() => fit(WHOLE)}>Fit</Button>
      </div>
    </div>
  );
}
