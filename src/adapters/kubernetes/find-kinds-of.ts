import pLimit from "p-limit";
import { listAt } from "../../core/object/json.ts";
import { kindKey } from "../../core/object/object-id.ts";
import type { KindsOf } from "../../ports/cluster-port.ts";
import type { HttpClient } from "./http-client.ts";
import type { DiscoveredKind } from "./parse-discovery.ts";
import { resourcePath } from "./resource-path.ts";
import { translateRefusal } from "./translate-refusal.ts";

/** Lists of metadata alone. */
export const NAMES_ONLY =
  "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

interface Among {
  readonly client: HttpClient;
  readonly kinds: readonly DiscoveredKind[];
  readonly concurrency: number;
}

/**
 * Which of the kinds hold objects with these labels: one list of one object for each.
 *
 * @throws {ClusterError} where the server cannot tell now.
 */
export async function findKindsOf(
  labelSelector: string,
  { client, kinds, concurrency }: Among,
): Promise<KindsOf> {
  const query = new URLSearchParams({ labelSelector, limit: "1" }).toString();
  const limit = pLimit(concurrency);
  const answers = await Promise.all(
    kinds.map(async (kind) => limit(async () => askKind(client, kind, query))),
  );
  function answered(wanted: KindAnswer): readonly string[] {
    return kinds
      .filter((_, index) => answers[index] === wanted)
      .map(kindKey)
      .toSorted();
  }
  return { kinds: answered("some"), unknown: answered("unknown") };
}

type KindAnswer = "some" | "none" | "unknown";

async function askKind(
  client: HttpClient,
  kind: DiscoveredKind,
  query: string,
): Promise<KindAnswer> {
  const path = `${resourcePath(kind, { namespace: "" })}?${query}`;
  const answer = await client.send({ method: "GET", path, accept: NAMES_ONLY });
  switch (answer.status) {
    case 200:
      return listAt(answer.body, "items").length > 0 ? "some" : "none";
    case 403:
      return "unknown";
    // Ceased to be since discovery, or is not kept by the server.
    case 404:
    case 405:
      return "none";
    default:
      throw translateRefusal(answer, { what: `all of ${kindKey(kind)}`, isSecret: false });
  }
}
