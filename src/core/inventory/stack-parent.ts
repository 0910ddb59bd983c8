import type { JobEnd } from "../object/job-end.ts";
import { type JsonObject, objectAt, textAt } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import type { ObjectId } from "../object/object-id.ts";
import { APPLY_SET_KEYS, type ApplySetScope } from "./apply-set.ts";
import { stackObjectName } from "./stack-object-name.ts";
import { readSuspension, renderSuspension, type Suspension } from "./suspension.ts";

/** What the stack's parent object remembers. */
export interface StackParent {
  readonly scope: ApplySetScope;
  /** The last good revision; empty before the first. */
  readonly revision: string;
  /** The stack's status document as JSON text; empty before the first. */
  readonly status: string;
  /** The revision for which a person confirmed that much is deleted; empty: none. */
  readonly confirmedPrune: string;
  /** A person holds the stack still. */
  readonly suspension: Suspension | undefined;
  /** How Jobs of the stack ended, by object key. */
  readonly endedJobs: ReadonlyMap<string, JobEnd>;
  /** Who fights for what (`renderFights`); empty: nobody did. */
  readonly fights: string;
  /** What is offered in a pull request (`renderOffers`); empty: nothing. */
  readonly offers: string;
  /** What the ledger has not been told yet (`renderQueue`); empty: nothing. */
  readonly queue: string;
  /** How often sources restarted workloads, in the same form. */
  readonly restarts: string;
}

/** The stack's parent object as read from the server. */
export interface SeenParent {
  readonly live: JsonObject | undefined;
  readonly content: StackParent;
}

export const EMPTY_PARENT: StackParent = {
  scope: { kinds: [], namespaces: [] },
  revision: "",
  status: "",
  confirmedPrune: "",
  suspension: undefined,
  endedJobs: new Map(),
  fights: "",
  offers: "",
  queue: "",
  restarts: "",
};

/** Label that names the stack on its parent, for `kubectl get configmap -l`. */
const STACK_LABEL = "lockstep.dev/parent-of";

/** The parent of a stack is a ConfigMap in the agent's namespace. */
export function parentId(stack: string, agentNamespace: string): ObjectId {
  const name = stackObjectName(stack);
  return { group: "", kind: "ConfigMap", namespace: agentNamespace, name };
}

/** The parent as an apply configuration. */
export function renderParent(
  parent: StackParent,
  of: {
    readonly id: ObjectId;
    readonly stack: string;
    readonly applySetId: string;
    readonly version: string;
  },
): JsonObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: of.id.name,
      namespace: of.id.namespace,
      labels: { [APPLY_SET_KEYS.id]: of.applySetId, [STACK_LABEL]: of.stack },
      annotations: {
        [APPLY_SET_KEYS.tooling]: `lockstep/${of.version}`,
        [APPLY_SET_KEYS.kinds]: parent.scope.kinds.join(","),
        [APPLY_SET_KEYS.namespaces]: parent.scope.namespaces.join(","),
      },
    },
    data: {
      revision: parent.revision,
      "status.json": parent.status,
      ...(parent.confirmedPrune === "" ? {} : { confirmedPrune: parent.confirmedPrune }),
      ...renderSuspension(parent.suspension),
      ...(parent.endedJobs.size === 0 ? {} : { endedJobs: renderEnds(parent.endedJobs) }),
      ...(parent.fights === "" ? {} : { fights: parent.fights }),
      ...(parent.offers === "" ? {} : { offers: parent.offers }),
      ...(parent.queue === "" ? {} : { queue: parent.queue }),
      ...(parent.restarts === "" ? {} : { restarts: parent.restarts }),
    },
  };
}

/** Reads what an earlier pass wrote; what is missing or malformed is empty. */
export function readParent(live: JsonObject): StackParent {
  return {
    scope: {
      kinds: splitList(annotationOf(live, APPLY_SET_KEYS.kinds)),
      namespaces: splitList(annotationOf(live, APPLY_SET_KEYS.namespaces)),
    },
    revision: textAt(objectAt(live, "data"), "revision") ?? "",
    status: textAt(objectAt(live, "data"), "status.json") ?? "",
    confirmedPrune: textAt(objectAt(live, "data"), "confirmedPrune") ?? "",
    suspension: readSuspension(objectAt(live, "data")),
    endedJobs: readEnds(textAt(objectAt(live, "data"), "endedJobs") ?? ""),
    fights: textAt(objectAt(live, "data"), "fights") ?? "",
    offers: textAt(objectAt(live, "data"), "offers") ?? "",
    queue: textAt(objectAt(live, "data"), "queue") ?? "",
    restarts: textAt(objectAt(live, "data"), "restarts") ?? "",
  };
}

/** Whether the object is the parent of another tool's set, or of another set: then it is not ours to write. */
export function isForeignParent(live: JsonObject, applySetId: string): boolean {
  const tooling = annotationOf(live, APPLY_SET_KEYS.tooling);
  const id = textAt(live, "metadata", "labels", APPLY_SET_KEYS.id);
  return (
    (tooling !== undefined && tooling.split("/")[0] !== "lockstep") ||
    (id !== undefined && id !== applySetId)
  );
}

/** Whether it certainly is the parent of one of these sets, written by us. */
export function isParentOf(live: JsonObject, applySetIds: ReadonlySet<string>): boolean {
  const tooling = annotationOf(live, APPLY_SET_KEYS.tooling);
  const id = textAt(live, "metadata", "labels", APPLY_SET_KEYS.id);
  return tooling?.split("/")[0] === "lockstep" && id !== undefined && applySetIds.has(id);
}

function splitList(text: string | undefined): readonly string[] {
  return (text ?? "").split(",").filter((each) => each !== "");
}

/** Jobs that are remembered; a Job beyond them may run again when its TTL takes it. */
const ENDS_MAX = 1_000;

/** One line for each Job: `Job.batch/shop/migrate complete 0123456789abcdef`. */
function renderEnds(ends: ReadonlyMap<string, JobEnd>): string {
  return [...ends]
    .slice(0, ENDS_MAX)
    .map(([key, { outcome, intentHash }]) => `${key} ${outcome} ${intentHash}`)
    .toSorted()
    .join("\n");
}

/** Other people can write it: a line that is none of ours is left out. */
function readEnds(text: string): ReadonlyMap<string, JobEnd> {
  const ends = text.split("\n").flatMap((line): [string, JobEnd][] => {
    const [, key = "", outcome, intentHash = ""] = LINE.exec(line) ?? [];
    if (outcome !== "complete" && outcome !== "failed") return [];
    return [[key, { outcome, intentHash }]];
  });
  return new Map(ends.slice(0, ENDS_MAX));
}

const LINE = /^(\S+) (complete|failed) ([0-9a-f]{16})$/;
