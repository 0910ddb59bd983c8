import { isJsonObject, type JsonObject, listAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid, notSupported } from "../make-fault.ts";

/**
 * The faults of the items of a list of objects.
 * @param path - Of the list; its last part is the field's name in `owner`.
 */
export function itemFaults(
  owner: JsonObject,
  path: string,
  check: (item: JsonObject, at: string, index: number) => readonly Fault[],
): readonly Fault[] {
  return listAt(owner, fieldOf(path)).flatMap((each, index) =>
    isJsonObject(each) ? check(each, `${path}[${index}]`, index) : [],
  );
}

/** The faults of the texts of a list. */
export function textFaults(
  owner: JsonObject,
  path: string,
  syntax: (text: string) => readonly string[],
): readonly Fault[] {
  return listAt(owner, fieldOf(path)).flatMap((each, index) => {
    const text = typeof each === "string" ? each : "";
    return syntax(text).map((detail) => invalid(`${path}[${index}]`, text, detail));
  });
}

/** A text that is one of a few. A text that is left out is no fault here. */
export function choiceFaults(
  owner: JsonObject,
  path: string,
  choices: readonly string[],
): readonly Fault[] {
  const value = textAt(owner, fieldOf(path));
  if (value === undefined || choices.includes(value)) return [];
  return [notSupported(path, value, choices)];
}

/** A number that must not be negative. */
export function negativeFaults(owner: JsonObject, path: string): readonly Fault[] {
  const value = owner[fieldOf(path)];
  if (typeof value !== "number" || value >= 0) return [];
  return [invalid(path, value, "must be greater than or equal to 0")];
}

function fieldOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
