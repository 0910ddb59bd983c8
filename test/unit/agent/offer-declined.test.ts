import { describe, expect, test } from "vitest";
import { settleOffer } from "../../../src/agent/deliver-offer.ts";
import { PLAIN } from "../../../src/cli/palette.ts";
import { renderStatus } from "../../../src/cli/render-status.ts";
import { statusDocumentSchema } from "../../../src/core/report/published-schemas.ts";
import type { DeclinedStatus } from "../../../src/core/report/status-document.ts";
import type { FakeStack } from "../../support/fake-stack.ts";
import { EVERY_MS, openOffering, pass, revert } from "../../support/offer-world.ts";
import { NOW_MS, stackStatus } from "../../support/status-builder.ts";

/** A stack with a reverted change that a person declined by closing its pull request. */
async function openDeclined(): Promise<FakeStack> {
  const world = await openOffering();
  await revert(world, "2");
  await answer(world, "closed");
  return world;
}

async function answer(world: FakeStack, state: "open" | "closed"): Promise<void> {
  world.forge.change(1, { state });
  await world.clock.pass(EVERY_MS);
  await settleOffer(world.stack);
  await pass(world);
}

const DECLINED: DeclinedStatus = {
  id: "ConfigMap/shop/a",
  path: "/data/x",
  live: null,
  manager: "kubectl-edit",
  pullRequest: 1,
};

describe("what a person declined", () => {
  test("stands in the status: which, by which pull request, and until when", async () => {
    const { stack } = await openDeclined();
    const until = "1970-01-08T00:16:40.000Z";
    expect(stack.status.declined).toEqual([{ ...DECLINED, live: "2", until }]);
    const parsed = statusDocumentSchema.parse(JSON.parse(stack.parent?.content.status ?? ""));
    expect(parsed.stacks[0]?.declined).toEqual(stack.status.declined);
    expect(renderStatus({ stacks: [stack.status] }, { nowMs: NOW_MS, palette: PLAIN })).toContain(
      `  declined: ConfigMap/shop/a: data.x ("2" by kubectl-edit) was declined in pull request 1: it is offered again once that one is opened again, or the value is another one, or the same change is made after ${until}\n`,
    );
  });

  test("is over once the pull request is opened again, or the value is another one", async () => {
    const world = await openDeclined();
    await answer(world, "open");
    expect(world.stack.status.declined).toBeUndefined();
    await answer(world, "closed");
    expect(world.stack.status.declined).toHaveLength(1);
    await revert(world, "3");
    await pass(world);
    expect(world.stack.status.declined).toBeUndefined();
  });

  test("is told in ten lines at most; what is gone is said to be gone", () => {
    const declined = Array.from({ length: 12 }, (_, index) => ({
      ...DECLINED,
      path: `/data/k${index}`,
    }));
    const text = renderStatus(
      { stacks: [stackStatus({ declined })] },
      { nowMs: NOW_MS, palette: PLAIN },
    );
    const lines = text.split("\n").filter((line) => line.startsWith("  declined: "));
    expect(lines).toHaveLength(11);
    expect(lines[0]).toMatch(/data\.k0 \(gone by kubectl-edit\) .* or the value is another one$/);
    expect(lines[10]).toBe("  declined: and 2 more (--output json has all)");
  });
});
