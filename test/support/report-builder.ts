import type { Graph } from "../../src/core/graph/edge.ts";
import { objectKey, parseObjectId } from "../../src/core/object/object-id.ts";
import type { DriftReport, ReportEntry } from "../../src/core/report/drift-report.ts";
import { driftStatus } from "./status-builder.ts";

/** One reverted drift of the stack `shop` on the cluster `demo`. */
export function driftReport(written: Partial<DriftReport> = {}): DriftReport {
  return {
    version: 1,
    cluster: "demo",
    stack: "shop",
    revision: "c0ffee",
    drift: "found",
    entries: [reportEntry("Deployment.apps/shop/web")],
    dropped: 0,
    ignored: [],
    held: [],
    fights: [],
    tiers: [],
    ...written,
  };
}

export function reportEntry(id: string, written: Partial<ReportEntry> = {}): ReportEntry {
  return { ...driftStatus(id), state: "reverted", ...written };
}

/** A graph in which each object stands in the tier of its place in the list, without edges. */
export function graphOf(...ids: readonly string[]): Graph {
  const known = ids.flatMap((text) => parseObjectId(text) ?? []);
  return {
    edges: [],
    tiers: new Map(known.map((id, tier) => [objectKey(id), tier])),
    unversioned: new Set(),
    cycles: [],
    refused: new Map(),
    lints: [],
  };
}
