import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createSystemClock } from "../../src/adapters/clock/system-clock.ts";
import { Kustomize } from "../../src/adapters/files/kustomize.ts";
import { commitEdit } from "../../src/adapters/git/commit-edit.ts";
import { EXAMPLE_MANIFESTS } from "../../src/adapters/git/example-manifests.ts";
import { LocalRepository } from "../../src/adapters/git/local-repository.ts";
import { seedExample } from "../../src/adapters/git/seed-example.ts";
import { seedRepository } from "../../src/adapters/git/seed-repository.ts";
import { readConfig } from "../support/config-text.ts";

const run = promisify(execFile);

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lockstep-example-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The git program on a machine where nobody has told it who they are. */
async function git(repository: string, ...args: readonly string[]): Promise<string> {
  const env = { PATH: "/usr/bin:/bin", HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" };
  return (await run("git", ["-C", repository, ...args], { env })).stdout.trim();
}

async function seed(): Promise<string> {
  const repository = join(await makeFolder(), "repository");
  expect(await seedRepository({ repository, manifests: EXAMPLE_MANIFESTS, branch: "main" })).toBe(
    true,
  );
  return repository;
}

test("the example has a short history that ends in the manifests as they are", async () => {
  const repository = await seed();
  expect((await git(repository, "log", "--reverse", "--format=%s, by %an")).split("\n")).toEqual([
    "Add the shop, by Example author",
    "Add the Elastic stack, by Example author",
    "Raise the shop to 1.4.0, by Example author",
  ]);
  expect(await git(repository, "status", "--porcelain")).toBe("");
  await expect(run("diff", ["-r", "-x", ".git", repository, EXAMPLE_MANIFESTS])).resolves.toEqual({
    stdout: "",
    stderr: "",
  });
});

test("the shop starts at 1.3.0, and Elastic comes with the second commit", async () => {
  const repository = await seed();
  expect(await git(repository, "grep", "-hoE", "shop-[a-z]+:[0-9.]+", "HEAD~2")).toBe(
    "shop-api:1.3.0\nshop-db:1.3.0\nshop-web:1.3.0",
  );
  expect(await git(repository, "ls-tree", "--name-only", "HEAD~2", "elastic")).toBe("");
  expect(await git(repository, "ls-tree", "--name-only", "HEAD~1", "elastic")).toBe("elastic");
});

test("`git commit` and `git revert` work in it where Git knows nobody's name", async () => {
  const repository = await seed();
  await git(repository, "revert", "--no-edit", "HEAD");
  expect(await git(repository, "grep", "-c", "1.3.0", "--", "shop")).not.toBe("");
  await git(repository, "revert", "--no-edit", "HEAD");
  await git(repository, "commit", "--quiet", "--allow-empty", "-m", "empty");
  expect(await git(repository, "log", "-3", "--format=%an")).toBe(
    "Example author\nExample author\nExample author",
  );
});

test("a folder that is there is left alone, also an empty one", async () => {
  const repository = join(await makeFolder(), "repository");
  await mkdir(repository);
  const manifests = EXAMPLE_MANIFESTS;
  expect(await seedRepository({ repository, manifests, branch: "main" })).toBe(false);
});

test("of several starts at the same moment one makes it, and the others take that", async () => {
  const folder = await makeFolder();
  const repository = join(folder, "repository");
  const at = { repository, manifests: EXAMPLE_MANIFESTS, branch: "main" };
  const made = await Promise.all(Array.from({ length: 5 }, async () => seedRepository(at)));
  expect(made.filter((each) => each)).toEqual([true]);
  expect(await git(repository, "log", "--format=%s")).not.toBe("");
  expect(await git(repository, "status", "--porcelain")).toBe("");
  expect(await readdir(folder)).toEqual(["repository"]);
  expect((await stat(repository)).mode).toBe((await stat(join(repository, "shop"))).mode);
});

test("what a process left that died after the move goes at the next start", async () => {
  const folder = await makeFolder();
  const repository = join(folder, "repository");
  await mkdir(repository);
  await mkdir(join(`${repository}.new`, "try-1"), { recursive: true });
  const manifests = EXAMPLE_MANIFESTS;
  expect(await seedRepository({ repository, manifests, branch: "main" })).toBe(false);
  expect(await readdir(folder)).toEqual(["repository"]);
});

test("a try that fails leaves nothing of its own behind", async () => {
  const repository = join(await makeFolder(), "repository");
  // No folder can be moved there, and there is none yet.
  await symlink("nowhere", repository);
  const manifests = EXAMPLE_MANIFESTS;
  await expect(seedRepository({ repository, manifests, branch: "main" })).rejects.toMatchObject({
    code: "no-work-folder",
  });
  expect(await readdir(`${repository}.new`)).toEqual([]);
});

test("what a process left half made is made anew", async () => {
  const folder = await makeFolder();
  const repository = join(folder, "repository");
  await mkdir(`${repository}.new`);
  await writeFile(join(`${repository}.new`, "half"), "made");
  const manifests = EXAMPLE_MANIFESTS;
  expect(await seedRepository({ repository, manifests, branch: "trunk" })).toBe(true);
  expect(await git(repository, "ls-files", "half")).toBe("");
  expect(await git(repository, "symbolic-ref", "HEAD")).toBe("refs/heads/trunk");
});

test.each([
  { url: ".lockstep/repository", example: "made", again: "there" },
  { url: "repository", example: "other", again: "other" },
  { url: "https://git.example/team/stack", example: "other", again: "other" },
])("a source $url is $example, and at the next start $again", async ({ url, example, again }) => {
  const folder = await makeFolder();
  await mkdir(join(folder, "manifests-example"));
  await writeFile(join(folder, "manifests-example/a.yaml"), "a: 1\n");
  const parsed = readConfig(
    `cluster: { name: demo, connect: embedded }\nstacks: [{ name: a, source: { url: "${url}" } }]\n`,
  );
  if (!parsed.ok) throw new Error("the test's config is wrong");
  const { config } = parsed.value;
  const [stack] = config.stacks;
  if (stack === undefined) throw new Error("the test's config has no stack");
  expect(await seedExample(config, stack, folder)).toBe(example);
  expect(await seedExample(config, stack, folder)).toBe(again);
});

test.each([
  { there: "manifests-example", says: "yet: npm start makes it from manifests-example" },
  { there: "other", says: "does not exist" },
])("without the repository, beside $there: $says", async ({ there, says }) => {
  const folder = await makeFolder();
  await mkdir(join(folder, there));
  const source = new LocalRepository({
    folder: join(folder, "repository"),
    branch: "main",
    path: ".",
    kustomize: new Kustomize({ workFolder: join(folder, "kustomize"), searchPath: "" }),
    clock: createSystemClock(),
    madeFrom: join(folder, "manifests-example"),
  });
  await expect(source.findTip()).rejects.toThrow(says);
  await source.close();
});

test("an edit is committed, and told by file; the others stay", async () => {
  const repository = await seed();
  const { commit, changes } = await commitEdit({
    repository,
    message: "Raise the database",
    edit: (path, text) => (path === "shop/db.yaml" ? text.replace("1.4.0", "1.5.0") : text),
  });
  expect(changes.map(({ path }) => path)).toEqual(["shop/db.yaml"]);
  expect(await git(repository, "log", "-1", "--format=%H %s")).toBe(`${commit} Raise the database`);
  expect(await git(repository, "diff", "--stat", "HEAD~1")).toContain("1 file changed");
  expect(await readFile(join(repository, "shop/db.yaml"), "utf8")).toContain("shop-db:1.5.0");
});
