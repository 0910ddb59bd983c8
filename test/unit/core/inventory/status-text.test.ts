import { describe, expect, test } from "vitest";
import {
  isSameStatusText,
  parseStatusText,
  renderStatusText,
} from "../../../../src/core/inventory/status-text.ts";
import type { StackStatus } from "../../../../src/core/report/status-document.ts";
import {
  blockerStatus,
  driftStatus,
  objectStatus,
  stackStatus,
} from "../../../support/status-builder.ts";

/** What the API server allows of a ConfigMap in all. https://kubernetes.io/docs/concepts/configuration/configmap/ */
const CONFIG_MAP_BYTES = 1024 * 1024;

const held = objectStatus("Deployment.apps/shop/web", {
  phase: "DelayingChanges",
  blockers: [blockerStatus("Deployment.apps/shop/db")],
});

function readBack(status: StackStatus): StackStatus | undefined {
  const text = renderStatusText(status);
  return text === "" ? undefined : parseStatusText(JSON.parse(text));
}

function many(count: number, phase: "Ready" | "Stalled", message: string): StackStatus["objects"] {
  return Array.from({ length: count }, (_, index) =>
    objectStatus(`ConfigMap/shop/c-${index}`, {
      phase,
      ...(message === "" ? {} : { cause: { pod: "", reason: "r", message } }),
    }),
  );
}

describe("the status as the parent keeps it", () => {
  test("is read back as it was", () => {
    const status = stackStatus({ objects: [held], drift: [driftStatus("ConfigMap/shop/a")] });
    expect(readBack(status)).toEqual(status);
  });

  test("another count of writes alone is no news: an agent that restarts in a quiet cluster writes nothing", () => {
    const before = renderStatusText(stackStatus({ objects: [held], writes: 13 }));
    const counted = renderStatusText(stackStatus({ objects: [held], writes: 0 }));
    const moved = renderStatusText(stackStatus({ objects: [], writes: 13 }));
    expect([isSameStatusText(before, counted), isSameStatusText(before, moved)]).toEqual([
      true,
      false,
    ]);
  });

  test("too long: what is settled goes first, what is held keeps its times", () => {
    const status = stackStatus({ objects: [...many(5_000, "Ready", ""), held] });
    expect(readBack(status)?.objects).toEqual([held]);
  });

  test("still too long: the lists go, the rest stays", () => {
    const status = stackStatus({ objects: many(5_000, "Stalled", "x".repeat(200)), writes: 7 });
    expect(readBack(status)).toMatchObject({ objects: [], writes: 7, revision: status.revision });
  });

  test("too long without any list: nothing is kept", () => {
    const problem = { where: "a", what: "x".repeat(700_000), expected: "" };
    expect(renderStatusText(stackStatus({ problems: [problem] }))).toBe("");
  });

  test.each(["x", "é", "名", "😀"])("a status full of %s fits into a ConfigMap", (letter) => {
    const sizes = [150, 250, 350, 450, 550].map((count) => {
      const objects = many(count, "Stalled", letter.repeat(1_000));
      return Buffer.byteLength(renderStatusText(stackStatus({ objects })));
    });
    expect(Math.max(...sizes)).toBeLessThan(CONFIG_MAP_BYTES * 0.9);
  });

  test.each([
    { title: "no document", json: 7 },
    { title: "an empty list", json: { stacks: [] } },
    { title: "a status with parts missing", json: { stacks: [{ name: "shop" }] } },
  ])("$title is no status", ({ json }) => {
    expect(parseStatusText(json)).toBeUndefined();
  });
});
