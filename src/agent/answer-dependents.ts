import pLimit from "p-limit";
import { ClusterError } from "../core/cluster-error.ts";
import { CONTROL_KEYS } from "../core/control-keys.ts";
import { findDependentKinds } from "../core/graph/find-dependent-kinds.ts";
import { APPLY_SET_KEYS } from "../core/inventory/apply-set.ts";
import { readParent } from "../core/inventory/stack-parent.ts";
import type { JsonObject } from "../core/object/json.ts";
import { annotationOf, labelOf } from "../core/object/live-object.ts";
import {
  apiVersionOf,
  kindKey,
  type ObjectKey,
  objectKey,
  parseKind,
} from "../core/object/object-id.ts";
import type { FoundDependents, UnseenKind } from "../core/plan/found-dependents.ts";
import type { Question } from "../core/plan/plan.ts";
import { mayDeclareVersion } from "../core/rollout/kind-family.ts";
import { memberSets } from "./member-sets.ts";
import type { Stack } from "./stack.ts";

/** Objects of one kind that are looked at; a kind with more of them counts as not seen. */
const OBJECTS_MAX = 20_000;

/** What one kind holds. */
type Listed = readonly JsonObject[] | UnseenKind;

/**
 * Asks the cluster who may depend on objects whose version is about to go down: whoever refers to their kind, and the members of other
 * sets, which may say so in an annotation. Only kinds that can say a version are asked for.
 */
export async function answerDependents(
  stack: Stack,
  questions: readonly Question[],
): Promise<ReadonlyMap<ObjectKey, FoundDependents>> {
  const targets = questions.flatMap((each) => (each.ask === "dependents" ? [each.ref.id] : []));
  if (targets.length === 0) return new Map();
  const limit = pLimit(stack.setup.concurrency);
  const lists = new Map<string, Promise<Listed>>();
  async function listOnce(kind: string, labelSelector: string): Promise<Listed> {
    const key = `${kind}\n${labelSelector}`;
    const list = lists.get(key) ?? limit(async () => listKind(stack, kind, labelSelector));
    lists.set(key, list);
    return list;
  }
  const parents = await listKind(stack, "ConfigMap", APPLY_SET_KEYS.id);
  const kindsOfMembers = findKindsOfOthers(stack, parents);
  const answers = targets.map(async (target) => {
    const referring = findReferring(stack, kindKey(target));
    const others = kindsOfMembers.filter((kind) => !referring.includes(kind));
    const found = await Promise.all([
      ...referring.map(async (kind) => listOnce(kind, "")),
      ...others.map(async (kind) => listOnce(kind, CONTROL_KEYS.partOf)),
    ]);
    return [objectKey(target), join(isUnseen(parents) ? [parents, ...found] : found)] as const;
  });
  return new Map(await Promise.all(answers));
}

/** Kinds with reference fields, by the config of this stack and of the others. */
function findReferring({ setup }: Stack, target: string): readonly string[] {
  const configs = [
    setup.rules.associations,
    ...setup.siblings.map(({ config }) => config.associations),
  ];
  return [...new Set(configs.flatMap((each) => findDependentKinds(target, each)))];
}

/** What the parents of other sets name before they create it. */
function findKindsOfOthers(stack: Stack, parents: Listed): readonly string[] {
  if (isUnseen(parents)) return [];
  const own = new Set(memberSets(stack));
  const { versionPaths } = stack.setup.rules;
  const kinds = parents
    .filter((each) => isOfAgent(each) && !own.has(labelOf(each, APPLY_SET_KEYS.id) ?? ""))
    .flatMap((each) => readParent(each).scope.kinds)
    .filter((kind) => mayDeclareVersion(kind) || versionPaths.has(kind));
  return [...new Set(kinds)];
}

/** The annotation is a word of Lockstep's: sets of other tools say nothing by it. */
function isOfAgent(parent: JsonObject): boolean {
  return annotationOf(parent, APPLY_SET_KEYS.tooling)?.split("/")[0] === "lockstep";
}

/** A kind that is not served has no objects. */
async function listKind(stack: Stack, kind: string, labelSelector: string): Promise<Listed> {
  const { cluster } = stack.setup.ports;
  const asked = parseKind(kind);
  try {
    const served = await cluster.findKind(asked);
    if (served === undefined) return [];
    const selection = { kind: asked.kind, namespace: "", labelSelector, name: "" };
    const objects = await cluster.list({ apiVersion: apiVersionOf(served), ...selection });
    if (objects.length <= OBJECTS_MAX) return objects;
    return { ...asked, reason: `there are more than ${OBJECTS_MAX}`, isForbidden: false };
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    if (error.code === "unknown-kind") return [];
    return { ...asked, reason: error.message, isForbidden: error.code === "forbidden" };
  }
}

function isUnseen(listed: Listed): listed is UnseenKind {
  return !Array.isArray(listed);
}

function join(lists: readonly Listed[]): FoundDependents {
  return {
    objects: lists.flatMap((each) => (isUnseen(each) ? [] : each)),
    unseen: lists.filter(isUnseen),
  };
}
