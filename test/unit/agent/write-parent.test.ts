import { describe, expect, test } from "vitest";
import { extendParent, readStackParent, writeParent } from "../../../src/agent/write-parent.ts";
import { ClusterError } from "../../../src/core/cluster-error.ts";
import { readParent, type StackParent } from "../../../src/core/inventory/stack-parent.ts";
import type { FakeCluster } from "../../support/fake-cluster.ts";
import { openFakeStack } from "../../support/fake-stack.ts";
import { idFrom, yaml } from "../../support/graph-builders.ts";
import { keyFrom } from "../../support/look-builder.ts";
import { graphOf } from "../../support/report-builder.ts";
import { applyObject, editObject } from "../../support/server-side-apply.ts";

const PARENT = "ConfigMap/agents/lockstep-shop";
const APPLY = `apply ${PARENT}`;

/** What the parent on the server says: `ConfigMap,Deployment.apps in shop at c0ffee`. */
function stored(cluster: FakeCluster): string {
  const live = cluster.objects.get(keyFrom(PARENT));
  if (live === undefined) return "none";
  const { scope, revision }: StackParent = readParent(live);
  return `${scope.kinds.join(",")} in ${scope.namespaces.join(",")} at ${revision}`;
}

/** Somebody writes the parent at each of our first writes of it. */
function contend(cluster: FakeCluster, times: number): void {
  let left = times;
  cluster.onRequest = (line) => {
    const live = cluster.objects.get(keyFrom(PARENT));
    if (line !== APPLY || left === 0 || live === undefined) return;
    left -= 1;
    cluster.put(editObject(live, "somebody", yaml(`metadata: {labels: {n: "${left}"}}`)));
  };
}

describe("extendParent", () => {
  test("names every kind and namespace before anything is created in them", async () => {
    const { stack, cluster } = openFakeStack();
    await extendParent(stack, {
      ids: [idFrom("ConfigMap/shop/a"), idFrom("Deployment.apps/web/b")],
      revision: "c0ffee",
    });
    expect(stored(cluster)).toBe("ConfigMap,Deployment.apps in shop,web at c0ffee");
  });

  test("adds to what is there, and sends nothing when nothing is new", async () => {
    const { stack, cluster } = openFakeStack();
    await extendParent(stack, { ids: [idFrom("Secret/shop/a")], revision: "c0ffee" });
    await extendParent(stack, { ids: [idFrom("ConfigMap/shop/a")], revision: "c0ffee" });
    await extendParent(stack, {
      ids: [idFrom("ConfigMap/shop/b"), idFrom("Secret/shop/b")],
      revision: "c0ffee",
    });
    expect(stored(cluster)).toBe("ConfigMap,Secret in shop at c0ffee");
    expect(cluster.writes()).toEqual([APPLY, APPLY]);
  });

  test("names the commit before anything of it is applied, and ends what was confirmed for the one before", async () => {
    const { stack, cluster } = openFakeStack();
    const ids = [idFrom("ConfigMap/shop/a")];
    await extendParent(stack, { ids, revision: "c0ffee" });
    await writeParent(stack, () => ({ confirmedPrune: "c0ffee" }));
    stack.desired = { revision: "beef", manifests: [], graph: graphOf("ConfigMap/shop/a") };
    await extendParent(stack, { ids, revision: "beef" });
    expect(stored(cluster)).toBe("ConfigMap in shop at beef");
    expect(stack.parent?.content.confirmedPrune).toBe("");
  });

  test("keeps what an agent before us wrote", async () => {
    const before = openFakeStack();
    await extendParent(before.stack, {
      ids: [idFrom("Deployment.apps/web/b")],
      revision: "c0ffee",
    });
    const { stack, cluster } = openFakeStack({ like: before });
    await extendParent(stack, { ids: [idFrom("ConfigMap/shop/a")], revision: "c0ffee" });
    expect(stored(cluster)).toBe("ConfigMap,Deployment.apps in shop,web at c0ffee");
  });
});

describe("writeParent", () => {
  test("equal content sends nothing", async () => {
    const { stack, cluster } = openFakeStack();
    const answers = [
      await writeParent(stack, () => ({ revision: "c0ffee" })),
      await writeParent(stack, () => ({ revision: "c0ffee" })),
    ];
    expect([answers, cluster.writes()]).toEqual([[true, false], [APPLY]]);
  });

  test("a lost race is run again on what the other wrote", async () => {
    const { stack, cluster } = openFakeStack();
    await writeParent(stack, () => ({ revision: "c0ffee" }));
    contend(cluster, 4);
    await writeParent(stack, () => ({ revision: "facade" }));
    expect(stored(cluster)).toBe(" in  at facade");
  });

  test("somebody who never stops is a refusal, after five tries", async () => {
    const { stack, cluster } = openFakeStack();
    await writeParent(stack, () => ({ revision: "c0ffee" }));
    const before = cluster.writes().length;
    contend(cluster, 1_000);
    await expect(writeParent(stack, () => ({ revision: "facade" }))).rejects.toMatchObject({
      code: "conflict",
    });
    expect(cluster.writes().length - before).toBe(5);
  });

  test("a parent that was deleted is made anew", async () => {
    const { stack, cluster } = openFakeStack();
    await writeParent(stack, () => ({ revision: "c0ffee" }));
    cluster.remove(PARENT);
    await writeParent(stack, () => ({ revision: "facade" }));
    expect(stored(cluster)).toBe(" in  at facade");
  });

  test("a missing namespace of the agent is created first", async () => {
    const { stack, cluster } = openFakeStack();
    cluster.namespaces.delete("agents");
    await writeParent(stack, () => ({ revision: "c0ffee" }));
    expect(cluster.writes()).toEqual([APPLY, "apply Namespace/agents", APPLY]);
  });

  test("a namespace that may not be created is a refusal that names it", async () => {
    const { stack, cluster } = openFakeStack();
    cluster.namespaces.delete("agents");
    cluster.onRequest = (line) => {
      if (line === "apply Namespace/agents") throw new ClusterError("forbidden", "not you");
    };
    await expect(writeParent(stack, () => ({ revision: "c0ffee" }))).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("readStackParent", () => {
  test("asks once a run", async () => {
    const { stack, cluster } = openFakeStack();
    await readStackParent(stack);
    await readStackParent(stack);
    expect(cluster.requests).toEqual([`read ${PARENT}`, "find kinds"]);
  });

  test.each([
    {
      title: "another tool's",
      annotations: "{applyset.kubernetes.io/tooling: kubectl/v1.34.0}",
      labels: "{}",
    },
    {
      title: "another set's",
      annotations: "{}",
      labels: "{applyset.kubernetes.io/id: applyset-y-v1}",
    },
  ])("a parent of $title is refused and stays as it is", async ({ annotations, labels }) => {
    const { stack, cluster } = openFakeStack();
    const metadata = `{name: lockstep-shop, namespace: agents, annotations: ${annotations}, labels: ${labels}}`;
    cluster.put(
      applyObject(
        undefined,
        yaml(`{apiVersion: v1, kind: ConfigMap, metadata: ${metadata}}`),
        "kubectl",
      ),
    );
    await expect(writeParent(stack, () => ({ revision: "c0ffee" }))).rejects.toMatchObject({
      code: "not-ours",
    });
    expect(cluster.writes()).toEqual([]);
  });

  test("a parent that cannot be read is no missing parent", async () => {
    const { stack, cluster } = openFakeStack();
    cluster.onRequest = (line) => {
      if (line.startsWith("read ")) throw new ClusterError("unreachable", "down");
    };
    await expect(
      extendParent(stack, { ids: [idFrom("ConfigMap/shop/a")], revision: "c0ffee" }),
    ).rejects.toThrow("down");
    expect(cluster.writes()).toEqual([]);
  });
});
