import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listAt, textAt } from "../../src/core/object/json.ts";
import { checkSchema } from "../support/check-schema.ts";
import { type EmbeddedWorkplace, openEmbeddedWorkplace } from "../support/embedded-workplace.ts";
import { eventually } from "../support/eventually.ts";
import { kubectl } from "../support/kubectl.ts";
import { lockstep, startLockstep } from "../support/run-lockstep.ts";

const LOGIN = `apiVersion: v1
kind: Secret
metadata: { name: login, namespace: shop }
stringData: { user: hunter1 }
`;

/** The example with a Secret, in sync, then changed by hand while no agent runs. The cluster goes on until the test ends. */
async function openChanged(): Promise<EmbeddedWorkplace> {
  const place = await openEmbeddedWorkplace();
  await writeFile(join(place.folder, "manifests-example/shop/login.yaml"), LOGIN);
  const agent = startLockstep(["run"], place);
  await eventually("all is in sync", () => agent.said().includes("All is in sync"));
  agent.signal("SIGINT");
  await agent.ended;
  const cluster = startLockstep(["cluster"], place);
  await eventually("the cluster runs", () => cluster.said().includes("kubectl"));
  return place;
}

async function type(place: EmbeddedWorkplace, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await kubectl(["-n", "shop", ...args], place);
  expect([code, stderr]).toEqual([0, ""]);
}

describe("`drift` and `blame`", () => {
  test("each difference in words, with who, how certain and what becomes of it; nothing is written", async () => {
    const place = await openChanged();
    const { folder } = place;
    const quiet = await lockstep(["drift"], { folder });
    expect([quiet.code, quiet.stdout]).toEqual([
      0,
      expect.stringMatching(/^example: the cluster is as Git says at [0-9a-f]{7}\n$/),
    ]);

    await type(place, "scale", "deployment", "web", "--replicas=5");
    await type(place, "annotate", "deployment", "web", "owner=anna");
    await type(place, "patch", "secret", "login", '--patch={"stringData":{"pin":"hunter2"}}');
    await type(
      place,
      "patch",
      "configmap",
      "settings",
      "--type=json",
      '--patch=[{"op":"remove","path":"/data/banner"}]',
    );
    const before = await versions(place);

    const [drift, json, blame, secret] = await Promise.all([
      lockstep(["drift"], { folder }),
      lockstep(["drift", "--output", "json"], { folder }),
      lockstep(["blame", "Deployment.apps/shop/web"], { folder }),
      lockstep(["blame", "Secret/login", "--output", "json"], { folder }),
    ]);

    expect([drift.code, json.code, blame.code, secret.code]).toEqual([1, 1, 0, 0]);
    expect(withoutAges(drift.stdout)).toBe(DRIFT);
    const [stack] = listAt(checkSchema("differences", json.stdout), "stacks");
    expect(listAt(stack, "differences").map((each) => textAt(each, "words", "where"))).toEqual([
      "data.banner",
      "data.pin",
      "metadata.annotations.owner",
      "spec.replicas",
    ]);
    for (const line of BLAME) expect(withoutAges(blame.stdout)).toMatch(line);
    const owned = listAt(checkSchema("blame", secret.stdout), "fields");
    expect(owned.map((each) => `${textAt(each, "where")} = ${textAt(each, "value")}`)).toEqual(
      expect.arrayContaining(["data.pin = (secret)", "data.user = (secret)"]),
    );
    const told = [drift, json, blame, secret].flatMap(({ stdout, stderr }) => [stdout, stderr]);
    for (const word of ["hunter1", "hunter2"]) {
      expect(told.join()).not.toContain(word);
      expect(told.join()).not.toContain(Buffer.from(word).toString("base64"));
    }
    expect(await versions(place)).toBe(before);
  });

  test("an object that nobody knows, that is no stack's, or that is gone is said, with its exit code", async () => {
    const place = await openChanged();
    const { folder } = place;
    await type(place, "delete", "configmap", "settings");
    const typed = [
      { id: "nonsense", code: 2, says: /is no id; expected Kind\[\.group\]\// },
      { id: "Deployment.apps/shop/nope", code: 2, says: /is neither in Git nor in the cluster/ },
      { id: "Deployment/shop/web", code: 2, says: /with the group of its kind, as lockstep graph/ },
      { id: "Gadget.example.org/shop/nope", code: 2, says: /is neither in Git nor in the cluster/ },
      { id: "ConfigMap/shop/kube-root-ca.crt", code: 2, says: /is in the cluster and no stack's/ },
      {
        id: "ConfigMap/settings",
        code: 1,
        says: /Git has it in the stack example, the cluster does not/,
      },
    ];
    const ends = await Promise.all(
      typed.map(async ({ id }) => lockstep(["blame", id], { folder })),
    );
    for (const [index, { code, says }] of typed.entries()) {
      expect([ends[index]?.code, ends[index]?.stdout]).toEqual([code, ""]);
      expect(ends[index]?.stderr).toMatch(says);
    }
    const { code, stdout } = await lockstep(["drift", "--stack", "example"], { folder });
    expect(code).toBe(1);
    expect(stdout).toContain("ConfigMap/shop/settings: somebody deleted it");
    expect(stdout).toContain("unknown: the cluster does not record who deletes an object");
    expect((await lockstep(["drift", "--stack", "nope"], { folder })).code).toBe(2);
  });
});

const DRIFT = `example: 4 differences from <commit>, 4 open
  drift: ConfigMap/shop/settings: somebody removed data.banner (Git says "Summer sale")
      unknown: who takes a field away leaves no entry
      the next sync takes it back
  drift: Secret/shop/login: kubectl-patch added data.pin: "(secret)", <age> ago or before
      recorded: its entry in managedFields owns the value, which only the one that changed it last gets; names can be forged
      the next sync takes it back
  drift: Deployment.apps/shop/web: kubectl-annotate added metadata.annotations.owner: "anna", <age> ago or before
      recorded: its entry in managedFields owns the value, which only the one that changed it last gets; names can be forged
      the next sync takes it back
  drift: Deployment.apps/shop/web: kubectl changed spec.replicas from 3 to 5
      recorded: its entry in managedFields owns the value, which only the one that changed it last gets; names can be forged
      the next sync takes it back
`;

const BLAME = [
  /^Deployment\.apps\/shop\/web of example, applied at <commit>\n/,
  /^ {2}lockstep Apply +<age> +metadata\.labels\[lockstep\.dev\/stack\] = "example" {2}\(Lockstep's own mark\)$/m,
  /^ {2}kubectl-annotate Update +<age> +metadata\.annotations\.owner = "anna" {2}\(foreign: Git does not set it\)$/m,
  /^ {2}kubectl Update scale +spec\.replicas = 5 {2}\(foreign: Git sets it; Git says 3\)$/m,
  /^ {2}lockstep Apply +<age> +spec\.template\.spec\.containers\[name=web\]\.image = "registry\.example\/shop-web:1\.4\.0"$/m,
  /^ {2}kube-controller-manager Update status +<age> +\d+ fields {2}\(by the subresource status, which is never Git's\)$/m,
];

function withoutAges(text: string): string {
  return text
    .replaceAll(/\b(?:from|at) [0-9a-f]{7}\b/g, (found) =>
      found.replace(/[0-9a-f]{7}$/, "<commit>"),
    )
    .replaceAll(/, seen \d+m?\d*s ago/g, "")
    .replaceAll(/\b(?:\d+m)?\d+s(?= )/g, "<age>");
}

async function versions({ kubeconfig }: EmbeddedWorkplace): Promise<string> {
  const path = "jsonpath={.items[*].metadata.resourceVersion}";
  const kinds = "deployments,configmaps,secrets,services";
  return (await kubectl(["get", kinds, "-A", "-o", path], { kubeconfig })).stdout;
}
