import type { PageDocument } from "../../src/core/report/page-document.ts";
import { pageEdge, pageStack, passRecord } from "./page-builder.ts";
import { blockerStatus, driftStatus, objectStatus, stackStatus } from "./status-builder.ts";

/** Names and values that would like to be markup, to turn the text around, or to have no end. */
const HOSTILE_TEXTS = [
  '<img src=x onerror="window.hacked=1">',
  "</script><script>window.hacked=1</script>",
  '" onfocus="window.hacked=1" autofocus x="',
  "\u202Egnp.exe\u202C \u200Bzero\u200Dwidth\u2066",
  "A".repeat(10_000),
  "javascript:window.hacked=1",
  "{{constructor.constructor('window.hacked=1')()}}",
  "&lt;b&gt;&amp;\u0000\uD800",
] as const;

export function hostilePage(): PageDocument {
  const stacks = HOSTILE_TEXTS.map((bad) => {
    const objects = [
      objectStatus(bad, {
        phase: "Stalled",
        version: { declared: bad, running: [bad] },
        conditions: [{ type: "Drifted", since: bad, message: bad }],
        blockers: [
          blockerStatus(bad, {
            want: bad,
            have: bad,
            reason: bad,
            gate: bad,
            origin: bad,
            since: bad,
          }),
        ],
        cause: { pod: bad, reason: bad, message: bad },
        takesOver: [bad],
        appliedRevision: bad,
      }),
      objectStatus(`ConfigMap/${bad}/${bad}`),
    ];
    const status = stackStatus({
      name: bad,
      revision: bad,
      tip: bad,
      objects,
      drift: [
        driftStatus(bad, {
          path: bad,
          manager: bad,
          operation: bad,
          at: bad,
          action: bad,
          attribution: bad,
          live: bad,
          desired: bad,
        }),
      ],
      fights: [
        {
          id: bad,
          path: bad,
          managers: [bad],
          count: 1,
          first: bad,
          last: bad,
          contested: true,
          nextRevertAt: bad,
        },
      ],
      problems: [{ where: bad, what: bad, expected: bad }],
      refusals: [{ id: bad, code: bad, message: bad }],
      cycles: [[bad]],
      orphans: [{ id: bad, action: bad, reason: bad }],
      lints: [{ where: bad, what: bad }],
    });
    return pageStack(status, {
      source: { url: bad, branch: bad, path: bad },
      lookedAt: bad,
      edges: [pageEdge(bad, bad, bad, bad)],
      passes: [passRecord({ at: bad, revision: bad, steps: [{ id: bad, done: "created" }] })],
    });
  });
  return { cluster: HOSTILE_TEXTS[0], stacks };
}
