/** Bytes. */
export const SUBDOMAIN_MAX = 253;

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

const SUBDOMAIN_TEXT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

export function isSubdomain(text: string): boolean {
  return SUBDOMAIN.test(text);
}

/** What is wrong with the name of most objects, and the prefix of a label, in the server's words; empty when nothing is. */
export function subdomainName(text: string): readonly string[] {
  return [...tooLong(text, SUBDOMAIN_MAX), ...(isSubdomain(text) ? [] : [SUBDOMAIN_TEXT])];
}

/** Length in bytes. */
export function tooLong(text: string, max: number): readonly string[] {
  return Buffer.byteLength(text) > max ? [`must be no more than ${String(max)} characters`] : [];
}
