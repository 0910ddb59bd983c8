import type { Json } from "../../src/core/object/json.ts";
import { redactAgain } from "../../src/core/report/redact-value.ts";
import type {
  BlockerStatus,
  DriftStatus,
  ObjectStatus,
  StackStatus,
} from "../../src/core/report/status-document.ts";

/** The time that ages in tests are relative to. */
export const NOW_MS = Date.parse("2026-03-01T12:00:00Z");

/** A time that long before `NOW_MS`, as RFC 3339. */
export function ago(seconds: number): string {
  return new Date(NOW_MS - seconds * 1000).toISOString();
}

/** The stack `shop` with one commit in force, in sync unless an object or the caller says otherwise. */
export function stackStatus(written: Partial<StackStatus> = {}): StackStatus {
  const { objects = [] } = written;
  return {
    name: "shop",
    revision: "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d",
    tip: written.revision ?? "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d",
    inSync: objects.every(({ phase }) => phase === "Ready"),
    writes: 0,
    objects,
    drift: [],
    fights: [],
    orphans: [],
    cycles: [],
    problems: [],
    lints: [],
    refusals: [],
    ...written,
  };
}

/** A `Ready` object of tier 0 that no version is known of. */
export function objectStatus(id: string, written: Partial<ObjectStatus> = {}): ObjectStatus {
  return {
    id,
    tier: 0,
    phase: "Ready",
    action: "keep",
    conditions: [],
    version: { declared: null, running: [] },
    blockers: [],
    appliedRevision: "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d",
    ...written,
  };
}

/** A lockstep gate that has been shut for three minutes. */
export function blockerStatus(to: string, written: Partial<BlockerStatus> = {}): BlockerStatus {
  return {
    to,
    gate: "lockstep",
    origin: "annotation:lockstep.dev/after",
    reason: "VersionBehind",
    want: "9.1.0",
    have: "8.19.2",
    since: ago(180),
    ...written,
  };
}

/** A drift as a test writes it, with plain values. */
export type WrittenDrift = Partial<Omit<DriftStatus, "desired" | "live">> & {
  readonly desired?: Json;
  readonly live?: Json;
};

/** `/spec/replicas` changed from 3 to 5 with kubectl two minutes ago, and reverted. */
export function driftStatus(id: string, written: WrittenDrift = {}): DriftStatus {
  const { desired = 3, live = 5, ...rest } = written;
  return {
    id,
    class: "changed",
    path: "/spec/replicas",
    desired: redactAgain(desired),
    live: redactAgain(live),
    manager: "kubectl-edit",
    operation: "Update",
    at: ago(120),
    attribution: "recorded",
    action: "reverted",
    ...rest,
  };
}
