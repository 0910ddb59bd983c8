import type { Column } from "./column.ts";
import {
  AGE_COLUMN,
  ageCell,
  column,
  countCell,
  countColumn,
  NAME_COLUMN,
  textCell,
} from "./make-column.ts";

const COUNTS = [
  countColumn("Desired", countCell("spec", "replicas")),
  countColumn("Available", countCell("status", "replicas")),
];

/** All columns for the `Scale` of an object. What the server shows of them differs a little for custom kinds. */
export function scaleColumns({ isCustom }: { readonly isCustom: boolean }): readonly Column[] {
  return isCustom
    ? [
        NAME_COLUMN,
        ...COUNTS,
        column("Age", ageCell("metadata", "creationTimestamp"), { type: "date" }),
      ]
    : [column("Name", textCell("metadata", "name")), ...COUNTS, AGE_COLUMN];
}
