import type { Edge } from "../../src/core/graph/edge.ts";
import type { JsonObject } from "../../src/core/object/json.ts";
import { checkSkew } from "../../src/core/rollout/check-skew.ts";
import type { EdgeEnd } from "../../src/core/rollout/edge-end.ts";
import type { Party } from "../../src/core/rollout/party.ts";
import { absentParty, briefFinding, edgeBetween, elastic, partyOf } from "./rollout-builders.ts";

export const ES = "Elasticsearch.elasticsearch.k8s.elastic.co/n/es";
export const KB = "Kibana.kibana.k8s.elastic.co/n/kb";
const GREEN = "{observedGeneration: 2, health: green}";
export const RED = "{observedGeneration: 2, health: red}";

/** An Elastic object: `git` is what Git wants, `spec` what is live, `status` what it reports. */
export function party(
  id: string,
  state: {
    readonly git?: string;
    readonly spec: string;
    readonly status?: string;
    readonly more?: string;
  },
  rest: Partial<Party> = {},
): Party {
  const { git = state.spec, spec, status = spec, more = GREEN } = state;
  const reading = elastic(id, spec, { version: status === "none" ? undefined : status, more });
  const change = git === spec ? "none" : "pending";
  return partyOf(reading, { intent: elastic(id, git).object, change, ...rest });
}

interface Writes {
  readonly kind?: "change" | "revert";
  readonly choices?: Partial<Edge>;
  readonly body?: JsonObject;
  readonly isMadeAnew?: boolean;
}

/** The dependent is written, to Git's version unless a body is given. */
export function dependentWrite(self: Party, target: Party, writes: Writes = {}): string {
  const edge = edgeBetween({ dependent: self, target, gate: { kind: "lockstep" } }, writes.choices);
  return written(self, { targets: [{ edge, party: target }], dependents: [] }, writes);
}

/** The target is written. */
export function targetWrite(self: Party, dependent: Party, writes: Writes = {}): string {
  const edge = edgeBetween({ dependent, target: self, gate: { kind: "lockstep" } }, writes.choices);
  return written(self, { targets: [], dependents: [{ edge, party: dependent }] }, writes);
}

export function written(
  self: Party,
  ends: { readonly targets: readonly EdgeEnd[]; readonly dependents: readonly EdgeEnd[] },
  { kind = "change", body = self.intent ?? {}, isMadeAnew = false }: Writes,
): string {
  return briefFinding(checkSkew({ kind, self, body, isMadeAnew, ...ends }, new Map()));
}

export const NEW_KB = absentParty(KB, { intent: elastic(KB, "9.1.0").object, change: "pending" });
export const BUMPED = { git: "9.1.0", spec: "8.19.2" };
