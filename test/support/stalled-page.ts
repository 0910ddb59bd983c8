import type { PageDocument } from "../../src/core/report/page-document.ts";
import {
  BEATS,
  EDGES,
  elasticStatus,
  FLEET,
  HISTORY,
  KIBANA,
  OLD,
  SEARCH,
  WEB,
} from "./elastic-page.ts";
import { pageOf, pageStack, passRecord } from "./page-builder.ts";
import { ago, blockerStatus } from "./status-builder.ts";

/** One object makes no progress, others wait for it, and more is wrong. */
export function stalledPage(): PageDocument {
  return pageOf(
    pageStack(
      elasticStatus(
        {
          [SEARCH]: {
            phase: "Stalled",
            version: OLD,
            cause: {
              pod: "main-es-default-2",
              reason: "ImagePullBackOff",
              message:
                'Back-off pulling image "registry.example/elasticsearch:9.1.0-typo": not found',
            },
          },
          [KIBANA]: {
            phase: "DelayingChanges",
            version: OLD,
            blockers: [
              blockerStatus(SEARCH, {
                reason: "Stalled",
                want: "",
                have: "0 of 3 pods updated",
                since: ago(1300),
              }),
            ],
          },
          [FLEET]: {
            phase: "DelayingChanges",
            version: OLD,
            blockers: [
              blockerStatus(SEARCH, {
                reason: "Stalled",
                want: "",
                have: "0 of 3 pods updated",
                since: ago(1300),
              }),
            ],
          },
        },
        {
          refusals: [
            {
              id: WEB,
              code: "forbidden",
              message:
                'deployments.apps "web" is forbidden: User "system:serviceaccount:lockstep-system:lockstep" cannot patch resource "deployments" in API group "apps"',
            },
          ],
          problems: [
            {
              where: "elastic/beat.yaml:9:3",
              what: "unknown key replica",
              expected: "did you mean replicas?",
            },
          ],
          cycles: [[FLEET, BEATS]],
        },
      ),
      {
        edges: EDGES,
        passes: [
          passRecord({
            at: ago(20),
            inSync: false,
            steps: [{ id: WEB, done: "refused" }],
            counts: { applied: 0, reverted: 0, refused: 1, held: 2 },
          }),
          ...HISTORY.slice(1),
        ],
      },
    ),
  );
}
