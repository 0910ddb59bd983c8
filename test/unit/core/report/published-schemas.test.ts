import { expect, test } from "vitest";
import { z } from "zod";
import {
  adoptionDocumentSchema,
  blameSchema,
  consumersSchema,
  differencesSchema,
  disownDocumentSchema,
} from "../../../../src/core/report/published-answers.ts";
import {
  driftReportSchema,
  releaseDocumentSchema,
  statusDocumentSchema,
} from "../../../../src/core/report/published-schemas.ts";
import { renderReportJson } from "../../../../src/core/report/render-report-json.ts";
import { formatJson } from "../../../support/format-json.ts";
import { driftReport } from "../../../support/report-builder.ts";
import {
  blockerStatus,
  driftStatus,
  objectStatus,
  stackStatus,
} from "../../../support/status-builder.ts";

const FOLDER = "../../../../src/core/report";

// A changed schema is published anew with `npx vitest run --project fast -u published-schemas`.
test.each([
  ["drift-report", driftReportSchema, "Drift report of Lockstep, in the ledger branch"],
  ["release-document", releaseDocumentSchema, "What lockstep release let go: --output json"],
  ["status-document", statusDocumentSchema, "Status of Lockstep: --output json, /status.json"],
  ["differences", differencesSchema, "What lockstep drift --output json prints"],
  ["consumers", consumersSchema, "What lockstep consumers --output json prints"],
  ["disown-document", disownDocumentSchema, "What lockstep disown --output json prints"],
  ["adoption-document", adoptionDocumentSchema, "What lockstep adopt --output json prints"],
  ["blame", blameSchema, "What lockstep blame --output json prints"],
])("%s.schema.json is what the code reads and writes", async (name, schema, title) => {
  const published = { title, ...z.toJSONSchema(schema, { io: "input" }) };
  await expect(formatJson(published)).toMatchFileSnapshot(`${FOLDER}/${name}.schema.json`);
});

test("a rendered report is one of the schema", () => {
  const report = driftReport();
  expect(driftReportSchema.parse(JSON.parse(renderReportJson(report)))).toEqual(report);
});

test("a status document is one of the schema", () => {
  const document = {
    stacks: [
      stackStatus({
        objects: [
          objectStatus("Deployment.apps/shop/web", {
            blockers: [blockerStatus("Deployment.apps/shop/db")],
            cause: { pod: "web-1", reason: "ErrImagePull", message: "no such image" },
            takesOver: ["kubectl"],
          }),
        ],
        drift: [driftStatus("Deployment.apps/shop/web", { sharedWith: ["k9s"] })],
        orphans: [{ id: "ConfigMap/shop/old", action: "skip", reason: "pruning is not built yet" }],
        problems: [{ where: "a.yaml:1:1", what: "it is broken", expected: "YAML" }],
      }),
    ],
  };
  expect(statusDocumentSchema.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
});

test("a field of a later version is no fault", () => {
  const document = { ...driftReport(), later: 1 };
  expect(driftReportSchema.safeParse(document).success).toBe(true);
});
