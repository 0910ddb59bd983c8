import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keepCredentials } from "../../../../src/embedded/api/keep-credentials.ts";
import { makeCertificate } from "../../../../src/embedded/api/make-certificate.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;

const root = mkdtempSync(join(tmpdir(), "lockstep-credentials-"));
afterAll(() => {
  rmSync(root, { recursive: true });
});

function newFolder(): string {
  return mkdtempSync(join(root, "c-"));
}

test("a second start shows the same certificate and takes the same token", () => {
  const folder = newFolder();
  const first = keepCredentials(folder, NOW);
  expect(keepCredentials(folder, NOW + DAY_MS)).toEqual(first);
  expect(first.token).toMatch(/^[0-9a-f]{64}$/);
});

test("only the owner reads the files, and no draft is left behind", () => {
  const folder = newFolder();
  // Of a process that was killed.
  for (const draft of ["token.new", "tls.key.123.new"]) {
    writeFileSync(join(folder, draft), "half", { mode: 0o644 });
  }
  keepCredentials(folder, NOW);
  // With everything in place nothing is written any more.
  for (const draft of ["tls.crt.99.new", "tls.key.new"]) writeFileSync(join(folder, draft), "half");
  keepCredentials(folder, NOW);
  const modes = readdirSync(folder).map(
    (name) => `${name} ${(statSync(join(folder, name)).mode & 0o777).toString(8)}`,
  );
  expect(modes).toEqual(["tls.crt 600", "tls.key 600", "token 600"]);
});

test.each<[string, (folder: string) => void]>([
  [
    "cut off",
    (folder) =>
      writeFileSync(
        join(folder, "tls.crt"),
        readFileSync(join(folder, "tls.crt")).subarray(0, 100),
      ),
  ],
  ["missing", (folder) => rmSync(join(folder, "tls.key"))],
  ["of another key", (folder) => writeFileSync(join(folder, "tls.key"), makeCertificate(NOW).key)],
  ["no key at all", (folder) => writeFileSync(join(folder, "tls.key"), "secret")],
])("a certificate that is %s is made anew, the token stays", (_, damage) => {
  const folder = newFolder();
  const first = keepCredentials(folder, NOW);
  damage(folder);
  const second = keepCredentials(folder, NOW);
  expect(second.certificate).not.toEqual(first.certificate);
  expect(second.token).toBe(first.token);
  expect(keepCredentials(folder, NOW)).toEqual(second);
});

test.each([
  ["good for months", 4 * 365, "kept"],
  ["about to end", 5 * 365 - 29, "new"],
  ["from the future", -2, "new"],
])("a certificate that is %s", (_, days, expected) => {
  const folder = newFolder();
  const first = keepCredentials(folder, NOW);
  const second = keepCredentials(folder, NOW + days * DAY_MS);
  expect(second.certificate.cert === first.certificate.cert ? "kept" : "new").toBe(expected);
});

test("a damaged token is replaced", () => {
  const folder = newFolder();
  keepCredentials(folder, NOW);
  writeFileSync(join(folder, "token"), "short");
  expect(keepCredentials(folder, NOW).token).toMatch(/^[0-9a-f]{64}$/);
});

test("files of others that only look like drafts stay", () => {
  const folder = newFolder();
  const others = ["token.1x.new", "token.news", "xtoken.1.new"];
  for (const name of others) writeFileSync(join(folder, name), "");
  keepCredentials(folder, NOW);
  expect(readdirSync(folder)).toEqual([...others, "tls.crt", "tls.key", "token"].toSorted());
});

test("without a folder nothing is kept", () => {
  expect(keepCredentials(undefined, NOW).token).not.toBe(keepCredentials(undefined, NOW).token);
});

test.each(["token.new", "tls.key.12.new"])(
  "a folder in the place of the draft %s is a refusal, no defect",
  (name) => {
    const folder = newFolder();
    mkdirSync(join(folder, name));
    expect(() => keepCredentials(folder, NOW)).toThrow(
      expect.objectContaining({ code: "folder-not-writable" }),
    );
  },
);
