import { type JsonObject, objectAt, textAt } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import type { ObjectId } from "../object/object-id.ts";
import { APPLY_SET_KEYS, type ApplySetScope } from "./apply-set.ts";

/** What the stack's parent object remembers. */
export interface StackParent {
  readonly scope: ApplySetScope;
  /** The last good revision; empty before the first. */
  readonly revision: string;
  /** The stack's status document as JSON text; empty before the first. */
  readonly status: string;
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
};

/** Label that names the stack on its parent, for `kubectl get configmap -l`. */
const STACK_LABEL = "lockstep.dev/parent-of";

/** The parent of a stack is a ConfigMap in the agent's namespace. */
export function parentId(stack: string, agentNamespace: string): ObjectId {
  return { group: "", kind: "ConfigMap", namespace: agentNamespace, name: `lockstep-${stack}` };
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
    data: { revision: parent.revision, "status.json": parent.status },
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

function splitList(text: string | undefined): readonly string[] {
  return (text ?? "").split(",").filter((each) => each !== "");
}
