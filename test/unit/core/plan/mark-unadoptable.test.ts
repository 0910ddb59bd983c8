import { expect, test } from "vitest";
import type { Drift } from "../../../../src/core/drift/drift.ts";
import { markUnadoptable } from "../../../../src/core/plan/mark-unadoptable.ts";
import type { PlannedDrift } from "../../../../src/core/plan/plan.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { driftOf } from "../../../support/plan-builder.ts";

interface Row {
  readonly what: string;
  readonly id?: string;
  readonly drift?: Partial<Drift>;
  readonly action?: PlannedDrift["action"];
  readonly includesRights?: true;
  readonly reason: string | undefined;
}

const ROLE = "Role.rbac.authorization.k8s.io/shop/a";

test.each<Row>([
  { what: "a value of Git", reason: undefined },
  { what: "a Secret", id: "Secret/shop/a", reason: "secret" },
  { what: "an ignored one of it", id: "Secret/shop/a", action: "ignored", reason: undefined },
  { what: "a Role", id: ROLE, reason: "rights" },
  { what: "a Role that is offered", id: ROLE, includesRights: true, reason: undefined },
  { what: "another owner", drift: { class: "coowned" }, reason: undefined },
  { what: "a deleted object", drift: { class: "missing", path: "" }, reason: "missing-object" },
])(
  "$what: $reason",
  ({ id = "ConfigMap/shop/a", drift, action = "open", includesRights, reason }) => {
    const planned: PlannedDrift = { drift: driftOf(id, drift), action };
    const of = { manifest: manifest(id), includesRights: includesRights === true };
    const where = "stack.yaml:1";
    const unadoptable = reason === undefined ? undefined : { reason, where };
    expect(markUnadoptable(planned, of).unadoptable).toEqual(unadoptable);
  },
);
