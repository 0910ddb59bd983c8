import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { type GiteaStack, openGiteaStack, settle } from "../support/gitea-stack.ts";
import { settings, targetIn } from "../support/kube-manifests.ts";
import { kubectl } from "../support/kubectl.ts";
import { describeReal } from "../support/real-cluster.ts";
import { untilSeen } from "../support/until-seen.ts";
import { useGitea } from "../support/use-gitea.ts";

/** A base, built with a prefix; and a file that is applied as it stands. */
const FILES = {
  "built/kustomization.yaml": "namePrefix: built-\nresources: [colours.yaml]\n",
  "built/colours.yaml":
    "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: colours }\ndata: { sky: blue }\n",
  "plain.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: plain }\ndata: { sky: blue }\n",
};
const WHY =
  "kustomize builds this object: change the base, the overlay or the patch that sets the value";

describeReal("drift of what kustomize builds, at a real Gitea", () => {
  const gitea = useGitea();

  async function open(): Promise<GiteaStack> {
    const opened = await openGiteaStack(gitea(), { lines: ["mode: observe"] });
    const { stack } = opened;
    await opened.commit(FILES);
    await stack.sync();
    for (const name of ["built-colours", "plain"]) {
      // oxlint-disable-next-line no-await-in-loop -- two objects
      await kubectl(["create", "configmap", name, "--from-literal=sky=blue", inNamespace(opened)]);
    }
    await opened.pass();
    return opened;
  }

  test("B6: drift of a built object alone opens no pull request, and the report says why", async () => {
    const opened = await open();
    await edit(opened, "built-colours");
    expect(await opened.pulls()).toEqual([]);
    expect(await reportOf(opened)).toContain(
      `\`data.sky\` | ${WHY} (\`built/kustomization.yaml:1\`) |`,
    );
    expect(JSON.parse(await readReport(opened, "json"))).toMatchObject({
      entries: [
        {
          id: `ConfigMap/${opened.stack.namespace}/built-colours`,
          unadoptable: { reason: "kustomize", where: "built/kustomization.yaml:1" },
        },
      ],
    });
  });

  test("B6: beside an edit that can be made the pull request says why there is none for the built object", async () => {
    const opened = await open();
    await edit(opened, "built-colours");
    await edit(opened, "plain");
    const [pull, ...more] = await opened.pulls();
    expect(more).toEqual([]);
    expect(pull?.body).toContain(WHY);
    expect(await opened.diffOf(1)).toContain("plain.yaml +1 -1");
    expect((await opened.diffOf(1)).some((each) => each.startsWith("built/"))).toBe(false);
    expect((await reportOf(opened)).split("\n").filter((line) => line.includes(WHY))).toHaveLength(
      1,
    );
  });
});

/** A person's edit with kubectl, a pass that finds it, and what it hands on. */
async function edit(opened: GiteaStack, name: string): Promise<void> {
  const { stack } = opened;
  const patch: JsonObject = { data: { sky: "grey" } };
  const args = ["--type=merge", `--patch=${JSON.stringify(patch)}`, inNamespace(opened)];
  await kubectl(["patch", "configmap", name, ...args]);
  await untilSeen(stack, targetIn(stack.namespace, settings(name, {})));
  await opened.pass();
  await settle(stack);
}

function inNamespace({ stack }: GiteaStack): string {
  return `--namespace=${stack.namespace}`;
}

async function reportOf(opened: GiteaStack): Promise<string> {
  return readReport(opened, "md");
}

async function readReport(opened: GiteaStack, ending: string): Promise<string> {
  const { name } = opened.stack;
  return opened.read(`drift-reports/test/${name}.${ending}`, `lockstep/test/${name}`);
}
