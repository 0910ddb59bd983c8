import { afterAll, beforeAll, expect, test } from "vitest";
import { connectKubernetes } from "../../src/adapters/kubernetes/connect-kubernetes.ts";
import type { ClusterPort } from "../../src/ports/cluster-port.ts";
import { buildParts } from "../real/build-parts.ts";
import { type ControlPlane, startControlPlane } from "../real/start-control-plane.ts";
import { writeKubeconfig } from "../real/write-kubeconfig.ts";
import {
  CONFIG_MAPS,
  configMap,
  configMapRef,
  namesIn,
  refusalOf,
} from "../support/config-maps.ts";
import { eventually } from "../support/eventually.ts";
import { KubeClient } from "../support/kube-client.ts";
import { describeReal } from "../support/real-cluster.ts";
import { SILENT_LOG, SYSTEM_CLOCK } from "../support/system-ports.ts";

describeReal("ClusterPort when the API server goes and comes", () => {
  let plane: ControlPlane;
  let admin: KubeClient;

  beforeAll(async () => {
    const built = await buildParts();
    if (built.kind === "missing") throw new Error(built.reason);
    plane = await startControlPlane(built.parts, { hasControllers: false });
    admin = new KubeClient(plane.address);
  });

  afterAll(async () => {
    await admin.close();
    await plane.stop();
  });

  test("a following survives a restart, and drops what was deleted in its absence", async () => {
    const cluster = connect(plane.address.kubeconfig);
    await admin.create(configMap("default", "stays"));
    await admin.create(configMap("default", "goes"));
    const following = cluster.follow({ ...CONFIG_MAPS, namespace: "default" }, () => {});
    await eventually("synced", () => namesIn(following).join() === "goes,stays");

    await plane.stopApiServer();
    const refused = await refusalOf(cluster.read(configMapRef("default", "stays")));
    expect(refused.code).toBe("unreachable");
    await eventually("the cache is doubtful", () => following.state().kind === "unreadable");
    expect(namesIn(following)).toEqual(["goes", "stays"]);

    await plane.startApiServer();
    await admin.delete({ apiVersion: "v1", kind: "ConfigMap", namespace: "default", name: "goes" });
    await admin.create(configMap("default", "new"));
    await eventually("it follows again", () => namesIn(following).join() === "new,stays");
    expect(following.state().kind).toBe("synced");
    await cluster.close();
  });

  test("a watch whose past was compacted lists anew and misses no deletion", async () => {
    const cluster = connect(plane.address.kubeconfig);
    await admin.create(configMap("default", "before"));
    const following = cluster.follow({ ...CONFIG_MAPS, namespace: "default" }, () => {});
    await eventually("synced", () => namesIn(following).includes("before"));
    await plane.stopApiServer();
    await plane.startApiServer();
    // The watch cache of the new server begins here, and etcd forgets what was before.
    await admin.delete({
      apiVersion: "v1",
      kind: "ConfigMap",
      namespace: "default",
      name: "before",
    });
    await admin.create(configMap("default", "after"));
    await plane.compactEtcd();
    await eventually("after replaced before", () => {
      const names = namesIn(following);
      return names.includes("after") && !names.includes("before");
    });
    expect(following.state()).toMatchObject({ kind: "synced", reason: "" });
    await cluster.close();
  });

  test("a wrong token is unauthorized", async () => {
    const path = `${plane.address.folder}/wrong.kubeconfig`;
    const kubeconfig = await writeKubeconfig(path, { ...plane.address, token: "nonsense" });
    const cluster = connect(kubeconfig);
    const refused = await refusalOf(cluster.list(CONFIG_MAPS));
    expect(`${refused.code}: ${refused.message}`).toBe(
      "unauthorized: discovery: the API server does not accept the credentials",
    );
    await cluster.close();
  });

  test("a server with another certificate is unreachable", async () => {
    const path = `${plane.address.folder}/other-ca.kubeconfig`;
    // Any certificate that did not sign the server's.
    const ca = plane.address.ca.split(/(?=-----BEGIN)/)[0] ?? "";
    const other = await writeKubeconfig(path, { ...plane.address, ca });
    const cluster = connect(other);
    const refused = await refusalOf(cluster.findKind({ group: "", kind: "Pod" }));
    expect(refused.code).toBe("unreachable");
    expect(refused.message).toContain("the API server cannot be reached");
    await cluster.close();
  });

  test("nobody at that address is unreachable, and says the address", async () => {
    const path = `${plane.address.folder}/nobody.kubeconfig`;
    const url = "https://127.0.0.1:1";
    const cluster = connect(await writeKubeconfig(path, { ...plane.address, url }));
    const refused = await refusalOf(cluster.findKind({ group: "", kind: "Pod" }));
    expect(`${refused.code}: ${refused.message}`).toContain(
      `unreachable: ${url}: the API server cannot`,
    );
    await cluster.close();
  });
});

function connect(kubeconfig: string): ClusterPort {
  const { cluster } = connectKubernetes({
    credentials: { kind: "kubeconfig", files: [kubeconfig], context: undefined },
    manager: "lockstep",
    namespace: "lockstep-system",
    holder: "test",
    userAgent: "lockstep/test",
    concurrency: 4,
    log: SILENT_LOG,
    clock: SYSTEM_CLOCK,
  });
  return cluster;
}
