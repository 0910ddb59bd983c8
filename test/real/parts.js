// `npm run parts`: builds the real servers into the machine's cache, so that the tests need not wait for it.
import { join } from "node:path";
import { runnerImport } from "vite";

const { module } = await runnerImport(join(import.meta.dirname, "build-parts.ts"), {
  configFile: false,
  logLevel: "error",
});
const built = await module.buildParts();
if (built.kind === "missing") {
  process.stderr.write(`${built.reason}\n`);
  process.exitCode = 1;
}
