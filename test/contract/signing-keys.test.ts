import { generateKeyPairSync } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCommitSigner } from "../../src/adapters/git/open-commit-signer.ts";
import { makeSshKey } from "../support/make-ssh-key.ts";
import { refusalOf } from "../support/source-texts.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lockstep-keys-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function refusal(path: string): Promise<string> {
  const words = await refusalOf(openCommitSigner(path)("x"));
  return words.replace(`the signing key ${path} `, "… ");
}

describe("a key that cannot sign", () => {
  test("with a passphrase, in each form", async () => {
    const keys = [
      await makeSshKey(folder, ["-t", "ed25519", "-a", "2"], { passphrase: "hunter2" }),
      await makeSshKey(folder, ["-t", "rsa", "-m", "PKCS8"], { passphrase: "hunter2" }),
      await makeSshKey(folder, ["-t", "rsa", "-m", "PEM"], { passphrase: "hunter2" }),
    ];
    expect(new Set(await Promise.all(keys.map(async ({ path }) => refusal(path))))).toEqual(
      new Set([
        'no-signature: … has a passphrase, and nobody is there to type it: take it off with ssh-keygen -p -N "", or name another key',
      ]),
    );
  });

  test("which is the public one, in each form", async () => {
    const { path } = await makeSshKey(folder, ["-t", "ed25519", "-a", "3"]);
    const pem = join(folder, "public.pem");
    await writeFile(
      pem,
      generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }),
    );
    const words = "no-signature: … is a public key: name the private one in reports.signingKeyFile";
    expect([await refusal(`${path}.pub`), await refusal(pem)]).toEqual([words, words]);
  });

  test("of another type", async () => {
    const path = join(folder, "ed448");
    const { privateKey } = generateKeyPairSync("ed448");
    await writeFile(path, privateKey.export({ type: "pkcs8", format: "pem" }));
    expect(await refusal(path)).toBe(
      'no-signature: … is of a type that does not sign: make one with ssh-keygen -t ed25519 -N ""',
    );
  });

  test.each([
    ["empty", "", "is no private key in the form of OpenSSH or PKCS#8"],
    ["of PuTTY", "PuTTY-User-Key-File-3: ssh-ed25519\n", "is no private key in the form of"],
    ["of OpenPGP", "-----BEGIN PGP PRIVATE KEY BLOCK-----\n", "is no private key in the form of"],
    ["cut PEM", "-----BEGIN PRIVATE KEY-----\nMC4CAQ\n-----END PRIVATE KEY-----\n", "is damaged"],
    [
      "other bytes",
      "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n",
      "is damaged",
    ],
  ])("%s", async (what, text, words) => {
    const path = join(folder, what);
    await writeFile(path, text);
    expect(await refusal(path)).toContain(`no-signature: … ${words}`);
  });

  test("cut or changed anywhere is damaged, or signs nothing wrong: never a defect", async () => {
    const { path } = await makeSshKey(folder, ["-t", "ecdsa", "-b", "384", "-a", "4"]);
    const [first = "", ...rest] = (await readFile(path, "utf8")).trim().split("\n");
    const bytes = Buffer.from(rest.slice(0, -1).join(""), "base64");
    const said = new Set<string>();
    for (let at = 0; at < bytes.length; at += 1) {
      const cut = bytes.subarray(0, at);
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x80;
      for (const each of [cut, changed]) {
        const text = [first, each.toString("base64"), rest.at(-1), ""].join("\n");
        // oxlint-disable-next-line no-await-in-loop -- one file
        await writeFile(`${path}-changed`, text);
        // oxlint-disable-next-line no-await-in-loop -- as above
        const outcome = await openCommitSigner(`${path}-changed`)("x").then(
          () => "signed",
          (error: unknown) => (error instanceof Error ? error.name : "thrown"),
        );
        said.add(outcome);
      }
    }
    expect(said).toEqual(new Set(["SourceError", "signed"]));
  });

  test("that is not there, that is a folder, and then one that is", async () => {
    const path = join(folder, "later");
    const sign = openCommitSigner(path);
    expect(await refusal(path)).toBe(
      "no-signature: … is not there: correct reports.signingKeyFile, or put the key there",
    );
    expect(await refusal(folder)).toBe("no-signature: … is a folder: name the file in it");
    const { path: made } = await makeSshKey(folder, ["-t", "ed25519", "-a", "5"]);
    await writeFile(path, await readFile(made));
    await chmod(path, 0o644);
    expect(await sign("x")).toMatch(/^-----BEGIN SSH SIGNATURE-----\n/);
  });
});
