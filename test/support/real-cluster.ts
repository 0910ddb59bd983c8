import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, inject } from "vitest";
import type { ClusterAddress, SpareUser } from "../real/cluster-address.ts";
import type { ProvidedCluster } from "../real/provided-cluster.ts";
import { writeKubeconfig } from "../real/write-kubeconfig.ts";
import { eventually } from "./eventually.ts";
import { KubeClient } from "./kube-client.ts";

/** An identity of its own for one test, so that its requests stand apart in the audit log. */
export interface TestUser {
  readonly name: string;
  readonly kubeconfig: string;
  readonly token: string;
}

/** A `describe` on the real control plane; skipped where there is none (the set-up printed why). */
export function describeReal(title: string, body: () => void): void {
  const here = provided().kind === "running" ? describe : describe.skip;
  // oxlint-disable-next-line vitest/valid-title, vitest/valid-describe-callback -- handed through
  here(title, body);
}

/** The control plane that all test files share. Only inside of tests of `describeReal`. */
export function realCluster(): ClusterAddress {
  const cluster = provided();
  if (cluster.kind === "missing") throw new Error(cluster.reason);
  return cluster.address;
}

function provided(): ProvidedCluster {
  return inject("realCluster");
}

let adminClient: KubeClient | undefined;

/** A cluster administrator with a raw connection. Field managers are named per write. */
export function admin(): KubeClient {
  adminClient ??= new KubeClient(realCluster());
  return adminClient;
}

/** A new namespace in which pods can run; it stays until the control plane goes. */
export async function freshNamespace(prefix = "test"): Promise<string> {
  const name = `${prefix}-${randomBytes(5).toString("hex")}`;
  await makeNamespace(name);
  return name;
}

/** The same, named by the test. */
export async function makeNamespace(name: string): Promise<void> {
  await admin().create({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
  const account = { apiVersion: "v1", kind: "ServiceAccount", namespace: name, name: "default" };
  await eventually(`${name} has its service account`, async () => admin().find(account));
}

/** Takes an identity that no other test has or will have: an administrator, or one without any right. */
export async function takeUser(
  { isAdmin }: { readonly isAdmin: boolean } = { isAdmin: true },
): Promise<TestUser> {
  const { folder, spareUsers, url, ca } = realCluster();
  for (const user of spareUsers.filter((each) => each.isAdmin === isAdmin)) {
    // oxlint-disable-next-line no-await-in-loop -- the first free one
    if (await isFree(folder, user)) {
      const path = join(folder, `${user.name}.kubeconfig`);
      // oxlint-disable-next-line no-await-in-loop -- the last step of the loop
      const kubeconfig = await writeKubeconfig(path, { url, ca, token: user.token });
      return { name: user.name, token: user.token, kubeconfig };
    }
  }
  throw new Error("no spare user is left: raise the number in control-plane-plan.ts");
}

/** Making a folder is atomic over all test processes. */
async function isFree(folder: string, user: SpareUser): Promise<boolean> {
  try {
    await mkdir(join(folder, `${user.name}.taken`));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
