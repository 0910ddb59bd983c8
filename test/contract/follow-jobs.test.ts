import { expect, onTestFinished, test } from "vitest";
import { FollowedSelection } from "../../src/adapters/kubernetes/follow-selection.ts";
import type { JsonObject } from "../../src/core/object/json.ts";
import { idOf } from "../../src/core/object/live-object.ts";
import { objectKey } from "../../src/core/object/object-id.ts";
import { eventually } from "../support/eventually.ts";
import { type ScriptedApi, sendJson, startScriptedApi } from "../support/scripted-api.ts";
import { SILENT_LOG } from "../support/system-ports.ts";

const [JOB, CONFIG_MAP] = [
  { apiVersion: "batch/v1", kind: "Job" },
  { apiVersion: "v1", kind: "ConfigMap" },
];

type Kind = typeof JOB;

function objectOf(kind: Kind, name: string, more: JsonObject = {}): JsonObject {
  const metadata = { name, namespace: "shop", uid: `uid-${name}`, resourceVersion: "11" };
  return { ...kind, metadata, ...more };
}

function event(type: string, object: JsonObject): string {
  return `${JSON.stringify({ type, object })}\n`;
}

/** A server that makes and deletes so many objects, one after the other; the last one stays. */
async function serve(kind: Kind, count: number): Promise<ScriptedApi> {
  return startScriptedApi((request, response) => {
    if (request.url?.includes("watch=true") !== true) {
      const body = { kind: `${kind.kind}List`, metadata: { resourceVersion: "10" }, items: [] };
      sendJson(response, { body });
      return;
    }
    for (let index = 0; index < count; index += 1) {
      response.write(event("ADDED", objectOf(kind, `j${index}`)));
      response.write(event("DELETED", objectOf(kind, `j${index}`, { status: "ended" })));
    }
    response.write(event("ADDED", objectOf(kind, "last")));
  });
}

test.each([
  { title: "Jobs: the newest hundred", kind: JOB, gone: 100 },
  { title: "other kinds: none", kind: CONFIG_MAP, gone: 0 },
])("B18: how deleted objects were, $title", async ({ kind, gone }) => {
  const { client } = await serve(kind, 101);
  const following = new FollowedSelection({
    client,
    selection: { ...kind, namespace: "shop", labelSelector: "", name: "" },
    findKind: async () => ({
      group: kind === JOB ? "batch" : "",
      version: "v1",
      kind: kind.kind,
      plural: `${kind.kind.toLowerCase()}s`,
      isNamespaced: true,
      mayHoldMembers: true,
      hasStatusSubresource: true,
    }),
    onChange: () => undefined,
    log: SILENT_LOG,
  });
  onTestFinished(() => following.stop());
  await eventually("all events came", () => following.state().objects.size === 1);
  const state = following.state();
  const newest = state.gone.get(objectKey(idOf(objectOf(kind, "j100"))));
  const oldest = state.gone.get(objectKey(idOf(objectOf(kind, "j0"))));
  expect([state.gone.size, newest?.["status"], oldest]).toEqual([
    gone,
    gone === 0 ? undefined : "ended",
    undefined,
  ]);
});
