import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { uidOf } from "../../../../src/core/object/live-object.ts";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, memoryOf, NEW, OLD } from "../../../support/look-builder.ts";

const ID = "Job.batch/shop/migrate";

describe("a Job that went before any look saw its end", () => {
  const job = manifest(ID, { spec: "{tag: '1'}" });
  const live = appliedAt(job, NEW);
  const memory = memoryOf({ [ID]: { uid: uidOf(live), appliedRevision: NEW } });

  function ended(type: string): JsonObject {
    return { ...live, status: { conditions: [{ type, status: "True" }] } };
  }

  test.each([
    { title: "complete", gone: [ended("Complete")], step: undefined, is: "complete" },
    { title: "failed", gone: [ended("Failed")], step: undefined, is: "failed" },
    { title: "running: somebody deleted it", gone: [live], step: "create", is: undefined },
    { title: "nobody saw how", gone: [], step: "create", is: undefined },
    {
      title: "another one of that name",
      gone: [{ ...ended("Complete"), metadata: { name: "migrate", uid: "other" } }],
      step: "create",
      is: undefined,
    },
  ])("B18: $title", ({ gone, step, is }) => {
    const { plan } = decide(lookOf({ git: [job], absent: [ID], gone, memory }));
    const [object] = plan.objects;
    expect([object?.step?.why, object?.learned.ended?.outcome]).toEqual([step, is]);
  });

  test("B18: of another text in Git it says nothing", () => {
    const changed = manifest(ID, { spec: "{tag: '2'}" });
    const { plan } = decide(
      lookOf({
        git: [changed],
        before: [job],
        absent: [ID],
        gone: [ended("Complete")],
        memory: memoryOf({ [ID]: { uid: uidOf(live), appliedRevision: OLD } }),
      }),
    );
    expect(plan.objects[0]?.step?.why).toBe("create");
  });
});
