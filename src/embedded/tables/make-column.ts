import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  numberAt,
  textAt,
} from "../../core/object/json.ts";
import type { Column } from "./column.ts";
import { ageSince } from "./human-duration.ts";

type Cell = Column["cell"];

/** A column as `kubectl get` shows it. Descriptions of built-in kinds are left empty: nobody is shown them. */
export function column(name: string, cell: Cell, more: Partial<Column> = {}): Column {
  return { name, type: "string", format: "", description: "", priority: 0, cell, ...more };
}

/** A column that is shown with `-o wide` only. */
export function wideColumn(name: string, cell: Cell, more: Partial<Column> = {}): Column {
  return column(name, cell, { priority: 1, ...more });
}

/** A column whose cells are whole numbers. */
export function countColumn(name: string, cell: Cell): Column {
  return column(name, cell, { type: "integer" });
}

export const NAME_COLUMN = column("Name", textCell("metadata", "name"), { format: "name" });

export const AGE_COLUMN = column("Age", ageCell("metadata", "creationTimestamp"));

/** The text at a path, empty when there is none. */
export function textCell(...steps: readonly string[]): Cell {
  return (object) => textAt(object, ...steps) ?? "";
}

/** The number at a path, 0 when there is none. */
export function countCell(...steps: readonly string[]): Cell {
  return (object) => numberAt(object, ...steps) ?? 0;
}

/** How long ago the time at a path is. */
export function ageCell(...steps: readonly string[]): Cell {
  return (object, now) => ageSince(textAt(object, ...steps), now);
}

/** A value as text where it may be a number or a text, such as a port; `otherwise` when there is none. */
export function scalarText(value: Json | undefined, otherwise: string): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : otherwise;
}

/** The first `max` texts, and how many there are besides; `otherwise` when there are none. */
export function someOf(
  texts: readonly string[],
  { max, otherwise }: { max: number; otherwise: string },
): string {
  if (texts.length === 0) return otherwise;
  const shown = texts.slice(0, max).join(",");
  return texts.length > max ? `${shown} + ${String(texts.length - max)} more...` : shown;
}

/** A condition of an object's status, `undefined` when it has none of this type. */
export function conditionOf(object: JsonObject, type: string): JsonObject | undefined {
  return listAt(object, "status", "conditions")
    .filter(isJsonObject)
    .find((condition) => textAt(condition, "type") === type);
}

export function isConditionTrue(object: JsonObject, type: string): boolean {
  return textAt(conditionOf(object, type), "status") === "True";
}
