import { type JsonObject, listAt, objectAt, textAt } from "../../src/core/object/json.ts";
import { uidOf } from "../../src/core/object/live-object.ts";
import { eventually } from "./eventually.ts";
import { passUntil } from "./follow-stack.ts";
import type { Target } from "./kube-client.ts";
import { deployment, manifestFiles, targetIn } from "./kube-manifests.ts";
import { admin } from "./real-cluster.ts";
import { openTestStack, type TestStack, type TestStackOptions } from "./test-stack.ts";

/** The label that asks the agent of the tests for restarts. */
export const WATCHED = { "lockstep.dev/watched-by": "lockstep" } as const;

/** Changes that come together: short, so that tests need not wait. */
export const SHORT_WINDOW = "secrets: { window: 300ms }";

export function secret(
  name: string,
  data: Readonly<Record<string, string>>,
  labels: JsonObject = WATCHED,
): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, labels },
    type: "Opaque",
    data: Object.fromEntries(
      Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString("base64")]),
    ),
  };
}

/** A pod whose one container reads all of the sources as its environment. */
export function podWithEnv(...sources: readonly JsonObject[]): JsonObject {
  return { containers: [{ name: "web", image: "web:1.0.0", envFrom: sources }] };
}

export function fromSecret(name: string, more: JsonObject = {}): JsonObject {
  return { secretRef: { name, ...more } };
}

/** A stack whose repository holds the manifests, in sync; the objects that are not in Git are made before. */
export async function openInSync(
  manifests: readonly JsonObject[],
  made: readonly JsonObject[],
  options: TestStackOptions = {},
): Promise<TestStack> {
  const stack = await openTestStack({ config: [SHORT_WINDOW], ...options });
  for (const object of made) {
    // oxlint-disable-next-line no-await-in-loop -- a few
    await create(stack, object);
  }
  await stack.commit(manifestFiles(...manifests));
  await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
  return stack;
}

/** Makes an object in the stack's namespace, as a person. */
export async function create(stack: TestStack, object: JsonObject): Promise<void> {
  const metadata = { ...objectAt(object, "metadata"), namespace: stack.namespace };
  await admin().create({ ...object, metadata }, { as: "person" });
}

/** Gives a Secret other data, as a person. */
export async function setData(
  stack: TestStack,
  name: string,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  const { data: encoded = {} } = secret(name, data);
  const target: Target = { apiVersion: "v1", kind: "Secret", namespace: stack.namespace, name };
  await admin().patch(target, { merge: { data: encoded } }, { as: "person" });
}

/** How many pod templates a workload has had, by what its controller made: ReplicaSets or ControllerRevisions. */
export async function countRollouts(stack: TestStack, workload: JsonObject): Promise<number> {
  const { namespace } = stack;
  const live = await admin().get(targetIn(namespace, workload));
  const kind = textAt(workload, "kind") === "Deployment" ? "ReplicaSet" : "ControllerRevision";
  const made = await admin().list({ apiVersion: "apps/v1", kind, namespace });
  return made.filter((each) =>
    listAt(each, "metadata", "ownerReferences").some(
      (owner) => textAt(owner, "uid") === uidOf(live),
    ),
  ).length;
}

/** Makes passes until workloads have had so many pod templates, and all is in sync. */
export async function passUntilRolled(
  stack: TestStack,
  workloads: readonly JsonObject[],
  rollouts: number,
): Promise<void> {
  await eventually(`${rollouts} pod templates`, async () => {
    const { inSync } = await stack.pass();
    const counts = await Promise.all(workloads.map(async (each) => countRollouts(stack, each)));
    return inSync && counts.every((count) => count >= rollouts) ? true : undefined;
  });
}

/** Members of the pod template's annotations that are ours. */
export async function givenContents(
  stack: TestStack,
  workload: JsonObject,
): Promise<readonly string[]> {
  const live = await admin().get(targetIn(stack.namespace, workload));
  const annotations = objectAt(live, "spec", "template", "metadata", "annotations") ?? {};
  return Object.keys(annotations).filter((key) => key.startsWith("lockstep.dev/content-"));
}

/** A Deployment that reads Secrets as its environment. */
export function reader(name: string, ...secrets: readonly string[]): JsonObject {
  return deployment(name, { pod: podWithEnv(...secrets.map((each) => fromSecret(each))) });
}
