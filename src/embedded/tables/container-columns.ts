import { listAt, textAt } from "../../core/object/json.ts";
import type { Column } from "./column.ts";
import { wideColumn } from "./make-column.ts";

/** The columns `Containers` and `Images` of a kind whose pod spec lies at a path. */
export function containerColumns(...steps: readonly string[]): readonly Column[] {
  return [
    wideColumn("Containers", containersCell(steps, "name")),
    wideColumn("Images", containersCell(steps, "image")),
  ];
}

/** A field of all containers, joined by commas. */
export function containersCell(steps: readonly string[], field: "name" | "image"): Column["cell"] {
  return (object) =>
    listAt(object, ...steps, "containers")
      .map((container) => textAt(container, field) ?? "")
      .join(",");
}
