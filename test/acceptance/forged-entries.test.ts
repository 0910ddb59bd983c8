import { expect, test } from "vitest";
import { type Json, type JsonObject, listAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { deployment, manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const MAP = settings("a", { one: "1", two: "2" });
const MAP_LATER = settings("a", { one: "1" });
const WEB = deployment("web", { metadata: { labels: { tier: "front" } } });
const WEB_LATER = deployment("web");

function containers(fields: JsonObject): JsonObject {
  return { "f:spec": { "f:template": { "f:spec": { "f:containers": fields } } } };
}

/** What somebody who may write `managedFields` claims to own. */
interface Forgery {
  readonly what: string;
  readonly manifest: JsonObject;
  readonly later: JsonObject;
  readonly fields: JsonObject;
  readonly operation?: "Apply" | "Update";
  readonly manager?: string;
}

function ofMap(what: string, fields: JsonObject, more: Partial<Forgery> = {}): Forgery {
  return { what, manifest: MAP, later: MAP_LATER, fields, ...more };
}

function ofWeb(what: string, fields: JsonObject, more: Partial<Forgery> = {}): Forgery {
  return { what, manifest: WEB, later: WEB_LATER, fields, ...more };
}

const FORGERIES: readonly Forgery[] = [
  ofMap("what no entry tracks", {
    "f:apiVersion": {},
    "f:kind": {},
    "f:metadata": { "f:name": {}, "f:uid": {}, "f:managedFields": {}, "f:resourceVersion": {} },
    "f:status": {},
  }),
  ofMap("steps of an unknown kind", { "f:data": { "f:one": {}, "x:other": { "f:a": {} } } }),
  ofMap("numbers beyond what is exact", {
    "f:data": {
      'k:{"name":12345678901234567890}': { ".": {} },
      "v:1e300": {},
      "i:99999999999": {},
    },
  }),
  ofMap("the whole map", { "f:data": {} }),
  ofMap("the roots", { ".": {}, "f:metadata": { ".": {}, "f:labels": { ".": {} } } }),
  ofMap("all that is ours", {
    "f:data": { ".": {}, "f:one": {}, "f:two": {} },
    "f:metadata": { "f:labels": { "f:lockstep.dev/stack": {} } },
  }),
  ofMap(
    "only one of our paths, in our name",
    { "f:data": { "f:one": {} } },
    {
      manager: "lockstep",
      operation: "Apply",
    },
  ),
  ofMap(
    "the mark of what was let go",
    {
      "f:metadata": { "f:annotations": { "f:lockstep.dev/released": {} } },
    },
    { manager: "lockstep-released" },
  ),
  ofWeb("the whole spec", { "f:spec": {} }),
  ofWeb("the whole spec, by an apply", { "f:spec": {} }, { operation: "Apply" }),
  ofWeb("all containers as one", containers({})),
  ofWeb("an item without its fields", containers({ 'k:{"name":"web"}': {} })),
  ofWeb("an item that is not there", containers({ 'k:{"name":"none"}': { ".": {} } })),
  ofWeb("an item without a name", containers({ "k:{}": { ".": {}, "f:image": {} } })),
  ofWeb("the whole metadata", { "f:metadata": {} }),
];

async function forge(target: Target, forgery: Forgery): Promise<void> {
  const { manager = "forger", operation = "Update", fields } = forgery;
  const live = await admin().get(target);
  const entry = {
    manager,
    operation,
    apiVersion: target.apiVersion,
    time: "2026-01-01T00:00:00Z",
    fieldsType: "FieldsV1",
    fieldsV1: fields,
  };
  const value: readonly Json[] = [...listAt(live, "metadata", "managedFields"), entry];
  const json = [{ op: "replace", path: "/metadata/managedFields", value: [...value] }];
  await admin().patch(target, { json }, { as: "forger" });
}

describeReal("Forged entries of managedFields", () => {
  test.each(FORGERIES)(
    "F16: $what: nothing is told as added but what was, what Git drops goes, and it is quiet then",
    async (forgery) => {
      const { manifest, later } = forgery;
      const stack = await openTestStack();
      const target = targetIn(stack.namespace, manifest);
      await stack.commit(manifestFiles(manifest));
      await stack.sync();
      await admin().patch(
        target,
        { merge: { metadata: { annotations: { "example.com/by": "keeper" } } } },
        { as: "keeper" },
      );
      await forge(target, forgery);
      await untilSeen(stack, target);
      const { drift } = await stack.pass();
      const values = drift.filter((each) => ["added", "changed", "removed"].includes(each.class));
      expect(values.map((each) => `${each.class} ${each.path} ${each.manager}`)).toEqual([
        "added /metadata/annotations/example.com~1by keeper",
      ]);

      await stack.commit(manifestFiles(later));
      expect((await stack.sync()).inSync).toBe(true);
      await untilSeen(stack, target);
      const mark = await auditMark();
      await passes(stack, 3);
      expect(await writesSince(stack, mark)).toEqual([]);
      const live = await admin().get(target);
      const kept = manifest === MAP ? live["data"] : live["metadata"];
      expect(JSON.stringify(kept)).not.toMatch(manifest === MAP ? /"two"/ : /"tier":"front"/);
      expect(JSON.stringify(live)).not.toContain('"example.com/by":"keeper"');
    },
  );
});
