import type { PageDocument } from "../../src/core/report/page-document.ts";
import type { ObjectStatus } from "../../src/core/report/status-document.ts";
import {
  BEATS,
  EDGES,
  elasticStatus,
  FLEET,
  HISTORY,
  KIBANA,
  OLD,
  PASSWORD,
  SEARCH,
  SETTINGS,
  WEB,
} from "./elastic-page.ts";
import { pageOf, pageStack, passRecord } from "./page-builder.ts";
import { ago, blockerStatus, driftStatus } from "./status-builder.ts";

export function inSyncPage(): PageDocument {
  return pageOf(pageStack(elasticStatus({}), { edges: EDGES, passes: HISTORY }));
}

/** An upgrade on its way: the search cluster rolls, the others wait for it. */
export function heldPage(): PageDocument {
  return pageOf(
    pageStack(
      elasticStatus({
        [SEARCH]: {
          phase: "ApplyingChanges",
          version: { declared: "9.1.0", running: ["8.19.2", "9.1.0"] },
        },
        [KIBANA]: waitsFor(SEARCH),
        [FLEET]: waitsFor(SEARCH),
        [BEATS]: waitsFor(KIBANA),
        [WEB]: {
          phase: "Pending",
          blockers: [
            blockerStatus(KIBANA, {
              gate: "rolled-out",
              reason: "TargetNotApplied",
              want: "",
              have: "",
              since: ago(65),
            }),
          ],
        },
      }),
      { edges: EDGES, passes: HISTORY.slice(1) },
    ),
  );
}

function waitsFor(to: string): Partial<ObjectStatus> {
  return {
    phase: "DelayingChanges",
    action: "hold",
    version: OLD,
    blockers: [blockerStatus(to, { origin: "association:spec.elasticsearchRef" })],
  };
}

export function driftPage(): PageDocument {
  return pageOf(
    pageStack(
      elasticStatus(
        {
          [WEB]: {
            conditions: [
              { type: "Drifted", since: ago(42), message: "/spec/replicas by kubectl-edit" },
            ],
          },
        },
        {
          inSync: false,
          drift: [
            driftStatus(WEB, { action: "open", at: ago(42) }),
            driftStatus(SETTINGS, {
              path: "/data/mode",
              desired: "calm",
              live: "loud",
              manager: "k9s",
              at: ago(800),
            }),
            driftStatus(KIBANA, {
              class: "added",
              path: "/spec/podTemplate/spec/tolerations",
              desired: null,
              live: [{ key: "spot", operator: "Exists" }],
              manager: "kubectl-client-side-apply",
              at: ago(7300),
            }),
            driftStatus(PASSWORD, {
              class: "missing",
              path: "",
              desired: null,
              live: null,
              manager: "",
              operation: "",
              at: "",
              attribution: "unknown",
            }),
            driftStatus(WEB, {
              path: "/spec/strategy/type",
              desired: "Recreate",
              live: "RollingUpdate",
              manager: "argocd",
              action: "ignored",
              at: ago(90_000),
            }),
          ],
          restarts: [{ source: PASSWORD, consumers: [WEB], at: ago(180) }],
          orphans: [
            {
              id: "ConfigMap/elastic/old-settings",
              action: "skip",
              reason: "pruning is not built yet",
            },
          ],
          lints: [
            {
              where: "elastic/web.yaml:12:5",
              what: "the autoscaler of this Deployment owns replicas; leave them out",
            },
          ],
        },
      ),
      {
        edges: EDGES,
        passes: [
          passRecord({ at: ago(41), durationMs: 61, inSync: false, quietPasses: 1 }),
          passRecord({
            at: ago(800),
            durationMs: 133,
            steps: [{ id: SETTINGS, done: "reverted" }],
            counts: { applied: 0, reverted: 1, refused: 0, held: 0 },
          }),
          ...HISTORY.slice(2),
        ],
      },
    ),
  );
}

export function fightPage(): PageDocument {
  return pageOf(
    pageStack(
      elasticStatus(
        {
          [WEB]: {
            conditions: [
              {
                type: "Contested",
                since: ago(500),
                message: "k9s takes /spec/replicas again and again",
              },
            ],
          },
        },
        {
          inSync: false,
          drift: [driftStatus(WEB, { manager: "k9s", action: "contested", at: ago(12) })],
          fights: [
            {
              id: WEB,
              path: "/spec/replicas",
              managers: ["k9s", "kubectl-scale"],
              count: 7,
              first: ago(500),
              last: ago(12),
              contested: true,
            },
          ],
        },
      ),
      {
        edges: EDGES,
        passes: [12, 75, 140, 200].map((seconds) =>
          passRecord({
            at: ago(seconds),
            steps: [{ id: WEB, done: "reverted" }],
            counts: { applied: 0, reverted: 1, refused: 0, held: 0 },
          }),
        ),
      },
    ),
  );
}
