import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { WrittenSource } from "./connect-stack.ts";
import { makeRepository } from "./git-repository.ts";
import { type GitServer, startGitServer } from "./git-server.ts";

/** Where a stack finds its repository: in a folder, or behind Git's own server, with a token and a CA of its own. */
export const HOSTS = ["a folder", "an https server"] as const;

/** Looks like a token, so that a test can search for it wherever the agent writes. */
export const GIT_TOKEN = "t0ken-of-the-git-server";

/** A new bare repository. What the test does to it happens in its folder, as on the host. */
export interface HostedRepository {
  readonly folder: string;
  readonly source: WrittenSource;
  /** `undefined` for a folder. */
  readonly server: GitServer | undefined;
  /** Pushes are refused by a `pre-receive` hook that prints this, until it is called with `undefined`. */
  refusePushes(words: string | undefined): Promise<void>;
}

export async function hostRepository(host: (typeof HOSTS)[number]): Promise<HostedRepository> {
  const root = await mkdtemp(join(tmpdir(), "lockstep-host-"));
  const folder = await makeRepository(join(root, "shop.git"));
  const server =
    host === "a folder" ? undefined : await startGitServer({ root, user: "bot", token: GIT_TOKEN });
  onTestFinished(async () => {
    await server?.close();
    await rm(root, { recursive: true, force: true });
  });
  return {
    folder,
    server,
    source: server === undefined ? { url: folder } : await servedSource(server, root),
    async refusePushes(words) {
      const hook = join(folder, "hooks", "pre-receive");
      if (words === undefined) {
        await rm(hook);
        return;
      }
      await writeFile(hook, `#!/bin/sh\necho '${words}' >&2\nexit 1\n`);
      await chmod(hook, 0o755);
    },
  };
}

async function servedSource(server: GitServer, root: string): Promise<WrittenSource> {
  const tokenFile = join(root, "token");
  await writeFile(tokenFile, `${GIT_TOKEN}\n`);
  return { url: `${server.url}/shop.git`, caFile: server.caFile, tokenFile, username: "bot" };
}
