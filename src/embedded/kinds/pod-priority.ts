import { type JsonObject, numberAt, textAt } from "../../core/object/json.ts";
import { forbidden } from "../refusals.ts";
import { PODS } from "./collections.ts";
import type { World } from "./resource.ts";

const CLASSES = { group: "scheduling.k8s.io", plural: "priorityclasses" };

/** Classes that every cluster has. */
const SYSTEM_CLASSES: ReadonlyMap<string, number> = new Map([
  ["system-cluster-critical", 2_000_000_000],
  ["system-node-critical", 2_000_001_000],
]);

interface Priority {
  readonly className: string;
  readonly value: number;
  readonly preemption: string;
}

/**
 * The fields of a new pod's spec that its priority class decides.
 * @throws {StatusError} 403 when there is no such class, or the pod says other figures than its class.
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/
 */
export function podPriority(pod: JsonObject, world: World): JsonObject {
  const { className, value, preemption } = priorityOf(pod, world);
  const said = numberAt(pod, "spec", "priority");
  if (said !== undefined && said !== value) {
    throw refused(
      pod,
      `the integer value of priority (${said}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`,
    );
  }
  const policy = textAt(pod, "spec", "preemptionPolicy");
  if (policy !== undefined && policy !== preemption) {
    throw refused(
      pod,
      `the string value of PreemptionPolicy (${policy}) must not be provided in pod spec; priority admission controller computed ${preemption} from the given PriorityClass name`,
    );
  }
  return {
    ...(className === "" ? {} : { priorityClassName: className }),
    priority: value,
    preemptionPolicy: preemption,
  };
}

function priorityOf(pod: JsonObject, world: World): Priority {
  const name = textAt(pod, "spec", "priorityClassName") ?? "";
  if (name === "") return globalDefault(world);
  const stored = world.store.get({ ...CLASSES, namespace: "", name });
  if (stored !== undefined) return priorityOfClass(stored);
  const value = SYSTEM_CLASSES.get(name);
  if (value === undefined) throw refused(pod, `no PriorityClass with name ${name} was found`);
  return { className: name, value, preemption: "PreemptLowerPriority" };
}

/** The class for pods that name none: of several the one of the least priority. */
function globalDefault(world: World): Priority {
  const classes = world.store
    .list(CLASSES)
    .items.filter((each) => each["globalDefault"] === true)
    .map(priorityOfClass)
    .toSorted((a, b) => a.value - b.value);
  return classes[0] ?? { className: "", value: 0, preemption: "PreemptLowerPriority" };
}

function priorityOfClass(object: JsonObject): Priority {
  return {
    className: textAt(object, "metadata", "name") ?? "",
    value: numberAt(object, "value") ?? 0,
    preemption: textAt(object, "preemptionPolicy") ?? "PreemptLowerPriority",
  };
}

function refused(pod: JsonObject, why: string): Error {
  const name = textAt(pod, "metadata", "name") ?? "";
  return forbidden(PODS, { name, why });
}
