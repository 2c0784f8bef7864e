// What is opened, undo and redo, what is under way, and how the page looks.

import { useEffect, useState } from "preact/hooks";
import { activities, cancel, status, type Activity } from "../connection";
import { redo, savedState, undo } from "../documents";
import { chosen, project, subject, subjects, undoState } from "../project";
import { complain } from "../ui/messages";
import { RedoIcon, SearchIcon, SunIcon, UndoIcon } from "../ui/icons";
import { Button, Spinner } from "../ui/parts";
import { NewPack } from "./NewPack";
import { openPalette } from "./Palette";
import { nextTheme, theme } from "./theme";

const SAVED = { saved: "Saved", saving: "Saving…", unsaved: "Not saved" };

export function TopBar() {
  const [making, setMaking] = useState(false);
  const { undo: undoLabel, redo: redoLabel } = undoState.value;
  return (
    <header class="bar">
      <span class="brand">puzzlesynth</span>
      <label class="subject">
        <span class="sr">Open</span>
        <select
          value={subject.value?.path ?? ""}
          onChange={(event) => (chosen.value = event.currentTarget.value)}
          aria-label="Pack or game"
        >
          {(["pack", "game"] as const).map((kind) => {
            const found = subjects.value.filter((entry) => entry.kind === kind);
            if (!found.length) return null;
            return (
              <optgroup key={kind} label={kind === "pack" ? "Packs" : "PuzzleScript games"}>
                {found.map((entry) => (
                  <option key={entry.path} value={entry.path}>
                    {entry.path === "." ? (project.value?.name ?? ".") : entry.path}
                  </option>
                ))}
              </optgroup>
            );
          })}
        </select>
      </label>
      <Button look="quiet" onClick={() => setMaking(true)}>New</Button>
      <span class="grow" />
      {activities.value.map((activity) => <ActivityChip key={activity.id} activity={activity} />)}
      <span class={`saved ${status.value === "open" && savedState.value === "unsaved" ? "unsaved" : status.value}`}>
        {status.value === "open" ? SAVED[savedState.value] : status.value === "connecting" ? "Connecting…" : "Not connected"}
      </span>
      <Button
        look="quiet" disabled={!undoLabel} aria-label={undoLabel ? `Undo: ${undoLabel}` : "Undo"}
        title={undoLabel ? `Undo: ${undoLabel} (Ctrl+Z)` : "Nothing to undo"} onClick={() => void undo().catch(complain)}
      >
        <UndoIcon />
      </Button>
      <Button
        look="quiet" disabled={!redoLabel} aria-label={redoLabel ? `Redo: ${redoLabel}` : "Redo"}
        title={redoLabel ? `Redo: ${redoLabel} (Ctrl+Shift+Z)` : "Nothing to redo"}
        onClick={() => void redo().catch(complain)}
      >
        <RedoIcon />
      </Button>
      <Button look="quiet" aria-label="Commands" title="Commands (Ctrl+K)" onClick={openPalette}>
        <SearchIcon />
      </Button>
      <Button look="quiet" aria-label={`Theme: ${theme.value}`} title={`Theme: ${theme.value}`} onClick={nextTheme}>
        <SunIcon />
      </Button>
      {making && <NewPack onClose={() => setMaking(false)} />}
    </header>
  );
}

/** Work that takes longer than a moment, with a way to end it. */
function ActivityChip({ activity }: { activity: Activity }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 500);
    return () => window.clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - activity.since) / 1000);
  return (
    <span class="activity">
      <Spinner />
      <span>
        {activity.title}
        {activity.said && ` · ${activity.said}`}
        {seconds > 1 && ` · ${seconds} s`}
      </span>
      <Button look="quiet" aria-label={`Cancel: ${activity.title}`} onClick={() => cancel(activity.id)}>Cancel</Button>
    </span>
  );
}
