import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "../../src/core/object/json.ts";
import { freePorts } from "../real/free-ports.ts";

/** A folder as a newcomer has it: the config of `npm start`, with free ports and a fast cluster, and the manifests of the example. */
export interface EmbeddedWorkplace {
  readonly folder: string;
  readonly kubeconfig: string;
  readonly repository: string;
  /** `http://127.0.0.1:<port>`. */
  readonly page: string;
  readonly probes: string;
}

const EXAMPLE = join(import.meta.dirname, "../../manifests-example");

/** Removed when the test ends. */
export async function openEmbeddedWorkplace(
  embedded: JsonObject = { podStart: "40ms" },
): Promise<EmbeddedWorkplace> {
  const folder = await mkdtemp(join(tmpdir(), "lockstep-embedded-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  const [page = 0, probes = 0] = await freePorts(2);
  const config = {
    cluster: { name: "demo", connect: "embedded", embedded },
    agent: { page: `127.0.0.1:${page}`, probes: `127.0.0.1:${probes}` },
    stacks: [{ name: "example", source: { url: ".lockstep/repository" } }],
  };
  await writeFile(join(folder, "agent.config.yaml"), stringify(config));
  await cp(EXAMPLE, join(folder, "manifests-example"), { recursive: true });
  return {
    folder,
    kubeconfig: join(folder, ".lockstep/kubeconfig"),
    repository: join(folder, ".lockstep/repository"),
    page: `http://127.0.0.1:${page}`,
    probes: `http://127.0.0.1:${probes}`,
  };
}
