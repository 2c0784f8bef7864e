// Former versions of a file, and the way back to one.

import { useState } from "preact/hooks";
import { ask } from "../connection";
import type { Doc } from "../documents";
import type { FormerVersion } from "../protocol";
import { HistoryIcon } from "../ui/icons";
import { complain, say } from "../ui/messages";
import { Button, Dialog } from "../ui/parts";

export function History({ doc }: { doc: Doc }) {
  const [versions, setVersions] = useState<FormerVersion[] | null>(null);
  const [looked, setLooked] = useState<{ name: string; text: string } | null>(null);
  const open = async () => {
    try {
      setLooked(null);
      setVersions(await ask<FormerVersion[]>("document.versions", { path: doc.path }));
    } catch (error) {
      complain(error);
    }
  };
  const look = async (name: string) => {
    try {
      setLooked({ name, text: await ask<string>("document.version", { path: doc.path, name }) });
    } catch (error) {
      complain(error);
    }
  };
  const restore = async (name: string) => {
    try {
      await ask("document.restore", { path: doc.path, name });
      setVersions(null);
      say("Went back to the earlier version. Undo brings the newer one back.");
    } catch (error) {
      complain(error);
    }
  };
  return (
    <>
      <Button look="quiet" title="Earlier versions" aria-label="Earlier versions" onClick={() => void open()}>
        <HistoryIcon />
      </Button>
      {versions && (
        <Dialog title={`Earlier versions of ${doc.path.split("/").pop()}`} onClose={() => setVersions(null)} wide>
          <div class="history">
            <ul>
              {versions.map((version) => (
                <li key={version.name}>
                  <button type="button" aria-pressed={looked?.name === version.name} onClick={() => void look(version.name)}>
                    <b>{new Date(version.time * 1000).toLocaleString()}</b>
                    <span>{version.label || "saved"}</span>
                  </button>
                </li>
              ))}
              {!versions.length && <li class="soft">No earlier versions yet.</li>}
            </ul>
            <div>
              <pre>{looked?.text ?? "Choose a version to look at it."}</pre>
              {looked && <Button look="main" onClick={() => void restore(looked.name)}>Go back to this version</Button>}
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
