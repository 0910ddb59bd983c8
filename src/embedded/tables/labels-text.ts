import { isJsonObject, type Json, listAt, objectAt, textAt } from "../../core/object/json.ts";
import { compareText } from "../../core/ownership/compare-text.ts";

const NONE = "<none>";

/** Labels as `a=b,c=d` in the order of their keys; `otherwise` when there are none. */
export function labelsText(labels: Json | undefined, otherwise = NONE): string {
  const texts = equalities(labels).map(({ text }) => text);
  return texts.length === 0 ? otherwise : texts.join(",");
}

/** A label selector with `matchLabels` and `matchExpressions` as the text of a `labelSelector` parameter; `otherwise` for an empty one. */
export function selectorText(selector: Json | undefined, otherwise = NONE): string {
  const expressions = listAt(selector, "matchExpressions").map(expression);
  const all = [...equalities(objectAt(selector, "matchLabels")), ...expressions];
  const texts = all.toSorted((a, b) => compareText(a.key, b.key)).map(({ text }) => text);
  return texts.length === 0 ? otherwise : texts.join(",");
}

interface Part {
  readonly key: string;
  readonly text: string;
}

function equalities(labels: Json | undefined): readonly Part[] {
  if (!isJsonObject(labels)) return [];
  return Object.keys(labels)
    .toSorted(compareText)
    .map((key) => ({ key, text: `${key}=${textAt(labels, key) ?? ""}` }));
}

function expression(written: Json): Part {
  const key = textAt(written, "key") ?? "";
  const values = listAt(written, "values").map(String).toSorted(compareText);
  switch (textAt(written, "operator")) {
    case "In":
      return { key, text: `${key} in (${values.join(",")})` };
    case "NotIn":
      return { key, text: `${key} notin (${values.join(",")})` };
    case "DoesNotExist":
      return { key, text: `!${key}` };
    case "Exists":
    case undefined:
    default:
      return { key, text: key };
  }
}
