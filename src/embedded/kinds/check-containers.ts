import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { duplicate, forbidden, invalid, required } from "../make-fault.ts";
import { containerPortFaults, hostPortConflicts } from "./check-container-ports.ts";
import { environmentFaults } from "./check-environment.ts";
import { lifecycleFaults, probesFaults } from "./check-handlers.ts";
import { choiceFaults, itemFaults } from "./check-items.ts";
import { mountFaults } from "./check-mounts.ts";
import { resizeFaults, resourceFaults } from "./check-resources.ts";
import { containerSecurityFaults } from "./check-security-context.ts";
import { labelName } from "./name-syntax.ts";

const PULL_POLICIES = ["Always", "IfNotPresent", "Never"];

const MESSAGE_POLICIES = ["File", "FallbackToLogsOnError"];

/** Parts of a container that runs on, which one that ends cannot have. */
const OF_LONG_RUNNING = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"];

const SIDECARS_ONLY = "may not be set for init containers without restartPolicy=Always";

/** What containers of a pod share. */
interface Shared {
  readonly volumes: ReadonlySet<string>;
  readonly graceSeconds: number;
}

/** Faults of the containers and the init containers of a pod. @param spec - Of the pod. */
export function containersFaults(
  spec: JsonObject,
  at: string,
  volumes: ReadonlySet<string>,
): readonly Fault[] {
  const graceSeconds = numberAt(spec, "terminationGracePeriodSeconds") ?? 0;
  const shared: Shared = { volumes, graceSeconds };
  const names = new Set<string>();
  const containers = listAt(spec, "containers").filter(isJsonObject);
  if (containers.length === 0) return [required(`${at}.containers`)];
  return [
    ...itemFaults(spec, `${at}.containers`, (container, path) => [
      ...commonFaults(container, path, shared),
      ...takenFaults(container, path, names),
      ...lifecycleFaults(container, path, graceSeconds),
      ...probesFaults(container, path),
    ]),
    ...hostPortConflicts(containers, `${at}.containers`),
    ...itemFaults(spec, `${at}.initContainers`, (container, path) => [
      ...commonFaults(container, path, shared),
      ...takenFaults(container, path, names),
      ...(textAt(container, "restartPolicy") === "Always"
        ? [...lifecycleFaults(container, path, graceSeconds), ...probesFaults(container, path)]
        : endingFaults(container, path)),
    ]),
    ...(listAt(spec, "ephemeralContainers").length > 0
      ? [forbidden(`${at}.ephemeralContainers`, "cannot be set on create")]
      : []),
  ];
}

function commonFaults(container: JsonObject, at: string, shared: Shared): readonly Fault[] {
  return [
    ...nameFaults(container, at),
    ...imageFaults(container, at),
    ...choiceFaults(container, `${at}.terminationMessagePolicy`, MESSAGE_POLICIES),
    ...containerPortFaults(container, at),
    ...environmentFaults(container, at),
    ...mountFaults(container, at, shared.volumes),
    ...choiceFaults(container, `${at}.imagePullPolicy`, PULL_POLICIES),
    ...resourceFaults(objectAt(container, "resources") ?? {}, `${at}.resources`),
    ...resizeFaults(container, at),
    ...containerSecurityFaults(container, `${at}.securityContext`),
  ];
}

function nameFaults(container: JsonObject, at: string): readonly Fault[] {
  const name = textAt(container, "name") ?? "";
  if (name === "") return [required(`${at}.name`)];
  return labelName(name).map((each) => invalid(`${at}.name`, name, each));
}

function takenFaults(container: JsonObject, at: string, names: Set<string>): readonly Fault[] {
  const name = textAt(container, "name") ?? "";
  if (name !== "" && names.has(name)) return [duplicate(`${at}.name`, name)];
  names.add(name);
  return [];
}

function imageFaults(container: JsonObject, at: string): readonly Fault[] {
  const image = textAt(container, "image") ?? "";
  if (image === "") return [required(`${at}.image`)];
  if (image.trim() === image) return [];
  return [invalid(`${at}.image`, image, "must not have leading or trailing whitespace")];
}

function endingFaults(container: JsonObject, at: string): readonly Fault[] {
  return OF_LONG_RUNNING.filter((field) => objectAt(container, field) !== undefined).map((field) =>
    forbidden(`${at}.${field}`, SIDECARS_ONLY),
  );
}
