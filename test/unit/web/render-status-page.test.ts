import { expect, test } from "vitest";
import { isAllowedHost } from "../../../src/web/is-allowed-host.ts";
import { renderStatusPage } from "../../../src/web/render-status-page.ts";
import {
  blockerStatus,
  driftStatus,
  objectStatus,
  stackStatus,
} from "../../support/status-builder.ts";

test("no stacks yet", () => {
  expect(renderStatusPage({ stacks: [] })).toContain("<p>No stacks yet.</p>");
});

test("an object with its version and what it waits for, a drift with who and when", () => {
  const html = renderStatusPage({
    stacks: [
      stackStatus({
        inSync: false,
        objects: [
          objectStatus("Deployment.apps/shop/web", {
            tier: 2,
            phase: "DelayingChanges",
            version: { declared: "9.1.0", running: ["8.19.2"] },
            blockers: [blockerStatus("Deployment.apps/shop/db")],
          }),
        ],
        drift: [driftStatus("ConfigMap/shop/a", { desired: null, at: "2026-01-01T00:00:00Z" })],
      }),
    ],
  });
  expect(html).toContain("<h2>shop: not in sync</h2>");
  expect(html).toContain(
    "<tr><td>Deployment.apps/shop/web</td><td>2</td><td>DelayingChanges</td><td>9.1.0 (runs 8.19.2)</td><td>Deployment.apps/shop/db: VersionBehind, wants 9.1.0, has 8.19.2</td></tr>",
  );
  expect(html).toContain(
    "<tr><td>ConfigMap/shop/a</td><td>/spec/replicas</td><td>not set</td><td>5</td><td>kubectl-edit Update</td><td>2026-01-01T00:00:00Z</td><td>reverted</td></tr>",
  );
});

test("other people's text is shown, never obeyed", () => {
  const bad = `<script>'"&\u202E</script>`;
  const html = renderStatusPage({
    stacks: [
      stackStatus({
        name: bad,
        revision: bad,
        objects: [
          objectStatus(bad, {
            version: { declared: bad, running: [bad] },
            conditions: [{ type: "Drifted", since: bad, message: bad }],
            blockers: [blockerStatus(bad, { want: bad, have: bad, reason: bad })],
            cause: { pod: bad, reason: bad, message: bad },
          }),
        ],
        drift: [
          driftStatus(bad, { path: bad, manager: bad, operation: bad, at: bad, action: bad }),
        ],
        problems: [{ where: bad, what: bad, expected: bad }],
        refusals: [{ id: bad, code: bad, message: bad }],
        cycles: [[bad]],
        orphans: [{ id: bad, action: bad, reason: bad }],
        lints: [{ where: bad, what: bad }],
      }),
    ],
  });
  expect(html).not.toMatch(/<script|\u202E|'"/);
  expect(html).toContain("&lt;script&gt;&#39;&quot;&amp;\\u202e&lt;/script&gt;");
});

test("a table ends somewhere", () => {
  const lints = Array.from({ length: 1005 }, () => ({ where: "a.yaml:1:1", what: "x" }));
  expect(renderStatusPage({ stacks: [stackStatus({ lints })] })).toContain(
    "<p>5 more are in status.json.</p>",
  );
});

test.each([
  ["10.0.0.7:8080", "0.0.0.0", true],
  ["[fd00::1]:8080", "::", true],
  ["evil.example", "0.0.0.0", false],
  ["10.0.0.7", "10.0.0.8", false],
  ["10.0.0.8", "10.0.0.8", true],
  ["lockstep.example", "Lockstep.example", true],
  ["[fd00::1]", "fd00::1", true],
])("Host %s at a server that listens on %s: %s", (header, host, isAllowed) => {
  expect(isAllowedHost(header, { host, port: 8080 })).toBe(isAllowed);
});
