import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { adoptionDocumentSchema } from "../../src/core/report/published-answers.ts";
import { kubectl } from "../support/kubectl.ts";
import { describeReal } from "../support/real-cluster.ts";
import { type LockstepResult, lockstep } from "../support/run-lockstep.ts";
import { openWorkplace, type Workplace } from "../support/workplace.ts";

const FILE = "shop/sky.yaml";
const TEXT = `# The sky.
apiVersion: v1
kind: ConfigMap
metadata:
  name: sky
data:
  colour: "blue" # by day
---
apiVersion: v1
kind: Secret
metadata: {name: key}
stringData: {token: one}
`;

describeReal("lockstep adopt", () => {
  let place: Workplace;
  beforeEach(async () => {
    place = await openWorkplace();
    await place.commit({ [FILE]: TEXT });
    await run("sync");
    await mkdir(join(place.folder, "tree/shop"), { recursive: true });
    await writeFile(join(place.folder, "tree", FILE), TEXT);
  });
  afterEach(async () => place.close());

  async function run(...typed: readonly string[]): Promise<LockstepResult> {
    return lockstep(typed, { folder: place.folder });
  }

  async function patch(name: string, change: object): Promise<void> {
    const typed = ["-n", place.namespace, "patch", name, "-p", JSON.stringify(change)];
    expect((await kubectl(typed)).code).toBe(0);
  }

  async function written(): Promise<string> {
    return readFile(join(place.folder, "tree", FILE), "utf8");
  }

  test("B6: the line that says the value is edited in the working tree, with its comment; --dry-run only shows it", async () => {
    await patch("configmap/sky", { data: { colour: "grey" } });

    const shown = await run("adopt", "--folder", "tree", "--dry-run");

    const id = `ConfigMap/${place.namespace}/sky`;
    expect([shown.code, shown.stdout.split("\n")]).toEqual([
      0,
      [
        "shop: 1 difference would be written into 1 file of tree",
        `  would edit: ${FILE}:7: ${id} /data/colour`,
        `--- a/${FILE}`,
        `+++ b/${FILE}`,
        "@@ -7 +7 @@",
        '-  colour: "blue" # by day',
        '+  colour: "grey" # by day',
        "",
      ],
    ]);
    expect(await written()).toBe(TEXT);
    const { code, stdout } = await run("adopt", id, "--folder", "tree");
    expect([code, stdout.split("\n")[1]]).toEqual([0, `  edited: ${FILE}:7: ${id} /data/colour`]);
    expect(await written()).toBe(TEXT.replace('"blue"', '"grey"'));
    await place.commit({ [FILE]: await written() });
    expect((await run("sync")).code).toBe(0);
    const after = await run("adopt", "--folder", "tree");
    expect([after.code, after.stdout.includes("nothing to adopt")]).toEqual([0, true]);
  });

  test("B6: what is not written is told with the reason, exit code 1: a Secret, another value in the tree, a file that is not there", async () => {
    await patch("configmap/sky", { data: { colour: "grey" } });
    await patch("secret/key", { stringData: { token: "hidden-two" } });
    await writeFile(join(place.folder, "tree", FILE), TEXT.replace("blue", "red"));

    const { code, stdout } = await run("adopt", "--folder", "tree", "--output", "json");

    expect(code).toBe(1);
    expect(stdout).not.toContain("hidden-two");
    const [stack] = adoptionDocumentSchema.parse(JSON.parse(stdout)).stacks;
    expect(stack?.refused.map(({ path, reason, where }) => `${path} ${reason} ${where}`)).toEqual([
      `/data/colour git-moved ${FILE}:7`,
      `/data/token secret ${FILE}:9`,
    ]);
    expect(await written()).toBe(TEXT.replace("blue", "red"));
    const elsewhere = await run("adopt", `ConfigMap/sky`);
    expect([elsewhere.code, elsewhere.stdout.includes("its file is not there")]).toEqual([1, true]);
    const wrong = await run("adopt", "sky");
    expect([wrong.code, wrong.stderr.includes("adopt sky: is no id")]).toEqual([2, true]);
  });
});
