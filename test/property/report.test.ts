import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/core/object/json.ts";
import { describeDrift } from "../../src/core/report/describe-drift.ts";
import { parseReport } from "../../src/core/report/parse-report.ts";
import { planReport, type ReportDecision } from "../../src/core/report/plan-report.ts";
import { driftReportSchema } from "../../src/core/report/published-schemas.ts";
import { EMPTY_QUEUE } from "../../src/core/report/report-queue.ts";
import { runs } from "../support/property-runs.ts";
import { graphOf } from "../support/report-builder.ts";

const SECRET = "hunter2-0123456789";

/** JSON in which every text holds the secret. */
const secretJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string().map((text) => text + SECRET),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 4 }), tie("value"), { maxKeys: 3 }),
  ),
})).value;

const secretPath = fc.oneof(
  fc.constantFrom("", "/data", "/stringData", "/metadata/annotations", "/metadata/annotations/x"),
  fc.string({ maxLength: 6 }).map((key) => `/data/${key}`),
);

const quietInput = {
  place: { path: "r", cluster: "demo", stack: "shop" },
  queue: EMPTY_QUEUE,
  nowMs: 0,
  lastCommitAtMs: undefined,
  everyMs: 1,
  status: { revision: "", objects: [], fights: [], orphans: [] },
  graph: graphOf(),
};

function filesOf(decision: ReportDecision): ReadonlyMap<string, string> {
  return decision.kind === "commit" ? decision.files : new Map();
}

/** Everything that leaves the agent about one drift: status, both files, message. */
function shown(drift: Parameters<typeof describeDrift>[0]): string {
  const status = describeDrift(drift, { action: "reverted" });
  const decision = planReport({ ...quietInput, previous: undefined, drifts: [status] });
  const files =
    decision.kind === "commit" ? [...decision.files.values(), decision.message] : ["none"];
  return [JSON.stringify(status), ...files].join("\n");
}

const facts = {
  class: "changed",
  manager: "kubectl-edit",
  operation: "Update",
  at: "2026-01-01T00:00:00Z",
  attribution: "recorded",
  sharedWith: [],
} as const;

test("G5: a value of a Secret is in no text that leaves the agent", () => {
  const id = { group: "", kind: "Secret", namespace: "shop", name: "db" };
  fc.assert(
    fc.property(
      secretPath,
      secretJson,
      fc.option(secretJson, { nil: undefined }),
      (path, live, desired) => {
        // Of a whole Secret only the data is secret, not what else a fuzzer puts beside it.
        const body =
          path === ""
            ? { kind: "Secret", data: live, stringData: live, metadata: { annotations: live } }
            : live;
        expect(shown({ ...facts, id, path, live: body, desired })).not.toContain(SECRET);
      },
    ),
    runs(200),
  );
});

test("G5: credentials of a URL are in no text that leaves the agent", () => {
  const id = { group: "", kind: "ConfigMap", namespace: "shop", name: "a" };
  const user = fc.stringMatching(/^[A-Za-z0-9._~!$&()*+,;=:@-]{0,20}$/);
  fc.assert(
    fc.property(user, fc.string(), fc.string(), (name, before, after) => {
      const live = `${before} https://${name}${SECRET}@git.example/${after}`;
      const drift = {
        ...facts,
        id,
        path: `/data/${live}`,
        live: { [live]: [live] },
        desired: live,
        manager: live,
      };
      expect(shown(drift)).not.toContain(SECRET);
    }),
    runs(200),
  );
});

const writtenDrifts = fc.uniqueArray(
  fc.record({ path: fc.string(), live: fc.string(), manager: fc.string() }),
  { maxLength: 6, selector: (each) => JSON.stringify(each) },
);

test("a rendered report is of the schema, does not depend on the order of looking, and says nothing twice", () => {
  const id = { group: "apps", kind: "Deployment", namespace: "shop", name: "web" };
  fc.assert(
    fc.property(writtenDrifts, (written) => {
      const drifts = written.map((each) =>
        describeDrift({ ...facts, ...each, id, desired: 1 }, { action: "observed" }),
      );
      const input = { ...quietInput, previous: undefined };
      const files = filesOf(planReport({ ...input, drifts }));
      expect(filesOf(planReport({ ...input, drifts: drifts.toReversed() }))).toEqual(files);
      const json = files.get("r/demo/shop.json");
      expect(json === undefined).toBe(drifts.length === 0);
      const tip: unknown = json === undefined ? undefined : JSON.parse(json);
      expect(tip === undefined || driftReportSchema.safeParse(tip).success).toBe(true);
      expect(planReport({ ...input, previous: parseReport(tip), drifts }).kind).toBe("keep");
    }),
    runs(100),
  );
});
