import { describe, expect, test } from "vitest";
import { parseObjectId } from "../../../../src/core/object/object-id.ts";
import { EMPTY_SET } from "../../../../src/core/ownership/field-set.ts";
import {
  type AllowRule,
  isAllowed,
  type OwnershipRules,
  standingOf,
} from "../../../../src/core/ownership/foreign-rules.ts";
import type { ManagerEntry } from "../../../../src/core/ownership/manager-entry.ts";
import { isNeverTouched } from "../../../../src/core/ownership/never-touched.ts";

function entry(text: string): ManagerEntry {
  const [manager = "", operation, subresource = ""] = text.split("/");
  return {
    manager,
    operation: operation === "Apply" ? "Apply" : "Update",
    subresource,
    apiVersion: "v1",
    time: undefined,
    fields: EMPTY_SET,
    raw: {},
  };
}

function rules(
  allow: readonly AllowRule[] = [],
  renamedFrom: readonly string[] = [],
): OwnershipRules {
  return { manager: "lockstep", renamedFrom, allow };
}

function id(text: string): NonNullable<ReturnType<typeof parseObjectId>> {
  const parsed = parseObjectId(text);
  if (parsed === undefined) throw new Error(`no id: ${text}`);
  return parsed;
}

describe("standingOf", () => {
  test.each([
    { who: "lockstep/Apply", standing: "own" },
    { who: "lockstep/Update", standing: "other" },
    { who: "lockstep/Apply/status", standing: "apart" },
    { who: "kubectl-edit/Update", standing: "other" },
    { who: "kubectl/Update/scale", standing: "other" },
    { who: "kubelet/Update/status", standing: "apart" },
    { who: "kubectl/Update/ephemeralcontainers", standing: "apart" },
    { who: "kubectl-client-side-apply/Update", standing: "legacy" },
    { who: "kubectl-client-side-apply/Apply", standing: "other" },
    { who: "before-first-apply/Update", standing: "legacy" },
    { who: "ancient-changes/Update", standing: "other" },
  ])("$who is $standing", ({ who, standing }) => {
    expect(standingOf(entry(who), rules())).toBe(standing);
  });

  test.each([
    { who: "old/Apply", standing: "legacy" },
    { who: "old/Update", standing: "legacy" },
    { who: "lockstep/Update", standing: "legacy" },
    { who: "lockstep/Apply", standing: "own" },
  ])("renamed from old and lockstep: $who is $standing", ({ who, standing }) => {
    expect(standingOf(entry(who), rules([], ["old", "lockstep"]))).toBe(standing);
  });
});

describe("isAllowed", () => {
  const any = { operation: undefined, kinds: [], paths: [] };
  const exact: AllowRule = { ...any, manager: { kind: "exact", text: "vpa" } };
  const prefix: AllowRule = { ...any, manager: { kind: "prefix", text: "vpa" } };
  const regex: AllowRule = { ...any, manager: { kind: "regex", pattern: /^v.a$/g } };
  const narrow: AllowRule = {
    manager: { kind: "exact", text: "vpa" },
    operation: "Apply",
    kinds: ["Deployment.apps"],
    paths: ["/spec/template/spec/containers/*/resources"],
  };
  const resources = "/spec/template/spec/containers/[name=web]/resources/limits/cpu";
  test.each([
    { what: "exact", rule: exact, who: "vpa/Update", path: "/spec", is: true },
    { what: "exact", rule: exact, who: "vpa2/Update", path: "/spec", is: false },
    { what: "prefix", rule: prefix, who: "vpa2/Update", path: "/spec", is: true },
    { what: "regex", rule: regex, who: "vpa/Update", path: "/spec", is: true },
    { what: "regex", rule: regex, who: "vpa/Update", path: "/spec/again", is: true },
    { what: "regex", rule: regex, who: "vpax/Update", path: "/spec", is: false },
    { what: "narrow", rule: narrow, who: "vpa/Apply", path: resources, is: true },
    {
      what: "narrow, other operation",
      rule: narrow,
      who: "vpa/Update",
      path: resources,
      is: false,
    },
    {
      what: "narrow, other path",
      rule: narrow,
      who: "vpa/Apply",
      path: "/spec/replicas",
      is: false,
    },
    {
      what: "built in",
      rule: exact,
      who: "kube-controller-manager/Update",
      path: "/spec/x",
      is: true,
    },
    {
      what: "built in, not for scale",
      rule: exact,
      who: "kube-controller-manager/Update/scale",
      path: "/spec/replicas",
      is: false,
    },
    {
      what: "user's, for scale",
      rule: exact,
      who: "vpa/Update/scale",
      path: "/spec/replicas",
      is: true,
    },
  ])("$what: $who on $path: $is", ({ rule, who, path, is }) => {
    expect(isAllowed(entry(who), { id: id("Deployment.apps/shop/web"), path }, rules([rule]))).toBe(
      is,
    );
  });

  test("a rule for one kind does not count for the same kind of another group", () => {
    const where = { id: id("Deployment.example.org/shop/web"), path: resources };
    expect(isAllowed(entry("vpa/Apply"), where, rules([narrow]))).toBe(false);
  });
});

describe("isNeverTouched", () => {
  test.each([
    { kind: "Deployment.apps", path: '/metadata/finalizers/[="x"]', is: true },
    { kind: "Deployment.apps", path: "/metadata/ownerReferences/[uid=1]/name", is: true },
    {
      kind: "Deployment.apps",
      path: "/metadata/annotations/deployment.kubernetes.io~1revision",
      is: true,
    },
    {
      kind: "Deployment.apps",
      path: "/spec/template/metadata/annotations/kubectl.kubernetes.io~1restartedAt",
      is: true,
    },
    {
      kind: "CronJob.batch",
      path: "/spec/jobTemplate/spec/template/metadata/annotations/kubectl.kubernetes.io~1restartedAt",
      is: true,
    },
    {
      kind: "Deployment.apps",
      path: "/metadata/annotations/kubectl.kubernetes.io~1restartedAt",
      is: false,
    },
    {
      kind: "Deployment.apps",
      path: "/spec/template/spec/containers/[name=web]/env/[name=STAKATER_DB_SECRET]/value",
      is: true,
    },
    {
      kind: "Deployment.apps",
      path: "/spec/template/metadata/annotations/reloader.stakater.com~1last-reloaded-from",
      is: true,
    },
    {
      kind: "Deployment.apps",
      path: "/metadata/labels/lockstep.dev~1skip-reconciliation",
      is: true,
    },
    { kind: "Deployment.apps", path: "/metadata/annotations/lockstep.dev~1revert", is: true },
    { kind: "Deployment.apps", path: "/metadata/labels/team-skip", is: true },
    { kind: "Deployment.apps", path: "/metadata/labels/team", is: false },
    { kind: "Deployment.apps", path: "/status/replicas", is: true },
    { kind: "Service", path: "/spec/clusterIP", is: true },
    { kind: "Service", path: "/spec/clusterIPs", is: true },
    { kind: "Service", path: "/spec/ports/[port=80,protocol=TCP]/nodePort", is: true },
    { kind: "Service", path: "/spec/ports/[port=80,protocol=TCP]/name", is: false },
    { kind: "Service.serving.knative.dev", path: "/spec/clusterIP", is: false },
    { kind: "Namespace", path: "/metadata/labels/kubernetes.io~1metadata.name", is: true },
    { kind: "Namespace", path: "/spec/finalizers", is: true },
    { kind: "ConfigMap", path: "/metadata/labels/kubernetes.io~1metadata.name", is: false },
    { kind: "PersistentVolumeClaim", path: "/spec/volumeName", is: true },
    {
      kind: "PersistentVolumeClaim",
      path: "/metadata/annotations/pv.kubernetes.io~1bind-completed",
      is: true,
    },
    {
      kind: "PersistentVolumeClaim",
      path: "/metadata/annotations/volume.beta.kubernetes.io~1storage-provisioner",
      is: true,
    },
    { kind: "Job.batch", path: "/spec/selector", is: true },
    {
      kind: "Job.batch",
      path: "/spec/template/metadata/labels/batch.kubernetes.io~1controller-uid",
      is: true,
    },
    { kind: "Deployment.apps", path: "/spec/selector", is: false },
    {
      kind: "MutatingWebhookConfiguration.admissionregistration.k8s.io",
      path: "/webhooks/[name=a.b]/clientConfig/caBundle",
      is: true,
    },
    {
      kind: "CustomResourceDefinition.apiextensions.k8s.io",
      path: "/spec/conversion/webhook/clientConfig/caBundle",
      is: true,
    },
    { kind: "APIService.apiregistration.k8s.io", path: "/spec/caBundle", is: true },
  ])("$kind $path: $is", ({ kind, path, is }) => {
    const options = { revert: [], labels: ["team-skip"] };
    expect(isNeverTouched(id(`${kind}/x`), path, options)).toBe(is);
  });

  test("the user may name a path that is reverted nevertheless", () => {
    const path = "/spec/template/metadata/annotations/kubectl.kubernetes.io~1restartedAt";
    expect(isNeverTouched(id("Deployment.apps/web"), path, { revert: [path], labels: [] })).toBe(
      false,
    );
  });
});
