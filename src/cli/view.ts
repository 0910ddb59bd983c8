import type { Palette } from "./palette.ts";

/** How something is shown: ages are relative to `nowMs` (epoch milliseconds). */
export interface View {
  readonly nowMs: number;
  readonly palette: Palette;
}
