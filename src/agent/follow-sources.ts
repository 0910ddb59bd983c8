import { CONTROL_KEYS } from "../core/control-keys.ts";
import type { JsonObject } from "../core/object/json.ts";
import { idOf, resourceVersionOf } from "../core/object/live-object.ts";
import { type ObjectId, type ObjectKey, objectKey } from "../core/object/object-id.ts";
import type { Desired } from "../core/plan/look.ts";
import { explainUnnamed } from "../core/restart/describe-sources.ts";
import { findSources } from "../core/restart/find-sources.ts";
import { isLabelled, restartChoice, templateOf } from "../core/restart/restart-rules.ts";
import {
  listKey,
  type SourceReading,
  type SourceView,
  sourceId,
} from "../core/restart/source-view.ts";
import type { FollowingState, Selection } from "../ports/cluster-port.ts";
import { namedSelection } from "./choose-selections.ts";
import type { SourceMemory, Stack } from "./stack.ts";
import { compareVersions, selectionKey } from "./stack-view.ts";

/** Sources that are followed one by one, for workloads that ask for it. */
const NAMED_MAX = 500;

/** Until a source that could not be read is asked again, in milliseconds. */
const RETRY_MS = 60_000;

/** A Secret or ConfigMap that a workload of the stack uses. */
interface Use {
  readonly id: ObjectId;
  /** The workload wants restarts whatever the source says. */
  readonly isAskedFor: boolean;
}

interface Seen {
  readonly followed: Map<ObjectKey, JsonObject>;
  readonly read: Map<ObjectKey, SourceReading>;
}

/** What has to be followed to see that a source changes; empty where nothing restarts. */
export function selectSources(stack: Stack, desired: Desired): readonly Selection[] {
  const { uses, named } = findUses(stack, desired);
  return [...listSelections(stack, uses).values(), ...named.map(selectionOf)];
}

/** What the followed selections and earlier reads say; the keys are the caller's. */
export function readSources(
  stack: Stack,
  desired: Desired,
  keys: Pick<SourceView, "keys" | "reason">,
): SourceView | undefined {
  const { uses, named, leftOut } = findUses(stack, desired);
  if (uses.length === 0) return undefined;
  const followed = new Map<ObjectKey, JsonObject>();
  const lists = new Map<string, string>();
  for (const [list, selection] of listSelections(stack, uses)) {
    const state = stateOf(stack, selection);
    lists.set(list, describeList(state));
    for (const [key, object] of state?.objects ?? []) followed.set(key, object);
  }
  const read = new Map<ObjectKey, SourceReading>();
  for (const id of named) addNamed(stack, id, { followed, read });
  for (const [key, object] of followed) followed.set(key, newest(stack, key, object));
  for (const { id } of uses) recall(stack, objectKey(id), { followed, read });
  return { ...keys, followed, lists, read, leftOut };
}

/** What an earlier pass read, unless it is followed by now. */
function recall(stack: Stack, key: ObjectKey, { followed, read }: Seen): void {
  const { sourceReads } = stack;
  if (followed.has(key)) sourceReads.delete(key);
  const memory = sourceReads.get(key);
  if (memory === undefined) return;
  const { clock } = stack.setup.ports;
  if (memory.kind === "unreadable" && clock.now() >= memory.retryAtMs) return;
  read.set(key, { isFresh: false, sighting: recalled(memory) });
}

function recalled(memory: SourceMemory): SourceReading["sighting"] {
  switch (memory.kind) {
    case "absent":
      return { kind: "absent" };
    case "present":
      return { kind: "present", object: undefined };
    case "unreadable":
      return { kind: "unreadable", reason: memory.reason };
  }
}

/** What a fresh read of a source taught for later passes. The object itself is not kept. */
export function rememberSource(stack: Stack, key: ObjectKey, { sighting }: SourceReading): void {
  const { sourceReads, setup } = stack;
  if (sighting.kind === "unreadable") {
    const retryAtMs = setup.ports.clock.now() + RETRY_MS;
    sourceReads.set(key, { ...sighting, retryAtMs });
    return;
  }
  const isSelected =
    sighting.kind === "present" &&
    sighting.object !== undefined &&
    isLabelled(sighting.object, setup.rules.manager);
  if (isSelected) sourceReads.delete(key);
  else sourceReads.set(key, { kind: sighting.kind });
}

/** What a revision uses. */
interface Uses {
  readonly rules: Stack["setup"]["rules"];
  readonly uses: readonly Use[];
  /** Those that are followed one by one, and how many more would have to be. */
  readonly named: readonly ObjectId[];
  readonly leftOut: number;
}

/** Once for each revision: its workloads are not looked through at each look. */
const known = new WeakMap<Desired, Uses>();

function findUses(stack: Stack, desired: Desired): Uses {
  const { rules, ports, config } = stack.setup;
  const before = known.get(desired);
  if (before?.rules === rules) return before;
  const uses = findAllUses(stack, desired);
  const asked = namedUses(stack, uses);
  const named = asked.slice(0, NAMED_MAX);
  const leftOut = asked.length - named.length;
  const found = { rules, uses, named, leftOut };
  known.set(desired, found);
  if (leftOut > 0) ports.log.warn(explainUnnamed(leftOut), { stack: config.name });
  return found;
}

function findAllUses({ setup }: Stack, desired: Desired): readonly Use[] {
  const { restarts } = setup.rules;
  if (restarts.watch === "off") return [];
  return desired.manifests.flatMap(({ id, body }): Use[] => {
    const template = templateOf(id, restarts);
    const choice = restartChoice(body);
    if (template === undefined || choice === "off") return [];
    return findSources(body, template, restarts).map((source) => ({
      id: sourceId(source, id.namespace),
      isAskedFor: choice === "on",
    }));
  });
}

/** One list for each kind and namespace: of what has our label, or of all. */
function listSelections({ setup }: Stack, uses: readonly Use[]): ReadonlyMap<string, Selection> {
  const { manager, restarts } = setup.rules;
  const labelSelector = restarts.watch === "all" ? "" : `${CONTROL_KEYS.watchedBy}=${manager}`;
  return new Map(
    uses.map(({ id: { kind, namespace } }) => [
      listKey({ kind, namespace }),
      { apiVersion: "v1", kind, namespace, labelSelector, name: "" },
    ]),
  );
}

function namedUses({ setup }: Stack, uses: readonly Use[]): readonly ObjectId[] {
  if (setup.rules.restarts.watch === "all") return [];
  const asked = uses.filter(({ isAskedFor }) => isAskedFor).map(({ id }) => id);
  return [...new Map(asked.map((id) => [objectKey(id), id])).values()];
}

function selectionOf(id: ObjectId): Selection {
  return namedSelection({ id, apiVersion: "v1" });
}

function addNamed(stack: Stack, id: ObjectId, seen: Seen): void {
  const key = objectKey(id);
  const state = stateOf(stack, selectionOf(id));
  const object = state?.objects.get(key);
  if (object !== undefined) seen.followed.set(key, object);
  if (state?.kind !== "synced" || object !== undefined) return;
  seen.read.set(key, { isFresh: false, sighting: { kind: "absent" } });
}

function stateOf({ view }: Stack, selection: Selection): FollowingState | undefined {
  return view.followings.get(selectionKey(selection))?.state();
}

function describeList(state: FollowingState | undefined): string {
  if (state?.kind === "synced") return "";
  return state?.reason === undefined || state.reason === ""
    ? "they were not listed yet"
    : state.reason;
}

/** Our own write, until the watch has caught up with it. */
function newest({ view }: Stack, key: ObjectKey, seen: JsonObject): JsonObject {
  const written = view.written.get(key);
  if (written === undefined || idOf(written).kind !== idOf(seen).kind) return seen;
  const isNewer = compareVersions(resourceVersionOf(written), resourceVersionOf(seen)) > 0;
  return isNewer ? written : seen;
}
