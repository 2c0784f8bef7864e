// The views of the studio. A view is a component with a name; `registerView` puts it into the rail on the left.
// Narrative views are registered in narrative/views.tsx, levels in levels/views.tsx.

import { computed, signal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { chosenViews, subject } from "./project";
import type { Entry } from "./protocol";

export interface View {
  /** Unique; used in addresses and tests: `pack`, `levels.canvas`. */
  id: string;
  title: string;
  /** One sentence for the palette and the tooltip. */
  about: string;
  icon: () => JSX.Element;
  /** For which kind of subject it is offered. */
  of: "pack" | "game";
  component: ComponentType<{ entry: Entry }>;
}

export const views = signal<View[]>([]);

export function registerView(view: View): void {
  views.value = [...views.value.filter((other) => other.id !== view.id), view];
}

export const offered = computed(() => views.value.filter((view) => view.of === subject.value?.kind));

export const current = computed<View | null>(() => {
  const kind = subject.value?.kind ?? "";
  return offered.value.find((view) => view.id === chosenViews.value[kind]) ?? offered.value[0] ?? null;
});

export function show(id: string): void {
  const kind = views.value.find((view) => view.id === id)?.of;
  if (kind) chosenViews.value = { ...chosenViews.value, [kind]: id };
}

/** Commands of the palette (Ctrl-K): every button that matters has one, so that the keyboard reaches everything. */
export interface Command {
  id: string;
  title: string;
  keys?: string;
  run: () => void;
}
export const commands = signal<Command[]>([]);

export function registerCommand(command: Command): () => void {
  commands.value = [...commands.value.filter((other) => other.id !== command.id), command];
  return () => {
    commands.value = commands.value.filter((other) => other !== command);
  };
}
