import { expect, test } from "vitest";
import { isJsonObject, type JsonObject, textAt, valueAt } from "../../src/core/object/json.ts";
import { targetOf } from "../support/kube-client.ts";
import { manifestFiles, marked, service, targetIn } from "../support/kube-manifests.ts";
import { person } from "../support/person.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";
import { widgetDefinition } from "../support/widget-definition.ts";

/** What the server gives a Service, and what a person wrote of it and Git did not take over. */
const DROPPED = { externalIPs: ["192.0.2.1"], sessionAffinity: "ClientIP" };

/** A CRD whose `singular`, `listKind` and conversion the server fills in. */
function widgetsOf(group: string, names: JsonObject): JsonObject {
  const { status: _, spec, ...rest } = widgetDefinition();
  return {
    ...rest,
    metadata: { name: `widgets.${group}` },
    spec: {
      ...(isJsonObject(spec) ? spec : {}),
      group,
      names: { plural: "widgets", kind: "Widget", ...names },
    },
  };
}

describeReal("The first sync of what a person made", () => {
  test.each([
    {
      how: "kubectl apply",
      make: async (body: JsonObject, where: string) =>
        person(["apply", "--filename=-", where], { input: JSON.stringify(body) }),
    },
    {
      how: "kubectl create and replace",
      make: async (body: JsonObject, where: string) => {
        await person(["create", "--filename=-", where], { input: JSON.stringify(body) });
        await person(["replace", "--filename=-", where], {
          input: JSON.stringify(marked(body, { labels: { replaced: "yes" } })),
        });
      },
    },
    {
      how: "our own name, by update",
      make: async (body: JsonObject, where: string) => {
        const [, namespace = ""] = where.split("=");
        await admin().create(
          { ...body, metadata: { name: textAt(body, "metadata", "name") ?? "", namespace } },
          { as: "lockstep" },
        );
      },
    },
  ])(
    "A4: a field that is dropped from Git between $how and our first sync goes with it; what the server allocated stays",
    async ({ make }) => {
      const stack = await openTestStack();
      const web = service("web", { type: "NodePort" });
      const target = targetIn(stack.namespace, web);
      await make(
        service("web", { type: "NodePort", ...DROPPED }),
        `--namespace=${stack.namespace}`,
      );
      const before = await admin().get(target);
      await stack.commit(manifestFiles(web));

      const status = await stack.sync();

      const after = await admin().get(target);
      expect(after["spec"]).toMatchObject({ sessionAffinity: "None" });
      expect(valueAt(after, "spec", "externalIPs")).toBeUndefined();
      for (const place of [["clusterIP"], ["ports", 0, "nodePort"], ["ipFamilies"]]) {
        expect(valueAt(after, "spec", ...place)).toEqual(valueAt(before, "spec", ...place));
      }
      expect(valueAt(after, "metadata", "labels", "replaced")).toBeUndefined();
      expect(status.inSync).toBe(true);
    },
  );

  test("A4: of a kind that cannot be tried under another name what kubectl was given goes, defaults are no drift", async () => {
    const stack = await openTestStack();
    const group = `${stack.namespace}.example.com`;
    const body = widgetsOf(group, { shortNames: ["wd"] });
    await person(["apply", "--filename=-"], { input: JSON.stringify(body) });
    await stack.commit(manifestFiles(widgetsOf(group, {})));

    const status = await stack.sync();

    const after = await admin().get(targetOf(body));
    expect(valueAt(after, "spec", "names")).toMatchObject({ singular: "widget" });
    expect(valueAt(after, "spec", "names", "shortNames")).toBeUndefined();
    expect(status.drift.filter((each) => each.class === "added").map(({ path }) => path)).toEqual([
      "/metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration",
      "/spec/names/shortNames",
    ]);
  });
});
