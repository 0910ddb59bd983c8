import { type JsonObject, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid, missing, required } from "../make-fault.ts";
import { choiceFaults, itemFaults } from "./check-items.ts";
import { relativePath } from "./name-syntax.ts";

const PROPAGATIONS = ["Bidirectional", "HostToContainer", "None"];

/** Faults of where a container finds its volumes. @param volumes - Names of the volumes of the pod. */
export function mountFaults(
  container: JsonObject,
  at: string,
  volumes: ReadonlySet<string>,
): readonly Fault[] {
  const paths = new Set<string>();
  return [
    ...itemFaults(container, `${at}.volumeMounts`, (mount, path) => {
      const place = textAt(mount, "mountPath") ?? "";
      const isTaken = place !== "" && paths.has(place);
      paths.add(place);
      return [
        ...nameFaults(mount, path, volumes),
        ...(place === "" ? [required(`${path}.mountPath`)] : []),
        ...(isTaken ? [invalid(`${path}.mountPath`, place, "must be unique")] : []),
        ...subPathFaults(mount, path, `${at}.volumeMounts`),
        ...choiceFaults(mount, `${at}.volumeMounts.mountPropagation`, PROPAGATIONS),
      ];
    }),
    ...itemFaults(container, `${at}.volumeDevices`, (device, path) => [
      ...nameFaults(device, path, volumes),
      ...((textAt(device, "devicePath") ?? "") === "" ? [required(`${path}.devicePath`)] : []),
    ]),
  ];
}

function nameFaults(mount: JsonObject, at: string, volumes: ReadonlySet<string>): readonly Fault[] {
  const name = textAt(mount, "name") ?? "";
  return [
    ...(name === "" ? [required(`${at}.name`)] : []),
    ...(volumes.has(name) ? [] : [missing(`${at}.name`, name)]),
  ];
}

function subPathFaults(mount: JsonObject, at: string, list: string): readonly Fault[] {
  const path = textAt(mount, "subPath") ?? "";
  const expression = textAt(mount, "subPathExpr") ?? "";
  const text = "subPathExpr and subPath are mutually exclusive";
  return [
    ...relativePath(path).map((each) => invalid(`${list}.subPath`, path, each)),
    ...(path !== "" && expression !== "" ? [invalid(`${at}.subPathExpr`, expression, text)] : []),
    ...(path === "" || expression === ""
      ? relativePath(expression).map((each) => invalid(`${list}.subPathExpr`, expression, each))
      : []),
  ];
}
