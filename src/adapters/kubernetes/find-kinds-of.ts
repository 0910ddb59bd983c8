import pLimit from "p-limit";
import { ANY_KIND } from "../../core/inventory/apply-set.ts";
import { listAt } from "../../core/object/json.ts";
import { kindKey } from "../../core/object/object-id.ts";
import type { KindsOf } from "../../ports/cluster-port.ts";
import type { AllKinds } from "./discovery.ts";
import type { HttpClient } from "./http-client.ts";
import type { DiscoveredKind } from "./parse-discovery.ts";
import { resourcePath } from "./resource-path.ts";
import { translateRefusal } from "./translate-refusal.ts";

/** Lists of metadata alone. */
export const NAMES_ONLY =
  "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

interface Among {
  readonly client: HttpClient;
  readonly known: AllKinds;
  /** Only that one. */
  readonly group?: string | undefined;
  readonly concurrency: number;
}

/**
 * Which of the kinds hold objects with these labels: one list of one object for each. A kind or group whose own server is down does
 * not hide the others.
 *
 * @throws {ClusterError} where the server says something else, such as that nobody knows us.
 */
export async function findKindsOf(
  labelSelector: string,
  { client, known, group, concurrency }: Among,
): Promise<KindsOf> {
  function isMeant(each: string): boolean {
    return group === undefined || each === group;
  }
  const kinds = known.kinds.filter((each) => each.mayHoldMembers && isMeant(each.group));
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
  const unanswered = [
    ...answered("unanswered"),
    ...known.silent.filter(isMeant).map(allKindsOf),
  ].toSorted();
  return { kinds: answered("some"), unknown: answered("unknown"), unanswered };
}

function allKindsOf(group: string): string {
  return kindKey({ group, kind: ANY_KIND });
}

type KindAnswer = "some" | "none" | "unknown" | "unanswered";

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
    case 429:
      return "unanswered";
    default:
      if (answer.status >= 500) return "unanswered";
      throw translateRefusal(answer, { what: `all of ${kindKey(kind)}`, isSecret: false });
  }
}
