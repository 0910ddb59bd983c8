import { expect, test } from "vitest";
import type { AdoptableDrift } from "../../../../src/core/adopt/adoption.ts";
import { findUnadoptable } from "../../../../src/core/adopt/find-unadoptable.ts";
import type { Manifest } from "../../../../src/core/manifest/manifest.ts";

const ID = { group: "", kind: "ConfigMap", namespace: "shop", name: "a" };
const DRIFT: AdoptableDrift = {
  id: ID,
  class: "changed",
  path: "/data/x",
  desired: "1",
  live: "2",
};

function manifestIn(file: string): Manifest {
  return { id: ID, apiVersion: "v1", body: {}, place: { file, line: 1, column: 1 } };
}

interface Row {
  readonly what: string;
  readonly drift?: Partial<AdoptableDrift>;
  /** `null`: Git has no such object. */
  readonly file?: string | null;
  readonly includesRights?: true;
  readonly reason: string | undefined;
}

const secret = { ...ID, kind: "Secret" };
const role = { ...ID, group: "rbac.authorization.k8s.io", kind: "Role" };
const hook = {
  ...ID,
  group: "admissionregistration.k8s.io",
  kind: "ValidatingWebhookConfiguration",
  namespace: "",
};

test.each<Row>([
  { what: "a value in a file", reason: undefined },
  { what: "a Secret", drift: { id: secret }, reason: "secret" },
  {
    what: "a Secret that kustomize builds",
    drift: { id: secret },
    file: "kustomization.yaml",
    reason: "secret",
  },
  {
    what: "another group's Secret",
    drift: { id: { ...secret, group: "a.dev" } },
    reason: undefined,
  },
  { what: "a Role", drift: { id: role }, reason: "rights" },
  { what: "a webhook", drift: { id: hook }, reason: "rights" },
  {
    what: "a Role that was asked for",
    drift: { id: role },
    includesRights: true,
    reason: undefined,
  },
  { what: "an integer that JSON keeps", drift: { live: 2 ** 53 - 1 }, reason: undefined },
  {
    what: "an integer of which JSON may have lost digits, deep inside",
    drift: { live: { a: [{ b: -(2 ** 53) }] } },
    reason: "no-safe-edit",
  },
  { what: "a deleted object", drift: { class: "missing", path: "" }, reason: "missing-object" },
  { what: "another owner", drift: { class: "coowned" }, reason: "ownership" },
  { what: "an owner of an older version", drift: { class: "legacy" }, reason: "ownership" },
  { what: "a large value", drift: { live: "x".repeat(70_000) }, reason: "too-large" },
  { what: "the whole of it", drift: { path: "" }, reason: "unclear-path" },
  { what: "a text that is no path", drift: { path: "data" }, reason: "unclear-path" },
  {
    what: "a label of the agent's own",
    drift: { path: "/metadata/labels/applyset.kubernetes.io~1part-of" },
    reason: "control-key",
  },
  {
    what: "labels with one of them",
    drift: { path: "/metadata/labels", live: { "applyset.kubernetes.io/part-of": "x" } },
    reason: "control-key",
  },
  { what: "no object of Git", file: null, reason: "no-manifest" },
  { what: "kustomization.yaml", file: "shop/kustomization.yaml", reason: "kustomize" },
  { what: "kustomization.yml", file: "kustomization.yml", reason: "kustomize" },
  { what: "Kustomization", file: "shop/Kustomization", reason: "kustomize" },
  { what: "a file named alike", file: "shop/my-kustomization.yaml", reason: undefined },
])("$what: $reason", ({ drift, file = "shop/a.yaml", includesRights, reason }) => {
  const manifest = file === null ? undefined : manifestIn(file);
  const input = { manifest, includesRights: includesRights === true };
  expect(findUnadoptable({ ...DRIFT, ...drift }, input)).toBe(reason);
});
