import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listAt, textAt } from "../../src/core/object/json.ts";
import { checkSchema } from "../support/check-schema.ts";
import { type EmbeddedWorkplace, openEmbeddedWorkplace } from "../support/embedded-workplace.ts";
import { eventually } from "../support/eventually.ts";
import { git } from "../support/git-repository.ts";
import { kubectl } from "../support/kubectl.ts";
import { lockstep, startLockstep } from "../support/run-lockstep.ts";

/** A Secret, a workload that uses it in two places, one that opts out, and a CronJob. */
const MORE = `apiVersion: v1
kind: Secret
metadata: { name: login, namespace: shop, labels: { lockstep.dev/watched-by: lockstep } }
stringData: { user: hunter1 }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: user, namespace: shop }
spec:
  selector: { matchLabels: { app: user } }
  template:
    metadata: { labels: { app: user } }
    spec:
      containers:
        - name: main
          image: user:1.0.0
          env: [{ name: USER, valueFrom: { secretKeyRef: { name: login, key: user } } }]
      volumes: [{ name: login, secret: { secretName: login } }]
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: calm, namespace: shop, annotations: { lockstep.dev/restart: "off" } }
spec:
  selector: { matchLabels: { app: calm } }
  template:
    metadata: { labels: { app: calm } }
    spec: { containers: [{ name: main, image: "calm:1.0.0", envFrom: [{ secretRef: { name: login } }] }] }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: nightly, namespace: shop }
spec:
  schedule: "0 0 1 1 *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers: [{ name: main, image: "nightly:1.0.0", envFrom: [{ secretRef: { name: login } }] }]
`;

const TEXT = `example: 3 workloads use Secret/shop/login
  CronJob.batch/shop/nightly takes it at its next run: its next run reads what is there then
      envFrom of container main
  Deployment.apps/shop/calm does not restart: lockstep.dev/restart is off
      envFrom of container main
  Deployment.apps/shop/user restarts when it changes: it has the label lockstep.dev/watched-by: lockstep
      env USER of container main
      volume login
`;

/** The example with more, in sync; the agent has ended, the cluster goes on until the test ends. */
async function openInSync(): Promise<EmbeddedWorkplace> {
  const place = await openEmbeddedWorkplace();
  await writeFile(join(place.folder, "manifests-example/shop/more.yaml"), MORE);
  const agent = startLockstep(["run"], place);
  await eventually("all is in sync", () => agent.said().includes("All is in sync"));
  agent.signal("SIGINT");
  await agent.ended;
  const cluster = startLockstep(["cluster"], place);
  await eventually("the cluster runs", () => cluster.said().includes("kubectl"));
  return place;
}

describe("`consumers`, and what the other commands tell of restarts", () => {
  test("who uses a Secret, where, and what another content does, in text and JSON; bad ids are problems", async () => {
    const { folder } = await openInSync();
    const [text, json, short, nobody, absent] = await Promise.all([
      lockstep(["consumers", "Secret/shop/login"], { folder }),
      lockstep(["consumers", "Secret/shop/login", "--output", "json"], { folder }),
      lockstep(["consumers", "Secret/login"], { folder }),
      lockstep(["consumers", "ConfigMap/shop/kube-root-ca.crt"], { folder }),
      lockstep(["consumers", "Secret/shop/nope"], { folder }),
    ]);
    expect([text.code, text.stdout]).toEqual([0, TEXT]);
    const [stack] = listAt(checkSchema("consumers", json.stdout), "stacks");
    expect([textAt(stack, "id"), textAt(stack, "source")]).toEqual([
      "Secret/shop/login",
      "present",
    ]);
    expect(
      listAt(stack, "consumers").map((each) => [textAt(each, "id"), textAt(each, "effect")]),
    ).toEqual([
      ["CronJob.batch/shop/nightly", "next-run"],
      ["Deployment.apps/shop/calm", "none"],
      ["Deployment.apps/shop/user", "restart"],
    ]);
    // The namespace of the stack is `default`.
    expect([short.code, short.stdout]).toEqual([
      0,
      "example: nothing uses Secret/default/login, which is not in the cluster\n",
    ]);
    expect([nobody.code, nobody.stdout]).toEqual([
      0,
      "example: nothing uses ConfigMap/shop/kube-root-ca.crt\n",
    ]);
    expect(absent.stdout).toBe(
      "example: nothing uses Secret/shop/nope, which is not in the cluster\n",
    );
    for (const { stdout, stderr } of [text, json]) {
      expect(`${stdout}${stderr}`).not.toContain("hunter1");
      expect(`${stdout}${stderr}`).not.toContain(Buffer.from("hunter1").toString("base64"));
    }

    const wrong = [
      "nonsense",
      "Deployment.apps/shop/user",
      "Secret.apps/shop/login",
      "Secret/a/b/c",
    ];
    const ends = await Promise.all(
      wrong.map(async (id) => lockstep(["consumers", id], { folder })),
    );
    for (const [index, { code, stderr, stdout }] of ends.entries()) {
      expect([wrong[index], code, stdout]).toEqual([wrong[index], 2, ""]);
      expect(stderr).toContain("is no Secret and no ConfigMap");
      expect(stderr).toContain("Secret/[namespace/]name or ConfigMap/[namespace/]name");
    }
    expect((await lockstep(["consumers"], { folder })).code).toBe(2);
    expect((await lockstep(["consumers", "Secret/a", "--stack", "nope"], { folder })).code).toBe(2);
  });

  test("plan says which Secret of Git will restart whom, sync does it, status tells it", async () => {
    const place = await openInSync();
    const { folder, repository } = place;
    const file = join(repository, "shop/more.yaml");
    await writeFile(file, MORE.replace("hunter1", "hunter2"));
    await git(repository, ["commit", "-qam", "another user"]);

    const plan = await lockstep(["plan"], { folder });
    expect(plan.code).toBe(1);
    expect(plan.stdout).toContain("would change Secret/shop/login\n");
    expect(plan.stdout).toMatch(
      /would restart Deployment\/shop\/user .*\n {6}RestartDue.*: its pods restart after this: Secret\/shop\/login changed\n/,
    );
    expect(plan.stdout).toContain("1 to change, 1 to restart");
    const json = await lockstep(["plan", "--output", "json"], { folder });
    const [stack] = listAt(checkSchema("status-document", json.stdout), "stacks");
    const actions = listAt(stack, "objects").map((each) => [
      textAt(each, "id"),
      textAt(each, "action"),
    ]);
    expect(actions.filter(([, action]) => action !== "keep")).toEqual([
      ["Secret/shop/login", "apply"],
      ["Deployment.apps/shop/user", "restart"],
    ]);

    expect((await lockstep(["sync"], { folder })).code).toBe(0);
    const status = await lockstep(["status"], { folder });
    expect(status.stdout).toMatch(
      / {2}restart: restarted 1 consumer because Secret\/shop\/login changed \d+s ago: Deployment\/shop\/user\n/,
    );
    const rolled = await kubectl(
      [
        "-n",
        "shop",
        "get",
        "deployment",
        "user",
        "calm",
        "-o",
        "jsonpath={.items[*].metadata.annotations.deployment\\.kubernetes\\.io/revision}",
      ],
      place,
    );
    expect(rolled.stdout).toBe("2 1");
    expect((await lockstep(["plan"], { folder })).code).toBe(0);
  });
});
