// The views of packs and their puzzles.

import { ChartIcon, GraphIcon, MapIcon, PackIcon, PlayIcon, PuzzleIcon, QaIcon, TableIcon, TrayIcon } from "../ui/icons";
import type { Entry } from "../protocol";
import { later } from "../ui/Later";
import { registerView, type View } from "../views";
import { DesignView } from "./DesignView";
import { GraphsView } from "./GraphsView";
import { followPack } from "./pack";
import { PlayView } from "./PlayView";
import { QaView } from "./QaView";
import { PuzzlesView } from "./PuzzlesView";
import { PuzzleView } from "./PuzzleView";
import { openable, readable } from "./Readable";
import { TrayView } from "./TrayView";

const TextView = later<{ entry: Entry }>(() => import("./editing").then((part) => part.TextView));
const MapsView = later(() => import("./MapsView").then((part) => part.MapsView));

function register(view: Omit<View, "of">): void {
  registerView({ ...view, of: "pack", component: openable(view.component) });
}

export function registerNarrativeViews(): void {
  followPack();
  register({ id: "pack", title: "Text", about: "The pack's files as text", icon: PackIcon, component: TextView });
  register({ id: "design", title: "Design", about: "Items, rules and areas in tables and forms", icon: TableIcon, component: readable(DesignView) });
  register({ id: "graphs", title: "Graphs", about: "Areas with their locks; what makes what", icon: GraphIcon, component: readable(GraphsView) });
  register({ id: "puzzles", title: "Puzzles", about: "Make puzzles and compare them", icon: PuzzleIcon, component: PuzzlesView });
  register({ id: "puzzle", title: "Puzzle", about: "One puzzle: keep, rule out, regenerate the rest", icon: ChartIcon, component: PuzzleView });
  register({ id: "tray", title: "Tray", about: "Kept puzzles, side by side", icon: TrayIcon, component: TrayView });
  register({ id: "play", title: "Play", about: "Play the open puzzle", icon: PlayIcon, component: PlayView });
  register({ id: "maps", title: "Maps", about: "Draw the shape of a puzzle, and fill it", icon: MapIcon, component: readable(MapsView) });
  register({ id: "qa", title: "Quality", about: "Measure many puzzles", icon: QaIcon, component: QaView });
}
