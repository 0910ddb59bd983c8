// `npm run bench:plans`. As `bench.js`, without a cluster.
import { join } from "node:path";
import { runnerImport } from "vite";

await runnerImport(join(import.meta.dirname, "plans.ts"), {
  configFile: false,
  logLevel: "error",
});
