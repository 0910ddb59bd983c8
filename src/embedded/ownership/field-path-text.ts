import type { FieldPath, PathElement } from "../../core/ownership/field-path.ts";
import { sortedKeys } from "../../core/ownership/path-element.ts";

/** A path as the server writes it in messages: `.spec.containers[name="web"].image`. */
export function fieldPathText(path: FieldPath): string {
  return path.map(elementText).join("");
}

function elementText(element: PathElement): string {
  switch (element.kind) {
    case "field":
      return `.${element.name}`;
    case "key": {
      const keys = sortedKeys(element.keys).map(
        ([name, value]) => `${name}=${JSON.stringify(value)}`,
      );
      return `[${keys.join(",")}]`;
    }
    case "value":
      return `[=${JSON.stringify(element.value)}]`;
    case "index":
      return `[${element.index}]`;
  }
}
