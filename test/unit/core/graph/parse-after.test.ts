import { describe, expect, test } from "vitest";
import { gateText } from "../../../../src/core/graph/gate-text.ts";
import { parseAfter } from "../../../../src/core/graph/parse-after.ts";
import type { ScopeOf } from "../../../../src/core/manifest/manifest.ts";
import { objectKey } from "../../../../src/core/object/object-id.ts";
import { idFrom } from "../../../support/graph-builders.ts";
import { parseTable } from "../../../support/parse-table.ts";

const CLUSTER_KINDS = ["Namespace", "ClusterRole", "StorageClass"];
const UNKNOWN_KINDS = ["Widget"];

function scopeOf({ kind }: { readonly kind: string }): ReturnType<ScopeOf> {
  if (UNKNOWN_KINDS.includes(kind)) return undefined;
  return CLUSTER_KINDS.includes(kind) ? "cluster" : "namespaced";
}

/** `Deployment.apps/shop/db [rolled-out]` for an item, `! …` for a fault. */
function brief(object: string, value: string): string {
  const { items, faults } = parseAfter({ object: idFrom(object), value, scopeOf });
  return [
    ...items.map(({ target, gate }) => {
      return `${objectKey(target)} [${gate.kind === "none" ? "none" : gateText(gate)}]`;
    }),
    ...faults.map(({ what }) => `! ${what}`),
  ].join(", ");
}

describe("parseAfter, on Deployment.apps/shop/web", () => {
  const rows = parseTable(`
    Deployment.apps/shop/db                       | Deployment.apps/shop/db [rolled-out]
    Deployment.apps/db                            | Deployment.apps/shop/db [rolled-out]
    ConfigMap/settings                            | ConfigMap/shop/settings [rolled-out]
    Deployment.apps/data/db                       | Deployment.apps/data/db [rolled-out]
    Namespace/shop                                | Namespace/shop [rolled-out]
    Widget.example.org/w                          | Widget.example.org/shop/w [rolled-out]
    Deployment.apps/db@exists                     | Deployment.apps/shop/db [exists]
    Deployment.apps/db@ready                      | Deployment.apps/shop/db [ready]
    Deployment.apps/db@rolled-out                 | Deployment.apps/shop/db [rolled-out]
    Deployment.apps/db@lockstep                   | Deployment.apps/shop/db [lockstep]
    Deployment.apps/db@none                       | Deployment.apps/shop/db [none]
    StatefulSet.apps/mq@>=3.13 <5                 | StatefulSet.apps/shop/mq [>=3.13 <5]
    StatefulSet.apps/mq @ ^9 || 8.19.x            | StatefulSet.apps/shop/mq [^9 || 8.19.x]
    StatefulSet.apps/mq@1.2.3 - 2.0.0             | StatefulSet.apps/shop/mq [1.2.3 - 2.0.0]
    StatefulSet.apps/mq@*                         | StatefulSet.apps/shop/mq [*]
    Deployment.apps/shop/db, StatefulSet.apps/shop/mq@>=3.13 <5 | Deployment.apps/shop/db [rolled-out], StatefulSet.apps/shop/mq [>=3.13 <5]
    Deployment.apps/db, Deployment.apps/shop/db@rolled-out | Deployment.apps/shop/db [rolled-out]
    ClusterRole.rbac.authorization.k8s.io/system:node@exists | ClusterRole.rbac.authorization.k8s.io/system:node [exists]
    RoleBinding.rbac.authorization.k8s.io/anna@example.org@exists | RoleBinding.rbac.authorization.k8s.io/shop/anna@example.org [exists]
    Deployment.apps/db@lockstep, Deployment.apps/db@ready | Deployment.apps/shop/db [lockstep], ! names Deployment.apps/shop/db with two gates
    StatefulSet.apps/mq@>=3, StatefulSet.apps/mq@>=4 | StatefulSet.apps/shop/mq [>=3], ! names StatefulSet.apps/shop/mq with two gates
    Deployment.apps/db,                           | Deployment.apps/shop/db [rolled-out], ! has an empty item
    Deployment.apps/a,,Deployment.apps/b          | Deployment.apps/shop/a [rolled-out], Deployment.apps/shop/b [rolled-out], ! has an empty item
    StatefulSet.apps/mq@>=3.13, <5                | StatefulSet.apps/shop/mq [>=3.13], ! has the item "<5", which begins with no id
    db                                            | ! has the item "db", which begins with no id
    deployment/db                                 | ! has the item "deployment/db", which begins with no id
    Deployment.apps//db                           | ! has the item "Deployment.apps//db", which begins with no id
    Deployment.apps/a/b/c                         | ! has the item "Deployment.apps/a/b/c", which begins with no id
    Deployment.apps/DB                            | ! has the item "Deployment.apps/DB", which begins with no id
    Deployment.apps/db@ready@exists               | ! has the item "Deployment.apps/db@ready@exists", which begins with no id
    Deployment.apps/db Deployment.apps/b          | ! has the item "Deployment.apps/db Deployment.apps/b", which begins with no id
    @ready                                        | ! has the item "@ready", which begins with no id
    Deployment.apps/db@                           | ! has the item "Deployment.apps/db@", whose suffix is neither a gate nor a semver range
    Deployment.apps/db@latest                     | ! has the item "Deployment.apps/db@latest", whose suffix is neither a gate nor a semver range
    Deployment.apps/db@>=a                        | ! has the item "Deployment.apps/db@>=a", whose suffix is neither a gate nor a semver range
    Deployment.apps/db@Ready                      | ! has the item "Deployment.apps/db@Ready", whose suffix is neither a gate nor a semver range; did you mean ready?
    StorageClass.storage.k8s.io/shop/fast         | ! gives StorageClass.storage.k8s.io/fast the namespace shop, but the kind has none
  `);
  test.each(rows)("%s → %s", (value, want) => {
    expect(brief("Deployment.apps/shop/web", value ?? "")).toBe(want);
  });

  test("an empty annotation names nothing", () => {
    expect(brief("Deployment.apps/shop/web", "")).toBe("! has an empty item");
  });

  test("lines of a folded text are items like others", () => {
    expect(brief("Deployment.apps/shop/web", "Namespace/a@exists,\n  Namespace/b@exists\n")).toBe(
      "Namespace/a [exists], Namespace/b [exists]",
    );
  });
});

describe("parseAfter, on an object without a namespace", () => {
  test.each(
    parseTable(`
      Namespace/shop              | Namespace/shop [rolled-out]
      Deployment.apps/shop/db     | Deployment.apps/shop/db [rolled-out]
      Widget.example.org/w        | Widget.example.org/w [rolled-out]
      Deployment.apps/db          | ! names no namespace for Deployment.apps/db, and the object itself has none
    `),
  )("%s → %s", (value, want) => {
    expect(brief("ClusterRole.rbac.authorization.k8s.io/c", value ?? "")).toBe(want);
  });
});
