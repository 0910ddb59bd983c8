import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { driftLines, findGivenDrift, type GivenDrift } from "../../../support/drift-finding.ts";
import { managed, rawEntry } from "../../../support/managed-object.ts";

describe("findDrift, faults of ownership", () => {
  const own = { "f:data": { "f:a": {} } };
  const intent = body({ a: "1" });
  const ours = rawEntry("lockstep/Apply", own);

  test.each<{ what: string; given: GivenDrift; out: readonly string[] }>([
    {
      what: "a peer that applied the same",
      given: { live: live({ a: "1" }, ours, rawEntry("peer/Apply", own)), intent },
      out: [`coowned /data/a "1" → "1" by peer/Apply (recorded) !`],
    },
    {
      what: "our name with Update is foreign",
      given: {
        live: live({ a: "1", b: "2" }, ours, rawEntry("lockstep", { "f:data": { "f:b": {} } })),
        intent,
      },
      out: [`added /data/b - → "2" by lockstep/Update (recorded) !`],
    },
    {
      what: "client-side apply: what Git sets is inherited, what Git dropped is an addition",
      given: {
        live: live(
          { a: "1", b: "2" },
          ours,
          rawEntry("kubectl-client-side-apply", { "f:data": { ".": {}, "f:a": {}, "f:b": {} } }),
        ),
        intent,
      },
      out: [
        `legacy /data - → - by kubectl-client-side-apply/Update (recorded) !`,
        `added /data/b - → "2" by kubectl-client-side-apply/Update (recorded) !`,
      ],
    },
    {
      what: "before-first-apply says who owns, not who wrote",
      given: {
        live: live(
          { a: "1", b: "2" },
          ours,
          rawEntry("before-first-apply", { "f:data": { ".": {}, "f:a": {}, "f:b": {} } }),
        ),
        intent,
      },
      out: [
        `legacy /data - → - by before-first-apply/Update (unknown) !`,
        `added /data/b - → "2" by before-first-apply/Update (unknown) !`,
      ],
    },
    {
      what: "ancient-changes is reported and left",
      given: {
        live: live(
          { a: "1", b: "2" },
          ours,
          rawEntry("ancient-changes", { "f:data": { "f:b": {} } }),
        ),
        intent,
      },
      out: [`added /data/b - → "2" by ancient-changes/Update (unknown)`],
    },
    {
      what: "an addition of another apiVersion than ours is reported and left: the path may mean something else there",
      given: {
        live: live(
          { a: "1", b: "2" },
          ours,
          rawEntry("x", { "f:data": { "f:b": {} } }, { apiVersion: "v1beta1" }),
        ),
        intent,
      },
      out: [`added /data/b - → "2" by x/Update (recorded)`],
    },
    {
      what: "ancient-changes is taken from where the user lists the path",
      given: {
        live: live(
          { a: "1", b: "2" },
          ours,
          rawEntry("ancient-changes", { "f:data": { "f:b": {} } }),
        ),
        intent,
        neverTouched: { revert: ["/data/b"], labels: [] },
      },
      out: [`added /data/b - → "2" by ancient-changes/Update (unknown) !`],
    },
    {
      what: "an earlier name of ours is inherited as a whole, also what Git dropped",
      given: {
        live: live(
          { a: "1", b: "2" },
          ours,
          rawEntry("old/Apply", { "f:data": { "f:a": {}, "f:b": {} } }),
        ),
        intent,
        rules: { manager: "lockstep", renamedFrom: ["old"], allow: [] },
      },
      out: [`legacy /data - → - by old/Apply (recorded) !`],
    },
  ])("$what", ({ given, out }) => {
    expect(driftLines(given)).toEqual(out);
  });

  test("our label without our entry: ownership was lost, and what nobody owns is claimed unless a clean object has it", () => {
    const given = {
      live: managed(labelled({ a: "1", b: "2", d: "default" }), [
        rawEntry("x", { "f:data": { "f:c": {} } }),
      ]),
      intent: labelled({ a: "1" }),
    };
    expect(findGivenDrift(given)).toMatchObject({
      needsProbe: true,
      isLegacy: true,
      isStripped: false,
    });
    expect(driftLines({ ...given, clean: labelled({ a: "1", d: "default" }) })).toEqual([
      "legacy  - → - by nobody (unknown)",
      `added /data/b - → "2" by nobody (unknown) claim`,
    ]);
  });
});

function body(data: JsonObject): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data };
}

function live(data: JsonObject, ...entries: readonly JsonObject[]): JsonObject {
  return managed(body(data), entries);
}

function labelled(data: JsonObject): JsonObject {
  const labels = { "lockstep.dev/stack": "shop" };
  return { ...body(data), metadata: { name: "c", labels, finalizers: ["x/y"], uid: "u" } };
}
