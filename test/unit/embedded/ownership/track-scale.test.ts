import { describe, expect, test } from "vitest";
import { type JsonObject, objectAt } from "../../../../src/core/object/json.ts";
import { playWrites, type Write } from "../../../support/ownership-history.ts";
import { builtInKind, ownersOf, WIDGET } from "../../../support/tracked-kinds.ts";

const DEPLOYMENT = builtInKind("apps/v1", "Deployment", { replicas: ["spec", "replicas"] });

describe("a scale", () => {
  const two = updated("u", { replicas: 2 });

  test.each<{
    what: string;
    writes: readonly Write[];
    owners: readonly string[];
    replicas?: number;
  }>([
    {
      what: "moves the replicas to an entry without time",
      writes: [two, scaled("v", 3)],
      owners: ["v/Update/scale@- .replicas"],
      replicas: 3,
    },
    { what: "to 0 leaves them to nobody", writes: [two, scaled("v", 0)], owners: [], replicas: 0 },
    {
      what: "of what nobody owns is not tracked",
      writes: [applied("a", { paused: true }), scaled("v", 5)],
      owners: ["a/Apply@1 .paused"],
      replicas: 5,
    },
    {
      what: "that changes nothing splits the entry of an update",
      writes: [updated("u", { replicas: 2, paused: true }), scaled("v", 2)],
      owners: ["u/Update@- .replicas", "u/Update@1 .paused"],
      replicas: 2,
    },
    {
      what: "that changes nothing leaves the entry of an apply",
      writes: [applied("a", { replicas: 2, paused: true }), scaled("v", 2)],
      owners: ["a/Apply@1 .paused .replicas"],
      replicas: 2,
    },
    {
      what: "is applied beside another applier",
      writes: [applied("a", { replicas: 2 }), scaleApplied("b", 2)],
      owners: ["b/Apply/scale@- .replicas", "a/Apply@1 .replicas"],
      replicas: 2,
    },
    {
      what: "is applied with force",
      writes: [applied("a", { replicas: 2, paused: true }), forced("b", 3)],
      owners: ["b/Apply/scale@- .replicas", "a/Apply@1 .paused"],
      replicas: 3,
    },
    {
      what: "applied to what nobody owns",
      writes: [updated("u", { paused: true, replicas: 0 }), scaled("u", 0), forced("b", 4)],
      owners: ["b/Apply/scale@- .replicas", "u/Update@1 .paused"],
      replicas: 4,
    },
  ])("$what", ({ writes, owners, replicas }) => {
    const { object, refusal } = playWrites(DEPLOYMENT, writes);
    expect(refusal).toBeUndefined();
    expect(ownersOf(object)).toEqual(owners);
    expect(objectAt(object, "spec")?.["replicas"]).toBe(replicas);
  });

  test("conflicts name the version of the scale", () => {
    const { refusal } = playWrites(DEPLOYMENT, [two, scaleApplied("b", 3)]);
    expect(refusal?.message).toBe(
      `Apply failed with 1 conflict: conflict with "u" using autoscaling/v1: .spec.replicas`,
    );
  });

  test("an applied one that would change a custom object fails, as on the server", () => {
    const { refusal } = playWrites(WIDGET, [applied("a", { replicas: 2 }), forced("b", 3)]);
    expect(refusal?.message).toBe(
      "failed to convert new object (/w; autoscaling/v1, Kind=Scale) to proper version: request to convert CR to an invalid group/version: autoscaling/v1",
    );
  });
});
function applied(by: string, spec: JsonObject): Write {
  return { by, apply: { spec } };
}

function updated(by: string, spec: JsonObject): Write {
  return { by, update: { spec } };
}

function scaled(by: string, replicas: number): Write {
  return { by, update: { spec: { replicas } }, subresource: "scale" };
}

function scaleApplied(by: string, replicas: number): Write {
  return { by, apply: { spec: { replicas } }, subresource: "scale" };
}

function forced(by: string, replicas: number): Write {
  return { ...scaleApplied(by, replicas), force: true };
}
