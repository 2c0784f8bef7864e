// Icons of the views of levels, on the same grid as the others.

import type { ComponentChildren } from "preact";

function icon(children: ComponentChildren, size = 20) {
  return () => (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="none" stroke="currentColor" stroke-width="1.7"
      stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
      {children}
    </svg>
  );
}

export const PencilIcon = icon(<path d="M5 19l1-4.5L16.5 4 20 7.5 9.5 18z M14 6.5l3.5 3.5" />);
export const EraserIcon = icon(<path d="M4.5 14.5 13 6l6 6-7 7H9zM9 10.5l6 6M8 19h12" />);
export const BucketIcon = icon(<><path d="M10 4 18.5 12.5 11 20 3.5 12.5 11.5 4.5" /><path d="M4 12h14" /><path d="M20.5 16c1 1.8 1 3.5 0 3.5s-1-1.7 0-3.500z" /></>);
export const SelectIcon = icon(<path d="M5 8V5h3M11 5h3M17 5h2v3M19 11v3M19 17v2h-3M13 19h-3M7 19H5v-3M5 13v-2" />);
export const FreezeIcon = icon(<path d="M12 3v18M4.2 7.500l15.6 9M19.8 7.500l-15.6 9M9.5 4.5 12 7l2.5-2.500M9.5 19.5 12 17l2.5 2.5" />);
export const TurnIcon = icon(<path d="M19 12a7 7 0 1 1-2.3-5.200M19 4v4h-4" />);
export const FlipIcon = icon(<path d="M12 3v18M9 7v10H4zM15 7v10h5z" />);
export const FlopIcon = icon(<path d="M3 12h18M7 9h10V4zM7 15h10v5z" />);
export const SymmetryIcon = icon(<><path d="M12 3v18" stroke-dasharray="2.5 2.5" /><circle cx="6.5" cy="12" r="2.5" /><circle cx="17.5" cy="12" r="2.5" /></>);
export const ZoomInIcon = icon(<><circle cx="11" cy="11" r="6" /><path d="m16 16 4 4M11 8.500v5M8.5 11h5" /></>);
export const ZoomOutIcon = icon(<><circle cx="11" cy="11" r="6" /><path d="m16 16 4 4M8.5 11h5" /></>);
export const LockIcon = icon(<><rect x="6" y="11" width="12" height="8" rx="1.5" /><path d="M8.5 11V8a3.5 3.5 0 0 1 7 0v3" /></>, 14);
export const SourceIcon = icon(<path d="M9 7l-5 5 5 5M15 7l5 5-5 5" />, 22);
export const SwapIcon = icon(<path d="M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4" />, 22);
export const BoardIcon = icon(<path d="M4 19v-4h4v-4h4V7h4V3h4M4 19h16" />, 22);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />, 16);
export const EyeIcon = icon(<><path d="M3 12c3-5 6-6.5 9-6.500S18 7 21 12c-3 5-6 6.5-9 6.500S6 17 3 12z" /><circle cx="12" cy="12" r="2.5" /></>, 18);
export const EyeOffIcon = icon(<><path d="M3 12c3-5 6-6.5 9-6.500S18 7 21 12c-3 5-6 6.5-9 6.500S6 17 3 12z" /><path d="M4 20 20 4" /></>, 18);
export const CopyIcon = icon(<><rect x="8" y="8" width="12" height="12" rx="1.5" /><path d="M16 8V5.500A1.5 1.5 0 0 0 14.5 4h-9A1.5 1.5 0 0 0 4 5.500v9A1.5 1.5 0 0 0 5.5 16H8" /></>, 16);
export const UpIcon = icon(<path d="M12 19V5M6 11l6-6 6 6" />, 16);
export const DownIcon = icon(<path d="M12 5v14M6 13l6 6 6-6" />, 16);
export const TalkIcon = icon(<path d="M5 5h14v10h-7l-4 4v-4H5z" />, 16);
export const BinIcon = icon(<path d="M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5" />, 16);
export const SimilarIcon = icon(<path d="M4 9c3-4 5-4 8-1.500s5 2.5 8-1.500M4 17c3-4 5-4 8-1.500s5 2.5 8-1.5" />, 16);
