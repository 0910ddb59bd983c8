import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  isJsonObject,
  type JsonObject,
  listAt,
  textAt,
  valueAt,
} from "../../src/core/object/json.ts";
import { auditMark, auditSince } from "../support/audit-log.ts";
import { commitFiles, type Files, git } from "../support/git-repository.ts";
import { deployment, manifestFiles, marked, settings } from "../support/kube-manifests.ts";
import { describeReal } from "../support/real-cluster.ts";
import { type LockstepResult, lockstep } from "../support/run-lockstep.ts";
import { openWorkplace, type Workplace } from "../support/workplace.ts";

const DB = deployment("db");
const WEB = marked(deployment("web"), {
  annotations: { "lockstep.dev/after": "Deployment.apps/db" },
});
const COLOURS = settings("colours", { sky: "blue" });
const GONE = settings("gone", { a: "1" });
/** What the branch does: two changes, a new object, one that goes. */
const TOPIC: Files = {
  ...manifestFiles(
    deployment("db", { pod: { containers: [{ name: "web", image: "web:1.1.0" }] } }),
    settings("colours", { sky: "grey" }),
    settings("new", {}),
  ),
  "configmap-gone.yaml": null,
};

function documentOf(stdout: string): JsonObject {
  const document: unknown = JSON.parse(stdout);
  return isJsonObject(document) ? document : {};
}

/** `apply ConfigMap/colours`, sorted: what the plan would do with each object and orphan. */
function actionsIn({ stdout }: LockstepResult): readonly string[] {
  const [stack] = listAt(documentOf(stdout), "stacks");
  const objects = listAt(stack, "objects").map((each) => [each, textAt(each, "action")] as const);
  // What waits for something of the same sync to be rolled out goes in it, too.
  const orphans = listAt(stack, "orphans").map((each) => [each, "prune"] as const);
  return [...objects, ...orphans]
    .map(([each, action]) => `${action} ${textAt(each, "id")?.split("/").at(-1)}`)
    .filter((line) => !line.startsWith("keep"))
    .toSorted();
}

describeReal("plan of what is not merged", () => {
  let place: Workplace;
  let topic = "";
  beforeAll(async () => {
    place = await openWorkplace();
    await place.commit(manifestFiles(DB, WEB, COLOURS, GONE));
    await run("sync");
    await git(place.repository, ["branch", "topic", "main"]);
    topic = await commitFiles(place.repository, { branch: "topic", files: TOPIC });
  });
  afterAll(async () => place.close());

  async function run(...typed: readonly string[]): Promise<LockstepResult> {
    return lockstep([...typed, "--output", "json"], { folder: place.folder });
  }

  async function writesSince(mark: number): Promise<readonly string[]> {
    const { user, namespace } = place;
    const entries = await auditSince(mark, { user: user.name, namespace, isWrite: true });
    const kept = entries.filter(({ resource, code }) => resource !== "events" && code < 300);
    return [
      ...new Set(kept.map(({ verb, name }) => `${verb === "delete" ? "prune" : "apply"} ${name}`)),
    ].toSorted();
  }

  test.each(["topic", "commit", "folder"])(
    "B21: of a %s it is what merging does, and writes nothing",
    async (what) => {
      const folder = join(place.folder, "working-tree");
      await mkdir(folder, { recursive: true });
      const files = { ...manifestFiles(WEB), ...TOPIC };
      await Promise.all(
        Object.entries(files).map(async ([name, text]) =>
          typeof text === "string" ? writeFile(join(folder, name), text) : undefined,
        ),
      );
      const mark = await auditMark();
      const options = {
        topic: ["--ref", "topic"],
        commit: ["--ref", topic],
        folder: ["--path", folder],
      };
      const planned = await run(
        "plan",
        ...(Object.entries(options).find(([key]) => key === what)?.[1] ?? []),
      );
      expect([planned.code, actionsIn(planned)]).toEqual([
        1,
        ["apply colours", "apply db", "apply new", "prune gone"],
      ]);
      expect(await writesSince(mark)).toEqual([]);
    },
  );

  test("B21: merging it does exactly that", async () => {
    const planned = actionsIn(await run("plan", "--ref", "topic"));
    await git(place.repository, ["update-ref", "refs/heads/main", topic]);
    const mark = await auditMark();
    const { code, stdout } = await run("sync");
    expect([code, valueAt(documentOf(stdout), "stacks", 0, "inSync")]).toEqual([0, true]);
    expect(await writesSince(mark)).toEqual(planned);
  });

  test("a branch that is not there, and a folder that is not there, are said", async () => {
    const branch = await run("plan", "--ref", "nowhere");
    expect([branch.code, branch.stdout]).toEqual([
      3,
      expect.stringContaining("no branch nowhere; there are main, topic"),
    ]);
    const folder = await run("plan", "--path", "nowhere");
    expect([folder.code, folder.stdout]).toEqual([
      2,
      expect.stringContaining("there is no such folder"),
    ]);
  });
});
