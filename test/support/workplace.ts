import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import type { JsonObject } from "../../src/core/object/json.ts";
import { freePorts } from "../real/free-ports.ts";
import { commitFiles, type Files, git, makeRepository } from "./git-repository.ts";
import { freshNamespace, type TestUser, takeUser } from "./real-cluster.ts";

/** Keys that differ from those of a config that works; whole sections are joined, not replaced. */
export interface ConfigChange {
  readonly cluster?: JsonObject;
  readonly agent?: JsonObject;
  readonly source?: JsonObject;
  readonly stack?: JsonObject;
  /** Other stacks of the config. */
  readonly more?: readonly JsonObject[];
}

/** A folder as a person has it: a config file and a repository beside it, for a stack of its own on the real cluster. */
export interface Workplace {
  readonly folder: string;
  readonly repository: string;
  readonly namespace: string;
  readonly agentNamespace: string;
  readonly user: TestUser;
  /** `http://127.0.0.1:<port>`, where `run` serves the page and the probes. */
  readonly page: string;
  readonly probes: string;
  /** Writes `agent.config.yaml`. */
  configure(change?: ConfigChange): Promise<void>;
  /** Commits on top of `from`, else of the tip. */
  commit(files: Files, from?: string): Promise<string>;
  /** Moves the branch back, by force. */
  reset(commit: string): Promise<void>;
  close(): Promise<void>;
}

/** Stack `shop`, configured and without a commit. To be closed when its tests end. */
export async function openWorkplace(): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), "lockstep-cli-"));
  const repository = await makeRepository(join(folder, "repository.git"));
  const [page = 0, probes = 0] = await freePorts(2);
  const namespace = await freshNamespace();
  const place = { folder, namespace, page, probes, user: await takeUser() };
  const workplace: Workplace = {
    ...place,
    repository,
    agentNamespace: agentNamespaceOf(namespace),
    page: `http://127.0.0.1:${page}`,
    probes: `http://127.0.0.1:${probes}`,
    async configure(change = {}) {
      await writeFile(join(folder, "agent.config.yaml"), stringify(configOf(place, change)));
    },
    commit: async (files, from) =>
      commitFiles(repository, { files, ...(from === undefined ? {} : { from }) }),
    async reset(commit) {
      await git(repository, ["update-ref", "refs/heads/main", commit]);
    },
    close: async () => rm(folder, { recursive: true, force: true }),
  };
  await workplace.configure();
  return workplace;
}

interface Place {
  readonly namespace: string;
  readonly page: number;
  readonly probes: number;
  readonly user: TestUser;
}

function agentNamespaceOf(namespace: string): string {
  return `${namespace}-agent`;
}

function configOf({ namespace, page, probes, user }: Place, change: ConfigChange): JsonObject {
  return {
    cluster: {
      name: "test",
      connect: "kubeconfig",
      kubeconfig: user.kubeconfig,
      ...change.cluster,
    },
    agent: {
      namespace: agentNamespaceOf(namespace),
      page: `127.0.0.1:${page}`,
      probes: `127.0.0.1:${probes}`,
      ...change.agent,
    },
    stacks: [
      {
        name: "shop",
        source: { url: "repository.git", ...change.source },
        namespace,
        ...change.stack,
      },
      ...(change.more ?? []),
    ],
  };
}
