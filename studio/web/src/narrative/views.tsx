// The views of packs and their puzzles.

import { PackIcon, PlayIcon, PuzzleIcon, TrayIcon } from "../ui/icons";
import { registerView } from "../views";
import { followPack } from "./pack";
import { PlayView } from "./PlayView";
import { PuzzlesView } from "./PuzzlesView";
import { PuzzleView } from "./PuzzleView";
import { TextView } from "./TextView";

export function registerNarrativeViews(): void {
  followPack();
  registerView({ id: "pack", title: "Text", about: "The pack's files as text", of: "pack", icon: PackIcon, component: TextView });
  registerView({ id: "puzzles", title: "Puzzles", about: "Make puzzles and compare them", of: "pack", icon: PuzzleIcon, component: PuzzlesView });
  registerView({ id: "puzzle", title: "Puzzle", about: "One puzzle: keep, rule out, make the rest anew", of: "pack", icon: TrayIcon, component: PuzzleView });
  registerView({ id: "play", title: "Play", about: "Play the open puzzle", of: "pack", icon: PlayIcon, component: PlayView });
}
