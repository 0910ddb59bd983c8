import { stat } from "node:fs/promises";
import type { JsonObject } from "../../src/core/object/json.ts";
import { commitFiles } from "../support/git-repository.ts";
import { deployment, manifestFiles, settings } from "../support/kube-manifests.ts";
import { type AuditEntry, readAuditFile } from "../support/read-audit-file.ts";
import type { BenchBed } from "./bench-bed.ts";
import { median } from "./median.ts";
import { type RolloutWatch, watchRollouts } from "./rollout-watch.ts";

/** Milliseconds from the event that ended the target's rollout until the API server had the write that waited for it. */
export interface GateTimes {
  readonly median: number;
  readonly worst: number;
  /** The same of a client that waits for nothing but this: one GET, one LIST and one apply at the same event. */
  readonly plainMedian: number;
  readonly plainWorst: number;
}

const TARGET = "db";
const DEPENDENT = "api";
const PLAIN = "plain";

/**
 * Rolls a target with real controllers, again and again, in a stack of many objects. Its dependent is written by the agent in every other round; in
 * between a plain client waits for the same event. Ends are times of the API server's audit log, of the same machine's clock.
 */
export async function measureGates(bed: BenchBed): Promise<GateTimes> {
  const repository = await bed.makeRepository(bed.options.objects);
  const place = await bed.makePlace({ repository, config: [] });
  await commitVersions(repository, { target: 1, dependent: 1 });
  const child = bed.startProcess();
  await child.ask({ do: "open", place });
  await child.ask({ do: "start" });
  const watch = await watchRollouts(bed.address, place.namespace);
  const rounds = { bed, watch, repository, namespace: place.namespace };
  const ours: number[] = [];
  const plain: number[] = [];
  for (let version = 2; version < 2 + 2 * bed.options.gates; version += 2) {
    // oxlint-disable-next-line no-await-in-loop -- one rollout after the other
    ours.push(await openByAgent(rounds, version));
    // oxlint-disable-next-line no-await-in-loop -- as above
    plain.push(await openPlainly(rounds, version + 1));
  }
  watch.close();
  await child.ask({ do: "stop" });
  await child.end();
  return {
    median: median(ours),
    worst: Math.max(...ours),
    plainMedian: median(plain),
    plainWorst: Math.max(...plain),
  };
}

interface Rounds {
  readonly bed: BenchBed;
  readonly watch: RolloutWatch;
  readonly repository: string;
  readonly namespace: string;
}

async function openByAgent(rounds: Rounds, version: number): Promise<number> {
  const { bed, watch, repository } = rounds;
  const mark = await auditSize(bed);
  const rolledOut = watch.whenRolledOut(TARGET, imageOf(TARGET, version));
  const isOver = watch.whenRolledOut(DEPENDENT, imageOf(DEPENDENT, version));
  await commitVersions(repository, { target: version, dependent: version });
  const startedAtMs = await rolledOut;
  await isOver;
  return (await writtenAtMs(rounds, mark, DEPENDENT)) - startedAtMs;
}

/** A version that only the target gets: nothing of the agent waits for it. */
async function openPlainly(rounds: Rounds, version: number): Promise<number> {
  const { bed, watch, repository, namespace } = rounds;
  const { admin } = bed;
  const mark = await auditSize(bed);
  const rolledOut = watch.whenRolledOut(TARGET, imageOf(TARGET, version));
  await commitVersions(repository, { target: version, dependent: version - 1 });
  const startedAtMs = await rolledOut;
  await admin.get({ apiVersion: "apps/v1", kind: "Deployment", namespace, name: TARGET });
  await admin.list({ apiVersion: "v1", kind: "Pod", namespace }, `app=${TARGET}`);
  const body = settings(PLAIN, { version: String(version) }, { namespace });
  await admin.apply(body, { as: "bench", force: true });
  return (await writtenAtMs(rounds, mark, PLAIN)) - startedAtMs;
}

/** When the one write of the object came that is no dry run. */
async function writtenAtMs(
  { bed, namespace }: Rounds,
  mark: number,
  name: string,
): Promise<number> {
  const entries = await readAuditFile(bed.address.auditLog, mark);
  const written = entries.find((each) => isApply(each) && each.name === name);
  if (written?.namespace !== namespace) throw new Error(`nobody has applied ${name}`);
  return Date.parse(written.at);
}

function isApply({ verb, isDryRun, uri, subresource }: AuditEntry): boolean {
  return verb === "patch" && !isDryRun && subresource === "" && uri.includes("fieldManager=");
}

async function auditSize(bed: BenchBed): Promise<number> {
  return (await stat(bed.address.auditLog)).size;
}

async function commitVersions(
  repository: string,
  versions: { readonly target: number; readonly dependent: number },
): Promise<void> {
  const after = { "lockstep.dev/after": `Deployment.apps/${TARGET}@lockstep` };
  const files = manifestFiles(
    rolling(TARGET, versions.target),
    rolling(DEPENDENT, versions.dependent, { annotations: after }),
  );
  await commitFiles(repository, { files });
}

/** Two pods, which take a moment to stop: the old ones are the last to go, as in a real rollout. */
function rolling(name: string, version: number, metadata: JsonObject = {}): JsonObject {
  return deployment(name, {
    metadata,
    spec: {
      replicas: 2,
      template: {
        metadata: {
          labels: { app: name },
          annotations: { "test.lockstep.dev/stops-after": "200ms" },
        },
        spec: { containers: [{ name, image: imageOf(name, version) }] },
      },
    },
  });
}

function imageOf(name: string, version: number): string {
  return `${name}:${version}.0.0`;
}
