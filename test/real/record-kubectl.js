// `npm run record-kubectl`. Node 20 does not run TypeScript by itself; Vite, which the tests have anyway, does.
import { join } from "node:path";
import { runnerImport } from "vite";

await runnerImport(join(import.meta.dirname, "record-kubectl.ts"), {
  configFile: false,
  logLevel: "error",
});
