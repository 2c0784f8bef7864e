// Tells a screen reader that something takes a while, once, and not with every number that changes meanwhile.

import { useEffect, useState } from "preact/hooks";
import { activities } from "../connection";

const PATIENCE_MS = 1000;

export function Announcer() {
  const [said, setSaid] = useState("");
  const titles = activities.value.map((one) => one.title).join(", ");
  useEffect(() => {
    const timer = window.setTimeout(() => setSaid(titles && `${titles}. Cancel is in the bar on top.`), titles ? PATIENCE_MS : 0);
    return () => window.clearTimeout(timer);
  }, [titles]);
  return <div class="sr" role="status" data-announced="activities">{said}</div>;
}
