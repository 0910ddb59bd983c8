import { expect, test } from "vitest";
import { objectAt } from "../../src/core/object/json.ts";
import { manifestFiles, service, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const RULES = [
  "{ manager: exact }",
  '{ manager: "prefix-*" }',
  '{ manager: "/^(blue|green)-[0-9]$/" }',
  "{ manager: applier, operation: Apply }",
  "{ manager: of-kind, kinds: [Service] }",
  "{ manager: of-path, paths: [/metadata/annotations/of-path] }",
];

/** Each adds the annotation of its own name. */
const UPDATERS = ["exact", "exact-not", "prefix-a", "prefix", "blue-1", "blue-10", "applier"];

describeReal("Allow rules", () => {
  test("F9: by exact name, prefix, expression, operation, kind and path: what a rule names stays, all else goes", async () => {
    const stack = await openTestStack({ config: [`ownership: { allow: [${RULES.join(", ")}] }`] });
    const objects = [settings("a", { one: "1" }), service("a")];
    const [config, web] = objects.map((each) => targetIn(stack.namespace, each));
    if (config === undefined || web === undefined) throw new Error("two objects");
    await stack.commit(manifestFiles(...objects));
    await stack.pass();
    for (const as of UPDATERS) {
      const merge = { metadata: { annotations: { [as]: "1" } } };
      // oxlint-disable-next-line no-await-in-loop -- one write after the other
      await admin().patch(config, { merge }, { as });
    }
    const { apiVersion, kind, ...metadata } = config;
    const applied = { apiVersion, kind, metadata: { ...metadata, annotations: { applied: "1" } } };
    await admin().apply(applied, { as: "applier" });
    const ofPath = { metadata: { annotations: { "of-path": "1", beside: "1" } } };
    await admin().patch(config, { merge: ofPath }, { as: "of-path" });
    for (const target of [config, web]) {
      const merge = { metadata: { annotations: { "of-kind": "1" } } };
      // oxlint-disable-next-line no-await-in-loop -- as above
      await admin().patch(target, { merge }, { as: "of-kind" });
    }
    await untilSeen(stack, config, web);

    await stack.pass();

    expect(await addedTo(config)).toEqual(["applied", "blue-1", "exact", "of-path", "prefix-a"]);
    expect(await addedTo(web)).toEqual(["of-kind"]);
  });
});

async function addedTo(target: ReturnType<typeof targetIn>): Promise<readonly string[]> {
  const annotations = objectAt(await admin().get(target), "metadata", "annotations") ?? {};
  return Object.keys(annotations)
    .filter((key) => !key.startsWith("lockstep.dev/"))
    .toSorted();
}
