import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeFields } from "../../src/core/expression/describe-fields.ts";
import { evaluateExpression } from "../../src/core/expression/evaluate-expression.ts";
import type { Expression } from "../../src/core/expression/expression.ts";
import { parseExpression } from "../../src/core/expression/parse-expression.ts";
import type { Json, JsonObject } from "../../src/core/object/json.ts";
import { assessHealth } from "../../src/core/rollout/assess-health.ts";
import { assessProgress } from "../../src/core/rollout/assess-progress.ts";
import { readVersions } from "../../src/core/rollout/running-versions.ts";
import { runs } from "../support/property-runs.ts";

const KINDS = [
  ["v1", "Pod"],
  ["v1", "Namespace"],
  ["v1", "Service"],
  ["v1", "PersistentVolume"],
  ["v1", "PersistentVolumeClaim"],
  ["v1", "ReplicationController"],
  ["apps/v1", "Deployment"],
  ["apps/v1", "StatefulSet"],
  ["apps/v1", "DaemonSet"],
  ["apps/v1", "ReplicaSet"],
  ["batch/v1", "Job"],
  ["batch/v1", "CronJob"],
  ["autoscaling/v2", "HorizontalPodAutoscaler"],
  ["policy/v1", "PodDisruptionBudget"],
  ["apiregistration.k8s.io/v1", "APIService"],
  ["apiextensions.k8s.io/v1", "CustomResourceDefinition"],
  ["admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration"],
  ["kibana.k8s.elastic.co/v1", "Kibana"],
  ["example.com/v1", "Thing"],
] as const;

/** Names that the rules ask for, so that what is drawn is nearly an object. */
const NAMES = [
  "metadata",
  "spec",
  "status",
  "conditions",
  "type",
  "reason",
  "message",
  "phase",
  "generation",
  "observedGeneration",
  "replicas",
  "updatedReplicas",
  "selector",
  "matchLabels",
  "template",
  "ownerReferences",
  "annotations",
  "cert-manager.io/inject-ca-from",
  "labels",
  "allocatedResourceStatuses",
  "webhooks",
  "clientConfig",
  "containerStatuses",
  "state",
  "waiting",
  "__proto__",
];

const { value } = fc.letrec<{ value: Json; list: Json[]; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium" },
    fc.constantFrom<Json>("True", "False", "Ready", "Available", "Failed", "Bound", "x", ""),
    fc.constantFrom<Json>(null, true, false, 0, 1, 2, -1, 1e20),
    tie("list"),
    tie("object"),
  ),
  list: fc.array(tie("value"), { maxLength: 3 }),
  object: fc
    .array(fc.tuple(fc.constantFrom(...NAMES), tie("value")), { maxLength: 5 })
    .map((members) => Object.fromEntries(members)),
}));

const body = fc.tuple(fc.constantFrom(...KINDS), value, value, value).map(
  ([[apiVersion, kind], metadata, spec, status]): JsonObject => ({
    apiVersion,
    kind,
    metadata,
    spec,
    status,
  }),
);

const CONDITIONS = [
  `status.phase == "Ready"`,
  "!(status.replicas >= spec.replicas) || !exists(status.conditions[0].type)",
  `status.conditions[type=Ready].status == "True" && !status.ready`,
  `metadata.generation == status.observedGeneration && status.phase != "Failed"`,
].map(read);

function read(text: string): Expression {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(parsed.what);
  return parsed.value;
}

describe("health", () => {
  test("never throws on any JSON, and says why whenever it is not ready", () => {
    const reading = fc.record({
      object: body,
      pods: fc.array(body, { maxLength: 2 }),
      replicaSets: fc.array(body, { maxLength: 2 }),
      facts: fc.record({
        hasStatusSubresource: fc.boolean(),
        declaresObservedGeneration: fc.boolean(),
      }),
      readAtMs: fc.constant(0),
      source: fc.constant("fresh" as const),
      rule: fc.option(
        fc.record({
          ready: fc.option(fc.constantFrom(...CONDITIONS), { nil: undefined }),
          failed: fc.option(fc.constantFrom(...CONDITIONS), { nil: undefined }),
        }),
        { nil: undefined },
      ),
    });
    const options = { paths: new Map(), trust: "pods" } as const;
    fc.assert(
      fc.property(reading, (drawn) => {
        const verdict = assessHealth(drawn);
        assessProgress(drawn, options);
        readVersions(drawn, options);
        expect(verdict.kind === "ok" || verdict.message.length > 0).toBe(true);
      }),
      runs(2000),
    );
  });

  test("a rule is never ready by what is not there", () => {
    const bare = { apiVersion: "example.com/v1", kind: "Thing", metadata: {} };
    const comparing = fc.constantFrom("==", "!=", "<", "<=", ">", ">=");
    const leaf = fc.tuple(
      fc.constantFrom("status.a", "spec.b[0]", "status.c[type=x].d"),
      comparing,
    );
    const { text } = fc.letrec<{ text: string }>((tie) => ({
      text: fc.oneof(
        { depthSize: "small" },
        leaf.map(([path, operator]) => `${path} ${operator} 1`),
        tie("text").map((inner) => `!(${inner})`),
        fc
          .tuple(tie("text"), fc.constantFrom("&&", "||"), tie("text"))
          .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
      ),
    }));
    fc.assert(
      fc.property(text, (drawn) => {
        const parsed = parseExpression(drawn);
        // Only what nests too deep is refused.
        const truth = parsed.ok ? evaluateExpression(parsed.value, bare) : "unknown";
        expect(truth).toBe("unknown");
      }),
      runs(500),
    );
  });

  test("no text makes the reader of conditions throw, and what it reads can be asked of any JSON", () => {
    const piece = fc.constantFrom(
      ..."()[]!=<>&|.\"' \n-_a1é".split(""),
      "exists(",
      "status.",
      "&&",
      "||",
      "==",
      "[type=",
      "true",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(piece, { maxLength: 40 }).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(text, value, (drawn, object) => {
        const parsed = parseExpression(drawn);
        const told = parsed.ok
          ? `${evaluateExpression(parsed.value, object)} ${describeFields(parsed.value, object)}`
          : parsed.what;
        expect(told.length).toBeGreaterThan(0);
        expect(told.length).toBeLessThan(5000);
      }),
      runs(2000),
    );
  });
});
