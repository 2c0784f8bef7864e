// The page begins here.

import { render } from "preact";
import { connect } from "./connection";
import { registerLevelViews } from "./levels/views";
import { registerNarrativeViews } from "./narrative/views";
import { Shell } from "./shell/Shell";
import { keepFocus } from "./shell/focus";
import { applyTheme } from "./shell/theme";
import { loadTheRest } from "./ui/Later";

applyTheme();
keepFocus();
registerNarrativeViews();
registerLevelViews();
connect();
const root = document.getElementById("studio");
if (root) {
  root.textContent = "";
  render(<Shell />, root);
}
loadTheRest();
