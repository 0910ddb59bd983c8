import { test } from "vitest";
import { deployment } from "../support/kube-manifests.ts";
import { admin, describeReal, freshNamespace } from "../support/real-cluster.ts";
describeReal("x", () => {
  test("y", async () => {
    const ns = await freshNamespace();
    const d = deployment("web");
    const spec = { ...(d["spec"] as object) } as Record<string, never>;
    delete spec["replicas"];
    await admin().apply({ ...d, metadata: { name: "web", namespace: ns }, spec }, { as: "lockstep" });
    const t = { apiVersion: "apps/v1", kind: "Deployment", name: "web", namespace: ns };
    const r = await admin().patch(t, { merge: { spec: { replicas: 3 } } }, { as: "x", subresource: "scale" });
    console.log(JSON.stringify(r));
    const l = await admin().get(t);
    console.log(JSON.stringify(l, undefined, 1));
  });
});
