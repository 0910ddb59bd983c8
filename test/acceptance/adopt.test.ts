import { expect, test } from "vitest";
import { findAdoptable } from "../../src/agent/find-adoptable.ts";
import { planAdoption } from "../../src/core/adopt/plan-adoption.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import { auditMark } from "../support/audit-log.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { kubectl } from "../support/kubectl.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const FILE = "shop/all.yaml";
const ROUNDS = 6;

/** Comments, anchors, both styles and several documents, as people write them. */
const TEXT = `# The shop.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: &labels {app: web, tier: "1"} # both read this
spec:
  replicas: 1 # small
  selector: {matchLabels: {app: web}}
  template:
    metadata:
      labels: *labels
    spec:
      containers:
        # the one
        - name: web
          image: "web:1.0.0" # pinned
          env:
            - name: MODE
              value: 'quiet'
            - {name: LEVEL, value: "3"}
          args: [serve, --port=80]
--- # its settings
apiVersion: v1
kind: ConfigMap
metadata: {name: web}
data:
  # said twice
  colour: &colour blue
  sky: *colour
  motd: |
    hello
    world
  flag: "yes"
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports:
    - port: 80
      name: http # the port
`;

/** What people do with kubectl; `n` makes each one's value its own. */
const ACTS: readonly ((n: number) => readonly string[])[] = [
  (n) => ["set", "image", "deployment/web", `web=web:1.0.${n}`],
  (n) => ["scale", "deployment/web", `--replicas=${2 + (n % 3)}`],
  (n) => ["set", "env", "deployment/web", `MODE=loud-${n}`],
  (n) => ["set", "env", "deployment/web", `ADDED_${n}=yes`],
  () => ["set", "env", "deployment/web", "LEVEL-"],
  (n) => ["label", "service/web", `seen=v${n}`, "--overwrite"],
  (n) => ["annotate", "service/web", `note/by=a: b #${n}`, "--overwrite"],
  (n) => ["patch", "configmap/web", "-p", `{"data":{"sky":"0${n}"}}`],
  (n) => ["patch", "configmap/web", "-p", `{"data":{"motd":"hello\\nworld ${n}\\n"}}`],
  (n) => ["patch", "configmap/web", "-p", `{"data":{"new ${n}":"on"}}`.replace(" ", ".")],
  () => ["patch", "configmap/web", "-p", '{"data":{"flag":null}}'],
  (n) => ["patch", "service/web", "-p", `{"spec":{"ports":[{"port":80,"name":"web${n % 9}"}]}}`],
  (n) => ["patch", "deployment/web", "--type=json", "-p", argsPatch(n)],
  (n) => ["set", "resources", "deployment/web", `--limits=memory=${100 + n}Mi`],
];

function argsPatch(n: number): string {
  const path = "/spec/template/spec/containers/0/args";
  return JSON.stringify([{ op: "replace", path, value: ["serve", `--port=${8000 + n}`, "-v"] }]);
}

/** The same ones at each run, in another order than they are written. */
function actOf(seed: number): readonly string[] {
  const act = ACTS[(seed * 5) % ACTS.length];
  return act?.(seed) ?? [];
}

async function edit(stack: TestStack, args: readonly string[]): Promise<void> {
  const { code, stderr } = await kubectl(["-n", stack.namespace, ...args]);
  expect([code, stderr, args]).toEqual([0, expect.any(String), args]);
}

/** The adopt edit of all that differs, as a commit; and the paths that Git says now. */
async function adopt(stack: TestStack, text: string): Promise<Adopted> {
  const { drifts, manifests } = await findAdoptable(stack.stack);
  const plan = planAdoption({ manifests, files: new Map([[FILE, text]]), drifts });
  expect(plan.refused.map(({ drift, reason }) => [drift.path, reason])).toEqual([]);
  const edited = plan.files.get(FILE) ?? text;
  if (edited !== text) await stack.commit({ [FILE]: edited });
  return { text: edited, paths: plan.edited.map(({ drift }) => drift.path) };
}

interface Adopted {
  readonly text: string;
  readonly paths: readonly string[];
}

function targets({ namespace }: TestStack): readonly Target[] {
  return [
    { apiVersion: "apps/v1", kind: "Deployment", namespace, name: "web" },
    { apiVersion: "v1", kind: "ConfigMap", namespace, name: "web" },
    { apiVersion: "v1", kind: "Service", namespace, name: "web" },
  ];
}

/** What the objects say, without what the server counts. */
async function values(stack: TestStack): Promise<readonly unknown[]> {
  const objects = await Promise.all(targets(stack).map(async (target) => admin().get(target)));
  return objects.map(({ spec, data }) => ({ spec, data }));
}

/** Differences of values; whoever wrote an adopted value shares it from now on. */
function differing({ drift }: StackStatus): readonly string[] {
  return drift
    .filter((each) => each.class !== "coowned")
    .map((each) => `${each.class} ${each.path} ${each.action}`);
}

/** Edits that a person makes while nothing of the stack is written, and the commit that keeps them. */
async function editAndAdopt(
  stack: TestStack,
  text: string,
  acts: readonly (readonly string[])[],
): Promise<Adopted> {
  const observer = await openTestStack({ like: stack, config: ["mode: observe"] });
  await observer.pass();
  // oxlint-disable-next-line no-await-in-loop -- as a person types them
  for (const act of acts) await edit(observer, act);
  // While the controller writes the object in haste, a look may not come to a judgement of it.
  await edit(observer, ["rollout", "status", "deployment/web", "--timeout=60s"]);
  await untilSeen(observer, ...targets(stack));
  const adopted = await adopt(observer, text);
  expect((await adopt(observer, adopted.text)).paths).toEqual([]);
  expect(differing(await observer.sync())).toEqual([]);
  return adopted;
}

/** Under `enforce` the commit is applied: no value changes, and each object is applied once at most. */
async function applyOnce(stack: TestStack): Promise<void> {
  const before = await values(stack);
  const enforcer = await openTestStack({ like: stack });
  const mark = await auditMark();
  const status = await enforcer.sync();
  expect([status.inSync, differing(status)]).toEqual([true, []]);
  await passes(enforcer, 2);
  const applies = (await writesSince(enforcer, mark)).filter(({ uri }) =>
    uri.includes("force=true"),
  );
  const names = applies.map(({ resource }) => resource);
  expect(names).toEqual([...new Set(names)]);
  expect(await values(stack)).toEqual(before);
}

describeReal("Adopt", () => {
  test("B6: random edits with kubectl under observe become text of Git: no drift is left, and enforce writes the adopted values once", {
    timeout: 240_000,
  }, async () => {
    const stack = await openTestStack();
    await stack.commit({ [FILE]: TEXT });
    expect((await stack.sync()).inSync).toBe(true);
    let text = TEXT;
    const paths: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const acts = [0, 1, 2, 3].map((step) => actOf(round * 4 + step));
      // oxlint-disable-next-line no-await-in-loop -- each round builds on the one before
      const adopted = await editAndAdopt(stack, text, acts);
      text = adopted.text;
      paths.push(...adopted.paths);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await applyOnce(stack);
    }
    expect(paths.length).toBeGreaterThan(ROUNDS);
    const comments = TEXT.match(/# [a-z].*/g) ?? [];
    expect(comments.filter((comment) => !text.includes(comment))).toEqual([]);
  });
});
