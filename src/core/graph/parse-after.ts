import { suggestKey } from "../config/suggest-key.ts";
import type { ScopeOf } from "../manifest/manifest.ts";
import { kindKey, type ObjectId, objectKey, parseObjectId } from "../object/object-id.ts";
import type { Gate } from "./edge.ts";
import { parseGate } from "./gate-text.ts";
import type { AnnotationFault } from "./read-annotation.ts";

/** One item of `lockstep.dev/after`. Gate `none` switches other edges to the target off. */
export interface AfterItem {
  readonly target: ObjectId;
  readonly gate: Gate | { readonly kind: "none" };
}

/** The annotation's value and what its ids are relative to. */
export interface WrittenAfter {
  readonly object: ObjectId;
  readonly value: string;
  readonly scopeOf: ScopeOf;
  /** The id that was most likely meant by a text that is none. */
  readonly suggestId?: (text: string) => string | undefined;
}

const GATES: readonly string[] = ["exists", "ready", "rolled-out", "lockstep", "none"];

const GRAMMAR =
  "Kind[.group]/[namespace/]name, then nothing, @exists, @ready, @rolled-out, @lockstep, @none or @<semver range>; items are separated by commas";

/**
 * Reads the annotation `lockstep.dev/after`: `Deployment.apps/shop/db, StatefulSet.apps/mq@>=3.13 <5`.
 * The same item twice counts once.
 *
 * @returns Items in the order of the text. Each item that cannot be read is a fault, and so is a target that is named
 * with two gates; the other items are returned all the same.
 */
export function parseAfter(written: WrittenAfter): {
  readonly items: readonly AfterItem[];
  readonly faults: readonly AnnotationFault[];
} {
  const items = new Map<string, AfterItem>();
  const faults: AnnotationFault[] = [];
  for (const text of written.value.split(",").map((part) => part.trim())) {
    const item = parseItem(text, written);
    if ("expected" in item) {
      faults.push(item);
      continue;
    }
    const key = objectKey(item.target);
    const earlier = items.get(key);
    if (earlier === undefined) items.set(key, item);
    else if (!isSameGate(earlier, item)) {
      faults.push({ what: `names ${key} with two gates`, expected: "one gate for each target" });
    }
  }
  return { items: [...items.values()], faults };
}

function parseItem(text: string, written: WrittenAfter): AfterItem | AnnotationFault {
  if (text === "") return { what: "has an empty item", expected: GRAMMAR };
  const at = text.lastIndexOf("@");
  const named = at < 0 ? text : text.slice(0, at);
  const id = parseObjectId(named);
  if (id === undefined || !isWellNamed(id)) {
    const meant = meantText(written.suggestId?.(named.trim()));
    return { what: `has the item "${text}", which begins with no id${meant}`, expected: GRAMMAR };
  }
  const gate = at < 0 ? ({ kind: "rolled-out" } as const) : parseSuffix(text.slice(at + 1));
  if (gate === undefined) {
    const meant = meantText(suggestKey(text.slice(at + 1).trim(), GATES));
    const what = `has the item "${text}", whose suffix is neither a gate nor a semver range${meant}`;
    return { what, expected: GRAMMAR };
  }
  const target = inNamespace(id, written);
  return "expected" in target ? target : { target, gate };
}

function meantText(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean ${near}?`;
}

function parseSuffix(text: string): AfterItem["gate"] | undefined {
  return text.trim() === "none" ? { kind: "none" } : parseGate(text);
}

/**
 * RBAC takes any path segment as a name (`system:node`, `anna@example.org`); the names of all other kinds are made of
 * lower-case letters, digits, `-` and `.`, so that a second `@` or a missing comma is seen as the mistake that it is.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
 */
function isWellNamed({ group, namespace, name }: ObjectId): boolean {
  return (
    (namespace === "" || DNS_NAME.test(namespace)) &&
    (group === "rbac.authorization.k8s.io" || DNS_NAME.test(name))
  );
}

const DNS_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

function inNamespace(id: ObjectId, { object, scopeOf }: WrittenAfter): ObjectId | AnnotationFault {
  const scope = scopeOf(id);
  if (id.namespace !== "") {
    if (scope !== "cluster") return id;
    return {
      what: `gives ${kindKey(id)}/${id.name} the namespace ${id.namespace}, but the kind has none`,
      expected: `${kindKey(id)}/${id.name}`,
    };
  }
  if (scope === "cluster") return id;
  if (scope === "namespaced" && object.namespace === "") {
    return {
      what: `names no namespace for ${kindKey(id)}/${id.name}, and the object itself has none`,
      expected: `${kindKey(id)}/<namespace>/${id.name}`,
    };
  }
  return { ...id, namespace: object.namespace };
}

function isSameGate(a: AfterItem, b: AfterItem): boolean {
  if (a.gate.kind !== "range" || b.gate.kind !== "range") return a.gate.kind === b.gate.kind;
  return a.gate.range === b.gate.range;
}
