import { expect, test } from "vitest";
import { type GiteaStack, openGiteaStack, settle } from "../support/gitea-stack.ts";
import { settings, targetIn } from "../support/kube-manifests.ts";
import { kubectl } from "../support/kubectl.ts";
import { type MovableClock, movableClock } from "../support/movable-clock.ts";
import { describeReal } from "../support/real-cluster.ts";
import { untilSeen } from "../support/until-seen.ts";
import { useGitea } from "../support/use-gitea.ts";

const FILE = "shop/colours.yaml";
const COLOURS = settings("colours", { sky: "blue" });
const TEXT = `apiVersion: v1
kind: ConfigMap
metadata: { name: colours }
data: { sky: blue }
`;

/** `reports.every`: no timer rings meanwhile, and who was restarted says nothing any more. */
const EVERY = "5m";
const LATER_MS = 300_000;

describeReal("what people do to a pull request at a real Gitea", () => {
  const gitea = useGitea();

  async function open(): Promise<GiteaStack & { readonly clock: MovableClock }> {
    const clock = movableClock();
    const opened = await openGiteaStack(gitea(), { clock, reports: { every: EVERY } });
    await opened.commit({ [FILE]: TEXT });
    await opened.stack.sync();
    await settle(opened.stack);
    return { ...opened, clock };
  }

  test("B6: pointed at another branch, it is left there, and no second one is opened beside it", async () => {
    const opened = await open();
    const { person, repository, clock } = opened;
    await person.commitFiles(repository, { branch: "release", files: { "r.txt": "1" } });
    await edit(opened, "grey");
    await gitea().retarget(repository, 1, "release");
    const offer = await opened.read(FILE, branchOf(opened));

    clock.move(LATER_MS);
    await edit(opened, "red");
    clock.move(LATER_MS);
    const status = await opened.pass();
    expect(await opened.pulls()).toHaveLength(1);
    expect(await opened.read(FILE, branchOf(opened))).toBe(offer);
    expect(status.pullRequest).toMatchObject({ number: 1, base: "release" });

    await gitea().retarget(repository, 1, "main");
    clock.move(LATER_MS);
    await opened.pass();
    expect(await opened.pulls()).toHaveLength(1);
    expect(await opened.read(FILE, branchOf(opened))).toBe(TEXT.replace("blue", "red"));
  });

  test("its text leads to the whole report on its branch, and stays the same", async () => {
    const opened = await open();
    await edit(opened, "grey");
    const body = await bodyOf(opened);
    const [, page = ""] = /\[`drift-reports\/\S+\.md`\]\((\S+)\)/.exec(body) ?? [];
    expect(page).toContain(`/${opened.repository}/src/branch/lockstep/test/${opened.stack.name}/`);
    const answer = await fetch(page);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("ConfigMap/");
    opened.clock.move(LATER_MS);
    await opened.pass();
    expect(await bodyOf(opened)).toBe(body);
  });

  test("B6: reports.author changes while it is open, and it is still the agent's own", async () => {
    const opened = await open();
    const { repository, clock, stack } = opened;
    await edit(opened, "grey");
    expect(stack.stack.parent?.content.offers).toContain(stack.stack.offerDesk.notes.pushed);

    const reports = { every: EVERY, author: { name: "Robot", email: "robot@example.org" } };
    const again = await openGiteaStack(gitea(), { clock, at: repository, reports, like: stack });
    await again.pass();
    await edit(again, "red");
    clock.move(LATER_MS);
    expect((await again.pass()).refusals).toEqual([]);
    expect(await again.pulls()).toHaveLength(1);
    expect(await again.read(FILE, branchOf(again))).toBe(TEXT.replace("blue", "red"));
  });
});

async function bodyOf(opened: GiteaStack): Promise<string> {
  return (await opened.pulls())[0]?.body ?? "";
}

function branchOf({ stack }: GiteaStack): string {
  return `lockstep/test/${stack.name}-adopt`;
}

/** A person's edit with kubectl, which the agent takes back and offers. */
async function edit(opened: GiteaStack, sky: string): Promise<void> {
  const { stack } = opened;
  const patch = ["--type=merge", `--patch=${JSON.stringify({ data: { sky } })}`];
  await kubectl(["patch", "configmap", "colours", `--namespace=${stack.namespace}`, ...patch]);
  await untilSeen(stack, targetIn(stack.namespace, COLOURS));
  await opened.pass();
}
