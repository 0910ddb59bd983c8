import { isJsonList, isJsonObject, type Json } from "../../core/object/json.ts";

/** Says what is to be done with an object of a patch. */
export const PATCH_DIRECTIVE = "$patch";

/**
 * A value of a patch for a field that is not there yet: without nulls, and without objects that carry a directive.
 * @returns `undefined` when the value itself is such an object.
 */
export function stripDirectives(value: Json): Json | undefined {
  if (isJsonList(value)) {
    return value.flatMap((item) => {
      const kept = stripDirectives(item);
      return kept === undefined ? [] : [kept];
    });
  }
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, PATCH_DIRECTIVE)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const kept = each === null ? undefined : stripDirectives(each);
      return kept === undefined ? [] : [[key, kept]];
    }),
  );
}
