import { isIP } from "node:net";
import { isSubdomain, SUBDOMAIN_MAX, tooLong } from "../subdomain-name.ts";

/** Each function says what is wrong with a text, in the server's words; empty when nothing is. */

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const OLD_LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const SEARCH_DOMAIN = /^_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*$/;
const WILDCARD = /^\*\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const CONFIG_KEY = /^[-._a-zA-Z0-9]+$/;
const HEADER = /^[-A-Za-z0-9]+$/;
const ENVIRONMENT_NAME = /^[ -<>-~]+$/;
const CIDR = /^(?<address>[^/]+)\/(?<bits>\d{1,3})$/;

const LABEL_MAX = 63;
const PORT_NAME_MAX = 15;

const LABEL_TEXT =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const OLD_LABEL_TEXT =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const SEARCH_DOMAIN_TEXT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')";
const WILDCARD_TEXT =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const CONFIG_KEY_TEXT =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const HEADER_TEXT =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";
const ENVIRONMENT_NAME_TEXT =
  "a valid environment variable name must consist only of printable ASCII characters other than '='";

/** Of a container, a volume, a namespace. @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/ */
export function labelName(text: string): readonly string[] {
  const fault = isSubdomain(text) ? "must not contain dots" : LABEL_TEXT;
  return [...tooLong(text, LABEL_MAX), ...unless(LABEL.test(text), fault)];
}

/** Of a Service: it begins with a letter. */
export function oldLabelName(text: string): readonly string[] {
  return [...tooLong(text, LABEL_MAX), ...unless(OLD_LABEL.test(text), OLD_LABEL_TEXT)];
}

/** What every name must be at least, being a part of a path. */
export function pathSegment(text: string): readonly string[] {
  if (text === "." || text === "..") return [`may not be '${text}'`];
  return ["/", "%"].flatMap((part) => (text.includes(part) ? [`may not contain '${part}'`] : []));
}

/** Underscores are allowed where resolvers look. */
export function searchDomain(text: string): readonly string[] {
  return [...tooLong(text, SUBDOMAIN_MAX), ...unless(SEARCH_DOMAIN.test(text), SEARCH_DOMAIN_TEXT)];
}

/** `*.example.com`. */
export function wildcardName(text: string): readonly string[] {
  return [...tooLong(text, SUBDOMAIN_MAX), ...unless(WILDCARD.test(text), WILDCARD_TEXT)];
}

/** Of a port. */
export function portName(text: string): readonly string[] {
  return [
    ...(text.length > PORT_NAME_MAX ? [`must be no more than ${PORT_NAME_MAX} characters`] : []),
    ...unless(
      /^[-A-Za-z0-9]*$/.test(text),
      "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
    ),
    ...unless(/[a-z]/.test(text), "must contain at least one letter (a-z)"),
    ...unless(!text.includes("--"), "must not contain consecutive hyphens"),
    ...unless(!/^-|-$/.test(text), "must not begin or end with a hyphen"),
  ];
}

/** A key in a ConfigMap or a Secret. */
export function configKey(text: string): readonly string[] {
  return [
    ...tooLong(text, SUBDOMAIN_MAX),
    ...unless(CONFIG_KEY.test(text), CONFIG_KEY_TEXT),
    ...(text === "." || text === ".." ? [`must not be '${text}'`] : []),
    ...(text.startsWith("..") && text !== ".." ? ["must not start with '..'"] : []),
  ];
}

export function headerName(text: string): readonly string[] {
  return unless(HEADER.test(text), HEADER_TEXT);
}

export function environmentName(text: string): readonly string[] {
  return unless(ENVIRONMENT_NAME.test(text), ENVIRONMENT_NAME_TEXT);
}

export function address(text: string): readonly string[] {
  return unless(isIP(text) !== 0, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
}

export function addressRange(text: string): readonly string[] {
  const parts = CIDR.exec(text)?.groups;
  const family = isIP(parts?.["address"] ?? "");
  const isRange = family !== 0 && Number(parts?.["bits"]) <= (family === 4 ? 32 : 128);
  return unless(isRange, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
}

/** A path below a folder, as volumes are given. */
export function relativePath(text: string): readonly string[] {
  return [...unless(!text.startsWith("/"), "must be a relative path"), ...withoutBacksteps(text)];
}

export function withoutBacksteps(text: string): readonly string[] {
  return unless(!text.split("/").includes(".."), "must not contain '..'");
}

function unless(isGood: boolean, message: string): readonly string[] {
  return isGood ? [] : [message];
}
