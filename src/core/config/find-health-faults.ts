import { type Json, listAt, type Step, textAt, valueAt } from "../object/json.ts";
import { workloadFamilyOfKind } from "../rollout/kind-family.ts";

interface Fault {
  readonly path: readonly Step[];
  readonly what: string;
  readonly expected: string;
}

/** Kinds of the core group. Any other name without a group is a slip, and the rule would be for nothing. */
const CORE_KINDS: ReadonlySet<string> = new Set([
  "ConfigMap",
  "Endpoints",
  "LimitRange",
  "Namespace",
  "Node",
  "PersistentVolume",
  "PersistentVolumeClaim",
  "Pod",
  "ReplicationController",
  "ResourceQuota",
  "Secret",
  "Service",
  "ServiceAccount",
]);

/** What is wrong with entries of a stack's `health` that are right each by itself. */
export function findHealthFaults(stack: Json, index: number): readonly Fault[] {
  const entries = listAt(stack, "health");
  const kinds = entries.map((entry) => textAt(entry, "kind"));
  return entries.flatMap((entry, at) => {
    const kind = kinds[at];
    if (kind === undefined) return [];
    const place = { path: ["stacks", index, "health", at], name: `stacks[${index}].health[${at}]` };
    const earlier = kinds.indexOf(kind);
    return [
      ...(earlier < at ? [sameKind(place, earlier)] : []),
      ...findKindFaults(kind, place),
      ...findEntryFaults(entry, kind, place),
    ];
  });
}

interface Place {
  readonly path: readonly Step[];
  readonly name: string;
}

function sameKind({ path, name }: Place, earlier: number): Fault {
  return {
    path: [...path, "kind"],
    what: `${name}.kind is taken by health[${earlier}]`,
    expected: "one entry for each kind",
  };
}

function findKindFaults(kind: string, { path, name }: Place): readonly Fault[] {
  if (!/^[A-Z]\w*$/.test(kind) || CORE_KINDS.has(kind)) return [];
  return [
    {
      path: [...path, "kind"],
      what: `${name}.kind names no group and is no kind of the core group`,
      expected: "Kind.group, such as Deployment.apps",
    },
  ];
}

function findEntryFaults(entry: Json, kind: string, { path, name }: Place): readonly Fault[] {
  const isSaid = ["ready", "failed", "version"].some((key) => valueAt(entry, key) !== undefined);
  if (!isSaid) {
    return [{ path, what: `${name} says nothing`, expected: "ready, failed or version" }];
  }
  const hasVersion = valueAt(entry, "version") !== undefined;
  const isIdle = hasVersion && workloadFamilyOfKind(kind) !== undefined;
  if (!isIdle) return [];
  return [
    {
      path: [...path, "version"],
      what: `${name}.version has no effect: the version of this kind is that of its pod template`,
      expected: "no such key",
    },
  ];
}
