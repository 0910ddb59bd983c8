import { isJsonList, isJsonObject } from "../object/json.ts";
import type { DriftReport } from "./drift-report.ts";
import { driftReportSchema } from "./published-schemas.ts";

const DEPTH_MAX = 64;

/**
 * The report in a ledger's JSON file.
 *
 * @param document The parsed file. Whoever may push to the ledger wrote it.
 * @returns `undefined` for what is no report.
 */
export function parseReport(document: unknown): DriftReport | undefined {
  // The schema recurses over values, and a stack overflow would look like a defect of ours.
  if (isDeep(document)) return undefined;
  const parsed = driftReportSchema.safeParse(document);
  return parsed.success ? parsed.data : undefined;
}

function isDeep(document: unknown): boolean {
  let level: readonly unknown[] = [document];
  for (let depth = 0; depth < DEPTH_MAX && level.length > 0; depth += 1) {
    level = level.flatMap(membersOf);
  }
  return level.length > 0;
}

function membersOf(value: unknown): readonly unknown[] {
  if (isJsonList(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}
