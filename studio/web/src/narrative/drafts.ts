// What is half done in the forms of a pack, and what is looked at there. It outlives a switch of views, a reload and a restart.

import { remember } from "../project";
import { packPath } from "./pack";

const drafts = remember<Record<string, unknown>>("design.drafts", {});
const keyOf = (name: string) => `${packPath.value ?? ""} ${name}`;

/** Puts what the opened pack's forms begin with; null: nothing. */
export function putDraft(name: string, value: unknown): void {
  const { [keyOf(name)]: _, ...others } = drafts.peek();
  drafts.value = value === null || value === "" ? others : { ...others, [keyOf(name)]: value };
}

/** As `useState`, for the opened pack. */
export function useDraft<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  return [(drafts.value[keyOf(name)] as Value | undefined) ?? initial, (value) => putDraft(name, value)];
}
