import { describe, expect, test } from "vitest";
import type { Manifest } from "../../../../src/core/manifest/manifest.ts";
import { type StepResult, summarizePass } from "../../../../src/core/plan/summarize-pass.ts";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  lookOf,
  memoryOf,
  NEW,
  OLD,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { passRecord, resultsOf } from "../../../support/plan-builder.ts";

const DB = "Deployment.apps/shop/db";
const API = "Deployment.apps/shop/api";
const WEB = "Deployment.apps/shop/web";

function deployment(id: string, version: string, after?: string): Manifest {
  const written = `template: {metadata: {labels: {app.kubernetes.io/version: ${version}}}}`;
  const order = after === undefined ? {} : { after: `${after}@lockstep` };
  return manifest(id, { ...order, spec: written });
}

/** `web` runs at most what `api` runs, and that at most what `db` runs. */
function chain(version: string): readonly [db: Manifest, api: Manifest, web: Manifest] {
  return [deployment(DB, version), deployment(API, version, DB), deployment(WEB, version, API)];
}

const git = chain("1.4.0");
const [db, api] = git;

/** All were applied at a commit once. */
function appliedOnce(appliedRevision: string): ReturnType<typeof memoryOf> {
  return memoryOf({
    [DB]: { appliedRevision },
    [API]: { appliedRevision },
    [WEB]: { appliedRevision },
  });
}

const allGone: WrittenLook = { git, absent: [DB, API, WEB], memory: appliedOnce(NEW) };

describe("planPass, somebody deleted objects that depend on each other", () => {
  test.each<{
    readonly title: string;
    readonly look: WrittenLook;
    readonly lines: readonly string[];
  }>([
    {
      title: "the first one comes back; the others are not held, they only have to see it first",
      look: allGone,
      lines: [
        `apply ${DB} create: missing reverted [Pending]`,
        `would revert ${API}: missing reverted [Pending]`,
        `would revert ${WEB}: missing reverted [Pending]`,
      ],
    },
    {
      title: "once it was seen the next one comes back at once, whatever its target's pods do",
      look: { ...allGone, live: [appliedAt(db, NEW)], absent: [API, WEB] },
      lines: [
        `keep ${DB} [ApplyingChanges]`,
        `apply ${API} create: missing reverted [Pending]`,
        `would revert ${WEB}: missing reverted [Pending]`,
      ],
    },
    {
      title: "a target that is there with too low a version holds it",
      look: {
        ...allGone,
        before: chain("1.4.0"),
        live: [appliedAt(deployment(DB, "1.3.0"), NEW), appliedAt(api, NEW)],
        absent: [WEB],
        git: [deployment(DB, "1.3.0"), api, deployment(WEB, "1.4.0", DB)],
      },
      lines: [
        `keep ${DB} [ApplyingChanges]`,
        `keep ${API} [ApplyingChanges]`,
        `hold ${WEB}: ${DB} VersionBehind 1.3.0<1.4.0 + missing open [DelayingChanges]`,
      ],
    },
    {
      title: "under observe nothing comes back, so the others are held",
      look: { ...allGone, rules: { mode: "observe" } },
      lines: [
        `would apply ${DB}: missing observed [Pending]`,
        `hold ${API}: ${DB} TargetNotApplied it is in Git and not in the cluster yet<1.4.0 + missing observed [DelayingChanges]`,
        `hold ${WEB}: ${API} TargetNotApplied it is in Git and not in the cluster yet<1.4.0 + missing observed [DelayingChanges]`,
      ],
    },
    {
      title: "a change of Git is held as ever, whatever becomes of the revert",
      look: {
        ...allGone,
        git: chain("1.5.0"),
        before: chain("1.4.0"),
        memory: appliedOnce(OLD),
      },
      lines: [
        `apply ${DB} create: missing reverted [Pending]`,
        `would revert ${API}: ${DB} RollingOut applied just now<1.5.0 + missing reverted [DelayingChanges]`,
        `would revert ${WEB}: ${API} TargetNotApplied it is in Git and not in the cluster yet<1.5.0 + missing reverted [DelayingChanges]`,
      ],
    },
  ])("$title", ({ look, lines }) => {
    expect(decide(lookOf(look)).lines).toEqual(lines);
  });

  test("the pass tells what it made; of what waits to see it the next one tells", () => {
    const { plan } = decide(lookOf(allGone));
    const results = resultsOf<StepResult>({ [DB]: { kind: "written" } });
    const { status, drift } = summarizePass(passRecord(plan, { results }));
    expect(status.drift.map(({ id, action }) => `${id} ${action}`)).toEqual([
      `${API} open`,
      `${WEB} open`,
      `${DB} reverted`,
    ]);
    expect(drift.map(({ id }) => id)).toEqual([DB]);
    expect(status.inSync).toBe(false);
  });
});
