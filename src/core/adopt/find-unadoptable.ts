import type { Drift } from "../drift/drift.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { KUSTOMIZATION_FILE } from "../manifest/select-files.ts";
import { canonicalText, isJsonList, isJsonObject, type Json } from "../object/json.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import type { AdoptableDrift, UnadoptedReason } from "./adoption.ts";
import { parsePath } from "./parse-path.ts";
import { changesControlKeys, namesControlKey } from "./without-control-keys.ts";

/** Characters of a live value as JSON. */
const VALUE_MAX = 64 * 1024;
/** Kinds of these groups decide who may do what. */
const RIGHTS: ReadonlySet<string> = new Set([
  "rbac.authorization.k8s.io",
  "admissionregistration.k8s.io",
]);

/** What a drift is told by before any file is read. */
export interface UnadoptableInput {
  /** `undefined`: Git has no such object. */
  readonly manifest: Manifest | undefined;
  /** Also RBAC and admission webhooks may be adopted. */
  readonly includesRights: boolean;
}

/**
 * Why no edit of Git's files can say the live value of a drift, as far as that can be told without them; `undefined`: they
 * decide.
 */
export function findUnadoptable(
  drift: AdoptableDrift,
  { manifest, includesRights }: UnadoptableInput,
): UnadoptedReason | undefined {
  const reason = reasonAgainst(drift, includesRights);
  if (reason !== undefined) return reason;
  if (manifest === undefined) return "no-manifest";
  return KUSTOMIZATION_FILE.test(manifest.place.file) ? "kustomize" : undefined;
}

/** What is never adopted, wherever it is written. */
function reasonAgainst(
  drift: AdoptableDrift,
  includesRights: boolean,
): UnadoptedReason | undefined {
  const { id, live } = drift;
  if (id.kind === "Secret" && id.group === "") return "secret";
  if (RIGHTS.has(id.group) && !includesRights) return "rights";
  const size = live === undefined ? 0 : canonicalText(live).length;
  const byClass = BY_CLASS.get(drift.class);
  return byClass ?? (size > VALUE_MAX ? "too-large" : reasonOfPath(parsePath(drift.path), drift));
}

function reasonOfPath(
  path: FieldPath | undefined,
  { live, desired }: AdoptableDrift,
): UnadoptedReason | undefined {
  if (path === undefined || path.length === 0) return "unclear-path";
  if (live !== undefined && mayLackDigits(live)) return "no-safe-edit";
  return namesControlKey(path) || changesControlKeys(live, desired) ? "control-key" : undefined;
}

/** JSON reads a number beyond 2^53 as the nearest one that it has: nobody knows what the cluster says. */
function mayLackDigits(value: Json): boolean {
  if (typeof value === "number") return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  if (isJsonList(value)) return value.some(mayLackDigits);
  return isJsonObject(value) && Object.values(value).some(mayLackDigits);
}

/** Differences that are none of values. */
const BY_CLASS: ReadonlyMap<Drift["class"], UnadoptedReason> = new Map([
  ["missing", "missing-object"],
  ["coowned", "ownership"],
  ["legacy", "ownership"],
]);
