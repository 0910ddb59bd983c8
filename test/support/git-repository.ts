import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";

/** Path to content; a target in an object makes a symlink, `null` removes the file. */
export type Files = Readonly<Record<string, string | Buffer | { readonly symlink: string } | null>>;

/** Runs the git program and returns what it printed. Throws with its error text. */
export async function git(
  cwd: string,
  args: readonly string[],
  input = Buffer.alloc(0),
): Promise<string> {
  const child = spawn("git", args, {
    cwd,
    env: {
      PATH: "/usr/bin:/bin",
      HOME: "/nonexistent",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "Ada",
      GIT_AUTHOR_EMAIL: "ada@example.com",
      GIT_COMMITTER_NAME: "Ada",
      GIT_COMMITTER_EMAIL: "ada@example.com",
    },
  });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  // Most commands end without reading.
  child.stdin.on("error", () => child.stdin.destroy());
  child.stdin.end(input);
  const code = await new Promise((resolve) => {
    child.on("close", resolve);
  });
  if (code !== 0) throw new Error(`git ${args.join(" ")}: ${Buffer.concat(errors).toString()}`);
  return Buffer.concat(output).toString();
}

/** An empty bare repository with default branch main. */
export async function makeRepository(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await git(folder, ["init", "--quiet", "--bare", "--initial-branch=main"]);
  return folder;
}

interface WrittenCommit {
  readonly branch?: string;
  readonly files: Files;
  readonly message?: string;
  /** A parent other than the branch's tip; `none` begins anew. The branch is moved there by force. */
  readonly from?: string;
}

/** Commits files on top of the tip's (all other files stay), as a push by somebody else would; returns the commit's id. */
export async function commitFiles(repository: string, commit: WrittenCommit): Promise<string> {
  const { branch = "main", files, message = "change", from } = commit;
  const ref = `refs/heads/${branch}`;
  const tip = (await git(repository, ["for-each-ref", "--format=%(objectname)", ref])).trim();
  const parent = from ?? tip;
  const start = parent === "none" && tip !== "" ? `reset ${ref}\n` : "";
  const base = parent === "" || parent === "none" ? "deleteall\n" : `from ${parent}\n`;
  const stream = Buffer.concat([
    Buffer.from(`${start}commit ${ref}\ncommitter Ada <ada@example.com> 1700000000 +0000\n`),
    data(message),
    Buffer.from(base),
    ...Object.entries(files).flatMap(([path, content]) => {
      if (content === null) return [Buffer.from(`D ${JSON.stringify(path)}\n`)];
      const isLink = typeof content === "object" && "symlink" in content;
      const mode = isLink ? "120000" : "100644";
      const line = Buffer.from(`M ${mode} inline ${JSON.stringify(path)}\n`);
      return [line, data(isLink ? content.symlink : content)];
    }),
  ]);
  await git(repository, ["fast-import", "--quiet", "--force"], stream);
  return (await git(repository, ["rev-parse", ref])).trim();
}

function data(content: string | Buffer): Buffer {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")]);
}
