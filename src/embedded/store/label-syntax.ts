import { subdomainName, tooLong } from "../subdomain-name.ts";

/** Longest name part of a label key, and longest value, in bytes. */
const LENGTH_MAX = 63;

const NAME = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const VALUE = /^(?:(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

const NAME_TEXT =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const VALUE_TEXT =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/**
 * What is wrong with the key of a label, in the API server's words; empty when nothing is.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 */
export function labelKeyFaults(key: string): readonly string[] {
  const parts = key.split("/");
  if (parts.length > 2) {
    return [
      `a qualified name ${NAME_TEXT} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const name = parts.at(-1) ?? "";
  const prefix = parts.length === 2 ? parts[0] : undefined;
  return [...prefixFaults(prefix), ...nameFaults(name)];
}

/** What is wrong with the value of a label; empty when nothing is. */
export function labelValueFaults(value: string): readonly string[] {
  return [...tooLong(value, LENGTH_MAX), ...(VALUE.test(value) ? [] : [VALUE_TEXT])];
}

function prefixFaults(prefix: string | undefined): string[] {
  if (prefix === undefined) return [];
  if (prefix === "") return ["prefix part must be non-empty"];
  return subdomainName(prefix).map((fault) => `prefix part ${fault}`);
}

function nameFaults(name: string): string[] {
  const faults = name === "" ? ["must be non-empty"] : tooLong(name, LENGTH_MAX);
  const all = NAME.test(name) ? faults : [...faults, NAME_TEXT];
  return all.map((fault) => `name part ${fault}`);
}
