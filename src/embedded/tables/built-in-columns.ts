import { CLUSTER_COLUMNS } from "./cluster-columns.ts";
import type { Column } from "./column.ts";
import { CONFIG_COLUMNS } from "./config-columns.ts";
import { EVENT_COLUMNS } from "./event-columns.ts";
import { column, NAME_COLUMN, textCell } from "./make-column.ts";
import { NETWORK_COLUMNS } from "./network-columns.ts";
import { POD_COLUMNS } from "./pod-columns.ts";
import { STORAGE_COLUMNS } from "./storage-columns.ts";
import { WORKLOAD_COLUMNS } from "./workload-columns.ts";

/** Of kinds that the server has no columns for, such as `Role`. */
const PLAIN_COLUMNS: readonly Column[] = [
  NAME_COLUMN,
  column("Created At", textCell("metadata", "creationTimestamp"), { type: "date" }),
];

const COLUMNS: ReadonlyMap<string, readonly Column[]> = new Map([
  ["Pod", POD_COLUMNS],
  ["Event", EVENT_COLUMNS],
  ["Event.events.k8s.io", EVENT_COLUMNS],
  ...WORKLOAD_COLUMNS,
  ...NETWORK_COLUMNS,
  ...STORAGE_COLUMNS,
  ...CLUSTER_COLUMNS,
  ...CONFIG_COLUMNS,
]);

/** All columns of `kubectl get` for a built-in kind, in order, also those of `-o wide`. */
export function builtInColumns({
  group,
  kind,
}: {
  group: string;
  kind: string;
}): readonly Column[] {
  return COLUMNS.get(group === "" ? kind : `${kind}.${group}`) ?? PLAIN_COLUMNS;
}
