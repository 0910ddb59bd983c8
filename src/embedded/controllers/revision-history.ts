import {
  isJsonEqual,
  type JsonObject,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { idOf, podTemplateOf, uidOf } from "../../core/object/live-object.ts";
import type { ClusterView } from "./controller.ts";
import { controlledBy, isControlledBy } from "./owner-reference.ts";
import { templateHash } from "./template-hash.ts";
import type { Write } from "./write.ts";
import { create, definedOnly, remove, replace } from "./writes.ts";

/** The ControllerRevisions of a StatefulSet or DaemonSet. */
export interface RevisionHistory {
  /** Oldest first. */
  readonly all: readonly JsonObject[];
  /** Of the present template; `undefined` while it is still to be made or moved to the end. */
  readonly present: JsonObject | undefined;
  /** What makes `present` be there. */
  readonly writes: readonly Write[];
}

/** How the two kinds name and label their revisions. */
export interface RevisionStyle {
  readonly hashLabel: string;
  readonly annotations?: JsonObject;
}

/**
 * Finds the revision of the present template: the last one, or an earlier one that is then counted anew (a rollback), or a
 * new one.
 */
export function readHistory(
  owner: JsonObject,
  view: ClusterView,
  style: RevisionStyle,
): RevisionHistory {
  const all = view
    .ownedBy(uidOf(owner))
    .filter((each) => idOf(each).kind === "ControllerRevision" && isControlledBy(each, owner))
    .toSorted((a, b) => revisionNumber(a) - revisionNumber(b));
  const data = revisionData(owner);
  const last = all.at(-1);
  const equal = all.findLast((each) => isJsonEqual(each["data"], data));
  if (equal !== undefined && equal === last) return { all, present: equal, writes: [] };
  const next = (last === undefined ? 0 : revisionNumber(last)) + 1;
  if (equal !== undefined) {
    return { all, present: undefined, writes: [replace({ ...equal, revision: next })] };
  }
  return { all, present: undefined, writes: [create(newRevision(owner, next, style))] };
}

/** Removes the oldest revisions beyond the limit, but none that is in use. */
export function trimHistory(
  owner: JsonObject,
  { all }: RevisionHistory,
  inUse: ReadonlySet<string>,
): readonly Write[] {
  const limit = numberAt(owner, "spec", "revisionHistoryLimit") ?? 10;
  const unused = all.filter((each) => !inUse.has(idOf(each).name));
  return unused.slice(0, Math.max(0, unused.length - limit)).map((each) => remove(each));
}

/** The pod template that a revision keeps. */
export function templateOfRevision(revision: JsonObject | undefined): JsonObject | undefined {
  const template = objectAt(revision, "data", "spec", "template");
  if (template === undefined) return undefined;
  const { $patch: _, ...rest } = template;
  return rest;
}

function revisionNumber(revision: JsonObject): number {
  return numberAt(revision, "revision") ?? 0;
}

/** A strategic merge patch that brings the template back, as `kubectl rollout undo` sends it. */
function revisionData(owner: JsonObject): JsonObject {
  return { spec: { template: { ...podTemplateOf(owner), $patch: "replace" } } };
}

function newRevision(owner: JsonObject, revision: number, style: RevisionStyle): JsonObject {
  const { namespace, name } = idOf(owner);
  const template = podTemplateOf(owner) ?? {};
  const hash = templateHash(template, numberAt(owner, "status", "collisionCount") ?? 0);
  return {
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    metadata: definedOnly({
      name: `${name}-${hash}`,
      namespace,
      labels: { ...objectAt(template, "metadata", "labels"), [style.hashLabel]: hash },
      annotations: style.annotations,
      ownerReferences: [controlledBy(owner)],
    }),
    data: revisionData(owner),
    revision,
  };
}

/** The hash by which pods of a revision are labelled where its name is not used. */
export function hashOf(revision: JsonObject | undefined, style: RevisionStyle): string {
  return textAt(revision, "metadata", "labels", style.hashLabel) ?? "";
}
