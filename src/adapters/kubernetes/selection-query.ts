import type { Selection } from "../../ports/cluster-port.ts";

/** The query that narrows a list or watch to a selection. */
export function selectionQuery({ labelSelector, name }: Selection): Record<string, string> {
  return {
    ...(labelSelector === "" ? {} : { labelSelector }),
    ...(name === "" ? {} : { fieldSelector: `metadata.name=${name}` }),
  };
}

/** A selection in words, for messages. */
export function describeSelection({ apiVersion, kind, namespace }: Selection): string {
  return `list of ${kind} (${apiVersion})${namespace === "" ? "" : ` in namespace ${namespace}`}`;
}
