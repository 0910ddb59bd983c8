import { type Json, listAt, type Step, textAt } from "../object/json.ts";

export interface EntryFault {
  readonly path: readonly Step[];
  readonly what: string;
  readonly expected: string;
}

/** Where an entry stands, and how a problem names it: `stacks[0].health[1]`. */
export interface EntryPlace {
  readonly path: readonly Step[];
  readonly name: string;
}

/** An entry of a list in which each kind stands at most once, with what is wrong with its kind. */
export interface KindEntry {
  readonly entry: Json;
  readonly kind: string;
  readonly place: EntryPlace;
  readonly faults: readonly EntryFault[];
}

/** Kinds of the core group. Any other name without a group is a slip, and the entry would be for nothing. */
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

/** The entries of one of a stack's lists by kind. No entry overrides an earlier one: the same kind twice is a fault. */
export function findKindFaults(
  stack: Json,
  index: number,
  list: "health" | "modes" | "secrets.templates",
): readonly KindEntry[] {
  const steps = list.split(".");
  const entries = listAt(stack, ...steps);
  const kinds = entries.map((entry) => textAt(entry, "kind"));
  return entries.flatMap((entry, at) => {
    const kind = kinds[at];
    if (kind === undefined) return [];
    const place = {
      path: ["stacks", index, ...steps, at],
      name: `stacks[${index}].${list}[${at}]`,
    };
    const earlier = kinds.indexOf(kind);
    const twice = earlier < at ? [sameKind(place, `${list}[${earlier}]`)] : [];
    return [{ entry, kind, place, faults: [...twice, ...findGroupFaults(kind, place)] }];
  });
}

function sameKind({ path, name }: EntryPlace, earlier: string): EntryFault {
  return {
    path: [...path, "kind"],
    what: `${name}.kind is taken by ${earlier}`,
    expected: "one entry for each kind",
  };
}

function findGroupFaults(kind: string, { path, name }: EntryPlace): readonly EntryFault[] {
  if (!/^[A-Z]\w*$/.test(kind) || CORE_KINDS.has(kind)) return [];
  return [
    {
      path: [...path, "kind"],
      what: `${name}.kind names no group and is no kind of the core group`,
      expected: "Kind.group, such as Deployment.apps",
    },
  ];
}
