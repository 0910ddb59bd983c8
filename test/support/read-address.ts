import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { isJsonObject, textAt } from "../../src/core/object/json.ts";
import type { KubeAddress } from "./kube-client.ts";

/** How the first user of a kubeconfig reaches its first cluster. */
export async function readAddress(kubeconfig: string): Promise<KubeAddress> {
  const file: unknown = parse(await readFile(kubeconfig, "utf8"));
  const read = isJsonObject(file) ? file : {};
  const ca = textAt(read, "clusters", 0, "cluster", "certificate-authority-data") ?? "";
  return {
    url: textAt(read, "clusters", 0, "cluster", "server") ?? "",
    ca: Buffer.from(ca, "base64").toString("utf8"),
    token: textAt(read, "users", 0, "user", "token") ?? "",
  };
}
