import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeKubeconfig } from "../real/write-kubeconfig.ts";
import { kubectl } from "./kubectl.ts";
import { admin, makeNamespace, realCluster } from "./real-cluster.ts";
import type { Workplace } from "./workplace.ts";

const RBAC = join(import.meta.dirname, "../../manifests-example/agent/rbac.yaml");

/**
 * The service account of the shipped `rbac.yaml`, whose two namespaces are those of the workplace. What it makes in the cluster as
 * a whole carries the namespace's name, so that tests do not share it.
 *
 * @returns the path of its kubeconfig.
 */
export async function grantShippedRights(place: Workplace): Promise<string> {
  const { agentNamespace, namespace, folder } = place;
  await makeNamespace(agentNamespace);
  const metadata = { name: "lockstep", namespace: agentNamespace };
  await admin().create({ apiVersion: "v1", kind: "ServiceAccount", metadata });
  const shipped = await readFile(RBAC, "utf8");
  const input = shipped
    .replaceAll("lockstep-system", agentNamespace)
    .replaceAll(/\b(name|namespace): shop$/gm, `$1: ${namespace}`)
    .replaceAll('["shop"]', `["${namespace}"]`)
    .replaceAll(/\bname: (lockstep-[a-z]+)$/gm, `name: $1-${namespace}`);
  await expectDone(["apply", "--server-side", "-f", "-"], input);
  const token = await expectDone(["-n", agentNamespace, "create", "token", "lockstep"]);
  const { url, ca } = realCluster();
  return writeKubeconfig(join(folder, "agent.kubeconfig"), { url, ca, token: token.trim() });
}

async function expectDone(args: readonly string[], input = ""): Promise<string> {
  const { code, stdout, stderr } = await kubectl(args, { input });
  if (code !== 0) throw new Error(`kubectl ${args.join(" ")}: ${stderr}`);
  return stdout;
}
