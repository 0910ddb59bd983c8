import type { ForeignPatch } from "../../ports/demo-stage.ts";
import { CredentialCache } from "./credential-cache.ts";
import { HttpClient } from "./http-client.ts";
import { loadCredentials } from "./load-credentials.ts";
import { resourcePath } from "./resource-path.ts";
import { translateRefusal } from "./translate-refusal.ts";

/** Sends the patch over a connection of its own. @throws {ClusterError} when the server refuses it. */
export async function patchAs({ kubeconfig, manager, target, patch }: ForeignPatch): Promise<void> {
  const credentials = new CredentialCache(async () =>
    loadCredentials({ kind: "kubeconfig", files: [kubeconfig], context: undefined }),
  );
  const client = new HttpClient({ credentials, userAgent: manager, concurrency: 1 });
  const path = resourcePath({ ...target, isNamespaced: true }, target);
  try {
    const answer = await client.send({
      method: "PATCH",
      path: `${path}?fieldManager=${encodeURIComponent(manager)}`,
      body: patch,
      contentType: "application/strategic-merge-patch+json",
    });
    if (answer.status >= 400) throw translateRefusal(answer, { what: path, isSecret: false });
  } finally {
    await client.close();
  }
}
