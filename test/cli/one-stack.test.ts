import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isJsonObject, type Json, listAt, textAt } from "../../src/core/object/json.ts";
import { commitFiles, git } from "../support/git-repository.ts";
import { manifestFiles, settings } from "../support/kube-manifests.ts";
import { describeReal } from "../support/real-cluster.ts";
import { type LockstepResult, lockstep } from "../support/run-lockstep.ts";
import { openWorkplace, type Workplace } from "../support/workplace.ts";

const [KEPT, GONE, MOVED] = ["kept", "gone", "moved"].map((name) =>
  manifestFiles(settings(name, {})),
);

/** `prune gone`, sorted: what becomes of what Git dropped. */
function orphansIn({ stdout }: LockstepResult): readonly string[] {
  const document: unknown = JSON.parse(stdout);
  const [stack]: readonly Json[] = isJsonObject(document) ? listAt(document, "stacks") : [];
  return listAt(stack, "orphans").map(
    (each) => `${textAt(each, "action")} ${textAt(each, "id")?.split("/").at(-1)}`,
  );
}

describeReal("one stack of a config with two, in one repository", () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace();
    const { namespace } = place;
    const source = { url: "repository.git", path: "billing" };
    await place.configure({
      source: { path: "shop" },
      more: [{ name: "billing", source, namespace }],
    });
    await commitFiles(place.repository, {
      files: { ...inFolder("shop", { ...KEPT, ...GONE, ...MOVED }), "billing/note.md": "nothing" },
    });
    await run("sync");
    await git(place.repository, ["branch", "topic", "main"]);
  });
  afterAll(async () => place.close());

  async function run(...typed: readonly string[]): Promise<LockstepResult> {
    const options = ["--stack", "shop", "--output", "json"];
    return lockstep([...typed, ...options], { folder: place.folder });
  }

  test("O19: the folder of the other one tells what moves: in a plan of a branch, a plan, and a sync", async () => {
    const topic = await commitFiles(place.repository, {
      branch: "topic",
      files: {
        "shop/configmap-gone.yaml": null,
        "shop/configmap-moved.yaml": null,
        ...inFolder("billing", { ...MOVED }),
      },
    });
    const expected = ["prune gone", "keep moved"];
    expect(orphansIn(await run("plan", "--ref", "topic"))).toEqual(expected);
    await git(place.repository, ["update-ref", "refs/heads/main", topic]);
    expect(orphansIn(await run("plan"))).toEqual(expected);
    const synced = await run("sync");
    expect([synced.code, orphansIn(synced)]).toEqual([0, ["keep moved"]]);
  });
});

function inFolder(
  folder: string,
  files: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [join(folder, name), String(text)]),
  );
}
