// The views of packs and their puzzles.

import { ChartIcon, GraphIcon, MapIcon, PackIcon, PlayIcon, PuzzleIcon, QaIcon, TableIcon, TrayIcon } from "../ui/icons";
import { registerView } from "../views";
import { DesignView } from "./DesignView";
import { GraphsView } from "./GraphsView";
import { MapsView } from "./MapsView";
import { followPack } from "./pack";
import { PlayView } from "./PlayView";
import { QaView } from "./QaView";
import { PuzzlesView } from "./PuzzlesView";
import { PuzzleView } from "./PuzzleView";
import { readable } from "./Readable";
import { TextView } from "./TextView";
import { TrayView } from "./TrayView";

export function registerNarrativeViews(): void {
  followPack();
  registerView({ id: "pack", title: "Text", about: "The pack's files as text", of: "pack", icon: PackIcon, component: TextView });
  registerView({ id: "design", title: "Design", about: "Items, rules and areas in tables and forms", of: "pack", icon: TableIcon, component: readable(DesignView) });
  registerView({ id: "graphs", title: "Graphs", about: "Areas with their locks; what makes what", of: "pack", icon: GraphIcon, component: readable(GraphsView) });
  registerView({ id: "puzzles", title: "Puzzles", about: "Make puzzles and compare them", of: "pack", icon: PuzzleIcon, component: PuzzlesView });
  registerView({ id: "puzzle", title: "Puzzle", about: "One puzzle: keep, rule out, regenerate the rest", of: "pack", icon: ChartIcon, component: PuzzleView });
  registerView({ id: "tray", title: "Tray", about: "Kept puzzles, side by side", of: "pack", icon: TrayIcon, component: TrayView });
  registerView({ id: "play", title: "Play", about: "Play the open puzzle", of: "pack", icon: PlayIcon, component: PlayView });
  registerView({ id: "maps", title: "Maps", about: "Draw the shape of a puzzle, and fill it", of: "pack", icon: MapIcon, component: readable(MapsView) });
  registerView({ id: "qa", title: "Quality", about: "Measure many puzzles", of: "pack", icon: QaIcon, component: QaView });
}
