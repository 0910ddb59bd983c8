import { buildParts } from "./build-parts.ts";

// Builds the real servers into the machine's cache, so that the tests need not wait for it.
const built = await buildParts();
if (built.kind === "missing") {
  process.stderr.write(`${built.reason}\n`);
  process.exitCode = 1;
}
