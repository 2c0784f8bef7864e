// Icons, drawn on a grid of 24 with one line width.

import type { ComponentChildren } from "preact";

function icon(children: ComponentChildren) {
  return () => (
    <svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="1.7"
      stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
      {children}
    </svg>
  );
}

export const PackIcon = icon(<><path d="M5 4h10l4 4v12H5z" /><path d="M9 11h6M9 15h6" /></>);
export const TableIcon = icon(<><rect x="4" y="5" width="16" height="14" rx="1.5" /><path d="M4 10h16M10 5v14" /></>);
export const GraphIcon = icon(<><circle cx="6" cy="7" r="2.4" /><circle cx="18" cy="9" r="2.4" /><circle cx="10" cy="18" r="2.4" /><path d="M8.3 7.5 15.6 8.6M7 9.2l2.3 6.5M16.4 10.8l-4.8 5.6" /></>);
export const PuzzleIcon = icon(<path d="M5 6h4.5a2 2 0 1 1 4 0H18v4.5a2 2 0 1 1 0 4V19h-4.5a2 2 0 1 0-4 0H5z" />);
export const ChartIcon = icon(<><rect x="4" y="4" width="7" height="4.5" rx="1.2" /><rect x="13" y="4" width="7" height="4.5" rx="1.2" /><rect x="8.5" y="15.5" width="7" height="4.5" rx="1.2" /><path d="M7.5 8.5V12h9V8.5M12 12v3.5" /></>);
export const PlayIcon = icon(<path d="M8 5.5v13l10.5-6.5z" />);
export const MapIcon = icon(<><path d="M4 6.5 9.3 4.5l5.4 2L20 4.5v13l-5.3 2-5.4-2-5.3 2z" /><path d="M9.3 4.5v13M14.7 6.5v13" /></>);
export const QaIcon = icon(<path d="M5 19V11M10 19V5M15 19v-6M20 19V8" />);
export const TrayIcon = icon(<path d="M4 13h4l1.5 3h5L16 13h4v6H4zM6 13l2-7h8l2 7" />);
export const LevelIcon = icon(<><rect x="4" y="4" width="7" height="7" /><rect x="13" y="4" width="7" height="7" /><rect x="4" y="13" width="7" height="7" /><rect x="13" y="13" width="7" height="7" /></>);
export const UndoIcon = icon(<path d="M9 7 4.5 11 9 15M5 11h9a5 5 0 0 1 0 9h-3" />);
export const RedoIcon = icon(<path d="m15 7 4.5 4-4.5 4M19 11h-9a5 5 0 0 0 0 9h3" />);
export const SunIcon = icon(<><circle cx="12" cy="12" r="4" /><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" /></>);
export const SearchIcon = icon(<><circle cx="11" cy="11" r="6" /><path d="m16 16 4 4" /></>);
export const HistoryIcon = icon(<><path d="M4.5 9A8 8 0 1 1 4 13" /><path d="M4 5v4h4M12 8v5l3 2" /></>);
