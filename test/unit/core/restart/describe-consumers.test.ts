import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { idOf } from "../../../../src/core/object/live-object.ts";
import { describeConsumers } from "../../../../src/core/restart/describe-consumers.ts";
import type { RestartRules } from "../../../../src/core/restart/restart-rules.ts";
import { rulesOf } from "../../../support/look-builder.ts";

const SOURCE = { group: "", kind: "Secret", namespace: "shop", name: "db" };
const POD = { containers: [{ name: "web", envFrom: [{ secretRef: { name: "db" } }] }] };
const PULL = { containers: [{ name: "web" }], imagePullSecrets: [{ name: "db" }] };

interface Row {
  readonly what: string;
  readonly kind: string;
  readonly body: JsonObject;
  readonly annotations?: JsonObject;
  readonly labels?: JsonObject;
  readonly restarts?: Partial<RestartRules>;
  readonly expected: string;
}

const TEMPLATE = { spec: { template: { spec: POD } } };

test.each<Row>([
  {
    what: "a labelled Secret",
    kind: "apps/v1 Deployment",
    body: TEMPLATE,
    labels: { "lockstep.dev/watched-by": "lockstep" },
    expected: "restart: it has the label lockstep.dev/watched-by: lockstep",
  },
  {
    what: "one for another agent",
    kind: "apps/v1 Deployment",
    body: TEMPLATE,
    labels: { "lockstep.dev/watched-by": "other" },
    expected: "none: it has no label lockstep.dev/watched-by: lockstep",
  },
  {
    what: "a workload that asks",
    kind: "apps/v1 StatefulSet",
    body: TEMPLATE,
    annotations: { "lockstep.dev/restart": "on" },
    expected: "restart: lockstep.dev/restart is on",
  },
  {
    what: "a workload that does not want it",
    kind: "apps/v1 DaemonSet",
    body: TEMPLATE,
    annotations: { "lockstep.dev/restart": "off" },
    restarts: { watch: "all" },
    expected: "none: lockstep.dev/restart is off",
  },
  {
    what: "a custom kind whose template is where the config says",
    kind: "machines.example/v1 Engine",
    body: { spec: { machine: { template: { spec: POD } } } },
    restarts: {
      watch: "all",
      templates: new Map([["Engine.machines.example", ["spec", "machine", "template"]]]),
    },
    expected: "restart: secrets.watch is all",
  },
  {
    what: "all are watched",
    kind: "apps/v1 Deployment",
    body: TEMPLATE,
    restarts: { watch: "all" },
    expected: "restart: secrets.watch is all",
  },
  {
    what: "none is watched",
    kind: "apps/v1 Deployment",
    body: TEMPLATE,
    restarts: { watch: "off" },
    expected: "none: secrets.watch is off",
  },
  {
    what: "it pulls images",
    kind: "apps/v1 Deployment",
    body: { spec: { template: { spec: PULL } } },
    restarts: { watch: "all" },
    expected: "none: it only pulls images with it, and secrets.imagePullSecrets is false",
  },
  {
    what: "a mode that writes nothing",
    kind: "apps/v1 Deployment",
    body: TEMPLATE,
    annotations: { "lockstep.dev/mode": "observe" },
    restarts: { watch: "all" },
    expected: "none: its mode is observe",
  },
  {
    what: "a CronJob",
    kind: "batch/v1 CronJob",
    body: { spec: { jobTemplate: { spec: { template: { spec: POD } } } } },
    expected: "next-run: its next run reads what is there then",
  },
  {
    what: "a Job",
    kind: "batch/v1 Job",
    body: TEMPLATE,
    expected: "none: a Job cannot be changed: it reads what is there when it begins",
  },
  {
    what: "a Pod",
    kind: "v1 Pod",
    body: { spec: POD },
    expected: "none: nothing replaces a Pod that stands alone",
  },
  {
    what: "Elastic's operator",
    kind: "kibana.k8s.elastic.co/v1 Kibana",
    body: { spec: { podTemplate: { spec: POD } } },
    expected: "none: its operator restarts what it runs by itself",
  },
  {
    what: "another kind",
    kind: "argoproj.io/v1alpha1 Rollout",
    body: TEMPLATE,
    expected: "none: secrets.templates does not say where Rollout.argoproj.io has its pod template",
  },
  {
    what: "another kind that is configured",
    kind: "argoproj.io/v1alpha1 Rollout",
    body: TEMPLATE,
    restarts: {
      watch: "all",
      templates: new Map([["Rollout.argoproj.io", ["spec", "template"]]]),
    },
    expected: "restart: secrets.watch is all",
  },
])("$what: $expected", ({ kind, body, annotations = {}, labels = {}, restarts, expected }) => {
  const [apiVersion = "", name = ""] = kind.split(" ");
  const metadata = { name: "web", namespace: "shop", annotations };
  const object = { apiVersion, kind: name, metadata, ...body };
  const place = { file: "web.yaml", line: 1, column: 1 };
  const written = { id: idOf(object), apiVersion, body: object, place };
  const rules = rulesOf();
  const found = describeConsumers(SOURCE, [written], {
    agent: "lockstep",
    restarts: { ...rules.restarts, ...restarts },
    sighting: { kind: "present", object: { metadata: { labels } } },
    modeOf: () => (annotations["lockstep.dev/mode"] === "observe" ? "observe" : "enforce"),
  });
  expect(found.map(({ effect, why }) => `${effect}: ${why}`)).toEqual([expected]);
});
