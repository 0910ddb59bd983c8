import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds wrong for people with disabilities, one line each: rule and first place. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const results = await page.evaluate<AxeResults>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""} ${nodes[0]?.failureSummary ?? ""}`,
  );
}
