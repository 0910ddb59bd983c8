import type { z } from "zod";
import { isJsonObject, type Step, textAt } from "../object/json.ts";
import type { Problem } from "../problem.ts";
import { readIssueNote } from "./issue-note.ts";
import type { LocatedYaml } from "./locate-yaml.ts";
import { suggestKey } from "./suggest-key.ts";

const SECRET_KEY =
  /^(?:.*(?:token|passwor[dt]|passwd|passphrase|secret|credentials?|private[-_]?key|api[-_]?key))$/i;

const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ["string", "a text"],
  ["number", "a whole number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "a mapping of keys"],
  ["record", "a mapping of keys"],
]);

/**
 * Turns what the schema found into problems with their place in the file. A value is not repeated, because a secret may have
 * slipped in, except for one that is nearly a known word.
 */
export function describeIssue(issue: z.core.$ZodIssue, yaml: LocatedYaml): readonly Problem[] {
  const path = issue.path.map((step) => (typeof step === "number" ? step : String(step)));
  if (issue.code === "unrecognized_keys") {
    const known = readIssueNote(issue.message)?.split(", ") ?? [];
    return issue.keys.map((key) => describeUnknownKey({ key, path, known }, yaml));
  }
  const name = pathText(path);
  if (!yaml.has(path)) {
    return [
      { where: yaml.keyPlace(path), what: `${name} is missing`, expected: expectedOf(issue) },
    ];
  }
  const where = yaml.valuePlace(path);
  const meant = issue.code === "invalid_value" ? findMeant(issue.values, path, yaml) : undefined;
  if (meant !== undefined) {
    const what = `${name} is ${keyText(meant.written)}, which is none of the known values`;
    return [{ where, what, expected: `did you mean "${meant.known}"?` }];
  }
  return [{ where, what: `${name} ${whatOf(issue)}`, expected: expectedOf(issue) }];
}

/** The known word that a person most likely meant. */
function findMeant(
  values: readonly unknown[],
  path: readonly Step[],
  yaml: LocatedYaml,
): { readonly written: string; readonly known: string } | undefined {
  const written = textAt(yaml.json, ...path);
  const known = written === undefined ? undefined : suggestKey(written, values.map(String));
  return written === undefined || known === undefined ? undefined : { written, known };
}

function describeUnknownKey(
  found: {
    readonly key: string;
    readonly path: readonly Step[];
    readonly known: readonly string[];
  },
  yaml: LocatedYaml,
): Problem {
  const where = yaml.keyPlace([...found.path, found.key]);
  const parent = found.path.length === 0 ? "the file" : pathText(found.path);
  const what = `unknown key ${keyText(found.key)} in ${parent}`;
  if (SECRET_KEY.test(found.key)) {
    const keys = found.known.includes("secretFile")
      ? "secretFile or secretEnv"
      : "tokenFile or tokenEnv";
    return { where, what, expected: `no secret in the config: ${keys} names where it is` };
  }
  const suggestion = suggestKey(found.key, found.known);
  if (suggestion !== undefined) return { where, what, expected: `did you mean "${suggestion}"?` };
  const expected = found.known.length === 0 ? "no such key" : `one of ${found.known.join(", ")}`;
  return { where, what, expected };
}

function whatOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "custom") return issue.message;
  return issue.code === "invalid_type" ? "has the wrong type" : "is none of the known values";
}

function expectedOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "custom") {
    return (
      (isJsonObject(issue.params) ? textAt(issue.params, "expected") : undefined) ?? "another value"
    );
  }
  if (issue.code === "invalid_type") {
    return (
      readIssueNote(issue.message) ?? TYPE_WORDS.get(issue.expected) ?? "a value of another type"
    );
  }
  return issue.code === "invalid_value" ? issue.values.map(String).join(", ") : "another value";
}

/** `stacks[0].source.url` */
function pathText(path: readonly Step[]): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

/** Other people's text, so quoted and cut. */
function keyText(key: string): string {
  return JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key);
}
