import { z } from "zod";
import type { UnadoptedReason } from "../adopt/adoption.ts";
import { MODES } from "../mode.ts";
import type { DriftReport } from "./drift-report.ts";
import { redactAgain } from "./redact-value.ts";
import type { ReleaseDocument } from "./release-document.ts";
import type { DriftStatus, StatusDocument } from "./status-document.ts";

/** A value that was redacted. */
export const redacted = z.json().transform(redactAgain);

const UNADOPTED_REASONS = [
  "secret",
  "rights",
  "kustomize",
  "missing-object",
  "ownership",
  "control-key",
  "no-manifest",
  "no-file",
  "already",
  "git-moved",
  "not-in-file",
  "shared-anchor",
  "merged",
  "tagged",
  "unclear-path",
  "too-large",
  "no-safe-edit",
] as const satisfies readonly UnadoptedReason[];

/** Why a live value is in no adopt edit. */
export const unadoptedReason = z.enum(UNADOPTED_REASONS);

/** A drift as every document has it. */
export const drift = z.object({
  id: z.string(),
  class: z.string(),
  path: z.string(),
  desired: redacted,
  live: redacted,
  manager: z.string(),
  operation: z.string(),
  at: z.string(),
  seenAt: z.string().exactOptional(),
  attribution: z.string(),
  sharedWith: z.array(z.string()).exactOptional(),
  action: z.string(),
  rule: z.string().exactOptional(),
  mode: z.string().exactOptional(),
  rollsPods: z.literal(true).exactOptional(),
  nextRevertAt: z.string().exactOptional(),
  unadoptable: z.object({ reason: unadoptedReason, where: z.string() }).exactOptional(),
});

const fight = z.object({
  id: z.string(),
  path: z.string(),
  managers: z.array(z.string()),
  count: z.int(),
  first: z.string(),
  last: z.string(),
  contested: z.boolean(),
  state: z.enum(["in-budget", "contested", "stopped", "quiet", "again", "left"]).exactOptional(),
  left: z.string().exactOptional(),
  nextRevertAt: z.string().exactOptional(),
  stopped: z.boolean().exactOptional(),
});

const blocker = z.object({
  to: z.string(),
  gate: z.string(),
  origin: z.string(),
  reason: z.string(),
  want: z.string(),
  have: z.string(),
  note: z.string().exactOptional(),
  since: z.string(),
});

const writes = z.array(z.enum(["create", "transfer", "apply", "delete", "answer"]));
const mode = z.enum(MODES);

const skip = z.object({
  label: z.string(),
  by: z.string(),
  at: z.string(),
  until: z.string(),
});

const restart = z.object({ source: z.string(), consumers: z.array(z.string()), at: z.string() });

const object = z.object({
  id: z.string(),
  tier: z.int(),
  phase: z.enum([
    "Pending",
    "DelayingChanges",
    "ApplyingChanges",
    "Ready",
    "Stalled",
    "Done",
    "Skipped",
    "Pruning",
  ]),
  action: z.enum(["apply", "recreate", "hold", "keep", "revert", "restart", "prune", "skip"]),
  writes: writes.exactOptional(),
  restartsPods: z.boolean().exactOptional(),
  conditions: z.array(
    z.object({
      type: z.enum([
        "Drifted",
        "Contested",
        "HealthUnknown",
        "NothingRuns",
        "VersionOverridden",
        "Deadlock",
        "Skipped",
        "SkipIgnored",
        "RevertRequested",
        "NotUnderstood",
        "OtherAgent",
        "Unmarked",
        "RestartDue",
        "RestartsSlowed",
      ]),
      since: z.string(),
      message: z.string(),
    }),
  ),
  version: z.object({ declared: z.string().nullable(), running: z.array(z.string()) }),
  blockers: z.array(blocker),
  appliedRevision: z.string(),
  mode: mode.exactOptional(),
  modeFrom: z.enum(["object", "kind", "stack"]).exactOptional(),
  skip: skip.exactOptional(),
  takesOver: z.array(z.string()).exactOptional(),
  releases: z.array(z.string()).exactOptional(),
  cause: z.object({ pod: z.string(), reason: z.string(), message: z.string() }).exactOptional(),
});

const stack = z.object({
  name: z.string(),
  revision: z.string(),
  tip: z.string(),
  inSync: z.boolean(),
  writes: z.int(),
  objects: z.array(object),
  drift: z.array(drift),
  fights: z.array(fight),
  orphans: z.array(
    z.object({
      id: z.string(),
      action: z.string(),
      writes: writes.exactOptional(),
      reason: z.string(),
      confirm: z.string().exactOptional(),
      mode: mode.exactOptional(),
    }),
  ),
  cycles: z.array(z.array(z.string())),
  problems: z.array(z.object({ where: z.string(), what: z.string(), expected: z.string() })),
  lints: z.array(z.object({ where: z.string(), what: z.string() })),
  leftOut: z
    .object({
      count: z.int(),
      files: z.array(z.object({ where: z.string(), fault: z.string().nullable() })),
    })
    .exactOptional(),
  refusals: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
  restarts: z.array(restart).exactOptional(),
  pullRequest: z
    .object({
      number: z.int(),
      url: z.string(),
      offered: z.int(),
      base: z.string().exactOptional(),
    })
    .exactOptional(),
  declined: z
    .array(
      z.object({
        id: z.string(),
        path: z.string(),
        live: redacted,
        manager: z.string(),
        pullRequest: z.int(),
        until: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
  suspended: z.object({ reason: z.string(), until: z.string(), since: z.string() }).exactOptional(),
  watch: z
    .object({
      state: z.enum(["watched", "unwatched", "unknown"]),
      asOf: z.string(),
      holder: z.string(),
    })
    .exactOptional(),
});

/** What `status-document.schema.json` is made from; a test keeps the two equal. Unknown fields pass: fields are added, never changed. */
export const statusDocumentSchema: z.ZodType<StatusDocument> = z.object({ stacks: z.array(stack) });

/** What `drift-report.schema.json` is made from; it also reads the ledger's own file. */
export const driftReportSchema: z.ZodType<DriftReport> = z.object({
  version: z.literal(1),
  cluster: z.string(),
  stack: z.string(),
  revision: z.string(),
  drift: z.enum(["found", "none"]),
  entries: z.array(drift.extend({ state: z.enum(["open", "reverted", "gone"]) })),
  dropped: z.int(),
  omitted: z.record(z.string(), z.int()).exactOptional(),
  ignored: z.array(drift),
  held: z.array(
    z.object({
      id: z.string(),
      tier: z.int(),
      blockers: z.array(blocker),
      deadlock: z.string().exactOptional(),
    }),
  ),
  skipped: z.array(skip.extend({ id: z.string() })).exactOptional(),
  overrides: z.array(z.object({ id: z.string(), message: z.string() })).exactOptional(),
  fights: z.array(fight),
  orphans: z
    .array(z.object({ id: z.string(), action: z.string(), reason: z.string() }))
    .exactOptional(),
  restarts: z.array(restart).exactOptional(),
  tiers: z.array(z.object({ id: z.string(), tier: z.int() })),
});

/** Drifts that wait for the ledger, as the parent keeps them. */
export const queuedDriftsSchema: z.ZodType<readonly DriftStatus[]> = z.array(drift).max(10_000);

/** What `release-document.schema.json` is made from. */
export const releaseDocumentSchema: z.ZodType<ReleaseDocument> = z.object({
  stack: z.string(),
  dryRun: z.boolean(),
  objects: z.array(
    z.object({
      id: z.string(),
      outcome: z.enum(["released", "gone", "not-ours", "refused"]),
      message: z.string(),
    }),
  ),
});
