import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCommitSigner } from "../../src/adapters/git/open-commit-signer.ts";
import { openLedger } from "../../src/adapters/git/open-ledger.ts";
import { openOfferBranch } from "../../src/adapters/git/open-offer-branch.ts";
import { commitFiles, git } from "../support/git-repository.ts";
import { makeServedWorld, type ServedWorld } from "../support/git-world.ts";
import { BRANCH, change, hurriedClock } from "../support/ledger-branch.ts";
import { makeSshKey, verifyCommit } from "../support/make-ssh-key.ts";

const run = promisify(execFile);
const COMMITTER = { name: "Bot of Zoë", email: "lockstep@demo" };

let world: ServedWorld;
let folder: string;
beforeAll(async () => {
  world = await makeServedWorld();
  folder = await mkdtemp(join(tmpdir(), "lockstep-keys-"));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

function sourceOf(url: string): Parameters<typeof openLedger>[0] {
  const caFile = world.server.caFile;
  const none = { username: undefined, tokenFile: undefined, tokenEnv: undefined };
  return { url, branch: "main", path: ".", caFile, ...none };
}

function surroundings(): Parameters<typeof openLedger>[2] {
  const none = { token: undefined, httpsProxy: undefined, noProxy: undefined };
  return { workDir: join(folder, "work"), configFolder: folder, clock: hurriedClock, ...none };
}

describe("a commit that is signed", { timeout: 60_000 }, () => {
  test.each([
    [["-t", "ed25519"]],
    [["-t", "ecdsa", "-b", "256"]],
    [["-t", "ecdsa", "-b", "384"]],
    [["-t", "ecdsa", "-b", "521"]],
    [["-t", "rsa", "-b", "2048"]],
    [["-t", "rsa", "-b", "2048", "-m", "PKCS8"]],
    [["-t", "rsa", "-b", "2048", "-m", "PEM"]],
    [["-t", "ecdsa", "-b", "256", "-m", "PKCS8"]],
  ])(
    "ssh-keygen %s: Git finds the signature good, on the ledger here and behind https",
    async (options) => {
      const key = await makeSshKey(folder, options);
      const sign = openCommitSigner(key.path);
      const { folder: repository, url } = await world.makeRepository();
      const ledgers = [
        {
          branch: "here",
          ledger: openLedger(
            sourceOf(repository),
            { branch: "here", committer: COMMITTER, sign },
            surroundings(),
          ),
        },
        {
          branch: "there",
          ledger: openLedger(
            sourceOf(url),
            { branch: "there", committer: COMMITTER, sign },
            surroundings(),
          ),
        },
      ];
      for (const { branch, ledger } of ledgers) {
        for (const text of ["1", "2"]) {
          // oxlint-disable-next-line no-await-in-loop -- the second stands on the first
          const commit = (await ledger.commit(change(text))) ?? "";
          // oxlint-disable-next-line no-await-in-loop -- as above
          expect(await verifyCommit(repository, commit, key)).toBe("G lockstep@demo");
          // oxlint-disable-next-line no-await-in-loop -- as above
          expect((await git(repository, ["rev-parse", branch])).trim()).toBe(commit);
        }
        // oxlint-disable-next-line no-await-in-loop -- as above
        await ledger.close();
      }
      await git(repository, ["fsck", "--strict"]);
    },
  );

  test("of the pull request's branch is, too, and another text under its signature is bad", async () => {
    const key = await makeSshKey(folder, ["-t", "ed25519", "-a", "1"]);
    const sign = openCommitSigner(key.path);
    const { folder: repository, url } = await world.makeRepository();
    const base = await commitFiles(repository, { files: { "a.yaml": "a: 1\n" } });
    const offer = openOfferBranch(
      sourceOf(url),
      { branch: "adopt", committer: COMMITTER, sign },
      surroundings(),
    );
    const edit = {
      base,
      files: new Map([["a.yaml", "a: 2\n"]]),
      message: "Adopt",
      expected: undefined,
    };
    const rebuilt = await offer.rebuild(edit);
    const commit = "commit" in rebuilt ? rebuilt.commit : "";
    expect(await verifyCommit(repository, commit, key)).toBe("G lockstep@demo");
    expect(await offer.findTip()).toEqual({ commit, isOurs: true });
    expect(await offer.rebuild({ ...edit, expected: commit })).toEqual({ kind: "same", commit });
    await offer.close();

    const raw = await git(repository, ["cat-file", "commit", commit]);
    await writeFile(join(folder, "forged"), raw.replace("Adopt", "Adept"));
    const forged = await git(repository, [
      "hash-object",
      "-w",
      "-t",
      "commit",
      join(folder, "forged"),
    ]);
    expect(await verifyCommit(repository, forged.trim(), key)).toMatch(/^B/);
  });

  test("is good by ssh-keygen's own word, and for nothing but Git", async () => {
    const { path, allowedSigners } = await makeSshKey(folder, [
      "-t",
      "ed25519",
      "-Z",
      "aes256-ctr",
    ]);
    const text = "tree 1\n\nIt is so: Zoë\n";
    await writeFile(join(folder, "signature"), await openCommitSigner(path)(text));
    async function verify(namespace: string, content: string): Promise<string> {
      const signature = join(folder, "signature");
      const options = [
        "-f",
        allowedSigners,
        "-I",
        "lockstep@demo",
        "-n",
        namespace,
        "-s",
        signature,
      ];
      const verified = run("ssh-keygen", ["-Y", "verify", ...options]);
      verified.child.stdin?.end(content);
      const { stdout } = await verified.catch(() => ({ stdout: "refused" }));
      return stdout.split(" ")[0] ?? "";
    }
    expect([
      await verify("git", text),
      await verify("file", text),
      await verify("git", `${text} `),
    ]).toEqual(["Good", "refused", "refused"]);
  });

  test("by a key in PKCS#8 of Node's own making is what ssh-keygen takes", async () => {
    const path = join(folder, "pkcs8");
    const { privateKey } = generateKeyPairSync("ed25519");
    await writeFile(path, privateKey.export({ type: "pkcs8", format: "pem" }));
    await writeFile(join(folder, "signature8"), await openCommitSigner(path)("x"));
    const check = run("ssh-keygen", [
      "-Y",
      "check-novalidate",
      "-n",
      "git",
      "-s",
      join(folder, "signature8"),
    ]);
    check.child.stdin?.end("x");
    expect((await check).stdout).toMatch(/^Good "git" signature with ED25519 key/);
  });

  test("has the trailers of the config, behind those that it has", async () => {
    const { folder: repository } = await world.makeRepository();
    const committer = { ...COMMITTER, trailers: ["Skip-CI: true", "Team: shop"] };
    const ledger = openLedger(sourceOf(repository), { branch: BRANCH, committer }, surroundings());
    await ledger.commit({
      ...change("1"),
      message: "Drift: 1 change\n\nLockstep-Report: demo/shop\n",
    });
    await ledger.commit({ ...change("2"), message: "Skip: nothing\n" });
    const shown = await git(repository, [
      "log",
      "--format=%an <%ae> %cn <%ce>%n%B%(trailers:unfold,separator=%x7C)%n--",
      BRANCH,
    ]);
    const who = "Bot of Zoë <lockstep@demo> Bot of Zoë <lockstep@demo>";
    expect(shown.split("--\n").map((each) => each.trim())).toEqual([
      `${who}\nSkip: nothing\n\nSkip-CI: true\nTeam: shop\nSkip-CI: true|Team: shop`,
      `${who}\nDrift: 1 change\n\nLockstep-Report: demo/shop\nSkip-CI: true\nTeam: shop\nLockstep-Report: demo/shop|Skip-CI: true|Team: shop`,
      "",
    ]);
  });
});
