import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { freePorts } from "../real/free-ports.ts";
import { eventually } from "../support/eventually.ts";
import { passes } from "../support/follow-stack.ts";
import { type GiteaClone, openGiteaClone } from "../support/gitea-clone.ts";
import { type GiteaStack, openGiteaStack } from "../support/gitea-stack.ts";
import { startAgent } from "../support/killable-agent.ts";
import { deployment, manifestFiles, settings } from "../support/kube-manifests.ts";
import { findLeaks, type Needle, needlesOf } from "../support/leaks.ts";
import { person } from "../support/person.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import type { TestStack } from "../support/test-stack.ts";
import { useGitea } from "../support/use-gitea.ts";

/** Texts that nothing else in the world has. `live`: in the cluster only; `inGit`: on the branch that is synced, too. */
class Planted {
  readonly live: Needle[] = [];
  readonly inGit: Needle[] = [];

  text(name: string, into = this.live): string {
    const made = randomBytes(18).toString("hex");
    into.push(...needlesOf(name, made));
    return made;
  }
}

const KINDS = ["changed", "added", "removed", "missing", "coowned"] as const;

describeReal("what the agent tells of secrets, at a real Gitea", () => {
  const gitea = useGitea();

  test.each(["enforce", "observe"])(
    "G5: no byte of a Secret, no credential of a URL and no token is anywhere in the repository, the pull request or what the agent says (%s)",
    async (mode) => {
      const planted = new Planted();
      const opened = await openGiteaStack(gitea());
      const { stack, repository } = opened;
      const clone = await openGiteaClone(gitea(), repository);
      const [page = 0, probes = 0] = await freePorts(2);
      await clone.push("main", manifestFiles(...manifestsOf(planted)));
      await passes(stack, 3);
      planted.live.push(...needlesOf("the token", gitea().token));
      const folder = await mkdtemp(join(tmpdir(), "lockstep-leaks-"));
      onTestFinished(async () => rm(folder, { recursive: true, force: true }));
      const agent = await startAgent(await tokenAsUser({ stack, token: gitea().token }, folder), {
        lines: [`mode: ${mode}`, ...opened.config],
        ports: { page, probes },
      });
      await untilStatus(page, /"inSync":\s*(true|false)/);
      await eventually("the first sync", async () => (await statusesOf(opened, clone)) !== "");
      await disturb(stack.namespace, planted);
      const ledger = `lockstep/test/${stack.name}`;
      await eventually("all is reported", async () => {
        const text = await objectsOf(clone, [ledger, "--not", "main"]);
        return (
          KINDS.every((kind) => text.includes(`"class": "${kind}"`)) && text.includes("/data/note")
        );
      });
      await eventually("a pull request", async () => (await opened.pulls()).length > 0);

      const told = {
        page: await fetchText(page, "/"),
        "status.json": await fetchText(page, "/status.json"),
        metrics: await fetchText(probes, "/metrics"),
        log: agent.said(),
        ...(await inCluster(stack)),
        ...(await atForge(opened, clone)),
        all: await objectsOf(clone, ["--all"]),
      };
      const own = { ...told, all: await objectsOf(clone, ["--all", "--not", "main"]) };

      expect(told.pulls).toContain("harmless");
      expect(told.Events.includes("DriftReverted")).toBe(mode === "enforce");
      expect(told.metrics).toContain("lockstep_");
      expect(told.page).toContain("links");
      for (const kind of KINDS) expect(own.all).toContain(`"class": "${kind}"`);
      expect(findLeaks(planted.live, told)).toEqual([]);
      expect(findLeaks(planted.inGit, own)).toEqual([]);
      // It would be found.
      expect(findLeaks(planted.inGit, { all: told.all })).not.toEqual([]);
    },
  );
});

function secret(name: string, data: Readonly<Record<string, string>>): JsonObject {
  const encoded = Object.entries(data).map(([key, text]) => [key, base64(text)] as const);
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name },
    data: Object.fromEntries(encoded),
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function manifestsOf(planted: Planted): readonly JsonObject[] {
  function inGit(name: string): string {
    return planted.text(name, planted.inGit);
  }
  return [
    ...KINDS.map((name) => secret(name, { password: inGit(`${name} in Git`) })),
    settings("links", { wiki: `https://bot:${inGit("URL in Git")}@wiki.example/` }),
    settings("notes", { note: "old" }),
    deployment("web", {
      pod: {
        containers: [
          {
            name: "web",
            image: "web:1.0.0",
            env: [{ name: "DB", value: `postgres://web:${inGit("environment in Git")}@db/web` }],
          },
        ],
      },
    }),
  ];
}

/** A token may stand in the name of the user, too: Gitea takes it there with this password. */
async function tokenAsUser(
  { stack, token }: { readonly stack: TestStack; readonly token: string },
  folder: string,
): Promise<TestStack> {
  const tokenFile = join(folder, "password");
  await writeFile(tokenFile, "x-oauth-basic\n");
  return { ...stack, source: { ...stack.source, username: token, tokenFile } };
}

/** A person changes, adds, removes and deletes, and somebody's apply owns the same values as Git. */
async function disturb(namespace: string, planted: Planted): Promise<void> {
  const where = `--namespace=${namespace}`;
  async function patch(kind: string, name: string, body: JsonObject): Promise<void> {
    await person(["patch", kind, name, where, "--type=merge", `--patch=${JSON.stringify(body)}`]);
  }
  const live = await admin().get({ apiVersion: "v1", kind: "Secret", namespace, name: "coowned" });
  const owned = { ...secret("coowned", {}), data: live["data"] ?? {} };
  await person(
    [
      "apply",
      where,
      "--server-side",
      "--field-manager=joiner",
      "--force-conflicts",
      "--filename=-",
    ],
    {
      input: JSON.stringify(owned),
    },
  );
  await patch("secret", "changed", { data: { password: base64(planted.text("changed by hand")) } });
  await patch("secret", "added", { stringData: { more: planted.text("added by hand") } });
  await patch("secret", "removed", { data: { password: null } });
  await person(["delete", "secret", "missing", where]);
  const env = [
    { name: "DB", value: `postgres://web:${planted.text("environment by hand")}@db/web` },
  ];
  const spec = { template: { spec: { containers: [{ name: "web", env }] } } };
  await person(["patch", "deployment", "web", where, `--patch=${JSON.stringify({ spec })}`]);
  await patch("configmap", "links", {
    metadata: { annotations: { seen: `Authorization: Bearer ${planted.text("bearer")}` } },
    data: {
      wiki: `https://bot:${planted.text("URL by hand")}@wiki.example/?token=${planted.text("query")}`,
      more: `see ftp://anna:${planted.text("added URL")}@files.example/`,
    },
  });
  await patch("configmap", "notes", { data: { note: "harmless" } });
}

async function fetchText(port: number, path: string): Promise<string> {
  const answer = await request(`http://127.0.0.1:${port}${path}`);
  return answer.body.text();
}

async function untilStatus(page: number, shape: RegExp): Promise<void> {
  await eventually(
    "the status tells it",
    async () => shape.test(await fetchText(page, "/status.json")),
    {
      timeoutMs: 40_000,
    },
  );
}

async function inCluster({
  namespace,
  agentNamespace,
}: TestStack): Promise<Record<"Events" | "parent ConfigMap", string>> {
  const events = await Promise.all(
    [namespace, agentNamespace, "default"].map(async (each) =>
      admin().list({ apiVersion: "events.k8s.io/v1", kind: "Event", namespace: each }),
    ),
  );
  const own = await admin().list({
    apiVersion: "v1",
    kind: "ConfigMap",
    namespace: agentNamespace,
  });
  return { Events: JSON.stringify(events), "parent ConfigMap": JSON.stringify(own) };
}

async function atForge(
  opened: GiteaStack,
  clone: GiteaClone,
): Promise<Record<"pulls" | "comments" | "labels" | "statuses" | "diff", string>> {
  const { person: owner, repository } = opened;
  async function ask(path: string): Promise<string> {
    return JSON.stringify(await owner.ask("GET", `/repos/${repository}${path}`));
  }
  return {
    pulls: `${await ask("/pulls?state=all")} ${await ask("/pulls/1/files")}`,
    comments: `${await ask("/issues/comments")} ${await ask("/issues/1/timeline")}`,
    labels: await ask("/labels"),
    statuses: await statusesOf(opened, clone),
    diff: await clone.git(["diff", "main...refs/pull/1/head"]),
  };
}

async function statusesOf(
  { person: owner, repository }: GiteaStack,
  clone: GiteaClone,
): Promise<string> {
  const commits = (await clone.git(["rev-list", "--all"])).trim().split("\n");
  const told = await Promise.all(commits.map(async (each) => owner.statusesOf(repository, each)));
  return told.flat().join("\n");
}

/** Every object of these commits as text: commits, trees, files. */
async function objectsOf(clone: GiteaClone, refs: readonly string[]): Promise<string> {
  const ids = (await clone.git(["rev-list", "--objects", ...refs]))
    .split("\n")
    .flatMap((line) => line.split(" ")[0] ?? [])
    .filter((id) => id !== "");
  const texts: string[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one clone, one fetch at a time
  for (const id of ids) texts.push(await clone.git(["cat-file", "-p", id]));
  return texts.join("\n");
}
