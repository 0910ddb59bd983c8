import { execFile } from "node:child_process";
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A key pair of OpenSSH's own making, known to `git verify-commit` by an allowed-signers file. */
export interface SshKeyFile {
  /** Of the private key. */
  readonly path: string;
  readonly allowedSigners: string;
}

/** @param options Of `ssh-keygen`: `-t ed25519`. */
export async function makeSshKey(
  folder: string,
  options: readonly string[],
  { email = "lockstep@demo", passphrase = "" } = {},
): Promise<SshKeyFile> {
  const path = join(folder, `key-${options.join("")}`);
  await run("ssh-keygen", ["-q", ...options, "-N", passphrase, "-C", "test", "-f", path]);
  const allowedSigners = join(folder, "allowed-signers");
  await appendFile(
    allowedSigners,
    `${email} namespaces="git" ${await readFile(`${path}.pub`, "utf8")}`,
  );
  return { path, allowedSigners };
}

/** What Git says of a commit's signature: `G` good, `U` of nobody who is known, `B` bad, `N` none; with the signer's name. */
export async function verifyCommit(
  repository: string,
  commit: string,
  { allowedSigners }: Pick<SshKeyFile, "allowedSigners">,
): Promise<string> {
  const options = ["-c", "gpg.format=ssh", "-c", `gpg.ssh.allowedSignersFile=${allowedSigners}`];
  const shown = await run("git", [
    ...options,
    "-C",
    repository,
    "log",
    "-1",
    "--format=%G? %GS",
    commit,
  ]);
  return shown.stdout.trim();
}
