import { CONTROL_KEYS } from "../core/control-keys.ts";
import type { SeenHistory } from "../core/drift/seen-edits.ts";
import { isMember } from "../core/inventory/is-member.ts";
import { type JsonObject, textAt } from "../core/object/json.ts";
import { idOf, labelOf } from "../core/object/live-object.ts";
import {
  apiVersionOf,
  groupOf,
  type ObjectKey,
  type ObjectRef,
  objectKey,
  versionOf,
} from "../core/object/object-id.ts";
import type { Sighting } from "../core/object/sighting.ts";
import type { Desired, Look } from "../core/plan/look.ts";
import type { SourceView } from "../core/restart/source-view.ts";
import type { KindFacts, RolloutReading } from "../core/rollout/rollout-reading.ts";
import type { Selection } from "../ports/cluster-port.ts";
import { NO_FACTS } from "./answer-questions.ts";
import {
  chooseSelections,
  memberSelection,
  namedSelection,
  uniqueRefs,
} from "./choose-selections.ts";
import { findEdits } from "./find-edits.ts";
import { findMemberKinds, type MemberKind } from "./find-member-kinds.ts";
import { findPods } from "./find-pods.ts";
import { findUnseen, type MemberScope, noteGoneKinds, type Unseen } from "./find-unseen.ts";
import { readAutoscalers, selectAutoscalers } from "./follow-autoscalers.ts";
import { readSources, selectSources } from "./follow-sources.ts";
import { memberSets } from "./member-sets.ts";
import type { Stack } from "./stack.ts";
import {
  findSighting,
  followSelections,
  forgetOthers,
  selectionKey,
  unseenWrites,
  waitForFirstLists,
} from "./stack-view.ts";
import { keysSelection, takeKeys } from "./take-keys.ts";
import { noticeLostParent, noticeParent, parentRef } from "./write-parent.ts";

/** What the watch cache says of everything that a decision about the stack may need. */
export interface Observed extends Unseen {
  readonly sightings: Map<ObjectKey, Sighting>;
  readonly readings: Map<ObjectKey, RolloutReading>;
  /** How Jobs were when they were deleted. */
  readonly gone: ReadonlyMap<ObjectKey, JsonObject>;
  /** What single writes took away or put there. */
  readonly edits: ReadonlyMap<ObjectKey, SeenHistory>;
  readonly members: ReadonlySet<ObjectKey>;
  readonly autoscalers: Look["autoscalers"];
  readonly sources: SourceView | undefined;
}

/** Looks at the cluster through what is followed. Sends requests only for selections and kinds that are new. */
export async function observeStack(
  stack: Stack,
  desired: Desired,
  mayCreateKeys: boolean,
): Promise<Observed> {
  // Of the very revision: while this looks, another stack may have it read anew.
  const unknown = stack.unknownKinds;
  const { kinds, unserved, resolved } = await findMemberKinds(stack, desired);
  const outer = await findOuterTargets(stack, desired);
  const parent = parentRef(stack);
  const named = uniqueRefs([parent, ...outer, ...stack.strangers]);
  await follow(stack, desired, { kinds, named });
  const seen = findSighting(stack.view, parent, [namedSelection(parent)]);
  if (seen?.kind === "present") noticeParent(stack, seen.object);
  else noticeLostParent(stack, stack.view.followings.get(selectionKey(namedSelection(parent))));
  const facts = await findFacts(stack, [...kinds, ...outer.map(kindOfRef)]);
  const scope = { desired, kinds, unserved, resolved, unknown, named, facts };
  await noteGoneKinds(stack, scope);
  const sources = await lookAtSources(stack, desired, mayCreateKeys);
  return { ...readView(stack, scope), sources };
}

/** Targets of edges that Git does not have: their status gates, they are never written. */
async function findOuterTargets(stack: Stack, desired: Desired): Promise<readonly ObjectRef[]> {
  const inGit = new Set(desired.manifests.map((each) => objectKey(each.id)));
  const targets = desired.graph.edges
    .filter((edge) => !edge.informational && !inGit.has(objectKey(edge.target)))
    .map((edge) => edge.target);
  const refs: ObjectRef[] = [];
  for (const id of targets) {
    // oxlint-disable-next-line no-await-in-loop -- answered from cached discovery
    const served = await stack.setup.ports.cluster.findKind({ group: id.group, kind: id.kind });
    const version = served?.version ?? "v1";
    refs.push({ id, apiVersion: apiVersionOf({ group: id.group, version }) });
  }
  return uniqueRefs(refs);
}

async function follow(
  stack: Stack,
  desired: Desired,
  wanted: { readonly kinds: readonly MemberKind[]; readonly named: readonly ObjectRef[] },
): Promise<void> {
  const { cluster, clock } = stack.setup.ports;
  const outerBodies = wanted.named.map(bodyOfRef);
  const selections = chooseSelections({
    kinds: wanted.kinds,
    sets: memberSets(stack),
    named: wanted.named,
    bodies: [...desired.manifests.map((each) => each.body), ...outerBodies],
  });
  const autoscalers = await selectAutoscalers(stack, desired);
  const sources = selectSources(stack, desired);
  const keys = sources.length === 0 ? [] : [keysSelection(stack)];
  followSelections(stack.view, [...selections, ...autoscalers, ...sources, ...keys], cluster);
  await waitForFirstLists(stack.view, clock);
}

async function findFacts(
  stack: Stack,
  kinds: readonly MemberKind[],
): Promise<ReadonlyMap<string, KindFacts>> {
  const facts = new Map<string, KindFacts>();
  for (const each of kinds) {
    // oxlint-disable-next-line no-await-in-loop -- answered from cached discovery
    const served = await stack.setup.ports.cluster.findKind(kindOf(each));
    facts.set(`${each.apiVersion}/${each.kind}`, served?.facts ?? NO_FACTS);
  }
  return facts;
}

interface ViewScope extends MemberScope {
  readonly named: readonly ObjectRef[];
  readonly facts: ReadonlyMap<string, KindFacts>;
}

async function lookAtSources(
  stack: Stack,
  desired: Desired,
  mayCreateKeys: boolean,
): Promise<SourceView | undefined> {
  if (selectSources(stack, desired).length === 0) return undefined;
  return readSources(stack, desired, await takeKeys(stack, mayCreateKeys));
}

function readView(stack: Stack, scope: ViewScope): Omit<Observed, "sources"> {
  const sightings = new Map<ObjectKey, Sighting>();
  const refs = [
    ...scope.desired.manifests.map(({ id, apiVersion }) => ({ id, apiVersion })),
    ...scope.named,
  ];
  for (const ref of refs) {
    const selections = [
      ...memberSelections(stack, { apiVersion: ref.apiVersion, kind: ref.id.kind }),
      namedSelection(ref),
    ];
    const sighting = findSighting(stack.view, ref, selections);
    if (sighting !== undefined) sightings.set(objectKey(ref.id), sighting);
  }
  const members = addMembers(stack, scope, sightings);
  forgetOthers(stack.view, sightings);
  return {
    sightings,
    readings: readRollouts(stack, sightings, scope.facts),
    gone: findGone(stack),
    edits: findEdits(stack.view),
    members,
    ...findUnseen(stack, scope),
    autoscalers: readAutoscalers(stack),
  };
}

/** The members, with those that we wrote and no watch shows yet; those that Git does not have are added to the sightings. */
function addMembers(
  stack: Stack,
  scope: ViewScope,
  sightings: Map<ObjectKey, Sighting>,
): ReadonlySet<ObjectKey> {
  const members = new Set<ObjectKey>();
  const inGit = new Set(scope.desired.manifests.map((each) => objectKey(each.id)));
  const { rules } = stack.setup;
  for (const selection of scope.kinds.flatMap((kind) => memberSelections(stack, kind))) {
    const following = stack.view.followings.get(selectionKey(selection));
    for (const [key, object] of following?.state().objects ?? []) {
      if (!isMember(object, rules)) continue;
      members.add(key);
      if (!inGit.has(key)) sightings.set(key, { kind: "present", object });
    }
  }
  for (const [key, object] of unseenWrites(stack.view)) {
    if (!isMember(object, rules)) continue;
    members.add(key);
    if (!inGit.has(key)) sightings.set(key, { kind: "present", object });
  }
  return members;
}

function memberSelections(stack: Stack, kind: MemberKind): readonly Selection[] {
  return memberSets(stack).map((set) => memberSelection(kind, set));
}

function findGone({ view }: Stack): ReadonlyMap<ObjectKey, JsonObject> {
  return new Map([...view.followings.values()].flatMap((each) => [...each.state().gone]));
}

function readRollouts(
  stack: Stack,
  sightings: ReadonlyMap<ObjectKey, Sighting>,
  facts: ReadonlyMap<string, KindFacts>,
): Map<ObjectKey, RolloutReading> {
  const readings = new Map<ObjectKey, RolloutReading>();
  const readAtMs = stack.setup.ports.clock.now();
  for (const [key, sighting] of sightings) {
    if (sighting.kind !== "present") continue;
    const { object } = sighting;
    const { kind } = idOf(object);
    readings.set(key, {
      object,
      ...findPods(stack.view, object),
      facts: facts.get(`${textAt(object, "apiVersion") ?? ""}/${kind}`) ?? NO_FACTS,
      readAtMs,
      source: "cache",
    });
  }
  return readings;
}

/** Objects in Git that live without being members: they are followed by name until they are written. */
export function findStrangers(
  observed: { readonly sightings: ReadonlyMap<ObjectKey, Sighting> },
  desired: Desired,
  applySetId: string,
): readonly ObjectRef[] {
  return desired.manifests.flatMap(({ id, apiVersion }) => {
    const sighting = observed.sightings.get(objectKey(id));
    if (sighting?.kind !== "present") return [];
    const isSelected = labelOf(sighting.object, CONTROL_KEYS.partOf) === applySetId;
    return isSelected ? [] : [{ id, apiVersion }];
  });
}

function bodyOfRef({ id, apiVersion }: ObjectRef): JsonObject {
  return {
    apiVersion,
    kind: id.kind,
    metadata: { name: id.name, namespace: id.namespace },
  };
}

function kindOfRef({ id, apiVersion }: ObjectRef): MemberKind {
  return { apiVersion, kind: id.kind };
}

function kindOf({ apiVersion, kind }: MemberKind): {
  group: string;
  kind: string;
  version: string;
} {
  return { group: groupOf(apiVersion), kind, version: versionOf(apiVersion) };
}
