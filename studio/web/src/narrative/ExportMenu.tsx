// A puzzle for another program. The HTML game opens at once.

import { useState } from "preact/hooks";
import { ask } from "../connection";
import { complain, say } from "../ui/messages";
import { Button, Dialog, Spinner } from "../ui/parts";
import { packPath } from "./pack";
import type { Card } from "./types";

interface Target {
  name: string;
  description: string;
  suffix: string;
}
interface Exported {
  file: string;
  base64: string;
  game: string | null;
}

/** As people call them; exporters of other packages have the names that they gave themselves. */
const TITLES: Record<string, string> = {
  html: "Web page", godot: "Godot", inform6: "Inform 6", ink: "Ink", twee: "Twine", dot: "Graphviz", mermaid: "Mermaid", svg: "Picture of the chart",
  pddl: "PDDL", "pddl-domain": "PDDL domain", "pddl-problem": "PDDL problem",
};

export function ExportMenu({ card }: { card: Card }) {
  const [targets, setTargets] = useState<Target[] | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const open = () =>
    void ask<Target[]>("export.targets").then(setTargets).catch(complain);
  const run = async (target: Target) => {
    setBusy(target.name);
    try {
      const made = await ask<Exported>(
        "puzzle.export", { pack: packPath.value, puzzle: card.puzzle, to: target.name }, { title: `Exporting to ${TITLES[target.name] ?? target.name}` },
      );
      if (made.game) window.open(`/game/${made.game}`, "_blank", "noopener");
      download(made);
      say(`Exported ${made.file}`);
      setTargets(null);
    } catch (error) {
      complain(error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <>
      <Button onClick={open}>Export…</Button>
      {targets && (
        <Dialog title="Export this puzzle" onClose={() => setTargets(null)}>
          <ul class="export-list">
            {targets.map((target) => (
              <li key={target.name}>
                <button type="button" disabled={busy !== null} data-export={target.name} onClick={() => void run(target)}>
                  <b>{TITLES[target.name] ?? target.name}</b> <code>{target.suffix}</code> {busy === target.name && <Spinner />}
                  <span>{target.description}{target.name === "html" ? " (opens at once)" : ""}</span>
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

function download({ file, base64 }: Exported): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes]));
  const link = document.createElement("a");
  link.href = address;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
