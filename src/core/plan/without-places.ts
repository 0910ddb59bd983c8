import { isJsonList, isJsonObject, type Json, type JsonObject } from "../object/json.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import { resolvePath } from "../ownership/resolve-path.ts";

/** The body without what stands at these places. A map or list that becomes empty goes, too: as an empty one it would be set. */
export function withoutPlaces(body: JsonObject, places: readonly FieldPath[]): JsonObject {
  return places.reduce<JsonObject>((rest, place) => {
    const left = without(rest, place);
    return isJsonObject(left) ? left : {};
  }, body);
}

/** `undefined`: nothing is left. */
function without(value: Json, [element, ...below]: FieldPath): Json | undefined {
  if (element === undefined) return undefined;
  const found = resolvePath(value, [element]);
  if (found.kind === "missing") return value;
  const left = without(found.value, below);
  if (isJsonList(value)) return filled(replaceItem(value, found.value, left));
  return isJsonObject(value) && element.kind === "field"
    ? filled(replaceMember(value, element.name, left))
    : value;
}

function replaceItem(list: readonly Json[], item: Json, left: Json | undefined): readonly Json[] {
  const at = list.indexOf(item);
  return list.flatMap((each, index) => {
    if (index !== at) return [each];
    return left === undefined ? [] : [left];
  });
}

function replaceMember(map: JsonObject, name: string, left: Json | undefined): JsonObject {
  const members = Object.entries(map).flatMap(([key, each]): [string, Json][] => {
    if (key !== name) return [[key, each]];
    return left === undefined ? [] : [[key, left]];
  });
  return Object.fromEntries(members);
}

function filled<Container extends readonly Json[] | JsonObject>(
  container: Container,
): Container | undefined {
  return Object.keys(container).length === 0 ? undefined : container;
}
