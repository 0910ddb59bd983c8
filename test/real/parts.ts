import { buildGitea } from "./build-gitea.ts";
import { buildParts } from "./build-parts.ts";

// Builds the real servers into the machine's cache, so that the tests need not wait for it.
const [cluster, gitea] = [await buildParts(), await buildGitea()];
for (const built of [cluster, gitea]) {
  if (built.kind === "missing") {
    process.stderr.write(`${built.reason}\n`);
    process.exitCode = 1;
  }
}
