import { writeFile } from "node:fs/promises";
import type { KubeAddress } from "../support/kube-client.ts";

/** Writes a kubeconfig (JSON is YAML) for one user; returns its path. */
export async function writeKubeconfig(
  path: string,
  address: KubeAddress & { readonly namespace?: string },
): Promise<string> {
  const { namespace = "default" } = address;
  const certificate = Buffer.from(address.ca).toString("base64");
  await writeFile(
    path,
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      "current-context": "test",
      clusters: [
        {
          name: "test",
          cluster: { server: address.url, "certificate-authority-data": certificate },
        },
      ],
      users: [{ name: "test", user: { token: address.token } }],
      contexts: [{ name: "test", context: { cluster: "test", user: "test", namespace } }],
    }),
    { mode: 0o600 },
  );
  return path;
}
