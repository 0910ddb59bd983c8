import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { stringify } from "yaml";
import { buildGitea } from "../real/build-gitea.ts";
import { startGitea } from "../real/start-gitea.ts";
import type { GiteaClient } from "../support/gitea-client.ts";
import type { BenchBed } from "./bench-bed.ts";
import { benchConfigMap, benchName } from "./bench-config-map.ts";
import { type CommitTimes, measureCommits } from "./measure-commits.ts";

/** `reports.every` of the measured stack, and a little more. */
const PAUSE_MS = 1_200;
const POLL_MS = 5;
const POLLS_MAX = 6_000;

/** Milliseconds. */
export interface ReportTimes {
  /** From the answer of a person's edit to the branch's new tip at Gitea. */
  readonly reports: readonly number[];
  readonly pulls: readonly number[];
  /** One commit by Gitea's own API, and its answer. */
  readonly plain: readonly number[];
  readonly commits: CommitTimes;
}

/** One drift after the other, each of another object, of an observed stack whose repository lies at a real Gitea. */
export async function measureReports(bed: BenchBed): Promise<ReportTimes> {
  const built = await buildGitea();
  if (built.kind === "missing") throw new Error(built.reason);
  const gitea = await startGitea(built.gitea);
  try {
    return {
      ...(await measureDrifts(bed, gitea)),
      commits: await measureCommits(bed.options.reports),
    };
  } finally {
    await gitea.stop();
  }
}

async function measureDrifts(
  bed: BenchBed,
  { admin, api, url }: Pick<Awaited<ReturnType<typeof startGitea>>, "admin" | "api" | "url">,
): Promise<Omit<ReportTimes, "commits">> {
  const { reports: rounds } = bed.options;
  const { path } = await admin.makeRepository("bench");
  await admin.commitFiles(path, { branch: "main", files: textsOf(rounds) });
  const { place, branches } = await makeGiteaPlace(bed, { path, api, url, admin });
  const child = bed.startProcess();
  await child.ask({ do: "open", place: { ...place, config: [] } });
  await child.ask({ do: "sync" });
  await child.ask({ do: "open", place });
  await child.ask({ do: "start" });
  const times = { reports: [] as number[], pulls: [] as number[], plain: [] as number[] };
  for (let index = 0; index < rounds; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one drift after the other
    times.plain.push(await commitOnce(admin, path, index));
    // oxlint-disable-next-line no-await-in-loop -- as above
    const before = await tipsOf(admin, path, branches);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await editOnce(bed, place.namespace, index);
    const startedAtMs = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- as above
    const moved = await Promise.all(
      branches.map(async (branch, at) => untilMoved({ admin, path, branch }, before[at])),
    );
    const [report = 0, pull = 0] = moved.map((atMs) => atMs - startedAtMs);
    times.reports.push(report);
    times.pulls.push(pull);
    // oxlint-disable-next-line no-await-in-loop -- the next news is to go at once
    await delay(PAUSE_MS);
  }
  await child.ask({ do: "stop" });
  await child.end();
  await bed.emptyNamespace(place.namespace);
  return times;
}

function textsOf(rounds: number): Record<string, string> {
  const bodies = Array.from({ length: rounds }, (_, index) => benchConfigMap(index));
  return Object.fromEntries(
    bodies.map((body, index) => [`stack/${benchName(index)}.yaml`, stringify(body)]),
  );
}

async function makeGiteaPlace(
  bed: BenchBed,
  at: { path: string; api: string; url: string; admin: GiteaClient },
): Promise<{
  readonly place: Awaited<ReturnType<BenchBed["makePlace"]>>;
  readonly branches: readonly string[];
}> {
  const { path, api, url, admin } = at;
  const made = await bed.makePlace({ repository: "", config: [] });
  const tokenFile = join(made.folder, "token");
  await writeFile(tokenFile, admin.token);
  const pullRequest = { forge: "gitea", api, repository: path, tokenFile };
  const config = ["mode: observe", `reports: ${JSON.stringify({ every: "1s", pullRequest })}`];
  const source = { url: `${url}/${path}.git`, tokenFile, username: admin.user };
  const branch = `lockstep/test/${made.name}`;
  return { place: { ...made, source, config }, branches: [branch, `${branch}-adopt`] };
}

async function commitOnce(admin: GiteaClient, path: string, index: number): Promise<number> {
  const startedAtMs = performance.now();
  await admin.commitFiles(path, { branch: "beside", files: { [`plain-${index}.txt`]: "x" } });
  return performance.now() - startedAtMs;
}

async function editOnce(bed: BenchBed, namespace: string, index: number): Promise<void> {
  const target = { apiVersion: "v1", kind: "ConfigMap", namespace, name: benchName(index) };
  await bed.admin.patch(target, { merge: { data: { mode: "odd" } } }, { as: "kubectl-edit" });
}

async function tipsOf(
  admin: GiteaClient,
  path: string,
  branches: readonly string[],
): Promise<readonly string[]> {
  return Promise.all(branches.map(async (branch) => tipOf({ admin, path, branch })));
}

interface Branch {
  readonly admin: GiteaClient;
  readonly path: string;
  readonly branch: string;
}

/** Empty when there is none. */
async function tipOf({ admin, path, branch }: Branch): Promise<string> {
  return (await admin.hasBranch(path, branch)) ? admin.tipOf(path, branch) : "";
}

/** @returns when it was seen to have moved, by `performance.now()`. */
async function untilMoved(at: Branch, before: string | undefined): Promise<number> {
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    // oxlint-disable-next-line no-await-in-loop -- until it moves
    if ((await tipOf(at)) !== before) return performance.now();
    // oxlint-disable-next-line no-await-in-loop -- as above
    await delay(POLL_MS);
  }
  throw new Error(`${at.branch} does not move`);
}
