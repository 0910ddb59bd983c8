import type { Edge } from "../graph/edge.ts";
import { isFoundByLabels } from "../graph/find-structure-edges.ts";

const WAVE_KEY = "argocd.argoproj.io/sync-wave";
const GROUP_PREFIX = "kapp.k14s.io/";

/**
 * Waves, groups and labels of pods say what comes first, not what anybody needs: what stays is not in the way of what goes. A workload
 * with another name takes the place of one that a budget selects.
 */
export function isOrderOnly(edge: Edge): boolean {
  const { origin } = edge;
  return (
    origin === `annotation:${WAVE_KEY}` ||
    origin.startsWith(`annotation:${GROUP_PREFIX}`) ||
    isFoundByLabels(edge)
  );
}
