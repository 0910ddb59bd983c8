import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { isJsonObject, listAt, textAt } from "../../src/core/object/json.ts";
import type { ClusterAddress } from "../../src/embedded/api/write-kubeconfig.ts";
import { encodeStateLine } from "../../src/embedded/store/state-line.ts";
import { askCluster } from "../support/ask-cluster.ts";
import { openEmbeddedWorkplace } from "../support/embedded-workplace.ts";
import { eventually } from "../support/eventually.ts";
import { readAddress } from "../support/read-address.ts";
import { lockstep, type RunningLockstep, startLockstep } from "../support/run-lockstep.ts";

const COMMANDS = ["cluster", "run"] as const;
const MAPS = "/api/v1/namespaces/default/configmaps";
const RUNS = "The embedded cluster runs";

/** The refusal of the whole program: nothing on stdout, one sentence on stderr. */
async function refusalOf(command: string, folder: string): Promise<string> {
  const { code, stdout, stderr } = await lockstep([command], { folder });
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  const refusals = stderr.split("\n").filter((line) => line.startsWith("refused: "));
  expect(refusals).toHaveLength(1);
  expect(stderr).not.toMatch(/\n {4}at /);
  return refusals[0] ?? "";
}

async function startCluster(folder: string): Promise<RunningLockstep> {
  const cluster = startLockstep(["cluster"], { folder });
  await eventually("the cluster runs", () => cluster.said().includes(RUNS));
  return cluster;
}

describe.each(COMMANDS)("`%s` cannot start the embedded cluster", (command) => {
  test("on a port that another program has", async () => {
    const blocker = createServer();
    onTestFinished(() => {
      blocker.close();
    });
    await new Promise<void>((resolve) => {
      blocker.listen(0, "127.0.0.1", resolve);
    });
    const address = blocker.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const { folder } = await openEmbeddedWorkplace({ listen: `127.0.0.1:${port}` });
    expect(await refusalOf(command, folder)).toBe(
      `refused: the embedded cluster cannot listen on 127.0.0.1:${port}: another program has this port: stop it, or set cluster.embedded.listen to a free one (port-in-use)`,
    );
  });

  test("in a work folder that cannot be made", async () => {
    const { folder } = await openEmbeddedWorkplace();
    await writeFile(join(folder, ".lockstep"), "a file");
    const says = {
      cluster:
        /^refused: The embedded cluster cannot write into its folder .*\.lockstep\/cluster \(E\w+\): make it writable, or set another workDir \(folder-not-writable\)$/,
      run: /^refused: the work folder .*\.lockstep: a part of its path is a file \(ENOTDIR\) \(no-work-folder\); set agent\.workDir to a folder that this process may write to$/,
    };
    expect(await refusalOf(command, folder)).toMatch(says[command]);
  });

  test("where its kubeconfig cannot be written", async () => {
    const { folder, kubeconfig } = await openEmbeddedWorkplace();
    await mkdir(kubeconfig, { recursive: true });
    expect(await refusalOf(command, folder)).toMatch(
      /^refused: .*\.lockstep\/kubeconfig.*\(folder-not-writable\)$/,
    );
  });

  test.each([
    ["an older", 0, "state-older"],
    ["a newer", 2, "state-newer"],
  ])("from the state of %s Lockstep", async (which, version, code) => {
    const { folder } = await openEmbeddedWorkplace();
    const state = join(folder, ".lockstep/cluster/state.jsonl");
    await mkdir(join(folder, ".lockstep/cluster"), { recursive: true });
    const written = encodeStateLine({ format: "lockstep-embedded-state", version });
    await writeFile(state, written);
    expect(await refusalOf(command, folder)).toMatch(
      new RegExp(
        `^refused: The embedded cluster's state file .*state\\.jsonl has format ${version} of ${which} Lockstep, and this one reads format 1: remove it to start with an empty cluster, or use that Lockstep \\(${code}\\)$`,
      ),
    );
    expect(await readFile(state)).toEqual(written);
  });

  test("from a state that is damaged in its middle", async () => {
    const { folder } = await openEmbeddedWorkplace();
    const cluster = await startCluster(folder);
    cluster.signal("SIGINT");
    await cluster.ended;
    const state = join(folder, ".lockstep/cluster/state.jsonl");
    const bytes = await readFile(state);
    bytes.write("#", bytes.length / 2, "latin1");
    await writeFile(state, bytes);
    expect(await refusalOf(command, folder)).toMatch(
      /is damaged at byte \d+: remove it to start with an empty cluster, or put a copy of it back \(state-damaged\)$/,
    );
  });
});

test("a cluster that is killed while many write has all that it acknowledged at its next start", async () => {
  const { folder, kubeconfig } = await openEmbeddedWorkplace();
  const first = await startCluster(folder);
  const address = await readAddress(kubeconfig);
  const acknowledged = new Map<string, string>();
  const writers = Array.from({ length: 8 }, async (_, writer) =>
    writeOnAndOn(address, { prefix: `w${writer}`, acknowledged }),
  );
  await eventually("many are written", () => acknowledged.size > 150);
  first.signal("SIGKILL");
  await Promise.all([first.ended, ...writers]);

  const second = await startCluster(folder);

  const kept = await listed(await readAddress(kubeconfig));
  const lost = [...acknowledged].filter(([name, version]) => kept.get(name) !== version);
  expect(lost).toEqual([]);
  expect(await readdir(join(folder, ".lockstep/cluster"))).not.toContain("state.jsonl.new");
  second.signal("SIGINT");
  expect(await second.ended).toMatchObject({ code: 0 });
});

test("of two that start at once one runs the cluster and the other joins it", async () => {
  const { folder } = await openEmbeddedWorkplace();
  const both = [startLockstep(["cluster"], { folder }), startLockstep(["cluster"], { folder })];
  const joined = await Promise.race(both.map(async (each) => each.ended));
  expect(joined).toMatchObject({ code: 0, stderr: "" });
  expect(joined.stdout).toContain("Another process runs the embedded cluster");
  for (const each of both) each.signal("SIGINT");
  const ended = await Promise.all(both.map(async (each) => each.ended));
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
});

/** Creates ConfigMaps until nobody answers any more. */
async function writeOnAndOn(
  address: ClusterAddress,
  { prefix, acknowledged }: { prefix: string; acknowledged: Map<string, string> },
): Promise<void> {
  for (let count = 0; count < 10_000; count += 1) {
    const name = `${prefix}-${count}`;
    const body = JSON.stringify({ metadata: { name }, data: { text: name.repeat(100) } });
    const headers = { "content-type": "application/json" };
    try {
      // oxlint-disable-next-line no-await-in-loop -- a writer waits for its acknowledgement
      const answer = await askCluster(address, { path: MAPS, method: "POST", headers, body });
      if (answer.status !== 201) return;
      acknowledged.set(name, versionOf(JSON.parse(answer.body)));
    } catch {
      // The cluster was killed.
      return;
    }
  }
}

async function listed(address: ClusterAddress): Promise<ReadonlyMap<string, string>> {
  const { body } = await askCluster(address, { path: MAPS });
  const list: unknown = JSON.parse(body);
  const items = isJsonObject(list) ? listAt(list, "items") : [];
  return new Map(
    items.map((each) => [textAt(each, "metadata", "name") ?? "", versionOf(each)] as const),
  );
}

function versionOf(object: unknown): string {
  return isJsonObject(object) ? (textAt(object, "metadata", "resourceVersion") ?? "") : "";
}
