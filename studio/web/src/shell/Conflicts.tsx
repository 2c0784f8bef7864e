// Files that another program changed in the same lines as the user: in whatever view, the user decides.

import { ask } from "../connection";
import { documents } from "../documents";
import { complain } from "../ui/messages";
import { Button } from "../ui/parts";

export function Conflicts() {
  const found = documents.value.filter((doc) => doc.conflict.value !== null);
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
    </div>
  );
}
