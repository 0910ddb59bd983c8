import { expect, test } from "vitest";
import { type JsonObject, objectAt } from "../../src/core/object/json.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import { interpose } from "../support/interpose.ts";
import type { Target } from "../support/kube-client.ts";
import { manifestFiles, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal, freshNamespace } from "../support/real-cluster.ts";
import {
  countRollouts,
  create,
  passUntilRolled,
  reader,
  SHORT_WINDOW,
  secret,
  setData,
} from "../support/restart-scene.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const WEB = reader("web", "db");

/** A place at which two meet before either goes on, so many times. */
function meetingPlace(meetings: number): () => Promise<void> {
  let left = meetings;
  let other: (() => void) | undefined;
  return async () => {
    if (left === 0) return undefined;
    const first = other;
    if (first === undefined) {
      return new Promise((resolve) => {
        other = resolve;
      });
    }
    other = undefined;
    left -= 1;
    return first();
  };
}

async function openBoth(
  agentNamespace: string,
  meet: () => Promise<void>,
): Promise<readonly [TestStack, TestStack]> {
  async function open(): Promise<TestStack> {
    const stack = await openTestStack({
      agentNamespace,
      config: [SHORT_WINDOW],
      wrapCluster: (cluster) =>
        interpose(cluster, {
          beforeCreate: async ({ id }) => (id.kind === "Secret" ? meet() : undefined),
        }),
    });
    await create(stack, secret("db", { a: "one" }));
    await stack.commit(manifestFiles(WEB));
    return stack;
  }
  return [await open(), await open()];
}

async function annotationsOf({ namespace }: TestStack): Promise<JsonObject> {
  const live = await admin().get(targetIn(namespace, WEB));
  const { "lockstep.dev/revision": _, ...rest } = objectAt(live, "metadata", "annotations") ?? {};
  return Object.fromEntries(Object.entries(rest).filter(([key]) => key.startsWith("lockstep.dev")));
}

describeReal("the digest keys that two agents share", () => {
  test.each([
    // Both are refused for the namespace, both make it, and both try again.
    { what: "and their namespace", meetings: 2, isThere: false },
    { what: "in a namespace that is there", meetings: 1, isThere: true },
  ])(
    "S9: two agents make the keys $what: one ring, which both use at once",
    async ({ meetings, isThere }) => {
      const made = await freshNamespace("agent");
      const agentNamespace = isThere ? made : `${made}-new`;
      const both = await openBoth(agentNamespace, meetingPlace(meetings));

      await Promise.all(both.map(async (stack) => stack.pass()));

      const ring: Target = {
        apiVersion: "v1",
        kind: "Secret",
        namespace: agentNamespace,
        name: "lockstep-digest-keys",
      };
      const keys = objectAt(await admin().get(ring), "data") ?? {};
      expect(Object.keys(keys)).toEqual(["k1"]);
      const [first, second] = await Promise.all(both.map(annotationsOf));
      expect(Object.keys(first ?? {})).toHaveLength(1);
      expect(second).toEqual(first);
      expect(both.flatMap(({ stack }) => stack.status.lints)).toEqual([]);
      for (const stack of both) {
        // oxlint-disable-next-line no-await-in-loop -- two
        await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
        // oxlint-disable-next-line no-await-in-loop -- as above
        await passes(stack, 3);
        // oxlint-disable-next-line no-await-in-loop -- as above
        expect(await countRollouts(stack, WEB)).toBe(1);
        // oxlint-disable-next-line no-await-in-loop -- as above
        await setData(stack, "db", { a: "two" });
        // oxlint-disable-next-line no-await-in-loop -- as above
        await passUntilRolled(stack, [WEB], 2);
      }
      expect(objectAt(await admin().get(ring), "data")).toEqual(keys);
    },
  );
});
