import { writePrivateFile } from "./private-file.ts";

/** Name of the context, the cluster and the user. */
const NAME = "lockstep";

/** How a client reaches the embedded cluster. */
export interface ClusterAddress {
  readonly url: string;
  readonly token: string;
  /** PEM. */
  readonly ca: string;
}

/** Writes a kubeconfig with one context, `lockstep`, that only its owner may read. JSON is YAML. */
export function writeKubeconfig(path: string, { url, token, ca }: ClusterAddress): void {
  const authority = Buffer.from(ca).toString("base64");
  const config = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": NAME,
    clusters: [{ name: NAME, cluster: { server: url, "certificate-authority-data": authority } }],
    users: [{ name: NAME, user: { token } }],
    contexts: [{ name: NAME, context: { cluster: NAME, user: NAME, namespace: "default" } }],
  };
  writePrivateFile(path, `${JSON.stringify(config, undefined, 2)}\n`);
}
