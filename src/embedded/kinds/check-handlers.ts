import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { forbidden, invalid, required } from "../make-fault.ts";
import { choiceFaults, itemFaults, negativeFaults } from "./check-items.ts";
import { portFaults, portNumberFaults } from "./check-port.ts";
import { headerName } from "./name-syntax.ts";

const FIGURES = [
  "initialDelaySeconds",
  "timeoutSeconds",
  "periodSeconds",
  "successThreshold",
  "failureThreshold",
];

const SCHEMES = ["HTTP", "HTTPS"];

type Check = (handler: JsonObject, at: string) => readonly Fault[];

const PROBE_HANDLERS: readonly (readonly [string, Check])[] = [
  ["exec", execFaults],
  ["httpGet", httpGetFaults],
  ["tcpSocket", tcpSocketFaults],
  ["grpc", grpcFaults],
];

const HOOK_HANDLERS: readonly (readonly [string, Check])[] = [
  ["exec", execFaults],
  ["httpGet", httpGetFaults],
  ["tcpSocket", tcpSocketFaults],
];

/**
 * Faults of the probes of one container.
 * @see https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/
 */
export function probesFaults(container: JsonObject, at: string): readonly Fault[] {
  return [
    ...probeFaults(container, `${at}.livenessProbe`, "livenessProbe"),
    ...graceFaults(container, `${at}.livenessProbe`, "livenessProbe"),
    ...onceFaults(container, `${at}.livenessProbe`, "livenessProbe"),
    ...probeFaults(container, `${at}.readinessProbe`, "readinessProbe"),
    ...readinessFaults(container, `${at}.readinessProbe`),
    ...probeFaults(container, `${at}.startupProbe`, "startupProbe"),
    ...graceFaults(container, `${at}.startupProbe`, "startupProbe"),
    ...onceFaults(container, `${at}.startupProbe`, "startupProbe"),
  ];
}

/** Faults of what is run when a container starts and stops. @param graceSeconds - That the pod has to stop. */
export function lifecycleFaults(
  container: JsonObject,
  at: string,
  graceSeconds: number,
): readonly Fault[] {
  return ["postStart", "preStop"].flatMap((hook) => {
    const handler = objectAt(container, "lifecycle", hook);
    if (handler === undefined) return [];
    const path = `${at}.lifecycle.${hook}`;
    const sleep = objectAt(handler, "sleep");
    return [
      ...handlerFaults(handler, path, HOOK_HANDLERS),
      ...(sleep === undefined ? [] : sleepFaults(sleep, `${path}.sleep`, graceSeconds)),
    ];
  });
}

function probeFaults(container: JsonObject, at: string, field: string): readonly Fault[] {
  const probe = objectAt(container, field);
  if (probe === undefined) return [];
  return [
    ...handlerFaults(probe, at, PROBE_HANDLERS),
    ...FIGURES.flatMap((each) => negativeFaults(probe, `${at}.${each}`)),
  ];
}

function handlerFaults(
  owner: JsonObject,
  at: string,
  handlers: readonly (readonly [string, Check])[],
): readonly Fault[] {
  const given = [...handlers, ["sleep", () => []] as const].filter(([field]) =>
    isJsonObject(owner[field]),
  );
  if (given.length === 0) return [required(at, "must specify a handler type")];
  return given.flatMap(([field, check], index) =>
    index === 0
      ? check(objectAt(owner, field) ?? {}, `${at}.${field}`)
      : [forbidden(`${at}.${field}`, "may not specify more than 1 handler type")],
  );
}

function execFaults(handler: JsonObject, at: string): readonly Fault[] {
  return listAt(handler, "command").length > 0 ? [] : [required(`${at}.command`)];
}

function httpGetFaults(handler: JsonObject, at: string): readonly Fault[] {
  return [
    ...((textAt(handler, "path") ?? "") === "" ? [required(`${at}.path`)] : []),
    ...portFaults(`${at}.port`, handler["port"] ?? 0),
    ...choiceFaults(handler, `${at}.scheme`, SCHEMES),
    ...itemFaults(handler, `${at}.httpHeaders`, (header) => {
      const name = textAt(header, "name") ?? "";
      return headerName(name).map((each) => invalid(`${at}.httpHeaders`, name, each));
    }),
  ];
}

function tcpSocketFaults(handler: JsonObject, at: string): readonly Fault[] {
  return portFaults(`${at}.port`, handler["port"] ?? 0);
}

function grpcFaults(handler: JsonObject, at: string): readonly Fault[] {
  return portNumberFaults(`${at}.port`, handler["port"] ?? 0);
}

function sleepFaults(sleep: JsonObject, at: string, graceSeconds: number): readonly Fault[] {
  const seconds = numberAt(sleep, "seconds") ?? 0;
  if (seconds >= 0 && seconds <= graceSeconds) return [];
  const text = `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`;
  return [invalid(at, seconds, text)];
}

function graceFaults(container: JsonObject, at: string, field: string): readonly Fault[] {
  const seconds = numberAt(container, field, "terminationGracePeriodSeconds");
  if (seconds === undefined || seconds > 0) return [];
  return [invalid(`${at}.terminationGracePeriodSeconds`, seconds, "must be greater than 0")];
}

function onceFaults(container: JsonObject, at: string, field: string): readonly Fault[] {
  const count = numberAt(container, field, "successThreshold");
  if (count === undefined || count === 1) return [];
  return [invalid(`${at}.successThreshold`, count, "must be 1")];
}

function readinessFaults(container: JsonObject, at: string): readonly Fault[] {
  const seconds = numberAt(container, "readinessProbe", "terminationGracePeriodSeconds");
  if (seconds === undefined) return [];
  const text = "must not be set for readinessProbes";
  return [invalid(`${at}.terminationGracePeriodSeconds`, seconds, text)];
}
