// The views of PuzzleScript games.

import { LevelIcon } from "../ui/icons";
import { later } from "../ui/Later";
import { registerView } from "../views";
import { BoardIcon, SourceIcon, SwapIcon } from "./icons";

const LevelsView = later(() => import("./painting").then((part) => part.LevelsView));
const SourceView = later(() => import("./editing").then((part) => part.SourceView));
const SwapView = later(() => import("./painting").then((part) => part.SwapView));
const ProgressionView = later(() => import("./painting").then((part) => part.ProgressionView));

export function registerLevelViews(): void {
  registerView({
    id: "levels.canvas", title: "Levels", about: "Paint, play and improve levels", of: "game", icon: LevelIcon, component: LevelsView,
  });
  registerView({
    id: "levels.source", title: "Source", about: "The PuzzleScript source, with the compiler's messages", of: "game",
    icon: SourceIcon, component: SourceView,
  });
  registerView({
    id: "levels.swap", title: "What if", about: "The same levels under other rules", of: "game", icon: SwapIcon, component: SwapView,
  });
  registerView({
    id: "levels.progression", title: "Order", about: "The order in which players meet the levels", of: "game", icon: BoardIcon,
    component: ProgressionView,
  });
}
