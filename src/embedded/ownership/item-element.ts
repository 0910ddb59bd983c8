import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import { compareText } from "../../core/ownership/compare-text.ts";
import type { PathElement } from "../../core/ownership/field-path.ts";
import { elementText } from "../../core/ownership/path-element.ts";
import type { Schema } from "../schema/schema.ts";

/** What tells an item of a list from the others. */
export type ItemElement =
  | { readonly kind: "element"; readonly element: PathElement; readonly text: string }
  /** Such an item may not stand in the list. */
  | { readonly kind: "fault"; readonly what: string };

/**
 * Which item of a set or of a keyed list this is. A key that is left out counts as its default; an item needs at least
 * one of its keys.
 */
export function itemElement(item: Json, list: Schema): ItemElement {
  return list.listType === "map" ? keyedElement(item, list) : setElement(item);
}

function keyedElement(item: Json, list: Schema): ItemElement {
  if (item === null) return fault("associative list with keys may not have a null element");
  if (!isJsonObject(item)) {
    return fault("associative list with keys may not have non-map elements");
  }
  const keys = new Map<string, Json>();
  for (const name of list.mapKeys.toSorted(compareText)) {
    const value = keyOf(item, name, list);
    if (value !== undefined) keys.set(name, value);
  }
  if (keys.size > 0) return elementOf({ kind: "key", keys });
  const names = list.mapKeys.map((name) => JSON.stringify(name)).join(" ");
  return fault(
    `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`,
  );
}

function keyOf(item: JsonObject, name: string, list: Schema): Json | undefined {
  const written = Object.hasOwn(item, name) ? item[name] : undefined;
  return written ?? (written === null ? null : list.items?.properties.get(name)?.defaultValue);
}

function setElement(item: Json): ItemElement {
  if (item === null) {
    return fault("associative list without keys has an element that's an explicit null");
  }
  if (isJsonList(item)) {
    return fault("not supported: associative list with lists as elements");
  }
  if (isJsonObject(item)) {
    return fault("associative list without keys has an element that's a map type");
  }
  return elementOf({ kind: "value", value: item });
}

function elementOf(element: PathElement): ItemElement {
  return { kind: "element", element, text: elementText(element) };
}

function fault(what: string): ItemElement {
  return { kind: "fault", what };
}
