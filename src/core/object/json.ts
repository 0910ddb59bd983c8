/** A JSON value as the Kubernetes API and parsed YAML give it. Treated as immutable. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Keys come from other people: never look up `__proto__` on it, copy it with spread. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** One step into a JSON value: a key of an object or an index of a list. */
export type Step = string | number;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isJsonList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value at `steps`, or `undefined` when a step leads nowhere. Inherited keys are nowhere. */
export function valueAt(value: Json | undefined, ...steps: readonly Step[]): Json | undefined {
  let here: Json | undefined = value;
  for (let depth = 0; depth < steps.length; depth += 1) {
    here = childOf(here, steps[depth] ?? "");
    if (here === undefined) return undefined;
  }
  return here;
}

export function objectAt(
  value: Json | undefined,
  ...steps: readonly Step[]
): JsonObject | undefined {
  const found = valueAt(value, ...steps);
  return isJsonObject(found) ? found : undefined;
}

/** The list at `steps`, empty when there is none. */
export function listAt(value: Json | undefined, ...steps: readonly Step[]): readonly Json[] {
  const found = valueAt(value, ...steps);
  return isJsonList(found) ? found : [];
}

export function textAt(value: Json | undefined, ...steps: readonly Step[]): string | undefined {
  const found = valueAt(value, ...steps);
  return typeof found === "string" ? found : undefined;
}

/** The texts of the list at `steps`; what is no text is left out. */
export function textsAt(value: Json | undefined, ...steps: readonly Step[]): readonly string[] {
  return listAt(value, ...steps).filter((each) => typeof each === "string");
}

export function numberAt(value: Json | undefined, ...steps: readonly Step[]): number | undefined {
  const found = valueAt(value, ...steps);
  return typeof found === "number" ? found : undefined;
}

/** Equal as JSON: the order of keys does not count, the order of lists does. */
export function isJsonEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isJsonList(a) && isJsonList(b)) {
    return a.length === b.length && a.every((item, index) => isJsonEqual(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isJsonEqual(a[key], b[key]))
  );
}

/** JSON text with sorted keys: equal values give equal text, so it can be hashed. */
export function canonicalText(value: Json): string {
  if (isJsonList(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  // Asked of every object at every look: no list of members is built for it.
  let members = "";
  for (const key of Object.keys(value).toSorted()) {
    const member = value[key];
    if (member === undefined) continue;
    members += `${members === "" ? "" : ","}${JSON.stringify(key)}:${canonicalText(member)}`;
  }
  return `{${members}}`;
}

function childOf(value: Json | undefined, step: Step): Json | undefined {
  if (typeof step === "number") return isJsonList(value) ? value[step] : undefined;
  if (!isJsonObject(value)) return undefined;
  const child = value[step];
  // All that an object inherits are functions, and its prototype: to ask for its own keys would take several times as long.
  const mayBeInherited = typeof child === "function" || step === "__proto__";
  return mayBeInherited && !Object.hasOwn(value, step) ? undefined : child;
}
