import type { DiscoveredKind } from "./parse-discovery.ts";

/** The URL path of a kind's objects, of one of them, or of a subresource of one. */
export function resourcePath(
  kind: Pick<DiscoveredKind, "group" | "version" | "plural" | "isNamespaced">,
  at: { readonly namespace: string; readonly name?: string; readonly subresource?: string },
): string {
  const base = kind.group === "" ? "/api" : `/apis/${kind.group}`;
  const parts = [
    `${base}/${kind.version}`,
    ...(kind.isNamespaced && at.namespace !== "" ? ["namespaces", escape(at.namespace)] : []),
    kind.plural,
    ...(at.name === undefined || at.name === "" ? [] : [escape(at.name)]),
    ...(at.subresource === undefined ? [] : [at.subresource]),
  ];
  return parts.join("/");
}

/** Names come from Git: one of `../../x` must stay one segment, and RBAC names hold colons. */
function escape(segment: string): string {
  const escaped = encodeURIComponent(segment);
  return escaped === "." || escaped === ".." ? escaped.replaceAll(".", "%2E") : escaped;
}
