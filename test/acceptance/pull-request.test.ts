import { expect, test } from "vitest";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { writesSince } from "../support/follow-stack.ts";
import { type GiteaStack, openGiteaStack, settle } from "../support/gitea-stack.ts";
import { settings, targetIn } from "../support/kube-manifests.ts";
import { kubectl } from "../support/kubectl.ts";
import { movableClock } from "../support/movable-clock.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { untilSeen } from "../support/until-seen.ts";
import { useGitea } from "../support/use-gitea.ts";

const FILE = "shop/colours.yaml";
const COLOURS = settings("colours", { sky: "blue" });
/** As a person writes it. */
const TEXT = `# What the shop looks like.
apiVersion: v1
kind: ConfigMap
metadata: { name: colours }
data:
  sky: blue # until autumn
  grass: "green"
`;
const EVERY_MS = 300_000;
const DAY_MS = 86_400_000;

describeReal("the pull request of a stack, at a real Gitea", () => {
  const gitea = useGitea();

  async function open(options: Parameters<typeof openGiteaStack>[1] = {}): Promise<GiteaStack> {
    const opened = await openGiteaStack(gitea(), options);
    await opened.commit({ [FILE]: TEXT });
    await opened.stack.sync();
    await settle(opened.stack);
    return opened;
  }

  test("B6: under observe a person's edit opens one pull request, and its merge ends in zero drift without a write", async () => {
    const opened = await (await open()).reopen(["mode: observe"]);
    const { stack, person, repository } = opened;
    await opened.pass();

    await edit(opened, { sky: "grey" });

    const [pull, ...more] = await opened.pulls();
    expect(more).toEqual([]);
    expect(pull).toMatchObject({
      state: "open",
      title: `Adopt 1 change made in test into stack ${stack.name}`,
    });
    expect(await opened.read(FILE, `lockstep/test/${stack.name}-adopt`)).toBe(
      TEXT.replace("sky: blue #", "sky: grey #"),
    );
    expect(await opened.diffOf(1)).toContain(`${FILE} +1 -1`);
    expect((await opened.pass()).pullRequest).toMatchObject({ number: 1, offered: 1 });

    const mark = await auditMark();
    await person.merge(repository, 1);
    const status = await opened.pass();
    expect(status).toMatchObject({ inSync: true, drift: [] });
    expect(await writesSince(stack, mark)).toEqual([]);
    expect(await opened.pulls()).toHaveLength(1);

    await edit(opened, { sky: "red" });
    await eventually("the next edit of the same value is offered", async () => {
      await opened.pass();
      return (await opened.pulls())[1]?.state === "open";
    });
    const branch = `lockstep/test/${stack.name}-adopt`;
    expect(await opened.read(FILE, branch)).toBe(TEXT.replace("sky: blue #", "sky: red #"));
  });

  test("B6: under enforce a reverted edit is offered, and its merge makes one write of the adopted value", async () => {
    const opened = await open();
    const { stack, person, repository } = opened;

    await edit(opened, { sky: "grey" });
    expect(await skyOf(opened)).toBe("blue");
    const [pull] = await opened.pulls();
    expect(pull?.body).toContain("taken back");

    const mark = await auditMark();
    await person.merge(repository, 1);
    expect(await opened.pass()).toMatchObject({ inSync: true });
    expect(await skyOf(opened)).toBe("grey");
    expect(await writesSince(stack, mark)).toHaveLength(1);
    await opened.pass();
    expect(await writesSince(stack, mark)).toHaveLength(1);
    expect(await opened.pulls()).toHaveLength(1);
  });

  test("closed by a person: the same drift does not open it again, after a restart of the agent neither; another value does", async () => {
    const clock = movableClock();
    const opened = await open({ clock });
    await edit(opened, { sky: "grey" });
    await opened.person.ask("PATCH", `/repos/${opened.repository}/pulls/1`, { state: "closed" });
    await later(opened, clock, EVERY_MS);

    await edit(opened, { sky: "grey" });
    await later(opened, clock, EVERY_MS);
    expect(await opened.pulls()).toHaveLength(1);

    await edit(opened, { sky: "red" });
    await later(opened, clock, EVERY_MS);
    const pulls = await opened.pulls();
    expect(pulls.map(({ number, state }) => `${number} ${state}`)).toEqual(["1 closed", "2 open"]);
  });

  test("what was reverted is offered for a week, and then closed with a note", async () => {
    const clock = movableClock();
    const opened = await open({ clock });
    await edit(opened, { sky: "grey" });
    await later(opened, clock, 6 * DAY_MS);
    expect((await opened.pulls())[0]?.state).toBe("open");
    await later(opened, clock, DAY_MS);
    expect((await opened.pulls())[0]?.state).toBe("closed");
    expect(await gitea().commentsOf(opened.repository, 1)).toEqual([
      expect.stringContaining("Nothing of this is left to offer"),
    ]);
    expect((await opened.pass()).pullRequest).toBeUndefined();
  });

  test("a controller's value that is reverted is offered to nobody", async () => {
    const opened = await open();
    const target = targetIn(opened.stack.namespace, COLOURS);
    await admin().patch(target, { merge: { data: { sky: "grey" } } }, { as: "some-operator" });
    await untilSeen(opened.stack, target);
    await opened.pass();
    expect(await skyOf(opened)).toBe("blue");
    expect(await opened.pulls()).toEqual([]);
  });

  test("the commit status says how far the commit came", async () => {
    const opened = await open();
    const context = `lockstep/test/${opened.stack.name}`;
    const first = opened.stack.stack.tip;
    await opened.pass();
    const [newest] = (await gitea().statusesOf(opened.repository, first)) ?? [];
    expect(newest).toMatch(new RegExp(`^${context} success in sync at`));
    const broken = await opened.commit({ "shop/broken.yaml": "apiVersion: v1\nkind: ConfigMap\n" });
    await opened.pass();
    expect(await gitea().statusesOf(opened.repository, broken)).toEqual([
      expect.stringMatching(`^${context} failure not applied: shop/broken.yaml`),
    ]);
  });
});

/** A person's edit with kubectl, a pass that finds it, and what it hands to the forge. */
async function edit(opened: GiteaStack, data: JsonObject): Promise<void> {
  const { stack } = opened;
  const patch = ["--type=merge", `--patch=${JSON.stringify({ data })}`];
  await kubectl(["patch", "configmap", "colours", `--namespace=${stack.namespace}`, ...patch]);
  await untilSeen(stack, targetIn(stack.namespace, COLOURS));
  await opened.pass();
}

async function later(
  opened: GiteaStack,
  clock: ReturnType<typeof movableClock>,
  ms: number,
): Promise<void> {
  clock.move(ms);
  await opened.pass();
}

async function skyOf({ stack }: GiteaStack): Promise<string | undefined> {
  return textAt(await admin().get(targetIn(stack.namespace, COLOURS)), "data", "sky");
}
