import type { PageStack } from "../../src/core/report/page-document.ts";
import type { ObjectStatus, StackStatus } from "../../src/core/report/status-document.ts";
import { pageEdge, passRecord } from "./page-builder.ts";
import { ago, objectStatus, stackStatus } from "./status-builder.ts";

const NAMESPACE = "Namespace/elastic";
export const SEARCH = "Elasticsearch.elasticsearch.k8s.elastic.co/elastic/main";
export const KIBANA = "Kibana.kibana.k8s.elastic.co/elastic/kb";
export const FLEET = "Agent.agent.k8s.elastic.co/elastic/fleet";
export const BEATS = "Beat.beat.k8s.elastic.co/elastic/logs";
export const SETTINGS = "ConfigMap/elastic/settings";
export const PASSWORD = "Secret/elastic/users";
export const WEB = "Deployment.apps/elastic/web";

const TIERS: readonly (readonly [tier: number, ids: readonly string[]])[] = [
  [0, [NAMESPACE]],
  [1, [SETTINGS, PASSWORD]],
  [2, [SEARCH]],
  [3, [KIBANA, FLEET]],
  [4, [BEATS, WEB]],
];

export const EDGES: PageStack["edges"] = [
  ...[SETTINGS, PASSWORD, SEARCH, KIBANA, FLEET, BEATS, WEB].map((from) => ({
    from,
    to: NAMESPACE,
    gate: "exists",
    origin: "structure:Namespace",
    informational: false,
    unversioned: false,
  })),
  pageEdge(SEARCH, PASSWORD, "exists", "association:spec.auth.fileRealm"),
  pageEdge(KIBANA, SEARCH, "lockstep", "association:spec.elasticsearchRef"),
  pageEdge(FLEET, SEARCH, "lockstep", "association:spec.elasticsearchRefs"),
  pageEdge(BEATS, KIBANA, "lockstep", "association:spec.kibanaRef"),
  pageEdge(WEB, KIBANA, "rolled-out", "annotation:lockstep.dev/after"),
  pageEdge(WEB, SETTINGS, "exists", "association:spec.template"),
];

/** The example's stack in five tiers, in sync but for the changes of objects by id. */
export function elasticStatus(
  changes: Readonly<Record<string, Partial<ObjectStatus>>>,
  written: Partial<StackStatus> = {},
): StackStatus {
  const objects = TIERS.flatMap(([tier, ids]) =>
    ids.map((id) =>
      objectStatus(id, {
        tier,
        version: [SEARCH, KIBANA, FLEET, BEATS].includes(id)
          ? { declared: "9.1.0", running: ["9.1.0"] }
          : { declared: null, running: [] },
        ...changes[id],
      }),
    ),
  );
  return stackStatus({ name: "elastic", writes: 14, objects, ...written });
}

export const OLD = { declared: "9.1.0", running: ["8.19.2"] };

export const HISTORY = [
  passRecord({ at: ago(31), quietPasses: 3 }),
  passRecord({
    at: ago(205),
    durationMs: 412,
    inSync: false,
    steps: [{ id: SEARCH, done: "changed" }],
    counts: { applied: 1, reverted: 0, refused: 0, held: 4 },
  }),
  passRecord({
    at: ago(4000),
    durationMs: 1840,
    revision: "0f9e8d7c6b5a4f3e2d1c0f9e8d7c6b5a4f3e2d1c",
    inSync: false,
    steps: [
      { id: NAMESPACE, done: "created" },
      { id: SETTINGS, done: "created" },
      { id: PASSWORD, done: "created" },
    ],
    counts: { applied: 3, reverted: 0, refused: 0, held: 5 },
    quietPasses: 1,
  }),
];
