import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { parse } from "yaml";
import { isJsonObject, textAt } from "../../src/core/object/json.ts";
import { freePorts } from "../real/free-ports.ts";
import { eventually } from "./eventually.ts";
import { KubeClient } from "./kube-client.ts";
import { type RunningLockstep, startLockstep } from "./run-lockstep.ts";

const ROOT = join(import.meta.dirname, "../..");

/** What a person has before them after the first start: a folder, the agent, its page and its cluster. */
export interface Newcomer {
  readonly folder: string;
  readonly repository: string;
  readonly kubeconfig: string;
  readonly agent: RunningLockstep;
  /** `http://127.0.0.1:<port>` */
  readonly page: string;
  /** A connection of somebody else to the embedded cluster. */
  readonly cluster: KubeClient;
}

/**
 * Starts the built program with the project's own config and example in a new folder, as `npm start` does, but for the
 * ports, quicker pods and reports, and waits until the example is in sync.
 */
export async function becomeNewcomer(): Promise<Newcomer> {
  const folder = await mkdtemp(join(tmpdir(), "lockstep-newcomer-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  await cp(join(ROOT, "manifests-example"), join(folder, "manifests-example"), { recursive: true });
  const [page = 0, probes = 0] = await freePorts(2);
  const written = await readFile(join(ROOT, "agent.config.yaml"), "utf8");
  const config = written
    .replace("127.0.0.1:8080", `127.0.0.1:${page}`)
    .replace("127.0.0.1:8081", `127.0.0.1:${probes}`)
    .replace(/^ {2}connect: embedded.*$/m, "$&\n  embedded: { podStart: 100ms }")
    .concat("    reports: { every: 1s }\n");
  await writeFile(join(folder, "agent.config.yaml"), config);
  const agent = startLockstep(["run"], { folder });
  await eventually("in sync", () => agent.said().includes("example: in sync"), {
    timeoutMs: 40_000,
  });
  const kubeconfig = join(folder, ".lockstep/kubeconfig");
  return {
    folder,
    repository: join(folder, ".lockstep/repository"),
    kubeconfig,
    agent,
    page: `http://127.0.0.1:${page}`,
    cluster: await connect(kubeconfig),
  };
}

async function connect(kubeconfig: string): Promise<KubeClient> {
  const file: unknown = parse(await readFile(kubeconfig, "utf8"));
  const read = isJsonObject(file) ? file : {};
  const ca = textAt(read, "clusters", 0, "cluster", "certificate-authority-data") ?? "";
  const client = new KubeClient({
    url: textAt(read, "clusters", 0, "cluster", "server") ?? "",
    ca: Buffer.from(ca, "base64").toString("utf8"),
    token: textAt(read, "users", 0, "user", "token") ?? "",
  });
  onTestFinished(async () => client.close());
  return client;
}
