// Files that another program changed in the same lines as the user: in whatever view, the user decides. And files that cannot
// be written.

import { ask } from "../connection";
import { documents } from "../documents";
import { complain } from "../ui/messages";
import { Button } from "../ui/parts";

export function Conflicts() {
  const found = documents.value.filter((doc) => doc.conflict.value !== null);
  const unsaved = documents.value.filter((doc) => doc.unsaved.value !== null);
  return (
    <div class="conflicts">
      {found.map(({ path }) => {
        const settle = (keep: "ours" | "theirs") => void ask("document.settle", { path, keep }).catch(complain);
        return (
          <div key={path} class="conflict" role="alert">
            <p>Another program changed lines of {path} that you changed too. Nothing is overwritten until you decide.</p>
            <Button look="main" onClick={() => settle("ours")}>Keep mine</Button>
            <Button onClick={() => settle("theirs")}>Take the other version</Button>
            <small>The version you leave stays in the history.</small>
          </div>
        );
      })}
      {unsaved.map(({ path, unsaved: why }) => (
        <div key={path} class="conflict" role="alert">
          <p>
            {path} cannot be saved: {why.value}. What you change is kept as long as the studio runs, and saved as soon as the file
            can be written.
          </p>
        </div>
      ))}
    </div>
  );
}
