import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { listAt, textAt } from "../../src/core/object/json.ts";
import { writeKubeconfig } from "../real/write-kubeconfig.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { checkSchema } from "../support/check-schema.ts";
import { startGitServer } from "../support/git-server.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal, realCluster } from "../support/real-cluster.ts";
import { lockstep } from "../support/run-lockstep.ts";
import { type ConfigChange, openWorkplace, type Workplace } from "../support/workplace.ts";

const COLOURS = settings("colours", { sky: "blue" });
const NEXT = manifestFiles(settings("colours", { sky: "grey" }));
const WRONG_TOKEN = "t0ken-that-nobody-knows";

/** What the world may refuse. */
interface Refused {
  readonly what: string;
  readonly change: (place: Workplace) => Promise<ConfigChange> | ConfigChange;
  readonly code: string;
  readonly says: RegExp;
  /** What a person reads of it. */
  readonly advice: RegExp;
}

const REFUSED: readonly Refused[] = [
  {
    what: "no such branch",
    change: () => ({ source: { branch: "mian" } }),
    code: "no-such-branch",
    says: /no branch mian; there are main/,
    advice: /check source\.branch in the configuration/,
  },
  {
    what: "no repository",
    change: () => ({ source: { url: "nowhere.git" } }),
    code: "not-found",
    says: /nowhere\.git does not exist/,
    advice: /check source\.url, paths are relative to the configuration file/,
  },
  {
    what: "no such folder in the repository",
    change: () => ({ source: { path: "nowhere" } }),
    code: "not-found",
    says: /has no folder nowhere/,
    advice: /check source\.path of the stack/,
  },
  {
    what: "a repository that is down",
    change: () => ({ source: { url: "https://localhost:1/shop.git" } }),
    code: "unreachable",
    says: /localhost:1\/shop\.git: cannot be reached/,
    advice: /check the address and the network/,
  },
  {
    what: "no cluster",
    change: async (place) => kubeconfigIn(place, { url: "https://127.0.0.1:1" }),
    code: "unreachable",
    says: /https:\/\/127\.0\.0\.1:1: the API server cannot be reached/,
    advice: /check the address and the network/,
  },
  {
    what: "wrong credentials",
    change: async (place) => kubeconfigIn(place, { token: WRONG_TOKEN }),
    code: "unauthorized",
    says: /the API server does not accept the credentials/,
    advice: /renew the credentials, or name others/,
  },
  {
    what: "no kubeconfig",
    change: () => ({ cluster: { kubeconfig: "nowhere/config" } }),
    code: "no-cluster",
    says: /kubeconfig .*nowhere\/config: there is no such file/,
    advice: /name a kubeconfig and context in the configuration/,
  },
];

/** The user's kubeconfig with another server or token. */
async function kubeconfigIn(
  { folder, user }: Workplace,
  change: { readonly url?: string; readonly token?: string },
): Promise<ConfigChange> {
  const { url, ca } = realCluster();
  const address = { url, ca, token: user.token, ...change };
  return {
    cluster: { kubeconfig: await writeKubeconfig(join(folder, "other.kubeconfig"), address) },
  };
}

describeReal("A world that says no", () => {
  let place: Workplace;
  let good = "";
  beforeAll(async () => {
    place = await openWorkplace();
    good = await place.commit(manifestFiles(COLOURS));
    await lockstep(["sync"], { folder: place.folder });
  });
  afterAll(async () => place.close());

  test.each(REFUSED)(
    "$what: exit code 3, one sentence with what to do, and nothing is written",
    async ({ change, code: refusal, says, advice }) => {
      await place.commit(NEXT, good);
      await place.configure(await change(place));
      const mark = await auditMark();

      const asJson = await lockstep(["sync", "--output", "json"], { folder: place.folder });
      const asText = await lockstep(["plan"], { folder: place.folder });

      const document = checkSchema("status-document", asJson.stdout);
      expect([asJson.code, asText.code]).toEqual([3, 3]);
      const refusals = [document, ...listAt(document, "stacks")].flatMap((each) =>
        listAt(each, "refusals"),
      );
      expect(refusals).toMatchObject([{ id: "", code: refusal }]);
      expect(textAt(refusals[0] ?? null, "message")).toMatch(says);
      const line = asText.stdout.split("\n").find((each) => each.includes("refused: "));
      expect(line).toMatch(says);
      expect(line).toMatch(advice);
      const { namespace, user } = place;
      const writes = await auditSince(mark, { user: user.name, namespace, isWrite: true });
      expect(writes.map(briefEntry)).toEqual([]);
      expect(textAt(await admin().get(targetIn(namespace, COLOURS)), "data", "sky")).toBe("blue");
      const all = [asJson, asText].flatMap(({ stdout, stderr }) => [stdout, stderr]).join("\n");
      expect(all).not.toContain(WRONG_TOKEN);
      expect(all).not.toMatch(/\n {4}at |a defect of this program/);
      await place.configure();
      await place.reset(good);
    },
  );

  test("a work folder that cannot be written: exit code 3 and words, no defect", async () => {
    await writeFile(join(place.folder, "a-file"), "");
    const server = await startGitServer({ root: place.folder });
    onTestFinished(async () => server.close());
    const source = { url: `${server.url}/repository.git`, caFile: server.caFile };
    await place.configure({ agent: { workDir: "a-file/work" }, source });
    const { code, stdout, stderr } = await lockstep(["sync"], { folder: place.folder });
    expect(code).toBe(3);
    expect(stdout).toMatch(/the work folder .*a-file\/work.*: a part of its path is a file/);
    expect(stdout).toContain("set agent.workDir to a folder that this process may write to");
    expect(stderr).not.toContain("a defect of this program");
    await place.configure();
  });

  test.each(["page", "probes"] as const)(
    "a port in use for the %s: `run` ends with 3, says which key to change, and writes nothing",
    async (which) => {
      await place.commit(NEXT, good);
      const blocker = createServer();
      onTestFinished(() => {
        blocker.close();
      });
      const { port } = new URL(place[which]);
      await new Promise<void>((resolve) => {
        blocker.listen(Number(port), "127.0.0.1", resolve);
      });
      const mark = await auditMark();
      const { code, stdout, stderr } = await lockstep(["run"], { folder: place.folder });
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      expect(stderr).toMatch(
        new RegExp(
          `refused: .*127\\.0\\.0\\.1:${port}: .*set another agent\\.${which} in the config`,
        ),
      );
      expect(await auditSince(mark, { user: place.user.name })).toEqual([]);
      await place.reset(good);
    },
  );
});
