import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { settleReport } from "../../src/agent/deliver-report.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import { passes } from "../support/follow-stack.ts";
import { git } from "../support/git-repository.ts";
import { HOSTS, hostRepository } from "../support/hosted-repository.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { makeSshKey, verifyCommit } from "../support/make-ssh-key.ts";
import { movableClock } from "../support/movable-clock.ts";
import { readLedger } from "../support/read-ledger.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const COLOURS = settings("colours", { sky: "blue" });
const EMAIL = "bot@team.example";
const RETRY_MS = 30_000;

describeReal("A drift report that is signed", () => {
  test.each(HOSTS)(
    "G4: in %s: while the key cannot sign, drift is reverted and the status says why; then the report comes, signed",
    async (host) => {
      const folder = await mkdtemp(join(tmpdir(), "lockstep-key-"));
      onTestFinished(async () => rm(folder, { recursive: true }));
      const key = await makeSshKey(folder, ["-t", "ed25519"], { email: EMAIL });
      const kept = `${key.path}.kept`;
      await rename(key.path, kept);
      await writeFile(key.path, "no key\n");
      const clock = movableClock();
      const { folder: repository, source } = await hostRepository(host);
      const written = {
        author: { name: "Drift of the team", email: EMAIL },
        trailers: ["Skip-CI: true"],
        signingKeyFile: key.path,
      };
      const config = [`reports: ${JSON.stringify(written)}`];
      const stack = await openTestStack({ repository, source, clock, config });
      await stack.commit(manifestFiles(COLOURS));
      await passes(stack, 2);

      const target = targetIn(stack.namespace, COLOURS);
      await admin().patch(target, { merge: { data: { sky: "green" } } }, { as: "painter" });
      await untilSeen(stack, target);
      const refused = await passSettled(stack);
      expect((await admin().get(target))["data"]).toEqual({ sky: "blue" });
      expect(refused.refusals).toEqual([
        {
          id: "",
          code: "no-signature",
          message: `the drift report is queued: the signing key ${key.path} is no private key in the form of OpenSSH or PKCS#8: make one with ssh-keygen -t ed25519 -N ""`,
        },
      ]);

      await rename(kept, key.path);
      clock.move(RETRY_MS);
      await passSettled(stack);
      const { commits } = await readLedger(stack);
      expect(commits).toHaveLength(1);
      const branch = stack.stack.setup.config.reports.branch;
      expect(await verifyCommit(repository, branch, key)).toBe(`G ${EMAIL}`);
      const format = "%an <%ae>|%cn <%ce>|%(trailers:key=Skip-CI)";
      expect((await git(repository, ["log", `--format=${format}`, branch])).trim()).toBe(
        `Drift of the team <${EMAIL}>|Drift of the team <${EMAIL}>|Skip-CI: true`,
      );
      expect(await passSettled(stack)).toMatchObject({ refusals: [], inSync: true });
      expect(stack.logged.join("\n")).not.toMatch(/PRIVATE KEY/);
    },
  );
});

/** A pass, and the report's try that it began; then a pass that can tell of it. */
async function passSettled(stack: TestStack): Promise<StackStatus> {
  await stack.pass();
  await settleReport(stack.stack);
  return stack.pass();
}
