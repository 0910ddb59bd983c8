import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { driftLines } from "../../../support/drift-finding.ts";
import { managed, rawEntry } from "../../../support/managed-object.ts";

const ID = { group: "", kind: "Pod", namespace: "shop", name: "web" };
const TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount";

function pod(spec: JsonObject): JsonObject {
  const labels = { "lockstep.dev/stack": "shop" };
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "web", labels }, spec };
}

/** With what admission gives each Pod anew, under another name. */
function withToken(suffix: string, more: JsonObject = {}): JsonObject {
  const name = `kube-api-access-${suffix}`;
  return pod({
    containers: [{ name: "web", image: "web:1", volumeMounts: [{ mountPath: TOKEN, name }] }],
    volumes: [{ name, projected: { sources: [] } }],
    ...more,
  });
}

const INTENT = pod({ containers: [{ name: "web", image: "web:1" }] });
const LIVE = withToken("abcde", { nodeName: "n1", ephemeralContainers: [{ name: "debugger" }] });
const CLEAN = withToken("fghij");

test("of a Pod whose ownership was lost nothing is claimed that the server gave it", () => {
  const kubelet = rawEntry("kubelet", { "f:status": { "f:phase": {} } }, { subresource: "status" });
  const live = managed(LIVE, [kubelet]);
  expect(driftLines({ id: ID, live, intent: INTENT, clean: CLEAN })).toEqual([
    "legacy  - → - by nobody (unknown)",
  ]);
});

test("of what before-first-apply owns of a Pod nothing is an addition that the server gave it", () => {
  const token = `k:${JSON.stringify({ mountPath: TOKEN })}`;
  const all = {
    "f:spec": {
      "f:nodeName": {},
      "f:ephemeralContainers": { 'k:{"name":"debugger"}': { ".": {}, "f:name": {} } },
      "f:containers": {
        'k:{"name":"web"}': {
          "f:volumeMounts": { ".": {}, [token]: { ".": {}, "f:mountPath": {}, "f:name": {} } },
        },
      },
      "f:volumes": {
        ".": {},
        'k:{"name":"kube-api-access-abcde"}': { ".": {}, "f:name": {}, "f:projected": {} },
      },
    },
  };
  const ours = rawEntry("lockstep/Apply", {
    "f:metadata": { "f:labels": { "f:lockstep.dev/stack": {} } },
  });
  const live = managed(LIVE, [ours, rawEntry("before-first-apply", all)]);
  expect(driftLines({ id: ID, live, intent: INTENT, clean: CLEAN })).toEqual([]);
});
