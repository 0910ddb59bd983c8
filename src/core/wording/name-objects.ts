import type { StackStatus } from "../report/status-document.ts";

/** An id as people read it. */
export type Naming = (id: string) => string;

/**
 * Names the objects of a status without the API group (`Kibana/elastic/kb`), except for kinds that occur in more than
 * one group.
 */
export function nameObjects(stack: StackStatus): Naming {
  const groups = new Map<string, Set<string>>();
  for (const id of idsOf(stack)) {
    const { kind, group } = partsOf(id);
    groups.set(kind, (groups.get(kind) ?? new Set()).add(group));
  }
  return (id) => {
    const { kind, rest } = partsOf(id);
    return (groups.get(kind)?.size ?? 0) > 1 ? id : kind + rest;
  };
}

function idsOf(stack: StackStatus): readonly string[] {
  return [
    ...stack.objects.flatMap(({ id, blockers }) => [id, ...blockers.map(({ to }) => to)]),
    ...stack.drift.map(({ id }) => id),
    ...stack.orphans.map(({ id }) => id),
    ...stack.refusals.map(({ id }) => id),
    ...stack.cycles.flat(),
  ];
}

function partsOf(id: string): {
  readonly kind: string;
  readonly group: string;
  readonly rest: string;
} {
  const slash = id.indexOf("/");
  const key = slash < 0 ? id : id.slice(0, slash);
  const dot = key.indexOf(".");
  return {
    kind: dot < 0 ? key : key.slice(0, dot),
    group: dot < 0 ? "" : key.slice(dot + 1),
    rest: slash < 0 ? "" : id.slice(slash),
  };
}
