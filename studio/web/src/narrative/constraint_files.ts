// The constraint files of the pack: those that always count, and those that are switches among the wishes.

import { signal } from "@preact/signals";
import { ask } from "../connection";
import { rememberHere } from "../project";
import { complain } from "../ui/messages";
import { packPath } from "./pack";

export interface Said {
  name: string;
  kind: "forbid" | "require" | "prefer";
  sentence: string;
}
export interface ConstraintFile {
  path: string;
  /** Whether the pack has it; otherwise it is a switch among the wishes. */
  always: boolean;
  says: Said[];
  problems: number;
}

export const ownConstraints = signal<ConstraintFile[]>([]);
export const chosenConstraint = rememberHere<Record<string, string>>("constraints.file", {});

/** Asks which constraint files there are, for the list and for the wishes. */
export function listConstraints(): void {
  const pack = packPath.value;
  if (pack === null) return;
  ask<ConstraintFile[]>("constraints.list", { pack })
    .then((found) => {
      if (packPath.value === pack) ownConstraints.value = found;
    })
    .catch(complain);
}

export const fileName = (path: string) => path.split("/").pop()?.replace(/\.lp$/, "") ?? path;
