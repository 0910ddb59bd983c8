import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** Writes "passed failed skipped" to the file named by LOCKSTEP_TEST_SUMMARY, for the closing line of `.ci/run`. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    // oxlint-disable-next-line node/no-process-env -- the reporter is configured by .ci/run alone
    const file = process.env["LOCKSTEP_TEST_SUMMARY"];
    if (file === undefined || file === "") return;
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== "pending") counts[state] += 1;
      }
    }
    writeFileSync(file, `${counts.passed} ${counts.failed} ${counts.skipped}\n`);
  }
}
