import { describe, expect, test } from "vitest";
import { redactAgain } from "../../../../src/core/report/redact-value.ts";
import { renderReportJson } from "../../../../src/core/report/render-report-json.ts";
import { renderReportMarkdown } from "../../../../src/core/report/render-report-markdown.ts";
import { driftReport, reportEntry } from "../../../support/report-builder.ts";
import { ago, blockerStatus, driftStatus } from "../../../support/status-builder.ts";

test("who has an object skipped, and why nobody opens a gate", () => {
  const skipped = { label: "lockstep.dev/skip-reconciliation", at: "2026-03-01T11:00:00Z" };
  const report = driftReport({
    skipped: [
      { id: "ConfigMap/shop/a", ...skipped, by: "kubectl|label", until: "" },
      { id: "ConfigMap/shop/b", ...skipped, by: "", at: "", until: "2026-03-02T00:00:00Z" },
    ],
    held: [
      {
        id: "ConfigMap/shop/c",
        tier: 1,
        blockers: [blockerStatus("ConfigMap/shop/a", { note: "nothing of it is written" })],
      },
    ],
  });
  const lines = renderReportMarkdown(report, "").split("\n");
  expect(lines).toContain(
    `| 1 | \`ConfigMap/shop/c\` | \`ConfigMap/shop/a\` (\`lockstep\`) | \`VersionBehind\`: has \`8.19.2\` \`nothing of it is written\`, wants \`9.1.0\` | \`${ago(180)}\` |`,
  );
  expect(lines.filter((line) => line.startsWith("| `ConfigMap"))).toEqual([
    "| `ConfigMap/shop/a` | `lockstep.dev/skip-reconciliation` | `kubectl\\u007clabel` | `2026-03-01T11:00:00Z` | the label goes |",
    "| `ConfigMap/shop/b` | `lockstep.dev/skip-reconciliation` | unknown | unknown | `2026-03-02T00:00:00Z` |",
  ]);
});

test("a report as a person reads it", () => {
  const report = driftReport({
    entries: [
      reportEntry("Deployment.apps/shop/web"),
      reportEntry("Service/shop/web", {
        class: "missing",
        path: "",
        desired: null,
        live: null,
        manager: "",
        operation: "",
        at: "",
        attribution: "unknown",
        action: "failed",
        state: "open",
      }),
    ],
    dropped: 2,
    ignored: [
      driftStatus("ConfigMap/shop/a", { path: "/data/x", action: "ignored", sharedWith: ["k9s"] }),
    ],
    held: [
      {
        id: "Deployment.apps/shop/web",
        tier: 1,
        blockers: [blockerStatus("Deployment.apps/shop/db")],
      },
    ],
    restarts: [
      {
        source: "Secret/shop/db",
        consumers: ["Deployment.apps/shop/web", "Deployment.apps/shop/api"],
        at: ago(60),
      },
    ],
    fights: [
      {
        id: "Deployment.apps/shop/web",
        path: "/spec/replicas",
        managers: ["k9s", "kubectl-scale"],
        count: 7,
        first: ago(500),
        last: ago(12),
        contested: true,
      },
    ],
  });
  expect(renderReportMarkdown(report, "flowchart LR\n  n0\n")).toBe(`# Drift of shop on demo

The cluster differs from Git. In this report: 1 open, 1 reverted.  
Looked at commit \`c0ffee\`; 1 held, 1 ignored.

## Differences

| State | Difference: Git → cluster | Who, when |
| --- | --- | --- |
| open (\`failed\`), \`missing\` | \`Service/shop/web\` the whole object: present → missing | unknown, nobody knows when |
| reverted, \`changed\` | \`Deployment.apps/shop/web\` \`spec.replicas\`: \`3\` → \`5\` | \`kubectl-edit\` (\`Update, recorded\`), \`${ago(120)}\` |

2 more are not listed.

## Held objects

| Tier | Object | Waits for (gate) | Why | Since |
| --- | --- | --- | --- | --- |
| 1 | \`Deployment.apps/shop/web\` | \`Deployment.apps/shop/db\` (\`lockstep\`) | \`VersionBehind\`: has \`8.19.2\`, wants \`9.1.0\` | \`${ago(180)}\` |

## Fights

- \`Deployment.apps/shop/web\`: \`k9s\`, \`kubectl-scale\` took \`spec.replicas\` 7 times (first \`${ago(500)}\`, last \`${ago(12)}\`); reverts go on, more slowly

## Restarts

- \`${ago(60)}\`: \`Secret/shop/db\` changed, restarted \`Deployment.apps/shop/web\`, \`Deployment.apps/shop/api\`

## Differs, ignored

| Difference: Git → cluster | Who, when |
| --- | --- |
| \`ConfigMap/shop/a\` \`data.x\`: \`3\` → \`5\` | \`kubectl-edit\` (\`Update, recorded\`) with \`k9s\`, \`${ago(120)}\` |

## Order

\`\`\`mermaid
flowchart LR
  n0
\`\`\`
`);
});

test.each([
  { states: ["open", "reverted"], held: 0, verdict: "The cluster differs from Git." },
  { states: ["reverted"], held: 0, verdict: "The cluster is as Git says again." },
  { states: ["reverted", "gone"], held: 0, verdict: "The cluster is as Git says again." },
  { states: ["reverted"], held: 1, verdict: "What others changed is as it was before." },
] as const)("$states, $held held: $verdict", ({ states, held, verdict }) => {
  const report = driftReport({
    entries: states.map((state) => reportEntry("ConfigMap/shop/a", { state })),
    held: Array.from({ length: held }, () => ({ id: "A/b", tier: 0, blockers: [] })),
  });
  expect(renderReportMarkdown(report, "").split("\n")[2]).toMatch(new RegExp(`^${verdict} `));
});

test("the newest stands first, and what the cluster recorded no time of when it was seen", () => {
  const gone = {
    class: "missing",
    path: "",
    desired: null,
    live: null,
    manager: "",
    at: "",
  } as const;
  const entries = [
    reportEntry("A/old", { at: ago(500) }),
    reportEntry("B/seen", { ...gone, seenAt: ago(100) }),
    reportEntry("C/unknown", gone),
    reportEntry("D/ours", {
      class: "removed",
      path: "/metadata/labels/lockstep.dev~1stack",
      desired: redactAgain("shop"),
      live: null,
      at: ago(50),
    }),
  ];
  const rows = renderReportMarkdown(driftReport({ entries }), "")
    .split("\n")
    .filter((line) => line.startsWith("| reverted"))
    .map((line) => line.split(" | ").slice(1));
  expect(rows).toEqual([
    [
      '`D/ours` `metadata.labels[lockstep.dev/stack]`: `"shop"` (set by Lockstep) → not set',
      `\`kubectl-edit\` (\`Update, recorded\`), \`${ago(50)}\` |`,
    ],
    ["`B/seen` the whole object: present → missing", `unknown, seen \`${ago(100)}\` |`],
    [
      "`A/old` `spec.replicas`: `3` → `5`",
      `\`kubectl-edit\` (\`Update, recorded\`), \`${ago(500)}\` |`,
    ],
    ["`C/unknown` the whole object: present → missing", "unknown, nobody knows when |"],
  ]);
});

test("a closing report says so in its first line", () => {
  const text = renderReportMarkdown(driftReport({ drift: "none", entries: [], revision: "" }), "");
  expect(text).toBe(
    "# Drift of shop on demo\n\nThe cluster does not differ from Git.  \nLooked at no commit yet; 0 held, 0 ignored.\n",
  );
});

describe("other people's text is shown, never obeyed", () => {
  test.each([
    ["a pipe", "a|b", '"a\\u007cb"'],
    ["an escaped pipe", "a\\|b", '"a\\\\\\u007cb"'],
    ["backticks", "``x``", '"\\u0060\\u0060x\\u0060\\u0060"'],
    ["a new row", "x\n| y |", '"x\\n\\u007c y \\u007c"'],
    ["HTML", "<img src=x onerror=alert(1)>", '"<img src=x onerror=alert(1)>"'],
    ["a link", "[a](javascript:x)", '"[a](javascript:x)"'],
    ["a mention", "@team #1 !2", '"@team #1 !2"'],
    ["a bidirectional override", "a\u202Eb", '"a\\u202eb"'],
    ["zero-width and tag characters", "a\u200B\u{E0041}", '"a\\u200b\\u{e0041}"'],
    ["a terminal's escape", "\u001B[2J", '"\\u001b[2J"'],
    ["half a character", "\uD800", '"\\ud800"'],
    ["a long text", "x".repeat(500), `"${"x".repeat(59)}…`],
  ])("%s", (_title, live, shown) => {
    const entry = reportEntry("ConfigMap/shop/a", { live: redactAgain(live) });
    const text = renderReportMarkdown(driftReport({ entries: [entry] }), "");
    const row = text.split("\n").find((line) => line.startsWith("| reverted"));
    expect(row?.split(" | ").at(1)?.split(" → ").at(1)).toBe(`\`${shown}\``);
  });

  test("in every place that comes from the cluster", () => {
    const bad = "`</code>|\n@team\u202E";
    const entry = reportEntry(bad, {
      path: bad,
      manager: bad,
      operation: bad,
      at: bad,
      class: bad,
      action: bad,
      sharedWith: [bad],
    });
    const held = {
      id: bad,
      tier: 0,
      blockers: [blockerStatus(bad, { gate: bad, reason: bad, want: bad, have: bad, since: bad })],
    };
    const fight = { id: bad, path: bad, managers: [bad], count: 2, first: bad, last: bad };
    const text = renderReportMarkdown(
      driftReport({
        entries: [entry],
        ignored: [entry],
        held: [held],
        fights: [
          { ...fight, contested: true },
          { ...fight, contested: false, state: "left", left: `set by ${bad}` },
        ],
        revision: bad,
      }),
      "",
    );
    expect(outsideOfCode(text)).not.toMatch(/team|code>/);
    expect(text).not.toMatch(/\u202E/);
    expect(text).toContain("; no longer reverted: `set by ");
  });

  test("in the JSON file, too", () => {
    const text = renderReportJson(
      driftReport({ entries: [reportEntry("a\u202E\u{E0041}\u2028")] }),
    );
    expect(text).toContain("a\\u202e\\udb40\\udc41\\u2028");
    expect(JSON.parse(text)).toMatchObject({ entries: [{ id: "a\u202E\u{E0041}\u2028" }] });
  });
});

test("a table ends before forges stop rendering it", () => {
  const entries = Array.from({ length: 250 }, (_, index) =>
    reportEntry(`ConfigMap/shop/a${index}`),
  );
  const text = renderReportMarkdown(driftReport({ entries }), "");
  expect(text).toContain("\nThe JSON file has 50 more rows.\n");
});

/** The text without its code spans, each of which is one backtick, text without backticks, one backtick. */
function outsideOfCode(text: string): string {
  return text.replaceAll(/`[^`\n]*`/g, "");
}

test("a revert that replaced pods says so", () => {
  const entries = [reportEntry("Deployment.apps/shop/web", { rollsPods: true })];
  expect(renderReportMarkdown(driftReport({ entries }), "")).toContain(
    "| reverted, which rolled its pods, `changed` |",
  );
});
