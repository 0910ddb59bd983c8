import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import {
  allowing,
  driftLines,
  findGivenDrift,
  type GivenDrift,
  ownershipRules,
} from "../../../support/drift-finding.ts";
import { managed, rawEntry } from "../../../support/managed-object.ts";

describe("findDrift, one class after the other", () => {
  const own = { "f:data": { "f:a": {} } };
  const intent = body({ a: "1" });
  const ours = rawEntry("lockstep/Apply", own);

  test.each<{ what: string; given: GivenDrift; out: readonly string[] }>([
    {
      what: "nothing",
      given: { live: live({ a: "1" }, ours), intent, applied: body({ a: "1" }) },
      out: [],
    },
    {
      what: "two foreign managers with the same addition: the one that updated wrote it and is named first, whoever applied it later; both move",
      given: {
        live: live(
          { a: "1", b: "2" },
          ours,
          rawEntry("x", { "f:data": { "f:b": {} } }),
          rawEntry("y/Apply", { "f:data": { "f:b": {} } }, { time: "2026-01-02T00:00:00Z" }),
        ),
        intent,
      },
      out: [`added /data/b - → "2" by x/Update (shared with y) !`],
    },
    {
      what: "an addition that an allowed manager shares is not foreign alone",
      given: {
        live: live(
          { a: "1", b: "2" },
          ours,
          rawEntry("x", { "f:data": { "f:b": {} } }),
          rawEntry("op", { "f:data": { "f:b": {} } }),
        ),
        intent,
        rules: ownershipRules(allowing("op")),
      },
      out: [],
    },
    {
      what: "a map of ours without any key of ours left is not owned as a whole: a new key is added, a changed one attributed",
      given: {
        live: live(
          { a: "9", b: "2" },
          rawEntry("lockstep/Apply", { "f:data": {} }),
          rawEntry("x", { "f:data": { "f:a": {}, "f:b": {} } }),
        ),
        intent,
        applied: body({ a: "1", b: "2" }),
      },
      out: [
        `changed /data/a "1" → "9" by x/Update (recorded)`,
        `added /data/b - → "2" by x/Update (recorded) !`,
      ],
    },
    {
      what: "an addition that our entry holds too is none; the plain apply prunes it (a transfer that was interrupted)",
      given: {
        live: live(
          { a: "1", b: "2" },
          rawEntry("lockstep/Apply", { "f:data": { "f:a": {}, "f:b": {} } }),
        ),
        intent,
        applied: body({ a: "1" }),
      },
      out: [`added /data/b - → "2" by nobody (unknown)`],
    },
    {
      what: "a value equal to that of a clean object is a default",
      given: {
        live: live(
          { a: "1", b: "default", c: "x" },
          ours,
          rawEntry("kubectl-create", { "f:data": { "f:b": {}, "f:c": {} } }),
        ),
        intent,
        clean: body({ a: "1", b: "default", c: "default" }),
      },
      out: [`added /data/c - → "x" by kubectl-create/Update (recorded) !`],
    },
    {
      what: "a removal leaves no owner",
      given: {
        live: live({}, rawEntry("lockstep/Apply", { "f:metadata": { "f:labels": {} } })),
        intent,
        applied: body({ a: "1" }),
      },
      out: [`removed /data/a "1" → - by nobody (unknown)`],
    },
    {
      what: "who still holds the place of a field that is gone did not take it away, as far as anybody knows",
      given: {
        live: live(
          { b: "2" },
          rawEntry("peer/Apply", own),
          rawEntry("x", { "f:data": { "f:b": {} } }),
        ),
        intent: body({ a: "1", b: "2" }),
        applied: body({ a: "1", b: "2" }),
      },
      out: [`removed /data/a "1" → - by nobody (unknown)`],
    },
    {
      what: "beside an entry of merged managers nobody is named: the writer may be one that was merged",
      given: {
        live: live(
          { a: "9" },
          rawEntry("lockstep/Apply", { "f:metadata": { "f:labels": {} } }),
          rawEntry("ancient-changes", own),
          rawEntry("peer/Apply", own, { time: "2026-01-02T00:00:00Z" }),
        ),
        intent,
        applied: body({ a: "1" }),
      },
      out: [`changed /data/a "1" → "9" by ancient-changes/Update (unknown with peer)`],
    },
    {
      what: "a removal without the server's judgement",
      given: {
        live: live({ b: "1" }, rawEntry("lockstep/Apply", { "f:data": { "f:b": {} } })),
        intent: body({ a: "1", b: "1" }),
      },
      out: [`removed /data/a "1" → - by nobody (unknown)`],
    },
    {
      what: "a value that a webhook rewrote while it is still ours: a co-owner is not blamed",
      given: {
        live: live({ a: "rewritten" }, ours, rawEntry("peer/Apply", own)),
        intent,
        applied: body({ a: "1" }),
        rules: ownershipRules(allowing("peer")),
      },
      out: [`changed /data/a "1" → "rewritten" by nobody (unknown)`],
    },
    {
      what: "one of Kubernetes' controllers may add, but a value that Git sets stays Git's: its name can be forged",
      given: {
        live: live(
          { a: "9", b: "2" },
          rawEntry("kube-controller-manager", { "f:data": { "f:a": {}, "f:b": {} } }),
          rawEntry("lockstep/Apply", { "f:metadata": { "f:labels": {} } }),
        ),
        intent,
        applied: body({ a: "1", b: "2" }),
      },
      out: [`changed /data/a "1" → "9" by kube-controller-manager/Update (recorded)`],
    },
    {
      what: "a value that the server writes in another form, without its judgement: nothing",
      given: { live: live({ a: "1" }, ours), intent: body({ a: "1000m" }) },
      out: [],
    },
    {
      what: "the last applied intent is unknown, the pending one stands in: additions move, the rest is reported",
      given: {
        live: live(
          { a: "9", b: "2" },
          rawEntry("lockstep/Apply", { "f:metadata": { "f:labels": {} } }),
          rawEntry("x", { "f:data": { "f:a": {}, "f:b": {} } }),
        ),
        intent: "unknown",
        pending: intent,
      },
      out: [
        `changed /data/a - → "9" by x/Update (recorded)`,
        `added /data/b - → "2" by x/Update (recorded) !`,
      ],
    },
    {
      what: "the last applied intent is unknown and nothing stands in: nothing moves",
      given: {
        live: live({ a: "1", b: "2" }, ours, rawEntry("x", { "f:data": { "f:b": {} } })),
        intent: "unknown",
      },
      out: [`changed /data/b - → "2" by x/Update (recorded)`],
    },
    {
      what: "replicas that Git does not set and somebody scaled",
      given: {
        live: managed({ spec: { replicas: 3 } }, [
          ours,
          rawEntry("kubectl", { "f:spec": { "f:replicas": {} } }, { subresource: "scale" }),
        ]),
        intent: {},
        applied: { spec: { replicas: 3 } },
      },
      out: [],
    },
    {
      what: "no ownership at all, and values that differ",
      given: { live: body({ a: "9" }), intent, applied: body({ a: "1" }) },
      out: [`changed /data/a "1" → "9" by nobody (unknown)`],
    },
  ])("$what", ({ given, out }) => {
    expect(driftLines(given)).toEqual(out);
  });

  test("an addition asks for a probe until there is one", () => {
    const given = {
      live: live({ a: "1", b: "2" }, ours, rawEntry("x", { "f:data": { "f:b": {} } })),
      intent,
    };
    expect([
      findGivenDrift(given).needsProbe,
      findGivenDrift({ ...given, clean: intent }).needsProbe,
    ]).toEqual([true, false]);
  });
});

function body(data: JsonObject): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data };
}

function live(data: JsonObject, ...entries: readonly JsonObject[]): JsonObject {
  return managed(body(data), entries);
}
