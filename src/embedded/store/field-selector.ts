import type { JsonObject } from "../../core/object/json.ts";
import { badRequest } from "../refusals.ts";
import { type FieldOwner, fieldLabelsOf, type ReadField } from "./field-labels.ts";

/** One demand on a field of an object. */
interface FieldRequirement {
  readonly label: string;
  readonly read: ReadField;
  readonly isEqual: boolean;
  readonly value: string;
}

/** All of them must be met. */
export type FieldSelector = readonly FieldRequirement[];

/** Longest first. */
const SIGNS = ["!=", "==", "="];

/**
 * Parses the query parameter `fieldSelector` for lists of a kind. Empty text selects everything.
 * @throws {StatusError} 400 in the API server's words.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/
 */
export function parseFieldSelector(text: string, owner: FieldOwner): FieldSelector {
  const terms = splitTerms(text).filter((term) => term !== "");
  const written = terms.map((term) => parseTerm(term, text));
  const { fields, refusal } = fieldLabelsOf(owner);
  return written.map((requirement) => {
    const read = fields.get(requirement.label);
    if (read === undefined) throw badRequest(refusal(requirement.label));
    return { ...requirement, read };
  });
}

export function matchesFields(selector: FieldSelector, object: JsonObject): boolean {
  return selector.every(({ read, isEqual, value }) => (read(object) === value) === isEqual);
}

/** At commas that no backslash stands before. */
function splitTerms(text: string): readonly string[] {
  return text.match(/(?:\\[^]|[^,\\]|\\$)+/g) ?? [];
}

function parseTerm(term: string, text: string): Omit<FieldRequirement, "read"> {
  for (let at = 0; at < term.length; at += term[at] === "\\" ? 2 : 1) {
    const sign = SIGNS.find((each) => term.startsWith(each, at));
    if (sign === undefined) continue;
    const value = unescape(term.slice(at + sign.length));
    return { label: term.slice(0, at), isEqual: sign !== "!=", value };
  }
  throw badRequest(`invalid selector: '${text}'; can't understand '${term}'`);
}

function unescape(value: string): string {
  return value.replaceAll(/\\[^]?|[,=]/gu, (found) => {
    if (["\\\\", "\\,", "\\="].includes(found)) return found.slice(1);
    const fault = found.startsWith("\\")
      ? `invalid escape sequence: ${found}`
      : `unescaped character in value: ${String(found.codePointAt(0))}`;
    throw badRequest(`invalid field selector: ${fault}`);
  });
}
