import { isJsonObject, type Json, textAt } from "../object/json.ts";
import { parseVersion } from "./version.ts";

/** Where a kind tells its version, and what it says. */
interface ExternalKind {
  /** Below the URL of the Secret. */
  readonly path: string;
  /** Keys down to the version. */
  readonly version: readonly string[];
  /** Keys down to the flavour, where the kind has one. */
  readonly flavour?: readonly string[];
}

/** @see https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-info and the status APIs of the other kinds */
const KINDS: Readonly<Record<string, ExternalKind>> = {
  "Elasticsearch.elasticsearch.k8s.elastic.co": {
    path: "/",
    version: ["version", "number"],
    flavour: ["version", "build_flavor"],
  },
  "Kibana.kibana.k8s.elastic.co": {
    path: "/api/status",
    version: ["version", "number"],
    flavour: ["version", "build_flavor"],
  },
  "EnterpriseSearch.enterprisesearch.k8s.elastic.co": {
    path: "/api/ent/v1/internal/version",
    version: ["number"],
  },
  "Agent.agent.k8s.elastic.co": { path: "/api/status", version: ["version", "number"] },
};

/**
 * Only what a release may be called gets through: whatever else a server puts into the text, such as the credentials
 * that it was asked with, stays outside.
 */
const RELEASE =
  /^(\d{1,5}\.\d{1,5}\.\d{1,5}(?:-(?:alpha|beta|rc)\d{1,3})?(?:-SNAPSHOT)?)(?:\+.*)?$/;

/** The path to ask for the version of a kind; `undefined` for a kind that cannot be asked. */
export function versionPathOf(kind: string): string | undefined {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind]?.path : undefined;
}

/**
 * The version in the answer of a kind, or `serverless`, which has none that means anything; `undefined` when neither is
 * in it.
 */
export function readExternalVersion(kind: string, answer: Json): string | undefined {
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (known === undefined || !isJsonObject(answer)) return undefined;
  if (known.flavour !== undefined && textAt(answer, ...known.flavour) === "serverless") {
    return "serverless";
  }
  const release = RELEASE.exec(textAt(answer, ...known.version) ?? "")?.[1];
  return parseVersion(release) === undefined ? undefined : release;
}
