import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { uidOf } from "../../src/core/object/live-object.ts";
import { auditMark } from "../support/audit-log.ts";
import { passes } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { deployment, manifestFiles, settings } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import {
  create,
  fromSecret,
  passUntilRolled,
  podWithEnv,
  secret,
  setData,
  WATCHED,
} from "../support/restart-scene.ts";
import { strayWrites } from "../support/stray-writes.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

/** Uses two Secrets and a ConfigMap; one of the Secrets is in Git. */
const WEB = deployment("web", {
  pod: podWithEnv(fromSecret("db"), fromSecret("own"), { configMapRef: { name: "colours" } }),
});

async function readSources({ namespace }: TestStack): Promise<readonly JsonObject[]> {
  const targets = [
    { apiVersion: "v1", kind: "Secret", namespace, name: "db" },
    { apiVersion: "v1", kind: "ConfigMap", namespace, name: "colours" },
  ];
  return Promise.all(targets.map(async (target) => admin().get(target)));
}

/** A Secret that belongs to something else, and a ConfigMap that a controller holds with a finalizer. */
async function createOwned(stack: TestStack): Promise<void> {
  await create(stack, settings("owner", {}));
  const owner: Target = {
    apiVersion: "v1",
    kind: "ConfigMap",
    namespace: stack.namespace,
    name: "owner",
  };
  const uid = uidOf(await admin().get(owner));
  const { metadata: _, ...db } = secret("db", { a: "one" });
  const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid }];
  await create(stack, { ...db, metadata: { name: "db", labels: WATCHED, ownerReferences } });
  const metadata = { labels: WATCHED, finalizers: ["sea.example/held"] };
  await create(stack, settings("colours", { sky: "blue" }, metadata));
}

async function addKey({ agentNamespace: namespace }: TestStack, name: string): Promise<void> {
  const ring = { apiVersion: "v1", kind: "Secret", namespace, name: "lockstep-digest-keys" };
  const data = { [name]: randomBytes(32).toString("base64") };
  await admin().patch(ring, { merge: { data } }, { as: "person" });
}

describeReal("Secrets and ConfigMaps that are not in Git", () => {
  test.each(["labelled", "all"])(
    "S7: restarts write none of them, and what is theirs stays to the last byte (watch: %s)",
    async (watch) => {
      const mark = await auditMark();
      const config = [`secrets: { window: 300ms, watch: ${watch} }`];
      const stack = await openTestStack({ config });
      await createOwned(stack);
      const made = await readSources(stack);
      await stack.commit(manifestFiles(WEB, secret("own", { b: "one" })));
      await passUntilRolled(stack, [WEB], 1);
      expect(await readSources(stack)).toEqual(made);
      await setData(stack, "db", { a: "two" });
      const changed = await readSources(stack);
      await passUntilRolled(stack, [WEB], 2);
      await stack.commit(manifestFiles(secret("own", { b: "two" })));
      await passUntilRolled(stack, [WEB], 3);
      await addKey(stack, "k2");
      await passes(stack, 3);
      const next = await openTestStack({ like: stack, config });
      await passes(next, 3);

      expect(await readSources(stack)).toEqual(changed);
      expect(await strayWrites(stack, mark, ["secrets/own"])).toEqual([]);
      // They would be found.
      expect(await strayWrites(stack, mark, [])).not.toEqual([]);
    },
  );
});
