import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { GiteaWorld } from "./forge-world.ts";
import { commitFiles, type Files, git } from "./git-repository.ts";

/** A person's bare clone of a repository at Gitea, with every branch. */
export interface GiteaClone {
  /** Runs git in the clone, after a fetch of all. */
  git(args: readonly string[]): Promise<string>;
  /** Commits on top of the branch as it is now, and pushes; `from`: on another commit, or on `none`, by force. */
  push(branch: string, files: Files, from?: string): Promise<string>;
  /** Deletes a branch there. */
  drop(branch: string): Promise<void>;
}

export async function openGiteaClone(world: GiteaWorld, repository: string): Promise<GiteaClone> {
  const folder = await mkdtemp(join(tmpdir(), "lockstep-gitea-clone-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  const url = new URL(`${world.gitea.url}/${repository}.git`);
  url.username = world.gitea.admin.user;
  url.password = world.token;
  await git(folder, ["init", "--quiet", "--bare", "--initial-branch=main"]);
  async function fetchAll(): Promise<void> {
    await git(folder, ["fetch", "--quiet", "--prune", "--force", url.href, "refs/*:refs/*"]);
  }
  return {
    async git(args) {
      await fetchAll();
      return git(folder, args);
    },
    async push(branch, files, from) {
      await fetchAll();
      const commit = { branch, files, ...(from === undefined ? {} : { from }) };
      const made = await commitFiles(folder, commit);
      const force = from === undefined ? [] : ["--force"];
      await git(folder, ["push", "--quiet", ...force, url.href, `${made}:refs/heads/${branch}`]);
      return made;
    },
    async drop(branch) {
      await git(folder, ["push", "--quiet", url.href, `:refs/heads/${branch}`]);
    },
  };
}
