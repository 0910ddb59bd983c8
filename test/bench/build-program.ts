import { join } from "node:path";
import { build } from "vite";

const ROOT = join(import.meta.dirname, "../..");

/** Below the project, so that the program finds its libraries. */
const OUT = join(ROOT, "node_modules/.cache/lockstep-bench");

/**
 * Makes plain JavaScript of the measured process, a file for each module: what is measured is neither Vite's module
 * runner nor its memory, and profiles name the source's files. Returns the program's path.
 */
export async function buildProgram(): Promise<string> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    build: {
      ssr: join(import.meta.dirname, "measured-process.ts"),
      outDir: OUT,
      target: "node20",
      minify: false,
      rolldownOptions: {
        output: {
          preserveModules: true,
          preserveModulesRoot: ROOT,
          entryFileNames: "[name].mjs",
          chunkFileNames: "[name].mjs",
        },
      },
    },
  });
  return join(OUT, "test/bench/measured-process.mjs");
}
