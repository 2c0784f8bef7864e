// The dependency chart of a puzzle: from what lies around, through the steps, to the goals. Areas are groups.

import { useMemo } from "preact/hooks";
import { Canvas } from "../ui/Canvas";
import { layout, type Layout, type Placed } from "./layout";
import { areaWords, hueOf } from "./pack";
import type { Card } from "./types";

/** What the drawing shows around a node: its area, and where the lines from it lead. */
function surroundings(placed: Layout, node: Placed, order: Map<string, number>): string {
  const area = placed.groups.find((group) => group.area === node.area)?.title;
  const leads = placed.edges.filter((edge) => edge.from === node.key).map(({ to, label }) => {
    const other = placed.nodes.find((one) => one.key === to);
    const there = other?.step ? `to step ${order.get(other.step)}` : other?.kind === "goal" ? "to the goal" : `to the way into ${areaWords(other?.area)}`;
    return `${label ? `gives ${label}` : "leads"} ${there}`;
  });
  return [area && `in ${area}`, leads.join(", ")].filter(Boolean).join("; ");
}

interface Props {
  card: Card;
  selected?: string | null;
  onSelect?: (step: string | null) => void;
  /** Steps with a pin: they are kept. */
  kept?: readonly string[];
  /** Identities of steps of the other puzzle, for what is new in this one. */
  known?: ReadonlySet<string>;
  /** Steps that are done, while the puzzle is played or replayed. */
  done?: ReadonlySet<string>;
  /** Whether all of it is to be seen, however small. */
  whole?: boolean;
}

/** About how much wider than high a chart is shown. */
const ASPECT = 1.3;

export function PuzzleChart({ card, selected, onSelect, kept = [], known, done, whole }: Props) {
  const placed = useMemo(() => layout(card, ASPECT), [card.id]);
  const order = new Map(card.puzzle.solution.map((id, index) => [id, index + 1]));
  return (
    <Canvas width={placed.width} height={placed.height} label="Dependency chart" subject={card.puzzle.areas.length > 0 ? String(card.puzzle.pack) : ""} smallest={whole ? 0.2 : 0.45}>
      {placed.groups.map((group) => (
        <g key={group.key} aria-hidden="true" class="chart-group area-tint" style={`--hue: ${hueOf(group.area)}`}>
          <rect x={group.x} y={group.y} width={group.width} height={group.height} rx="14" />
          <text x={group.x + 14} y={group.y + 21}>{group.title}</text>
        </g>
      ))}
      {placed.edges.map((edge) => (
        <g key={edge.key} aria-hidden="true" class={`chart-edge ${edge.weak ? "weak" : ""} ${edge.crosses ? "crosses" : ""}`}>
          <path d={edge.drawn} marker-end="url(#arrow)" />
          {edge.labelAt && <text x={edge.labelAt.x} y={edge.labelAt.y - 4} text-anchor="middle">{edge.label}</text>}
        </g>
      ))}
      {placed.nodes.map((node) => {
        const step = node.step;
        const pinned = step !== null && kept.includes(step);
        const fresh = known !== undefined && step !== null && !known.has(node.identity);
        const classes = ["chart-node", "area-tint", node.kind, step && step === selected ? "selected" : "", pinned ? "kept" : "",
          fresh ? "fresh" : "", step && done?.has(step) ? "done" : ""];
        // All that is written on it, in the same order.
        const words = [step && order.get(step), ...node.lines, ...node.details].filter(Boolean).join(" ");
        const label = `${words}; ${surroundings(placed, node, order)}${pinned ? ", kept" : ""}${fresh ? ", new" : ""}${step && done?.has(step) ? ", done" : ""}`;
        return (
          <g
            key={node.identity}
            data-node={node.key}
            data-step={step ?? undefined}
            class={classes.filter(Boolean).join(" ")}
            style={`--hue: ${hueOf(node.area)}; transform: translate(${node.x}px, ${node.y}px)`}
            role={step && onSelect ? "button" : "img"}
            aria-label={label}
            aria-pressed={step && onSelect ? step === selected : undefined}
            tabindex={step && onSelect ? 0 : undefined}
            onClick={() => onSelect?.(step === selected ? null : step)}
            onKeyDown={(event) => {
              if ((event.key === "Enter" || event.key === " ") && step) {
                event.preventDefault();
                onSelect?.(step === selected ? null : step);
              }
            }}
          >
            <rect width={node.width} height={node.height} rx={node.kind === "goal" ? node.height / 2 : 8} />
            {step && <text class="order" x={node.width - 8} y={14} text-anchor="end">{order.get(step)} </text>}
            {node.lines.map((line, index) => (
              <text key={index} class="title" x={14} y={21 + index * 17}>{line} </text>
            ))}
            {node.details.map((line, index) => (
              <text key={index} class="detail" x={14} y={22 + node.lines.length * 17 + index * 14}>{line} </text>
            ))}
            {pinned && <path class="pin" d="M-5 -7h10v8l-5 5-5-5z" />}
          </g>
        );
      })}
    </Canvas>
  );
}
