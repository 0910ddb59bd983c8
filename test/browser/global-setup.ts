import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { ENVIRONMENT } from "../real/environment.ts";
import type { ProvidedChromium } from "./provided-chromium.ts";

const ROOT = join(import.meta.dirname, "../..");
const CHROMIUM = "/usr/bin/chromium";

/** Finds the machine's Chromium and compiles the page's script: the page serves what lies in `dist`. */
export async function setup(project: TestProject): Promise<void> {
  const found = findChromium();
  if (found.kind === "found") {
    const compiler = join(ROOT, "node_modules/.bin/tsc");
    await promisify(execFile)(compiler, ["-p", "tsconfig.page.json"], { cwd: ROOT });
  }
  project.provide("chromium", found);
}

function findChromium(): ProvidedChromium {
  if (existsSync(CHROMIUM)) return { kind: "found", path: CHROMIUM };
  const reason = `${CHROMIUM} is missing; apt-get install chromium`;
  if (ENVIRONMENT.isRealRequired) throw new Error(`LOCKSTEP_REAL=required, but ${reason}`);
  process.stderr.write(`lockstep tests: tests in a browser are skipped: ${reason}\n`);
  return { kind: "missing", reason };
}
