import type { JsonObject } from "../../src/core/object/json.ts";
import { idOf, labelOf } from "../../src/core/object/live-object.ts";
import { kindKey, parseKind } from "../../src/core/object/object-id.ts";
import type { ClusterPort, KindsOf, ServedKind } from "../../src/ports/cluster-port.ts";
import type { FakeCluster } from "./fake-cluster.ts";

/** Which kinds of a cluster in memory hold objects with these labels, in all groups or in one. */
export function findFakeKinds(
  cluster: Pick<FakeCluster, "objects" | "unlistable" | "listRefusal" | "silent">,
  labelSelector: string,
  group: string | undefined,
): KindsOf {
  function isMeant(kind: string): boolean {
    return group === undefined || parseKind(kind).group === group;
  }
  const labelled = [...cluster.objects.values()].filter((each) => isSelected(each, labelSelector));
  const found = [...new Set(labelled.map((object) => kindKey(idOf(object))))].toSorted();
  const hidden = [...cluster.unlistable].filter(isMeant).toSorted();
  const silent = [...cluster.silent].map((each) => `*.${each}`).filter(isMeant);
  const isForbidden = cluster.listRefusal === "forbidden";
  return {
    kinds: found.filter(
      (kind) =>
        isMeant(kind) &&
        !cluster.unlistable.has(kind) &&
        !cluster.silent.has(parseKind(kind).group),
    ),
    unknown: isForbidden ? hidden : [],
    unanswered: [...(isForbidden ? [] : hidden), ...silent],
  };
}

/** Whether an object has the label of `name`, `name=value` or `name in (value,…)`. */
export function isSelected(object: JsonObject, labelSelector: string): boolean {
  if (!/[= ]/.test(labelSelector)) return labelOf(object, labelSelector) !== undefined;
  const [, name = "", values = ""] = /^([^= ]+)(?:=| in \()([^)]*)/.exec(labelSelector) ?? [];
  return values.split(",").includes(labelOf(object, name) ?? "");
}

const CLUSTER_KINDS: ReadonlySet<string> = new Set(["Namespace", "ClusterRole"]);

/** Every kind is served, unless it is told not to be. */
export function findFakeKind(
  { group, kind, version = "v1" }: Parameters<ClusterPort["findKind"]>[0],
  notServed: ReadonlySet<string>,
): ServedKind | undefined {
  if (notServed.has(kindKey({ group, kind }))) return undefined;
  return {
    group,
    version,
    kind,
    plural: `${kind.toLowerCase()}s`,
    isNamespaced: !CLUSTER_KINDS.has(kind),
    facts: { hasStatusSubresource: false, declaresObservedGeneration: false },
  };
}
