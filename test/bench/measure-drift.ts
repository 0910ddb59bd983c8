import { stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type AuditEntry, readAuditFile } from "../support/read-audit-file.ts";
import { applyOnce } from "./apply-once.ts";
import type { BenchBed } from "./bench-bed.ts";
import { median, percentile } from "./median.ts";
import { watchModes } from "./mode-watch.ts";

/** Ten edits each second, however long a revert takes. */
const BETWEEN_EDITS_MS = 100;
/** Plain applies in the same rhythm, before and after the edits. */
const PLAIN_EACH = 25;
/** Of the measured process; `connectStack` says it. */
const USER_AGENT = "lockstep/";

/** Foreign edits in a steady rhythm while the agent's loop runs; milliseconds. */
export interface DriftTimes {
  /** From the answer of the edit to the watch event that has the value back. */
  readonly reverts: { readonly median: number; readonly p99: number; readonly worst: number };
  /** One plain server-side apply in the same rhythm. */
  readonly plain: { readonly median: number; readonly p99: number; readonly worst: number };
  /** Of the agent, by the server's audit log: for each edit, on the objects themselves (`get`, `patch (dry run)`, …). */
  readonly requests: ReadonlyMap<string, number>;
  /** For each edit: whatever else the agent sent, events, status, report and Lease among it; watches apart. */
  readonly otherRequests: number;
}

/** Each edit is of another object, so that no fight is begun. */
export async function measureDrift(bed: BenchBed): Promise<DriftTimes> {
  const edits = bed.options.drifts;
  const repository = await bed.makeRepository(Math.max(bed.options.objects, edits));
  const place = await bed.makePlace({ repository, config: [] });
  const { namespace } = place;
  const child = bed.startProcess();
  await child.ask({ do: "open", place });
  await child.ask({ do: "start" });
  const watch = await watchModes(bed, namespace);
  async function plainly(): Promise<readonly number[]> {
    return inRhythm(PLAIN_EACH, async (index) => applyOnce(bed, namespace, index));
  }
  const before = await plainly();
  const { size: mark } = await stat(bed.address.auditLog);
  const reverts = await inRhythm(edits, async (index) => watch.revertOnce(index));
  const sent = (await readAuditFile(bed.address.auditLog, mark)).filter(isOfAgent);
  const after = await plainly();
  watch.close();
  await child.ask({ do: "stop" });
  await child.end();
  await bed.emptyNamespace(namespace);
  const onObjects = sent.filter(
    (each) => each.namespace === namespace && each.resource === "configmaps",
  );
  const verbs = new Set(onObjects.map(requestName));
  return {
    reverts: timesOf(reverts),
    plain: timesOf([...before, ...after]),
    requests: new Map(
      [...verbs].map((verb) => [
        verb,
        onObjects.filter((each) => requestName(each) === verb).length / edits,
      ]),
    ),
    otherRequests: (sent.length - onObjects.length) / edits,
  };
}

/** Starts one act after the other by the clock: none waits for the one before. */
async function inRhythm(
  count: number,
  act: (index: number) => Promise<number>,
): Promise<readonly number[]> {
  const startedAtMs = performance.now();
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await delay(startedAtMs + index * BETWEEN_EDITS_MS - performance.now());
      return act(index);
    }),
  );
}

function timesOf(times: readonly number[]): DriftTimes["reverts"] {
  return { median: median(times), p99: percentile(times, 0.99), worst: Math.max(...times) };
}

function isOfAgent({ userAgent, verb }: AuditEntry): boolean {
  return userAgent.startsWith(USER_AGENT) && verb !== "watch";
}

function requestName({ verb, isDryRun, uri }: AuditEntry): string {
  if (isDryRun) return `${verb} (dry run)`;
  return verb === "patch" && uri.includes("force=true") ? "apply" : verb;
}
