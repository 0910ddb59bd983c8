import { isJsonObject, type JsonObject, textAt } from "../../src/core/object/json.ts";
import { mergePatch } from "../../src/embedded/requests/merge-patch.ts";
import type { Act, Member } from "./draw-member.ts";
import { type Target, targetOf } from "./kube-client.ts";
import { marked } from "./kube-manifests.ts";
import { admin } from "./real-cluster.ts";

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
const CLIENT_SIDE = "kubectl-client-side-apply";

/** Makes an object before the stack comes: as `kubectl apply` does, or as another GitOps agent. */
export async function makeTheirs(body: JsonObject, isClientSide: boolean): Promise<void> {
  const more = mergePatch(body, { metadata: { labels: { theirs: "1" } } });
  if (!isJsonObject(more)) return;
  await (isClientSide
    ? admin().create(withLastApplied(more), { as: CLIENT_SIDE })
    : admin().apply(more, { as: "kustomize-controller" }));
}

/** What other people do to a live object; nothing where it is not there. */
export async function disturbObject(
  { act, drawn }: Pick<Member, "act" | "drawn">,
  body: JsonObject,
): Promise<void> {
  const target = targetOf(body);
  if (act === "nothing" || (await admin().find(target)) === undefined) return;
  await ACTS[act]({ target, body, edits: drawn.edits });
}

interface Scene {
  readonly target: Target;
  readonly body: JsonObject;
  readonly edits: Member["drawn"]["edits"];
}

const ACTS: Readonly<Record<Exclude<Act, "nothing">, (scene: Scene) => Promise<void>>> = {
  change: async ({ target, edits }) => patchAs("kubectl-edit", target, edits.change),
  add: async ({ target, edits }) => patchAs("kubectl-edit", target, edits.add),
  remove: async ({ target, edits }) => patchAs("k9s", target, edits.remove),
  async "change and add"({ target, edits }) {
    await patchAs("k9s", target, edits.change);
    await patchAs("Mozilla", target, edits.add);
  },
  async "own it too"({ body }) {
    await admin().apply(withoutStringData(body), { as: "kustomize-controller", force: true });
  },
  async "apply it client-side"({ target, body, edits }) {
    const next = mergePatch(withoutStringData(body), edits.add);
    if (isJsonObject(next)) await patchAs(CLIENT_SIDE, target, withLastApplied(next));
  },
  async delete({ target }) {
    await admin().delete(target);
  },
  async "strip its labels"({ target }) {
    const labels = { "lockstep.dev/stack": null, "applyset.kubernetes.io/part-of": null };
    await patchAs("kubectl-label", target, { metadata: { labels } });
  },
  async "give it to another stack"({ target }) {
    const labels = { "lockstep.dev/stack": "another" };
    await patchAs("another-agent", target, { metadata: { labels } });
  },
  async "add a finalizer"({ target }) {
    await patchAs("x-tool", target, { metadata: { finalizers: ["example.com/hold"] } });
  },
  async "delete it with a finalizer"(scene) {
    await ACTS["add a finalizer"](scene);
    await admin().delete(scene.target);
  },
};

async function patchAs(as: string, target: Target, patch: JsonObject): Promise<void> {
  await admin().patch(target, { merge: patch }, { as });
}

function withLastApplied(body: JsonObject): JsonObject {
  return marked(body, { annotations: { [LAST_APPLIED]: `${JSON.stringify(body)}\n` } });
}

/** What the server stores in its place: others who apply the text own nothing else. */
function withoutStringData({ stringData, ...body }: JsonObject): JsonObject {
  if (!isJsonObject(stringData)) return body;
  const data = Object.keys(stringData).map((key): readonly [string, string] => [
    key,
    Buffer.from(textAt(stringData, key) ?? "").toString("base64"),
  ]);
  return { ...body, data: Object.fromEntries(data) };
}
