import { expect, test } from "vitest";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import { auditMark } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import { git } from "../support/git-repository.ts";
import { HOSTS, hostRepository } from "../support/hosted-repository.ts";
import type { Target } from "../support/kube-client.ts";
import { idIn, manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { kubectl } from "../support/kubectl.ts";
import { type MovableClock, movableClock } from "../support/movable-clock.ts";
import { briefEntries, readBranch, readLedger } from "../support/read-ledger.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack, type TestStackOptions } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const EVERY_MS = 5 * 60_000;
const COLOURS = settings("colours", { sky: "blue" });

interface Reported {
  readonly stack: TestStack;
  readonly clock: MovableClock;
  readonly target: Target;
}

/** A stack in sync with one ConfigMap, whose clock the test moves. */
async function openReported(
  host: (typeof HOSTS)[number],
  options: TestStackOptions = {},
): Promise<Reported> {
  const { folder, source } = await hostRepository(host);
  const clock = movableClock();
  const stack = await openTestStack({ repository: folder, source, clock, ...options });
  await stack.commit(manifestFiles(COLOURS));
  await passes(stack, 2);
  return { stack, clock, target: targetIn(stack.namespace, COLOURS) };
}

/** Somebody sets a value of the ConfigMap, and one pass of the agent sees it. */
async function paint({ stack, target }: Reported, data: JsonObject, as = "painter"): Promise<void> {
  await admin().patch(target, { merge: { data } }, { as });
  await untilSeen(stack, target);
  await stack.pass();
}

/** Passes that find the cluster as Git wants it, after enough time for a closing commit. */
async function rest({ stack, clock, target }: Reported): Promise<void> {
  await untilSeen(stack, target);
  await passes(stack, 2);
  clock.move(EVERY_MS);
  await passes(stack, 2);
}

describeReal("The drift report in the repository", () => {
  test.each(HOSTS)(
    "G1: drift makes one commit with a report for programs and one for people, its end makes one more (%s)",
    async (host) => {
      const reported = await openReported(host);
      const { stack, target } = reported;
      expect(await readLedger(stack)).toMatchObject({ commits: [] });

      await paint(reported, { sky: "green" });

      const found = await readLedger(stack);
      expect(found.messages).toEqual([
        `Drift of ${stack.name} on test: ${idIn(stack.namespace, COLOURS)} data.sky by painter\n\n1 reverted\n\nLockstep-Report: test/${stack.name}`,
      ]);
      expect(found.files).toEqual([
        `drift-reports/test/${stack.name}.json`,
        `drift-reports/test/${stack.name}.md`,
      ]);
      expect(found.report).toMatchObject({
        revision: stack.stack.tip,
        drift: "found",
        entries: [
          {
            id: idIn(stack.namespace, COLOURS),
            class: "changed",
            path: "/data/sky",
            desired: "blue",
            live: "green",
            manager: "painter",
            operation: "Update",
            attribution: "recorded",
            action: "reverted",
            state: "reverted",
          },
        ],
      });
      expect(found.markdown).toContain("painter");
      expect(textAt(await admin().get(target), "data", "sky")).toBe("blue");

      await rest(reported);

      const closed = await readLedger(stack);
      expect(closed.commits).toEqual([...found.commits, expect.any(String)]);
      expect(closed.messages[1]).toMatch(`No drift of ${stack.name} on test`);
      expect(closed.report).toMatchObject({ drift: "none" });
      await rest(reported);
      expect((await readLedger(stack)).commits).toEqual(closed.commits);
    },
  );

  test.each(["observe", "enforce"])(
    "G1: the same drift again makes no second commit (mode %s)",
    async (mode) => {
      const enforced = await openReported("a folder");
      const clock = movableClock();
      const stack = await openTestStack({ like: enforced.stack, clock, config: [`mode: ${mode}`] });
      const reported = { ...enforced, clock, stack };
      await stack.pass();
      await paint(reported, { sky: "green" });
      const { commits } = await readLedger(stack);
      expect(commits).toHaveLength(1);

      clock.move(EVERY_MS);
      // Another time of the same drift: field managers are noted to the second.
      const second = secondNow();
      await eventually("the next second", () => secondNow() > second);
      await admin().patch(
        reported.target,
        { merge: { data: { sky: "white" } } },
        { as: "painter" },
      );
      await paint(reported, { sky: "green" });
      await passes(stack, 3);

      expect((await readLedger(stack)).commits).toEqual(commits);
    },
  );

  test("G1: fifty different drifts in a minute make two commits, and none of them is lost", async () => {
    const reported = await openReported("a folder");
    const { stack, clock } = reported;
    for (let round = 0; round < 10; round += 1) {
      const names = Array.from({ length: 5 }, (_, each) => `drift-${round * 5 + each}`);
      const five = Object.fromEntries(names.map((name) => [name, "here"] as const));
      // oxlint-disable-next-line no-await-in-loop -- one drift comes after the other
      await paint(reported, five, `painter-${round}`);
      clock.move(6_000);
    }
    const first = await readLedger(stack);
    expect(first.commits).toHaveLength(1);
    expect(briefEntries(first.report)).toHaveLength(5);

    await rest(reported);

    const second = await readLedger(stack);
    expect(second.commits).toHaveLength(2);
    const told = [...briefEntries(first.report), ...briefEntries(second.report)];
    expect(new Set(told)).toEqual(
      new Set(
        Array.from(
          { length: 50 },
          (_, each) =>
            `ConfigMap/colours /data/drift-${each} = "here" by painter-${Math.floor(each / 5)}: reverted`,
        ),
      ),
    );
  });

  test("G1: a running agent reports what a person did with kubectl, and closes the report by itself", async () => {
    const { folder, source } = await hostRepository("an https server");
    const stack = await openTestStack({
      repository: folder,
      source,
      config: ["reports: { every: 1s }"],
    });
    await stack.commit(manifestFiles(COLOURS));
    stack.start();
    await stack.until("the stack is in sync", ({ inSync }) => inSync);

    const patch = ["--type=merge", `--patch={"data":{"sky":"green"}}`];
    await kubectl(["patch", "configmap", "colours", `--namespace=${stack.namespace}`, ...patch]);

    const { messages } = await eventually("the report is closed", async () => {
      const ledger = await readBranch(folder, stack.name);
      return ledger.report["drift"] === "none" ? ledger : undefined;
    });
    expect(messages.map((each) => each.split("\n")[0])).toEqual([
      `Drift of ${stack.name} on test: ${idIn(stack.namespace, COLOURS)} data.sky by kubectl-patch`,
      expect.stringContaining(`No drift of ${stack.name} on test`),
    ]);
    const target = targetIn(stack.namespace, COLOURS);
    expect(textAt(await admin().get(target), "data", "sky")).toBe("blue");
  });

  test("G2: a report that is committed, and merged into the source branch, changes nothing", async () => {
    const reported = await openReported("a folder", { config: ["reports: { every: 1s }"] });
    const { stack } = reported;
    await paint(reported, { sky: "green" });
    await untilSeen(stack, reported.target);
    const { commits } = await readLedger(stack);
    expect(commits).toHaveLength(1);
    await passes(stack, 2);
    const [mark, tip] = [await auditMark(), stack.stack.tip];
    const before = await stack.preview();

    await passes(stack, 3);
    const after = await stack.preview();

    expect(after).toEqual(before);
    expect(stack.stack.tip).toBe(tip);
    expect(await writesSince(stack, mark)).toEqual([]);
    await mergeLedger(stack);
    await passes(stack, 3);
    const merged = await stack.preview();
    expect(merged.revision).not.toBe(tip);
    expect(merged).toMatchObject({ inSync: true, problems: [], lints: before.lints });
    expect(planOf(merged)).toEqual(planOf(before));
    expect(await writesSince(stack, mark)).toEqual([]);
  });

  test("G2: what lies under reports.path on the source branch is never desired state", async () => {
    const { stack } = await openReported("a folder", { config: ["reports: { path: notes }"] });
    const stray = manifestFiles(settings("stray", { a: "1" }));
    const files = Object.entries(stray).map(
      ([path, text]) => [`notes/deep/${path}`, text] as const,
    );
    await stack.commit({ ...Object.fromEntries(files), "notes/broken.yaml": "a: [" });
    await passes(stack, 3);
    const status = await stack.preview();
    expect(status).toMatchObject({ inSync: true, problems: [], revision: stack.stack.tip });
    expect(planOf(status)).toEqual([`${idIn(stack.namespace, COLOURS)} keep`]);
    const target = targetIn(stack.namespace, settings("stray", {}));
    expect(await admin().find(target)).toBeUndefined();
  });
});

function secondNow(): number {
  return Math.floor(Date.now() / 1_000);
}

function planOf({ objects }: StackStatus): readonly string[] {
  return objects.map(({ id, action }) => `${id} ${action}`);
}

/** A person merges the ledger into the source branch: a commit with both parents and the files of both. */
async function mergeLedger({ repository, name }: TestStack): Promise<void> {
  const ledger = `lockstep/test/${name}`;
  const tree = await git(repository, [
    "merge-tree",
    "--write-tree",
    "--allow-unrelated-histories",
    "main",
    ledger,
  ]);
  const merge = ["commit-tree", tree.trim(), "-p", "main", "-p", ledger, "-m", "Merge the report"];
  const commit = await git(repository, merge);
  await git(repository, ["update-ref", "refs/heads/main", commit.trim()]);
}
