import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isJsonObject, type JsonObject, listAt, textAt } from "../../src/core/object/json.ts";
import { auditMark, auditSince } from "../support/audit-log.ts";
import { checkSchema } from "../support/check-schema.ts";
import { deployment, idIn, manifestFiles, marked, settings } from "../support/kube-manifests.ts";
import { describeReal } from "../support/real-cluster.ts";
import { type LockstepResult, lockstep, MAIN } from "../support/run-lockstep.ts";
import { openWorkplace, type Workplace } from "../support/workplace.ts";

const COLOURS = settings("colours", { sky: "blue" });
const KEPT = settings("kept", { a: "1" });
const DB = deployment("db");
const WEB = marked(deployment("web"), {
  annotations: { "lockstep.dev/after": "Deployment.apps/db" },
});
const ESCAPE = "\u001B";
/** Select Graphic Rendition: colour, bold, faint. */
const COLOUR = new RegExp(`${ESCAPE}\\[[0-9;]*m`);

describeReal("The commands on a cluster", () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace();
  });
  afterAll(async () => place.close());

  async function run(command: string): Promise<LockstepResult> {
    return lockstep(command.split(" "), { folder: place.folder });
  }

  /** Resource and name of each object that the agent wrote in the stack's namespace, sorted. */
  async function writtenSince(mark: number): Promise<readonly string[]> {
    const { user, namespace } = place;
    const entries = await auditSince(mark, { user: user.name, namespace, isWrite: true });
    const names = entries
      .filter(({ resource }) => resource !== "events")
      .map(({ resource, name }) => `${resource}/${name}`);
    return [...new Set(names)].toSorted();
  }

  test("`plan` writes nothing and lists exactly the objects that the next `sync` writes", async () => {
    await place.commit(manifestFiles(COLOURS, KEPT, DB, WEB));
    const rounds = [
      {
        files: {},
        written: ["configmaps/colours", "configmaps/kept", "deployments/db", "deployments/web"],
      },
      {
        files: manifestFiles(settings("colours", { sky: "grey" }), settings("new", {})),
        written: ["configmaps/colours", "configmaps/new"],
      },
    ];
    for (const { files, written } of rounds) {
      // oxlint-disable-next-line no-await-in-loop -- one commit after the other
      await place.commit(files);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const mark = await auditMark();
      // oxlint-disable-next-line no-await-in-loop -- as above
      const plan = await run("plan --output json");
      const { user } = place;
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await auditSince(mark, { user: user.name, isWrite: true })).toEqual([]);
      expect(plannedIn(plan.stdout)).toEqual(written);
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await run("sync")).toMatchObject({ code: 0 });
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await writtenSince(mark)).toEqual(written);
    }
    const converged = await run("plan");
    expect(converged.code).toBe(0);
    expect(converged.stdout).toContain("5 unchanged; nothing was written");
  });

  test("every command gives one valid document for programs on stdout, and only the log on stderr", async () => {
    await place.commit(manifestFiles(COLOURS, DB, WEB));
    expect(await run("sync")).toMatchObject({ code: 0 });
    for (const command of ["sync", "sync --one-pass", "plan", "status"]) {
      // oxlint-disable-next-line no-await-in-loop -- a Lease is held by one at a time
      const { code, stdout, stderr } = await run(`${command} --output json`);
      expect({ command, code, stack: stackIn(stdout) }).toMatchObject({
        command,
        code: 0,
        stack: { name: "shop", inSync: true, problems: [], refusals: [] },
      });
      expect(stderr).not.toContain('"stacks"');
    }
    const graph = await run("graph --output json");
    const drawn: unknown = JSON.parse(graph.stdout);
    const [stack = null] = isJsonObject(drawn) ? listAt(drawn, "stacks") : [];
    const [web, db] = [idIn(place.namespace, WEB), idIn(place.namespace, DB)];
    expect(listAt(stack, "nodes")).toContainEqual({ id: web, tier: 1 });
    expect(listAt(stack, "edges")).toEqual([
      {
        from: web,
        to: db,
        gate: "rolled-out",
        origin: "annotation:lockstep.dev/after",
        informational: false,
        unversioned: false,
      },
    ]);
    const validate = await run("validate --output json");
    expect(JSON.parse(validate.stdout)).toMatchObject({ problems: [] });
  });

  test("in a pipe every command prints words without escape codes, the result on stdout", async () => {
    await place.commit(manifestFiles(settings("colours", { sky: "red" }), DB, WEB));
    const said: readonly (readonly [string, number, RegExp])[] = [
      ["validate", 0, /^\d+ objects in 1 stack, no problem\n$/],
      ["graph", 0, /^tier 0\n(?: .*\n)+tier 1\n {2}Deployment\.apps\/\S+\/web\n {4}after .*db/],
      ["graph --output mermaid", 0, /^flowchart LR\n[\s\S]*-->\|"rolled-out"\|/],
      [
        "plan",
        1,
        /^shop: what a sync of [0-9a-f]{7} would do\n[\s\S]*would change ConfigMap\/\S*colours/,
      ],
      ["sync", 0, /^shop: in sync at [0-9a-f]{7} \(\d+ objects\)\n[\s\S]*web +Ready/],
      [
        "status",
        0,
        /^shop: in sync at [0-9a-f]{7} \(\d+ objects\), as of \d+s ago\n {2}unwatched: no agent/,
      ],
    ];
    for (const [command, code, words] of said) {
      // oxlint-disable-next-line no-await-in-loop -- what one writes the next reads
      const result = await run(command);
      expect({ command, ...result }).toMatchObject({ command, code });
      expect(result.stdout).toMatch(words);
      expect(result.stdout + result.stderr).not.toContain(ESCAPE);
    }
  });

  test("a terminal gets colours, and none with NO_COLOR", async () => {
    await place.commit(manifestFiles(COLOURS, DB, WEB));
    expect(await onTerminal(place, "status", {})).toMatch(COLOUR);
    expect(await onTerminal(place, "sync", { NO_COLOR: "1" })).not.toMatch(COLOUR);
  });
});

/** The only stack of a status document. */
function stackIn(text: string): JsonObject {
  const [stack = null] = listAt(checkSchema("status-document", text), "stacks");
  return isJsonObject(stack) ? stack : {};
}

/** `Deployment.apps/shop/web` as the audit log has it: `deployments/web`. */
function resourceOf(id: string): string {
  const [kind = "", ...rest] = id.split("/");
  return `${(kind.split(".")[0] ?? "").toLowerCase()}s/${rest.at(-1) ?? ""}`;
}

/** What a terminal is sent, stdout and stderr in one. */
async function onTerminal(
  { folder }: Workplace,
  command: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const line = `${process.execPath} ${MAIN} ${command}`;
  const script = ["--quiet", "--return", "--command", line, "/dev/null"];
  const path = "/usr/local/bin:/usr/bin:/bin";
  const { stdout } = await promisify(execFile)("script", script, {
    cwd: folder,
    env: { PATH: path, TERM: "xterm-256color", SHELL: "/bin/sh", ...env },
  });
  return stdout;
}

/** What a plan says would be written: now, or when its gates open. */
function plannedIn(text: string): readonly string[] {
  const objects = listAt(stackIn(text), "objects");
  const ids = objects.flatMap((each) =>
    ["apply", "revert", "hold"].includes(textAt(each, "action") ?? "")
      ? (textAt(each, "id") ?? [])
      : [],
  );
  return ids.map(resourceOf).toSorted();
}
