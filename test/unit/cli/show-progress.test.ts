import { expect, test } from "vitest";
import { PLAIN } from "../../../src/cli/palette.ts";
import { openProgress, type Progress } from "../../../src/cli/show-progress.ts";
import {
  ago,
  driftStatus,
  NOW_MS,
  objectStatus,
  stackStatus,
} from "../../support/status-builder.ts";

const WEB = "Deployment.apps/shop/web";
const calm = stackStatus({ objects: [objectStatus(WEB)] });
const drift = driftStatus(WEB, { path: "/spec/template/spec/containers/[name=web]/image" });
// oxlint-disable-next-line no-control-regex -- what moves the cursor and clears
const MOVES = /\u001B\[\d*[A-Z]|\r/g;

/** Progress on a terminal of 60 columns, or in a pipe; and what it wrote, without the moves of the cursor. */
function open(
  isTerminal: boolean,
  now = () => NOW_MS,
): Progress & { written(): readonly string[] } {
  let text = "";
  const screen = {
    isTerminal,
    palette: PLAIN,
    columns: () => 60,
    rows: () => 20,
    write: (more: string) => {
      text += more;
    },
  };
  return {
    ...openProgress(screen, now),
    written() {
      const lines = text.replaceAll(MOVES, "").split("\n").slice(0, -1);
      text = "";
      return lines;
    },
  };
}

test("on a terminal drift stays above the frame, whole, in words that are not cut", () => {
  const progress = open(true);
  progress.show(calm);
  progress.written();
  progress.show({ ...calm, drift: [drift] });
  expect(progress.written()).toEqual([
    "shop: drift: Deployment/shop/web: kubectl-edit changed",
    "    spec.template.spec.containers[name=web].image",
    "    from 3 to 5, 2m ago: reverted",
    "shop: in sync at 1a2b3c4 (1 object)",
    "  tier 0 ████████████████████ 1 of 1 ready",
  ]);
});

test("the same drift is told once", () => {
  const progress = open(true);
  progress.show(calm);
  progress.show({ ...calm, drift: [drift] });
  progress.written();
  progress.show({ ...calm, drift: [drift], inSync: false });
  expect(progress.written().filter((line) => line.includes("drift"))).toEqual([]);
});

test("in a pipe it is one line", () => {
  const progress = open(false);
  progress.show(calm);
  progress.written();
  progress.show({ ...calm, drift: [drift] });
  expect(progress.written()).toEqual([
    "shop: drift: Deployment/shop/web: kubectl-edit changed spec.template.spec.containers[name=web].image from 3 to 5, 2m ago: reverted",
  ]);
});

test("a watcher says in a pipe once who holds the stack, and nothing of what that one does", () => {
  const progress = open(false);
  const other = { ...calm, revision: "5d6e7f8a9b", inSync: false };
  progress.show(calm, "host\u001B[2J_1");
  progress.show(other, "host\u001B[2J_1");
  progress.show({ ...calm, drift: [drift] }, "host\u001B[2J_1");
  const [line = "", ...more] = progress.written();
  expect(line).toMatch(
    /^shop: another agent \(host.*_1\) holds the stack's Lease: this one only watches, and takes over when that one ends$/,
  );
  expect([line.includes("\u001B"), more]).toEqual([false, []]);
  progress.show(calm);
  expect(progress.written()).toEqual([
    "shop: takes commit 1a2b3c4",
    "shop: in sync at 1a2b3c4 (1 object)",
  ]);
});

test("a watcher's frame on a terminal says who holds the stack, until it is its own", () => {
  const progress = open(true);
  progress.show({ ...calm, drift: [drift] }, "host_1");
  expect(progress.written()).toEqual([
    "shop: in sync at 1a2b3c4 (1 object)",
    "  watching: another agent (host_1) holds the stack's Lease…",
    "  tier 0 ████████████████████ 1 of 1 ready",
  ]);
  progress.show(calm);
  expect(progress.written()).not.toContainEqual(expect.stringContaining("watching"));
});

test.each([
  { where: "on a terminal", isTerminal: true },
  { where: "in a pipe", isTerminal: false },
])(
  "$where, after a takeover, reverts of the other agent are not told as ours",
  ({ isTerminal }) => {
    let nowMs = NOW_MS - 600_000;
    const progress = open(isTerminal, () => nowMs);
    const path = "/spec/paused";
    const before = driftStatus(WEB, { path: "/spec/replicas", seenAt: ago(300) });
    progress.show(calm);
    progress.show({ ...calm, drift: [driftStatus(WEB, { action: "open" })] }, "host_1");
    nowMs = NOW_MS - 60_000;
    progress.show({ ...calm, drift: [before] }, "host_1");
    progress.written();
    nowMs = NOW_MS;
    const theirs = driftStatus(WEB, { path: "/spec/template", seenAt: ago(200) });
    progress.show({ ...calm, drift: [driftStatus(WEB, { path, seenAt: ago(1) }), theirs, before] });
    const told = progress.written().filter((line) => line.includes("drift:"));
    expect(told.length).toBe(1);
    expect(told[0]).toContain("kubectl-edit changed");
    progress.show({ ...calm, drift: [driftStatus(WEB, { seenAt: ago(2) })] });
    expect(progress.written().filter((line) => line.includes("drift:")).length).toBe(1);
  },
);
