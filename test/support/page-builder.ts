import type { PageDocument, PageStack, PassRecord } from "../../src/core/report/page-document.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import { ago } from "./status-builder.ts";

/** A page about the stack `shop`. */
export function pageOf(...stacks: readonly PageStack[]): PageDocument {
  return { cluster: "demo", stacks };
}

/** A stack that was looked at four seconds ago. */
export function pageStack(status: StackStatus, written: Partial<PageStack> = {}): PageStack {
  return {
    status,
    mode: "enforce",
    source: { url: "https://git.example/team/stack", branch: "main", path: "." },
    lookedAt: ago(4),
    edges: [],
    passes: [],
    ...written,
  };
}

export function passRecord(written: Partial<PassRecord> = {}): PassRecord {
  return {
    at: ago(30),
    durationMs: 84,
    revision: "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d",
    inSync: true,
    steps: [],
    counts: { applied: 0, reverted: 0, refused: 0, held: 0 },
    quietPasses: 0,
    ...written,
  };
}

/** `from` comes after `to`. */
export function pageEdge(
  ...[from, to, gate, origin]: readonly [string, string, string, string]
): PageStack["edges"][number] {
  return { from, to, gate, origin, informational: false, unversioned: false };
}
