import { describe, expect, test } from "vitest";
import type { Manifest } from "../../../../src/core/manifest/manifest.ts";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { objectAt } from "../../../../src/core/object/json.ts";
import type { Sibling } from "../../../../src/core/plan/look.ts";
import { decide } from "../../../support/decide.ts";
import { manifest, short } from "../../../support/graph-builders.ts";
import { appliedAt, keyOf, lookOf, NEW, readingOf } from "../../../support/look-builder.ts";
import { withStatus } from "../../../support/server-side-apply.ts";
import { billing } from "../../../support/sibling-builder.ts";

const settings = manifest("ConfigMap/shop/settings", { rest: "data: {x: '1'}" });
const other = manifest("ConfigMap/shop/other", { rest: "data: {x: '1'}" });

const SETTINGS = "ConfigMap/shop/settings";
const settingsLive = appliedAt(settings, NEW);

/** What the open stack `billing` sees of its objects. */
function seeing(...objects: readonly JsonObject[]): Sibling {
  return billing({
    readings: new Map(objects.map((each) => [keyOf(each), readingOf(each, "cache")])),
  });
}

function ofSet(object: JsonObject, partOf: string): JsonObject {
  const labels = { ...objectAt(object, "metadata", "labels") };
  labels["applyset.kubernetes.io/part-of"] = partOf;
  return { ...object, metadata: { ...objectAt(object, "metadata"), labels } };
}

const POD = "containers: [{name: a, image: 'a:1', envFrom: [{configMapRef: {name: settings}}]}]";
const user = manifest("Deployment.apps/shop/user", { rest: `spec: {template: {spec: {${POD}}}}` });
const freed = manifest("Deployment.apps/shop/user", {
  rest: "spec: {template: {spec: {containers: [{name: a, image: 'a:1'}]}}}",
});
const job = manifest("Job.batch/shop/user", {
  rest: "spec: {template: {spec: {containers: [{name: a, image: 'a:1'}]}}}",
});
const DONE = { succeeded: 1, conditions: [{ type: "Complete", status: "True" }] };
const annotated = manifest("ConfigMap/elsewhere/user", { after: `${SETTINGS}@exists` });
const elsewhere = manifest("Deployment.apps/elsewhere/user", {
  rest: "spec: {template: {spec: {containers: [{name: a, image: 'a:1'}]}}}",
});
const waved = manifest("ConfigMap/shop/waved", {
  annotations: { "argocd.argoproj.io/sync-wave": "1" },
});
const database = manifest("Elasticsearch/shop/es", { spec: "version: 9.1.0" });
const kibana = manifest("Kibana/shop/kb", {
  spec: "{version: 9.1.0, elasticsearchRef: {name: es}}",
});

describe("what another stack uses now stays, by what its last look saw", () => {
  test.each<{
    readonly title: string;
    readonly orphan?: JsonObject;
    readonly sees: readonly JsonObject[];
    readonly waits: string | undefined;
  }>([
    {
      title: "by a reference of structure",
      sees: [ofSet(appliedAt(user, NEW), "applyset-billing-v1")],
      waits:
        "Deployment.apps/shop/user of the stack billing: it still depends on it (structure:ConfigMap)",
    },
    {
      title: "by an annotation",
      sees: [ofSet(appliedAt(annotated, NEW), "applyset-billing-v1")],
      waits:
        "ConfigMap/elsewhere/user of the stack billing: it still depends on it (annotation:lockstep.dev/after)",
    },
    {
      title: "by an association",
      orphan: appliedAt(database, NEW),
      sees: [ofSet(appliedAt(kibana, NEW), "applyset-billing-v1")],
      waits:
        "Kibana/shop/kb of the stack billing: it still depends on it (association:spec.elasticsearchRef)",
    },
    {
      title: "under an earlier name of that stack",
      sees: [ofSet(appliedAt(annotated, NEW), "applyset-invoices-v1")],
      waits:
        "ConfigMap/elsewhere/user of the stack billing: it still depends on it (annotation:lockstep.dev/after)",
    },
    {
      title: "by pods of what is not rolled out",
      sees: [ofSet(appliedAt(freed, NEW), "applyset-billing-v1")],
      waits:
        "Deployment.apps/shop/user of the stack billing: it may still use it until it is rolled out",
    },
    {
      title: "not of what is done",
      sees: [ofSet(withStatus(appliedAt(job, NEW), DONE), "applyset-billing-v1")],
      waits: undefined,
    },
    {
      title: "not by pods of another namespace",
      sees: [ofSet(appliedAt(elsewhere, NEW), "applyset-billing-v1")],
      waits: undefined,
    },
    {
      title: "not by its wave",
      sees: [ofSet(appliedAt(waved, NEW), "applyset-billing-v1")],
      waits: undefined,
    },
    {
      title: "not by what it only waits for itself",
      sees: [ofSet(appliedAt(user, NEW), "applyset-somebody-v1")],
      waits: undefined,
    },
  ])("$title", ({ orphan = settingsLive, sees, waits }) => {
    const look = {
      git: [other],
      live: [appliedAt(other, NEW), orphan],
      siblings: [seeing(...sees)],
    };
    const { plan, lines } = decide(lookOf(look));
    const last = lines.at(-1) ?? "";
    expect(waits === undefined ? last.startsWith("delete orphan") : last).toEqual(
      waits === undefined ? true : `hold orphan ${short(keyOf(orphan))}: waits for ${waits}`,
    );
    expect(plan.orphans.flatMap(({ behind }) => behind)).toEqual(
      waits === undefined ? [] : ["billing"],
    );
  });
});

describe("orphans of two stacks that depend on each other", () => {
  const a = manifest("ConfigMap/shop/a", { after: "ConfigMap/shop/b@exists" });
  const b = manifest("ConfigMap/shop/b", { after: "ConfigMap/shop/a@exists" });
  const c = manifest("ConfigMap/shop/c", { after: "ConfigMap/shop/b@exists" });
  const [A, B, C] = [keyOf(a.body), keyOf(b.body), keyOf(c.body)];

  test.each<{
    readonly title: string;
    readonly own: Manifest;
    readonly theirs: readonly Manifest[];
    readonly knows: Partial<Sibling>;
    readonly line: RegExp;
  }>([
    {
      title: "the first in text order goes",
      own: a,
      theirs: [b],
      knows: { waiting: new Map([[B, [A]]]) },
      line: /^delete orphan ConfigMap\/shop\/a: Git no longer has it; it goes before ConfigMap\/shop\/b, which wait/,
    },
    {
      title: "the second waits for it",
      own: b,
      theirs: [a],
      knows: { waiting: new Map([[A, [B]]]) },
      line: /^hold orphan ConfigMap\/shop\/b: waits for ConfigMap\/shop\/a of the stack billing/,
    },
    {
      title: "none goes while the other is not known to wait for it alone",
      own: a,
      theirs: [b],
      knows: {},
      line: /^hold orphan/,
    },
    {
      title: "nor while the other waits for somebody else, too",
      own: a,
      theirs: [b, c],
      knows: { waiting: new Map([[B, [A, C]]]) },
      line: /^hold orphan/,
    },
    {
      title: "who depends on the knot goes before it",
      own: a,
      theirs: [b, c],
      knows: {
        waiting: new Map([
          [B, [A, C]],
          [C, []],
        ]),
      },
      line: /^hold orphan/,
    },
    {
      title: "nor when Git has the other one again",
      own: a,
      theirs: [b],
      knows: { waiting: new Map([[B, [A]]]), keys: new Set([B]), manifests: [b] },
      line: /^hold orphan/,
    },
    {
      title: "nor while nobody knows what Git has of the other stack",
      own: a,
      theirs: [b],
      knows: { waiting: new Map([[B, [A]]]), keys: undefined },
      line: /^hold orphan/,
    },
  ])("$title", ({ own, theirs, knows, line }) => {
    const seen = theirs.map((each) => ofSet(appliedAt(each, NEW), "applyset-billing-v1"));
    const sibling = { ...seeing(...seen), ...knows };
    const look = { git: [other], live: [appliedAt(other, NEW), appliedAt(own, NEW)] };
    expect(decide(lookOf({ ...look, siblings: [sibling] })).lines.at(-1)).toMatch(line);
  });
});

test("B9: for what stays anyway nobody looks at what lives in other stacks", () => {
  const unseen: Sibling = {
    ...billing(),
    get readings(): never {
      throw new Error("somebody looked");
    },
  };
  const claim = appliedAt(manifest("PersistentVolumeClaim/shop/data"), NEW);
  const look = { git: [other], live: [appliedAt(other, NEW), claim], siblings: [unseen] };
  expect(decide(lookOf(look)).lines.at(-1)).toMatch(/^keep orphan PersistentVolumeClaim/);
  const free = { ...look, live: [...look.live, settingsLive] };
  expect(() => decide(lookOf(free))).toThrow("somebody looked");
});
