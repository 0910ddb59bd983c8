import type { TestProject } from "vitest/node";
import { startBareEmbedded } from "../support/start-bare-embedded.ts";
import { buildParts } from "./build-parts.ts";
import { ENVIRONMENT } from "./environment.ts";
import { startControlPlane } from "./start-control-plane.ts";

/** Starts a real API server without controllers, so that nobody but the test writes, and an embedded one beside it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const built = await buildParts();
  if (built.kind === "missing") {
    if (ENVIRONMENT.isRealRequired) throw new Error(`LOCKSTEP_REAL=required, but ${built.reason}`);
    process.stderr.write(`lockstep tests: no comparison with a real server: ${built.reason}\n`);
    project.provide("bareCluster", built);
    return async () => {};
  }
  const plane = await startControlPlane(built.parts, { hasControllers: false });
  const embedded = await startBareEmbedded();
  const { url, token, ca } = embedded;
  project.provide("bareCluster", { kind: "running", address: plane.address });
  project.provide("bareEmbedded", { url, token, ca });
  return async () => {
    await embedded.close();
    await plane.stop();
  };
}
