import { describe, expect, test } from "vitest";
import { objectKey } from "../../../../src/core/object/object-id.ts";
import { findReleased, type ReleaseGrounds } from "../../../../src/core/released/find-released.ts";
import type { IgnoreRule } from "../../../../src/core/released/ignore-rule.ts";
import { idFrom, yaml } from "../../../support/graph-builders.ts";
import { managed, rawEntry } from "../../../support/managed-object.ts";

const ID = idFrom("Deployment.apps/shop/web");
const BODY = yaml("spec: {replicas: 2, args: [a]}");
const SCALE = { subresource: "scale" };

function rule(more: Partial<IgnoreRule>): IgnoreRule {
  return {
    kinds: [],
    names: [],
    path: "/spec/replicas",
    manager: undefined,
    untilMs: undefined,
    ...more,
  };
}

function lines(
  grounds: Partial<ReleaseGrounds>,
  entries: readonly ReturnType<typeof rawEntry>[] = [],
): readonly string[] {
  const { paths, atomic } = findReleased(
    { id: ID, body: BODY, live: managed(BODY, entries) },
    { autoscalers: new Map(), unlisted: new Map(), ignore: [], nowMs: 100, ...grounds },
  );
  return [
    ...paths.map(({ kind, path, by }) => `${kind} ${path} by ${by}`),
    ...atomic.map(({ rule: path, place }) => `not ${path} in ${place}`),
  ];
}

const REPLICAS = ["pattern /spec/replicas by ignore"];
const SCALED = ["place /spec/replicas by controller"];

describe("findReleased", () => {
  test.each([
    { what: "every kind and name", more: {}, is: REPLICAS },
    { what: "its kind", more: { kinds: ["Deployment.apps"] }, is: REPLICAS },
    { what: "another kind", more: { kinds: ["StatefulSet.apps"] }, is: [] },
    { what: "a name by its beginning", more: { names: ["db", "w*"] }, is: REPLICAS },
    { what: "another name", more: { names: ["we"] }, is: [] },
    { what: "a time that is to come", more: { untilMs: 101 }, is: REPLICAS },
    { what: "a time that has come", more: { untilMs: 100 }, is: [] },
  ])("a rule for $what", ({ more, is }) => {
    expect(lines({ ignore: [rule(more)] })).toEqual(is);
  });

  test("a rule with a manager is for what it owns: values with all below them, items by themselves", () => {
    const tool = rawEntry("tool", {
      "f:spec": { "f:items": { 'k:{"name":"a"}': { ".": {}, "f:name": {}, "f:value": {} } } },
    });
    const other = rawEntry("other", { "f:spec": { "f:items": { 'k:{"name":"b"}': { ".": {} } } } });
    const status = rawEntry("tool", { "f:spec": { "f:items": {} } }, { subresource: "status" });
    const manager = { kind: "exact", text: "tool" } as const;
    const ignore = [rule({ path: "/spec/items/*", manager })];
    expect(lines({ ignore }, [tool, other, status])).toEqual([
      "member /spec/items/[name=a] by ignore",
      "place /spec/items/[name=a]/name by ignore",
      "place /spec/items/[name=a]/value by ignore",
    ]);
  });

  test("inside of what is owned as a whole nothing is released", () => {
    const own = rawEntry("lockstep/Apply", { "f:spec": { "f:args": {}, "f:replicas": {} } });
    expect(lines({ ignore: [rule({ path: "/spec/args/0" }), rule({})] }, [own])).toEqual([
      ...REPLICAS,
      "not /spec/args/0 in /spec/args",
    ]);
  });

  test.each([
    { who: "kube-controller-manager", more: SCALE, is: SCALED },
    { who: "kubectl", more: SCALE, is: [] },
    { who: "kube-controller-manager", more: {}, is: [] },
  ])("where autoscalers cannot be listed, replicas of $who count: $is", ({ who, more, is }) => {
    const unlisted = new Map([["shop", "forbidden"]]);
    const entry = rawEntry(who, { "f:spec": { "f:replicas": {} } }, more);
    expect([lines({ unlisted }, [entry]), lines({}, [entry])]).toEqual([is, []]);
  });

  test("the replicas of an autoscaler's target are released, once for each autoscaler", () => {
    const holder = objectKey(idFrom("HorizontalPodAutoscaler.autoscaling/shop/web"));
    expect(lines({ autoscalers: new Map([[objectKey(ID), [holder]]]) })).toEqual(SCALED);
  });

  test.each([
    {
      asks: "cert-manager.io/inject-ca-from",
      is: ["pattern /webhooks/*/clientConfig/caBundle by controller"],
    },
    { asks: "cert-manager.io/other", is: [] },
  ])("a webhook that says $asks", ({ asks, is }) => {
    const id = idFrom("MutatingWebhookConfiguration.admissionregistration.k8s.io/web");
    const body = yaml(`metadata: {annotations: {${asks}: a/b}}`);
    const grounds = { autoscalers: new Map(), unlisted: new Map(), ignore: [], nowMs: 0 };
    const { paths } = findReleased({ id, body, live: undefined }, grounds);
    expect(paths.map(({ kind, path, by }) => `${kind} ${path} by ${by}`)).toEqual(is);
  });
});
