// A new pack or game in the opened folder.

import { useState } from "preact/hooks";
import { ask } from "../connection";
import { chosen } from "../project";
import { complain } from "../ui/messages";
import { Button, Dialog } from "../ui/parts";

export function NewPack({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [start, setStart] = useState("small");
  const valid = /^[\p{L}\p{N}_][\p{L}\p{N}_-]*$/u.test(name);
  const make = async () => {
    try {
      chosen.value = await ask<string>(start === "game" ? "levels.create" : "pack.create", { name, start });
      onClose();
    } catch (error) {
      complain(error);
    }
  };
  return (
    <Dialog title="New pack or game" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (valid) void make();
        }}
      >
        <label>
          Name
          <input value={name} onInput={(event) => setName(event.currentTarget.value)} autofocus placeholder="my_game" />
          <small>Letters, digits, _ and -. A pack gets a folder of this name, a game a file.</small>
        </label>
        <fieldset>
          <legend>Start from</legend>
          <label class="choice">
            <input type="radio" name="start" checked={start === "small"} onChange={() => setStart("small")} />
            A small working pack to change
          </label>
          <label class="choice">
            <input type="radio" name="start" checked={start === "empty"} onChange={() => setStart("empty")} />
            Nothing: one empty area
          </label>
          <label class="choice">
            <input type="radio" name="start" checked={start === "game"} onChange={() => setStart("game")} />
            A small PuzzleScript game to change
          </label>
        </fieldset>
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <button type="submit" class="button main" disabled={!valid}>Make it</button>
        </footer>
      </form>
    </Dialog>
  );
}
