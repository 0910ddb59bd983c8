import { expect, test } from "vitest";
import { isJsonObject, type JsonObject, listAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import { type Interposed, interpose } from "../support/interpose.ts";
import type { Target } from "../support/kube-client.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const FIRST = settings("a", { one: "1", two: "2" });
const CONFIG = ["ownership: { allow: [{ manager: keeper }] }"];

/** Between which two requests the agent dies. `calm`: it does not. */
const MOMENTS = ["calm", "beforePatch", "afterPatch", "beforeApply", "afterApply"] as const;

/** What somebody did to the object, and what Git says by then. */
interface Story {
  readonly what: string;
  readonly deed: (target: Target) => Promise<void>;
  readonly git: JsonObject;
  readonly data: JsonObject;
}

const STORIES: readonly Story[] = [
  {
    what: "a value changed and one added by an update",
    deed: async (target) => updateAs("anna", target, { data: { one: "9", extra: "1" } }),
    git: FIRST,
    data: { one: "1", two: "2", kept: "yes" },
  },
  {
    what: "two values forced by an apply, one of which Git drops",
    deed: async (target) => applyAs("peer", target, { two: "9", extra: "1" }),
    git: settings("a", { one: "1" }),
    data: { one: "1", kept: "yes" },
  },
  {
    what: "an addition over an emptied list of owners",
    deed: async (target) => {
      await updateAs("anna", target, { metadata: { managedFields: [{}] } });
      await updateAs("anna", target, { data: { extra: "1" } });
      await applyAs("peer", target, { two: "2" });
    },
    git: settings("a", { one: "1", three: "3" }),
    data: { one: "1", three: "3" },
  },
];

describeReal("An agent that dies in the middle of a revert", () => {
  test.each(STORIES)(
    "F5, W4: $what: whenever it dies, the next agent ends where one that lives ends, and is quiet then",
    async (story) => {
      const ends = await Promise.all(MOMENTS.map(async (moment) => endOf(story, moment)));
      const [calm] = ends;
      expect(calm?.["data"]).toEqual(story.data);
      expect(ends).toEqual(MOMENTS.map(() => calm));
    },
  );
});

async function endOf(story: Story, moment: (typeof MOMENTS)[number]): Promise<JsonObject> {
  const first = await openTestStack({ config: CONFIG });
  await first.commit(manifestFiles(FIRST));
  await first.sync();
  const target = targetIn(first.namespace, FIRST);
  await updateAs("keeper", target, { data: { kept: "yes" } });
  await story.deed(target);
  await first.commit(manifestFiles(story.git));
  await first.stop();
  if (moment !== "calm") await dieAt(moment, first);
  const next = await openTestStack({ like: first, config: CONFIG });
  expect((await next.sync()).inSync).toBe(true);
  await untilSeen(next, target);
  const mark = await auditMark();
  await passes(next, 3);
  const written = await writesSince(next, mark);
  expect(written.filter(({ resource }) => resource === "configmaps")).toEqual([]);
  return comparable(await admin().get(target));
}

/** The agent makes its pass, and at that moment nothing more comes from it. */
async function dieAt(moment: keyof Interposed, like: TestStack): Promise<void> {
  const death = new Error("killed");
  let hasDied = false;
  const mortal = await openTestStack({
    like,
    config: CONFIG,
    wrapCluster: (cluster) =>
      interpose(cluster, {
        [moment]: async (request?: {
          readonly ref: { readonly id: { readonly name: string } };
        }) => {
          // The parent of the stack is written, too.
          if (hasDied || (request !== undefined && request.ref.id.name !== "a")) return;
          hasDied = true;
          throw death;
        },
      }),
  });
  await expect(mortal.pass()).rejects.toBe(death);
}

async function updateAs(as: string, target: Target, merge: JsonObject): Promise<void> {
  await admin().patch(target, { merge }, { as });
}

async function applyAs(
  as: string,
  { namespace = "", name }: Target,
  data: JsonObject,
): Promise<void> {
  await admin().apply(settings(name, data, { namespace }), { as, force: true });
}

/** What is the same for each stack: the values, and who owns what, without the time. */
function comparable(object: JsonObject): JsonObject {
  const entries = listAt(object, "metadata", "managedFields").filter(isJsonObject);
  return {
    data: object["data"] ?? null,
    entries: entries
      .map((entry) => Object.fromEntries(Object.entries(entry).filter(([key]) => key !== "time")))
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  };
}
