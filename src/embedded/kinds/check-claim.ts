import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid, notSupported, required } from "../make-fault.ts";
import { subdomainName } from "../subdomain-name.ts";
import { choiceFaults } from "./check-items.ts";
import { selectorFaults } from "./check-selector.ts";
import { quantityNanos } from "./quantity-nanos.ts";

const ACCESS_MODES = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

const VOLUME_MODES = ["Block", "Filesystem"];

/** Faults of what a claim asks for. @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/ */
export function claimSpecFaults(spec: JsonObject, at: string): readonly Fault[] {
  const modes = listAt(spec, "accessModes");
  const selector = objectAt(spec, "selector");
  const storage = textAt(spec, "resources", "requests", "storage");
  const className = textAt(spec, "storageClassName") ?? "";
  return [
    ...(modes.length === 0
      ? [required(`${at}.accessModes`, "at least 1 access mode is required")]
      : []),
    ...(selector === undefined ? [] : selectorFaults(selector, `${at}.selector`)),
    ...accessModeFaults(modes, `${at}.accessModes`),
    ...storageFaults(storage, `${at}.resources`),
    ...(className === ""
      ? []
      : subdomainName(className).map((each) => invalid(`${at}.storageClassName`, className, each))),
    ...choiceFaults(spec, `${at}.volumeMode`, VOLUME_MODES),
  ];
}

/** Faults of how a volume is used, of a claim or of a volume. */
export function accessModeFaults(
  modes: JsonObject[string] | undefined,
  at: string,
): readonly Fault[] {
  const names = listAt(modes).map((each) => (typeof each === "string" ? each : ""));
  const isMixed = names.includes("ReadWriteOncePod") && names.length > 1;
  const text = "may not use ReadWriteOncePod with other access modes";
  return [
    ...names
      .filter((each) => !ACCESS_MODES.includes(each))
      .map((each) => notSupported(at, each, ACCESS_MODES)),
    ...(isMixed ? [{ kind: "forbidden" as const, field: at, detail: text }] : []),
  ];
}

function storageFaults(storage: string | undefined, at: string): readonly Fault[] {
  if (storage === undefined) return [required(`${at}[storage]`)];
  if (quantityNanos(storage) > 0n) return [];
  return [invalid(`${at}[storage]`, storage, "must be greater than zero")];
}
