import pLimit from "p-limit";
import type { JsonObject } from "../../src/core/object/json.ts";
import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import { commitFiles } from "../support/git-repository.ts";
import type { Target } from "../support/kube-client.ts";
import { manifestFiles, targetIn } from "../support/kube-manifests.ts";
import type { BenchBed } from "./bench-bed.ts";
import { benchDeployment, liveThrough, TUNER, writeStatus } from "./bench-deployment.ts";
import type { Expense, StackPlace } from "./bench-task.ts";
import { medianExpense } from "./median-expense.ts";
import type { MeasuredProcess } from "./start-measured-process.ts";

const CONNECTIONS = 8;
/** Looks of each kind; the first ones warm up. */
const LOOKS = 5;

/** Looks at objects that are as Git says, with five managers each. */
export interface LookExpenses {
  /** What anybody pays who reads the same objects: `JSON.parse` of their list. */
  readonly parse: Expense;
  /** Heap that the parsed list holds, and that the agent holds after its looks; garbage collected. */
  readonly heap: { readonly parsed: number; readonly agent: number };
  /** Somebody wrote every object since the last look, and nothing of it concerns Git. */
  readonly rewritten: Expense;
  /** Nobody has written since the last look. */
  readonly untouched: Expense;
}

export async function measureLooks(bed: BenchBed): Promise<LookExpenses> {
  const repository = await bed.makeRepository(0);
  const bodies = Array.from({ length: bed.options.looked }, (_, index) => benchDeployment(index));
  await commitFiles(repository, { files: manifestFiles(...bodies) });
  const config = [`ownership: { allow: [{ manager: ${TUNER} }] }`, "apply: { preflight: false }"];
  const place = await bed.makePlace({ repository, config });
  await makeObjects(bed, place);
  const agent = await lookAsAgent(bed, place);
  const reader = await readPlainly(bed, place);
  await bed.admin.request({ method: "DELETE", path: pathOf(place) });
  return {
    ...agent,
    parse: reader.parse,
    heap: { parsed: reader.heapBytes, agent: agent.heapBytes },
  };
}

function pathOf({ namespace }: StackPlace): string {
  return `/apis/apps/v1/namespaces/${namespace}/deployments`;
}

async function makeObjects(bed: BenchBed, place: StackPlace): Promise<void> {
  const child = bed.startProcess();
  await child.ask({ do: "open", place });
  await child.ask({ do: "write" });
  await child.end();
  await writeEach(bed, place, async (target) => liveThrough(bed.admin, target));
}

async function lookAsAgent(
  bed: BenchBed,
  place: StackPlace,
): Promise<Pick<LookExpenses, "rewritten" | "untouched"> & { readonly heapBytes: number }> {
  const child = bed.startProcess();
  await child.ask({ do: "open", place });
  const { heapBytes: before } = await child.ask({ do: "collect" });
  await child.ask({ do: "sync" });
  const rewritten: Expense[] = [];
  const untouched: Expense[] = [];
  for (let count = 0; count < LOOKS; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await rewrite(bed, place, { child, count });
    // oxlint-disable-next-line no-await-in-loop -- as above
    rewritten.push(await child.ask({ do: "pass" }));
    // oxlint-disable-next-line no-await-in-loop -- as above
    untouched.push(await child.ask({ do: "pass" }));
  }
  const { heapBytes: after } = await child.ask({ do: "collect" });
  await child.end();
  return {
    rewritten: medianExpense(rewritten),
    untouched: medianExpense(untouched),
    heapBytes: after - before,
  };
}

async function rewrite(
  bed: BenchBed,
  place: StackPlace,
  { child, count }: { readonly child: MeasuredProcess; readonly count: number },
): Promise<void> {
  const written = await writeEach(bed, place, async (target) =>
    writeStatus(bed.admin, target, { collisionCount: count + 1 }),
  );
  const versions = written.map((each) => Number(resourceVersionOf(each)));
  await child.ask({ do: "hear", resourceVersion: Math.max(...versions) });
}

async function readPlainly(
  bed: BenchBed,
  place: StackPlace,
): Promise<{ readonly parse: Expense; readonly heapBytes: number }> {
  const { url, ca, token } = bed.address;
  const child = bed.startProcess();
  await child.ask({ do: "fetch", address: { url, ca, token }, path: pathOf(place) });
  const { heapBytes: before } = await child.ask({ do: "collect" });
  const parses: Expense[] = [];
  for (let count = 0; count < LOOKS; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    parses.push(await child.ask({ do: "parse" }));
  }
  const { heapBytes: after } = await child.ask({ do: "collect" });
  await child.end();
  return { parse: medianExpense(parses), heapBytes: after - before };
}

async function writeEach(
  bed: BenchBed,
  { namespace }: StackPlace,
  write: (target: Target) => Promise<JsonObject>,
): Promise<readonly JsonObject[]> {
  const limit = pLimit(CONNECTIONS);
  const names = Array.from({ length: bed.options.looked }, (_, index) => benchDeployment(index));
  return Promise.all(
    names.map(async (body) => limit(async () => write(targetIn(namespace, body)))),
  );
}
