import { parseReport } from "../../src/core/report/parse-report.ts";
import { redactAgain } from "../../src/core/report/redact-value.ts";
import type { DriftStatus } from "../../src/core/report/status-document.ts";
import type { FakeLedger } from "./fake-ledger.ts";
import { driftStatus } from "./status-builder.ts";

/** The report for programs of the fake stack. */
export const JSON_FILE = "drift-reports/demo/shop.json";

/** Drifts `a`, `b` … of ConfigMaps of these names, reverted. */
export function drifts(...names: readonly string[]): readonly DriftStatus[] {
  return names.map((name) =>
    driftStatus(`ConfigMap/shop/${name}`, { path: "/data/x", live: redactAgain(name) }),
  );
}

/** What the report on the ledger says: `found: a reverted, b gone`. */
export function stored(ledger: FakeLedger): string {
  const report = parseReport(JSON.parse(ledger.files.get(JSON_FILE) ?? "null"));
  if (report === undefined) return "no report";
  const entries = report.entries.map(({ id, state }) => `${id.split("/").at(-1)} ${state}`);
  return `${report.drift}: ${entries.join(", ")}`;
}
