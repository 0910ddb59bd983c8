import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ENVIRONMENT } from "./environment.ts";

/** How a program of ours is built from Go modules. */
export interface Recipe {
  readonly name: string;
  readonly folder: string;
  readonly sources: readonly string[];
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly target: string;
  /** Minutes that a first build takes on two cores, for people who wait. */
  readonly minutes: number;
}

export type BuiltPrograms =
  | { readonly kind: "built"; readonly paths: readonly string[] }
  | { readonly kind: "missing"; readonly reason: string };

const LOCK = join(ENVIRONMENT.cacheDir, "build.lock");
const LOCK_WAIT_MS = 500;
/** Half an hour: longer than all first builds together on a slow machine. */
const LOCK_TRIES_MAX = 3_600;

/** Gives the programs out of the machine's cache, in the order of the recipes; builds what is not there yet, one at a time. */
export async function buildPrograms(recipes: readonly Recipe[]): Promise<BuiltPrograms> {
  const wanted = await Promise.all(
    recipes.map(async (recipe) => ({ recipe, path: await pathOf(recipe) })),
  );
  const missing = wanted.filter(({ path }) => !existsSync(path));
  if (missing.length > 0) {
    const failure = await underLock(async () => buildAll(missing));
    if (failure !== undefined) return { kind: "missing", reason: failure };
  }
  return { kind: "built", paths: wanted.map(({ path }) => path) };
}

/** The hash names all that the binary is made of, so a changed source is a new file. */
async function pathOf(recipe: Recipe): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify([recipe.flags, recipe.target]));
  const sources = await Promise.all(
    recipe.sources.map(async (name) => readFile(join(recipe.folder, name))),
  );
  for (const source of sources) hash.update(source);
  return join(ENVIRONMENT.cacheDir, hash.digest("hex").slice(0, 16), recipe.name);
}

async function buildAll(
  missing: readonly { readonly recipe: Recipe; readonly path: string }[],
): Promise<string | undefined> {
  for (const { recipe, path } of missing) {
    // Another process may have built it while this one waited for the lock.
    if (existsSync(path)) continue;
    // oxlint-disable-next-line no-await-in-loop -- one build at a time: each takes the whole machine
    const failure = await build(recipe, path);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

async function build(recipe: Recipe, path: string): Promise<string | undefined> {
  say(`building ${recipe.name} (the first time: about ${recipe.minutes} minutes) into ${path}`);
  await mkdir(join(path, ".."), { recursive: true });
  const unfinished = `${path}.${process.pid}.unfinished`;
  const go = spawn("go", ["build", ...recipe.flags, "-o", unfinished, recipe.target], {
    cwd: recipe.folder,
    // oxlint-disable-next-line node/no-process-env -- Go needs HOME, PATH and its proxy settings
    env: { ...process.env, ...recipe.environment },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const code = await exitCodeOf(go);
  if (code === undefined) return `there is no go program to build ${recipe.name} with`;
  if (code !== 0) {
    await rm(unfinished, { force: true });
    return `go build of ${recipe.name} ended with code ${code}`;
  }
  await rename(unfinished, path);
  return undefined;
}

/** `undefined` when the program does not exist. */
async function exitCodeOf(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") resolve(undefined);
      else reject(error);
    });
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

async function underLock<Result>(work: () => Promise<Result>): Promise<Result> {
  await takeLock();
  try {
    return await work();
  } finally {
    await rm(LOCK, { recursive: true, force: true });
  }
}

async function takeLock(): Promise<void> {
  await mkdir(ENVIRONMENT.cacheDir, { recursive: true });
  for (let tries = 0; tries < LOCK_TRIES_MAX; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- waiting for another builder is the point
    if (await tryLock()) return;
    if (tries === 0) say(`another process builds; waiting for ${LOCK}`);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await delay(LOCK_WAIT_MS);
  }
  throw new Error(`${LOCK} was held for half an hour; remove it if nothing builds`);
}

async function tryLock(): Promise<boolean> {
  try {
    await mkdir(LOCK);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    await breakStaleLock();
    return false;
  }
  await writeFile(join(LOCK, "pid"), String(process.pid));
  return true;
}

/** A builder that was killed leaves its lock behind. */
async function breakStaleLock(): Promise<void> {
  const pid = Number(await readFile(join(LOCK, "pid"), "utf8").catch(() => ""));
  if (pid > 0 && !isAlive(pid)) await rm(LOCK, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function say(line: string): void {
  process.stderr.write(`lockstep tests: ${line}\n`);
}
