// Light or dark: what the system says, unless the user has chosen.

import { effect } from "@preact/signals";
import { remember } from "../project";

export type Theme = "system" | "light" | "dark";
export const theme = remember<Theme>("shell.theme", "system");

export function applyTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}

export function nextTheme(): void {
  const order: Theme[] = ["system", "light", "dark"];
  theme.value = order[(order.indexOf(theme.value) + 1) % order.length];
}
