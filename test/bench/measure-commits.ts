import { join } from "node:path";
import { commitFiles, git } from "../support/git-repository.ts";
import { makeServedWorld } from "../support/git-world.ts";

/** Files of the repository, so many in each folder. */
const FILES = 50_000;
const PER_FOLDER = 500;
const EDITED = "f7/n7.yaml";
const BRANCH = "lockstep/demo/shop-adopt";

/** Milliseconds of one commit on the tip of a large repository, and its push over https on loopback. */
export interface CommitTimes {
  readonly files: number;
  readonly ours: readonly number[];
  /** The git program, from a bare clone that has everything. */
  readonly native: readonly number[];
}

/** The branch of a pull request is made anew, again and again, by us and by git in turn. */
export async function measureCommits(rounds: number): Promise<CommitTimes> {
  const world = await makeServedWorld();
  try {
    const { folder, url } = await world.makeRepository();
    const base = await commitFiles(folder, { files: manyFiles() });
    const clone = join(world.root, "native.git");
    const trust = ["-c", `http.sslCAInfo=${world.server.caFile}`];
    await git(world.root, [...trust, "clone", "--quiet", "--bare", url, clone]);
    await git(clone, ["read-tree", base]);
    const branch = world.openOfferBranch(url);
    await branch.findTip();
    const ours: number[] = [];
    const native: number[] = [];
    let expected: string | undefined;
    for (let round = 0; round < rounds; round += 1) {
      const files = new Map([[EDITED, `ours: ${round}\n`]]);
      const startedAtMs = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const made = await branch.rebuild({ base, files, message: "Adopt", expected });
      ours.push(performance.now() - startedAtMs);
      if (made.kind !== "pushed") throw new Error(`was not pushed: ${made.kind}`);
      expected = made.commit;
      // oxlint-disable-next-line no-await-in-loop -- as above
      native.push(await pushNatively({ clone, trust, base }, round));
    }
    return { files: FILES, ours, native };
  } finally {
    await world.close();
  }
}

function manyFiles(): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: FILES }, (_, index) => [
      `f${Math.floor(index / PER_FOLDER)}/n${index % PER_FOLDER}.yaml`,
      `n: ${index}\n`,
    ]),
  );
}

async function pushNatively(
  at: { readonly clone: string; readonly trust: readonly string[]; readonly base: string },
  round: number,
): Promise<number> {
  const { clone, trust, base } = at;
  const text = Buffer.from(`native: ${round}\n`);
  const startedAtMs = performance.now();
  const blob = (await git(clone, ["hash-object", "-w", "--stdin"], text)).trim();
  await git(clone, ["update-index", "--cacheinfo", `100644,${blob},${EDITED}`]);
  const tree = (await git(clone, ["write-tree"])).trim();
  const commit = (await git(clone, ["commit-tree", tree, "-p", base, "-m", "Adopt"])).trim();
  const to = `${commit}:refs/heads/${BRANCH}-native`;
  await git(clone, [...trust, "push", "--quiet", "--force", "origin", to]);
  return performance.now() - startedAtMs;
}
