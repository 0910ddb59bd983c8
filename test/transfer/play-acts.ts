import { isJsonObject, type Json, type JsonObject, listAt } from "../../src/core/object/json.ts";
import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import { KubeRefusal, type Target, targetOf } from "../support/kube-client.ts";
import { marked } from "../support/kube-manifests.ts";
import { entryOf } from "../support/managed-fields.ts";
import { admin } from "../support/real-cluster.ts";
import type { DrawnAct, FuzzCase, Start } from "./draw-case.ts";
import type { FuzzKind } from "./kinds.ts";
import { mergeParts } from "./merge-parts.ts";

/** Whose fields stay: the config of the stacks says so. */
export const ALLOWED = "tuner";
export const EARLIER_NAME = "oldstep";
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

export function targetIn(namespace: string, { kind, name }: FuzzCase): Target {
  return { apiVersion: kind.apiVersion, kind: kind.kind, namespace, name };
}

/** Makes the object as its story says that it was before us. */
export async function playStart(story: FuzzCase, namespace: string): Promise<void> {
  const { theirs } = story;
  const body = mergeParts(theirs, { metadata: { namespace } });
  await STARTS[story.start](body, story);
}

const STARTS: Readonly<Record<Start, (body: JsonObject, story: FuzzCase) => Promise<unknown>>> = {
  none: async () => undefined,
  "kubectl apply": async (body) =>
    admin().create(marked(body, { annotations: { [LAST_APPLIED]: JSON.stringify(body) } }), {
      as: "kubectl-client-side-apply",
    }),
  "kubectl create": async (body) => admin().create(body, { as: "kubectl-create" }),
  "our name, Update": async (body) => admin().create(body, { as: "lockstep" }),
  "an earlier name": async (body) => admin().apply(body, { as: EARLIER_NAME }),
  "a peer's apply": async (body) => admin().apply(body, { as: "argocd-controller" }),
  "unnamed client": async (body) => admin().create(body),
  async reset(body) {
    await admin().create(body, { as: "somebody" });
    await reset(targetOf(body));
  },
  "another version": async (body, { kind }) =>
    admin().create(
      { ...body, apiVersion: kind.otherVersion ?? kind.apiVersion },
      { as: "kubectl-create" },
    ),
};

/** Does what other people do to a live object. What the server refuses was not done. */
export async function playAct(drawn: DrawnAct, story: FuzzCase, namespace: string): Promise<void> {
  try {
    await doAct(drawn, story, targetIn(namespace, story));
  } catch (error) {
    if (!(error instanceof KubeRefusal) || error.status >= 500) throw error;
  }
}

// oxlint-disable-next-line complexity -- one line for each act
async function doAct(
  { act, by, part, addition }: DrawnAct,
  { kind, first }: FuzzCase,
  target: Target,
): Promise<void> {
  const identity = identityOf(target);
  const other = { ...target, apiVersion: kind.otherVersion ?? kind.apiVersion };
  const elsewhere = identityOf(other);
  switch (act) {
    case "co-own a part":
      await applyAs(by, mergeParts(identity, part.fields));
      return;
    case "co-own all":
      await applyAs(by, mergeParts(first, identity));
      return;
    case "copy our entry":
      await copyOurs(target, { manager: by });
      return;
    case "copy our entry as legacy":
      await copyOurs(target, { manager: "kubectl-client-side-apply" });
      return;
    case "copy our entry as ancient-changes":
      await copyOurs(target, { manager: "ancient-changes" });
      return;
    case "co-own at another version":
      await applyAs(by, mergeParts(elsewhere, part.fields));
      return;
    case "add by apply":
      await applyAs(by, mergeParts(identity, addition));
      return;
    case "add by update":
      await updateAs(by, target, addition);
      return;
    case "add at another version":
      await updateAs(by, other, addition);
      return;
    case "change a part":
      await updateAs(by, target, changed(part.fields));
      return;
    case "take a part anew":
      await updateAs(by, target, changed(part.fields));
      await updateAs(by, target, part.fields);
      return;
    case "allowed: add by update":
      await updateAs(ALLOWED, target, kind.tuned);
      return;
    case "allowed: add by apply":
      await applyAs(ALLOWED, mergeParts(identity, kind.tuned));
      return;
    case "allowed: co-own a part":
      await applyAs(ALLOWED, mergeParts(identity, part.fields));
      return;
    case "reset":
      await reset(target);
      return;
    case "strip our entry":
      await stripOurs(target);
      return;
    case "twelve managers":
      await writeAsMany(target);
      return;
    case "write status":
      await writeStatus(target, kind);
      return;
    case "scale":
      await scale(target, kind);
      return;
    case "add a finalizer":
      await admin().patch(
        target,
        { merge: { metadata: { finalizers: ["example.com/hold"] } } },
        { as: "x-tool" },
      );
      return;
    case "forge our name":
      await updateAs("lockstep", target, addition);
  }
}

async function applyAs(as: string, body: JsonObject): Promise<void> {
  await admin().apply(body, { as, force: true });
}

/** Reads, changes and puts, as an editor does. */
async function updateAs(as: string, target: Target, fields: JsonObject): Promise<void> {
  const live = await admin().get(target);
  await admin().update(mergeParts(live, fields), { as });
}

/** Other values of the same shape; what names an item stays. */
function changed(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]): [string, Json] => [
      name,
      changedValue(name, value),
    ]),
  );
}

function changedValue(name: string, value: Json): Json {
  if (isJsonObject(value)) return changed(value);
  if (Array.isArray(value)) {
    return value.map((item: Json) => (isJsonObject(item) ? changed(item) : item));
  }
  if (["name", "protocol", "operator", "key"].includes(name)) return value;
  if (typeof value === "number" && !/port/i.test(name)) return value + 1;
  return name === "value" || name === "a" ? "changed" : value;
}

/** An entry like ours beside it, as of somebody who updated all of it. */
async function copyOurs(target: Target, { manager }: { readonly manager: string }): Promise<void> {
  const live = await admin().get(target);
  const own = entryOf(live, "lockstep Apply");
  // What an entry of that name owned would be nobody's.
  if (own === undefined || entryOf(live, `${manager} Update`) !== undefined) return;
  const copy = { ...own, manager, operation: "Update" };
  await writeEntries(target, live, [...listAt(live, "metadata", "managedFields"), copy]);
}

async function stripOurs(target: Target): Promise<void> {
  const live = await admin().get(target);
  const own = entryOf(live, "lockstep Apply");
  const others = listAt(live, "metadata", "managedFields").filter((entry) => entry !== own);
  if (others.length > 0) await writeEntries(target, live, others);
}

async function writeEntries(
  target: Target,
  live: JsonObject,
  entries: readonly Json[],
): Promise<void> {
  const json = [
    { op: "replace", path: "/metadata/managedFields", value: entries },
    { op: "replace", path: "/metadata/resourceVersion", value: resourceVersionOf(live) },
  ];
  await admin().patch(target, { json }, { as: "forger" });
}

async function reset(target: Target): Promise<void> {
  await admin().patch(target, { merge: { metadata: { managedFields: [{}] } } }, { as: "resetter" });
}

/** More than the ten Update managers that the server keeps apart. */
async function writeAsMany(target: Target): Promise<void> {
  for (let index = 0; index < 12; index += 1) {
    const labels = { [`many-${index}`]: "1" };
    // oxlint-disable-next-line no-await-in-loop -- one after the other, each on what the one before wrote
    await admin().patch(target, { merge: { metadata: { labels } } }, { as: `many-${index}` });
  }
}

async function writeStatus(target: Target, { status }: FuzzKind): Promise<void> {
  if (status === undefined) return;
  await admin().patch(target, { merge: { status } }, { as: "operator", subresource: "status" });
}

async function scale(target: Target, { kind }: FuzzKind): Promise<void> {
  if (kind !== "Deployment") return;
  const merge = { spec: { replicas: 4 } };
  await admin().patch(target, { merge }, { as: "kubectl", subresource: "scale" });
}

function identityOf({ apiVersion, kind, name, namespace }: Target): JsonObject {
  return { apiVersion, kind, metadata: { name, namespace: namespace ?? "" } };
}
