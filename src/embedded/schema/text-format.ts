import { isIP, isIPv6 } from "node:net";
import { parseTime } from "./parse-time.ts";

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const DIGITS_32 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;
const HOSTNAME =
  /^(?:[\p{L}\p{S}\d](?:[-\p{L}\p{S}\d]{0,62}[\p{L}\p{S}\d])?|(?:[\p{L}\p{S}\d](?:[-\p{L}\p{S}\d]{0,61}[\p{L}\p{S}\d])?\.)+[A-Za-z\p{L}]{2,63})$/u;
const DURATION = /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/;
const LONG_DURATION =
  /^\d+ *(?:n|ns|nano|u|us|µ|µs|micro|ms|milli|s|sec|m|min|h|hr|hour|d|day|w|wk|week)s?$/;
const EMAIL = /^(?:[^<>]*<)?[^\s@<>]+@[^\s@<>]+>?$/;
const URI = /^(?:\/|[A-Za-z][-+.A-Za-z0-9]*:)[^\s]*$/;
const MAC =
  /^(?:[0-9a-f]{2}[:-]){5}(?:[0-9a-f]{2})(?:(?:[:-][0-9a-f]{2}){2}|(?:[:-][0-9a-f]{2}){14})?$|^(?:[0-9a-f]{4}\.){2,}[0-9a-f]{4}$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The formats that the server knows for texts of CRDs; all others say nothing to it. */
const CHECKS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ["date-time", isDateTime],
  ["datetime", isDateTime],
  ["date", (text: string) => DATE.test(text) && isDateTime(`${text}T00:00:00Z`)],
  ["duration", (text: string) => text === "0" || DURATION.test(text) || LONG_DURATION.test(text)],
  ["byte", (text: string) => DIGITS_32.test(text)],
  ["email", (text: string) => EMAIL.test(text)],
  ["hostname", (text: string) => HOSTNAME.test(text)],
  ["uri", (text: string) => URI.test(text)],
  ["ipv4", (text: string) => isIP(withoutZeros(text)) === 4],
  ["ipv6", (text: string) => isIPv6(text)],
  ["cidr", isCidr],
  ["mac", (text: string) => MAC.test(text)],
  ["uuid", (text: string) => UUID.test(text)],
  ["uuid3", (text: string) => UUID.test(text) && text.replaceAll("-", "")[12] === "3"],
  ["uuid4", (text: string) => UUID.test(text) && text.replaceAll("-", "")[12] === "4"],
  ["uuid5", (text: string) => UUID.test(text) && text.replaceAll("-", "")[12] === "5"],
  ["password", () => true],
  ["hexcolor", (text: string) => /^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text)],
]);

/**
 * Whether the server checks this format of a CRD.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation
 */
export function isCheckedFormat(format: string): boolean {
  return CHECKS.has(format);
}

export function isOfFormat(text: string, format: string): boolean {
  return CHECKS.get(format)?.(text) ?? true;
}

/** Small letters are fine here. */
function isDateTime(text: string): boolean {
  return parseTime(text.toUpperCase(), "seconds").kind === "parsed";
}

function isCidr(text: string): boolean {
  const [address = "", bits = "", ...more] = text.split("/");
  const version = isIP(withoutZeros(address));
  const max = version === 4 ? 32 : 128;
  return version !== 0 && more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= max;
}

/** The server reads `1.2.3.04` as `1.2.3.4`. */
function withoutZeros(text: string): string {
  return text.replaceAll(/(^|\.)0+(?=\d)/g, "$1");
}
