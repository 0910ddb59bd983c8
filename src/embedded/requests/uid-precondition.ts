import { type JsonObject, textAt } from "../../core/object/json.ts";
import { conflict } from "../refusals.ts";
import type { StatusError } from "../status-error.ts";
import type { ObjectCall } from "./object-call.ts";

/** Folders of the store that are named otherwise than the resource. */
const FOLDERS: ReadonlyMap<string, string> = new Map([
  ["services", "services/specs"],
  ["endpoints", "services/endpoints"],
  ["nodes", "minions"],
  ["ingresses.networking.k8s.io", "ingress"],
  ["replicationcontrollers", "controllers"],
  [
    "customresourcedefinitions.apiextensions.k8s.io",
    "apiextensions.k8s.io/customresourcedefinitions",
  ],
  ["apiservices.apiregistration.k8s.io", "apiregistration.k8s.io/apiservices"],
]);

/** Holds a replacement to the uid that its body names. @throws {StatusError} 409. */
export function checkUid(call: ObjectCall, { uid, live }: { uid: string; live: JsonObject }): void {
  const actual = textAt(live, "metadata", "uid") ?? "";
  if (uid === "" || uid === actual) return;
  const { resource, name } = call;
  throw conflict(resource, {
    name,
    why: `StorageError: invalid object, Code: 4, Key: ${storageKey(call)}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${actual}`,
  });
}

/** A uid was named, but there is no object that could have it. */
export function missingUid({ resource, name }: ObjectCall, uid: string): StatusError {
  return conflict(resource, {
    name,
    why: `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
  });
}

/** Where the real server would keep the object; it says so in the message. */
function storageKey({ resource, namespace, name }: ObjectCall): string {
  const { group, plural, isCustom, isNamespaced } = resource;
  const whole = group === "" ? plural : `${plural}.${group}`;
  const folder = isCustom ? `${group}/${plural}` : (FOLDERS.get(whole) ?? plural);
  return ["/registry", folder, ...(isNamespaced ? [namespace] : []), name].join("/");
}
