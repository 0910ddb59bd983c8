import {
  type EmbeddedCluster,
  startEmbeddedCluster,
} from "../../src/embedded/start-embedded-cluster.ts";

/** An embedded API server in memory, without the controllers that a real kube-apiserver does not have either. */
export async function startBareEmbedded(): Promise<EmbeddedCluster> {
  return startEmbeddedCluster({
    folder: undefined,
    listen: { host: "127.0.0.1", port: 0 },
    controllers: "api-server",
  });
}
