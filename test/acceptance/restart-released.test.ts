import { expect, test } from "vitest";
import { letGo } from "../../src/agent/let-go.ts";
import { ownersOf } from "../../src/agent/let-go-of-stack.ts";
import { objectAt } from "../../src/core/object/json.ts";
import { idOf } from "../../src/core/object/live-object.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import { deployment, manifestFiles, marked, targetIn } from "../support/kube-manifests.ts";
import { leavingStack } from "../support/leaving-stack.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import {
  countRollouts,
  givenContents,
  openInSync,
  passUntilRolled,
  reader,
  secret,
  setData,
} from "../support/restart-scene.ts";
import type { TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const WEB = reader("web", "db");
const DB = secret("db", { a: "one" });

/** Marks of sources on the workload itself: its pods do not see them. */
async function marksOf(stack: TestStack): Promise<readonly string[]> {
  const live = await admin().get(targetIn(stack.namespace, WEB));
  return ["annotations", "labels"]
    .flatMap((field) => Object.keys(objectAt(live, "metadata", field) ?? {}))
    .map((key) => /^(?:lockstep\.dev\/seen-|source\.lockstep\.dev\/)/.exec(key)?.[0] ?? "")
    .filter((key) => key !== "");
}

/** A workload that a Secret restarted, and that was let go then. */
async function openReleased(): Promise<TestStack> {
  const stack = await openInSync([WEB], [DB], { config: ["secrets: { window: 0s }"] });
  await setData(stack, "db", { a: "two" });
  await passUntilRolled(stack, [WEB], 2);
  expect(await marksOf(stack)).toEqual(["lockstep.dev/seen-", "source.lockstep.dev/"]);
  const off = { annotations: { "lockstep.dev/mode": "off" } };
  await stack.commit(manifestFiles(marked(WEB, off)));
  await passUntil(stack, "it is off", ({ objects }) =>
    objects.every(({ phase }) => phase === "Skipped"),
  );
  const leaving = leavingStack(stack);
  const ref = { id: { ...idOf(WEB), namespace: stack.namespace }, apiVersion: "apps/v1" };
  const options = { ...leaving.ports, ...ownersOf(leaving), isDryRun: false };
  expect(await letGo(ref, options)).toMatchObject({ outcome: "released" });
  expect(await marksOf(stack)).toEqual([]);
  await passes(stack, 2);
  return stack;
}

describeReal("lockstep release of a workload that was restarted", () => {
  test.each([
    { what: "the same content", content: "two" },
    { what: "another content by then", content: "three" },
  ])(
    "F15/S9: release and managing it again, with $what, roll nothing; the next change does",
    async ({ content }) => {
      const stack = await openReleased();
      const given = await givenContents(stack, WEB);
      expect([given.length, await countRollouts(stack, WEB)]).toEqual([1, 2]);
      await setData(stack, "db", { a: content });
      await untilSeen(stack, targetIn(stack.namespace, DB));
      await passes(stack, 2);
      await stack.commit(manifestFiles(WEB));
      await passUntil(stack, "it is managed again", ({ inSync }) => inSync);
      await passes(stack, 4);
      expect(await countRollouts(stack, WEB)).toBe(2);
      expect(await givenContents(stack, WEB)).toEqual(given);
      expect(await marksOf(stack)).toEqual(["lockstep.dev/seen-", "source.lockstep.dev/"]);
      await setData(stack, "db", { a: "four" });
      await passUntilRolled(stack, [WEB], 3);
      await passes(stack, 3);
      expect(await countRollouts(stack, WEB)).toBe(3);
      expect(await givenContents(stack, WEB)).toEqual(given);
      // Ours again: what Git needs no more goes with a change that rolls anyway.
      await stack.commit(manifestFiles(deployment("web")));
      await passUntilRolled(stack, [WEB], 4);
      expect(await givenContents(stack, WEB)).toEqual([]);
    },
  );
});
