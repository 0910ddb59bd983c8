import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type ApplySetScope,
  applySetId,
  isWithinScope,
  scopeOf,
  uniteScopes,
} from "../../../../src/core/inventory/apply-set.ts";
import { idFrom } from "../../../support/graph-builders.ts";

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

describe("applySetId", () => {
  test.each([
    {
      parent: "Secret/test/my-set",
      id: "applyset-0eFHV8ySqp7XoShsGvyWFQD3s96yqwHmzc4e0HR1dsY-v1",
    },
    {
      parent: "Secret/test/mySet",
      id: "applyset-nqNkDlL072a9O3FBtGMDroXnF18TNtgUetAA6vsaglI-v1",
    },
  ])("$parent has the id that kubectl gives it", ({ parent, id }) => {
    expect(applySetId(idFrom(parent), sha256)).toBe(id);
  });

  test.each([
    { parent: "ConfigMap/agents/lockstep-shop", text: "lockstep-shop.agents.ConfigMap." },
    { parent: "Boat.sea.example/harbour/a", text: "a.harbour.Boat.sea.example" },
    { parent: "Namespace/shop", text: "shop..Namespace." },
  ])("$parent is digested as $text", ({ parent, text }) => {
    expect(applySetId(idFrom(parent), (digested) => digested)).toBe(`applyset-${text}-v1`);
  });

  test("an id is a label value: 55 characters", () => {
    expect(applySetId(idFrom("ConfigMap/agents/lockstep-shop"), sha256)).toMatch(
      /^[A-Za-z0-9][A-Za-z0-9_.-]{53}[A-Za-z0-9]$/,
    );
  });
});

describe("scopes", () => {
  const scope: ApplySetScope = { kinds: ["ConfigMap", "Deployment.apps"], namespaces: ["shop"] };

  test("kinds and namespaces are sorted, each once; the parent's own namespace is not named", () => {
    const ids = [
      "Service/shop/a",
      "Deployment.apps/shop/a",
      "Deployment.apps/agents/b",
      "ConfigMap/bar/c",
      "Namespace/shop",
    ].map(idFrom);
    expect(scopeOf(ids, "agents")).toEqual({
      kinds: ["ConfigMap", "Deployment.apps", "Namespace", "Service"],
      namespaces: ["bar", "shop"],
    });
  });

  test("two scopes together are sorted, each part once", () => {
    const other = {
      kinds: ["ClusterRole.rbac.authorization.k8s.io", "ConfigMap"],
      namespaces: ["a"],
    };
    expect(uniteScopes(scope, other)).toEqual({
      kinds: ["ClusterRole.rbac.authorization.k8s.io", "ConfigMap", "Deployment.apps"],
      namespaces: ["a", "shop"],
    });
  });

  test.each([
    { part: { kinds: [], namespaces: [] }, isWithin: true },
    { part: scope, isWithin: true },
    { part: { kinds: ["ConfigMap"], namespaces: [] }, isWithin: true },
    { part: { kinds: ["Secret"], namespaces: [] }, isWithin: false },
    { part: { kinds: [], namespaces: ["bar"] }, isWithin: false },
  ])("$part within the scope? $isWithin", ({ part, isWithin }) => {
    expect(isWithinScope(part, scope)).toBe(isWithin);
  });
});
