import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Stack } from "../../src/agent/stack.ts";
import { commitFiles, type Files, makeRepository } from "./git-repository.ts";
import { openTestStack, type TestStack } from "./test-stack.ts";

/** Two stacks of one agent, each with a repository of its own. */
export interface StackFamily {
  readonly names: readonly [string, string];
  readonly repositories: ReadonlyMap<string, string>;
  readonly open: Map<string, Stack>;
  /** Commits to the repository of the second one. */
  readonly commitSecond: (files: Files) => Promise<string>;
}

/** Two stacks that nobody has opened yet; the repository of the second one holds nothing. */
export async function makeFamily(): Promise<StackFamily> {
  const folder = await mkdtemp(join(tmpdir(), "lockstep-family-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  const suffix = randomBytes(4).toString("hex");
  const names = [`shop-${suffix}`, `billing-${suffix}`] as const;
  const repository = await makeRepository(join(folder, "billing.git"));
  await commitFiles(repository, { files: { "note.md": "nothing yet" } });
  return {
    names,
    repositories: new Map([[names[1], repository]]),
    open: new Map(),
    commitSecond: async (files) => commitFiles(repository, { files }),
  };
}

export async function openFirst(family: StackFamily): Promise<TestStack> {
  return openTestStack({ name: family.names[0], family });
}

/** The second one lives in the namespace of the first. */
export async function openSecond(family: StackFamily, first: TestStack): Promise<TestStack> {
  const { namespace, agentNamespace, repository: url } = first;
  const [, name] = family.names;
  return openTestStack({
    name,
    namespace,
    agentNamespace,
    repository: family.repositories.get(name) ?? "",
    family: { ...family, repositories: new Map([[family.names[0], url]]) },
  });
}
