import type { Edge } from "../graph/edge.ts";

const WAVE_KEY = "argocd.argoproj.io/sync-wave";
const GROUP_PREFIX = "kapp.k14s.io/";

/** Waves and groups say what comes first, not what anybody needs: what stays is not in the way of what goes. */
export function isOrderOnly({ origin }: Edge): boolean {
  return origin === `annotation:${WAVE_KEY}` || origin.startsWith(`annotation:${GROUP_PREFIX}`);
}
