import { expect, test } from "vitest";
import { PLAIN } from "../../../src/cli/palette.ts";
import { openProgress, type Progress } from "../../../src/cli/show-progress.ts";
import { driftStatus, NOW_MS, objectStatus, stackStatus } from "../../support/status-builder.ts";

const WEB = "Deployment.apps/shop/web";
const calm = stackStatus({ objects: [objectStatus(WEB)] });
const drift = driftStatus(WEB, { path: "/spec/template/spec/containers/[name=web]/image" });
// oxlint-disable-next-line no-control-regex -- what moves the cursor and clears
const MOVES = /\u001B\[\d*[A-Z]|\r/g;

/** Progress on a terminal of 60 columns, or in a pipe; and what it wrote, without the moves of the cursor. */
function open(isTerminal: boolean): Progress & { written(): readonly string[] } {
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
    ...openProgress(screen, () => NOW_MS),
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
    "    /spec/template/spec/containers/[name=web]/image",
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
    "shop: drift: Deployment/shop/web: kubectl-edit changed /spec/template/spec/containers/[name=web]/image from 3 to 5, 2m ago: reverted",
  ]);
});
