import type { LeavingStack } from "../agent/leaving-stack.ts";
import type { StackConfig } from "../core/config/agent-config.ts";
import { CONTROL_KEYS } from "../core/control-keys.ts";
import { parentId } from "../core/inventory/stack-parent.ts";
import type { Manifest } from "../core/manifest/manifest.ts";
import type { JsonObject } from "../core/object/json.ts";
import { labelOf } from "../core/object/live-object.ts";
import {
  apiVersionOf,
  kindKey,
  type ObjectId,
  type ObjectRef,
  objectKey,
  parseObjectId,
} from "../core/object/object-id.ts";
import { isOwnEntry } from "../core/ownership/is-own-entry.ts";
import { readManagerEntries } from "../core/ownership/read-manager-entries.ts";
import { modeOf } from "../core/plan/mode-of.ts";
import type { Parsed, Problem } from "../core/problem.ts";
import type { ReleasedObject } from "../core/report/release-document.ts";
import { checkOutAll } from "./check-out-all.ts";
import { findUnknownObject, findUnknownStack, listToldIds } from "./find-unknown.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { OpenedStack, Outside } from "./outside.ts";

/** What a person wants to let go, once nothing stands against it. `revision`: what Git said when it was asked. */
export type Released =
  | { readonly kind: "stack"; readonly stack: LeavingStack; readonly revision: undefined }
  | {
      readonly kind: "object";
      readonly stack: LeavingStack;
      readonly ref: ObjectRef;
      readonly revision: string | undefined;
    }
  | ({ readonly kind: "nothing" } & ReleasedObject);

interface Scene {
  readonly loaded: LoadedConfig;
  /** Any stack of the configuration: its connection to the cluster is used. */
  readonly opened: OpenedStack;
  readonly outside: Outside;
}

/** Finds what is to be let go, and what would take it again at once. @throws {ClusterError} */
export async function findReleased(target: string, scene: Scene): Promise<Parsed<Released>> {
  if (STACK_NAME.test(target)) return findStack(target, scene);
  const id = parseObjectId(target);
  if (id === undefined) {
    const expected = "an id such as Deployment.apps/shop/web, or the name of a stack";
    return refuse({ where: "arguments", what: `"${target}" is no id`, expected });
  }
  return findObject(id, scene);
}

/** A name as the configuration takes it; an id holds a slash. */
const STACK_NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

function refuse(problem: Problem): Parsed<Released> {
  return { ok: false, problems: [problem] };
}

async function findStack(name: string, scene: Scene): Promise<Parsed<Released>> {
  const config = scene.loaded.config.stacks.find((each) => each.name === name);
  if (config !== undefined && config.mode !== "off") {
    const what = `the stack ${name} is in the configuration with mode ${config.mode}, so the agent would take it again`;
    const expected = `mode: off for it, or its removal from the configuration; neither deletes anything`;
    return refuse({ where: `stacks: ${name}`, what, expected });
  }
  const stack = leavingStack(name, scene);
  const names = scene.loaded.config.stacks.map((each) => each.name);
  const unknown = config === undefined ? await findUnknownStack(stack, names) : undefined;
  if (unknown !== undefined) return refuse(unknown);
  return { ok: true, value: { kind: "stack", stack, revision: undefined } };
}

function leavingStack(name: string, { loaded, opened }: Scene): LeavingStack {
  const { agent, stacks } = loaded.config;
  const { ports, setOf } = opened.stack.setup;
  const earlier = stacks.find((each) => each.name === name)?.renamedFrom ?? [];
  return {
    name,
    applySetId: setOf(name),
    earlierSets: new Set(earlier.map(setOf)),
    parent: parentId(name, agent.namespace),
    earlierNames: earlier,
    manager: agent.name,
    renamedFrom: agent.renamedFrom,
    ports: { cluster: ports.cluster, lease: opened.lease, clock: ports.clock },
  };
}

async function findObject(id: ObjectId, scene: Scene): Promise<Parsed<Released>> {
  const { cluster } = scene.opened.stack.setup.ports;
  const served = await cluster.findKind(id);
  if (served === undefined) {
    const what = `the cluster does not serve the kind ${kindKey(id)}`;
    return refuse({ where: "arguments", what, expected: "a kind with its group: Deployment.apps" });
  }
  if (served.isNamespaced !== (id.namespace !== "")) {
    const expected = served.isNamespaced
      ? `${kindKey(id)}/<namespace>/${id.name}`
      : `${kindKey(id)}/${id.name}`;
    return refuse({ where: "arguments", what: `${objectKey(id)} is no id of that kind`, expected });
  }
  const ref = { id, apiVersion: apiVersionOf(served) };
  const seen = await cluster.read(ref);
  const nothing = { kind: "nothing", id: objectKey(id) } as const;
  switch (seen.kind) {
    case "unreadable":
      return { ok: true, value: { ...nothing, outcome: "refused", message: seen.reason } };
    case "absent":
    case "not-served":
      return findAbsent(id, scene);
    case "present":
      return findPresent(ref, seen.object, scene);
  }
}

/** What is gone is fine as it is, where anybody knows of it; else its id is written wrongly. */
async function findAbsent(id: ObjectId, scene: Scene): Promise<Parsed<Released>> {
  const { config } = scene.loaded;
  const gone = { outcome: "gone", message: "it is not there" } as const;
  const value = { kind: "nothing", id: objectKey(id), ...gone } as const;
  const checked = await checkOutAll(config.stacks, (stack) =>
    scene.outside.openSource(config, stack),
  );
  const known: ObjectId[] = [];
  for (const [index, each] of checked.entries()) {
    const stack = config.stacks[index];
    // What nobody can look up is no fault of the id.
    if (stack === undefined || !each.ok) return { ok: true, value };
    const { manifests } = each.value.desired;
    const manifest = manifests.find((one) => isSameObject(one.id, id));
    if (manifest !== undefined) {
      return isOff(manifest, stack) ? { ok: true, value } : refuse(stillInGit(manifest, id));
    }
    known.push(...manifests.map((one) => one.id));
  }
  const told = await Promise.all(
    config.stacks.map(async ({ name }) => listToldIds(leavingStack(name, scene))),
  );
  if (told.flat().includes(objectKey(id))) return { ok: true, value };
  return refuse(
    findUnknownObject(id, [...known, ...told.flat().flatMap((text) => parseObjectId(text) ?? [])]),
  );
}

async function findPresent(
  ref: ObjectRef,
  live: JsonObject,
  scene: Scene,
): Promise<Parsed<Released>> {
  const owner = findLiveOwner(live, scene);
  const id = objectKey(ref.id);
  if (owner.kind === "nobody") {
    const message = "nothing of it is Lockstep's";
    return { ok: true, value: { kind: "nothing", id, outcome: "not-ours", message } };
  }
  if (owner.kind === "other") {
    const what = `it belongs to ${owner.name}, which another agent syncs`;
    return refuse({ where: id, what, expected: "the configuration of that agent (--config)" });
  }
  const stack = leavingStack(owner.name, scene);
  const config = scene.loaded.config.stacks.find((each) => each.name === owner.name);
  if (config === undefined || config.mode === "off") {
    return { ok: true, value: { kind: "object", stack, ref, revision: undefined } };
  }
  return findInGit({ kind: "object", stack, ref, revision: undefined }, config, scene);
}

type LiveOwner =
  | { readonly kind: "nobody" }
  | { readonly kind: "stack" | "other"; readonly name: string };

/** By its labels; one that lost them, by our entry and the stack that is meant. */
function findLiveOwner(live: JsonObject, { loaded, opened }: Scene): LiveOwner {
  const { stacks } = loaded.config;
  const { setOf } = opened.stack.setup;
  const set = labelOf(live, CONTROL_KEYS.partOf);
  const named = labelOf(live, CONTROL_KEYS.stack);
  if (set === undefined) return findUnlabelledOwner(live, named, loaded);
  const configured = stacks.find(({ name, renamedFrom }) =>
    [name, ...renamedFrom].some((each) => setOf(each) === set),
  );
  if (configured !== undefined) return { kind: "stack", name: configured.name };
  const isKnown = named !== undefined && setOf(named) === set;
  return isKnown ? { kind: "stack", name: named } : { kind: "other", name: named ?? set };
}

function findUnlabelledOwner(
  live: JsonObject,
  named: string | undefined,
  { config, stacks }: LoadedConfig,
): LiveOwner {
  const names = [config.agent.name, ...config.agent.renamedFrom];
  const isOurs = readManagerEntries(live).entries.some((entry) =>
    names.some((name) => isOwnEntry(entry, name)),
  );
  if (!isOurs && named === undefined) return { kind: "nobody" };
  return { kind: "stack", name: named ?? stacks[0]?.name ?? "" };
}

/** What Git still wants would be taken again at the next look. */
async function findInGit(
  released: Extract<Released, { readonly kind: "object" }>,
  config: StackConfig,
  { loaded, outside }: Scene,
): Promise<Parsed<Released>> {
  const [checked] = await checkOutAll([config], (stack) =>
    outside.openSource(loaded.config, stack),
  );
  if (checked?.ok !== true) return { ok: false, problems: checked?.problems ?? [] };
  const { manifests, revision } = checked.value.desired;
  const { id } = released.ref;
  const manifest = manifests.find((each) => isSameObject(each.id, id));
  if (manifest === undefined || isOff(manifest, config)) {
    return { ok: true, value: { ...released, revision } };
  }
  return refuse(stillInGit(manifest, id));
}

function isOff(manifest: Manifest, { mode, modes }: StackConfig): boolean {
  const rules = { mode, modes: new Map(modes.map((each) => [each.kind, each.mode])) };
  return modeOf(manifest, rules).mode === "off";
}

function stillInGit({ place }: Manifest, id: ObjectId): Problem {
  const where = `${place.file}:${place.line}:${place.column}`;
  const what = `${objectKey(id)} is in Git, so the agent would take it again`;
  const expected = `the annotation ${CONTROL_KEYS.mode}: "off" there; once it is let go it may be removed from Git, and stays`;
  return { where, what, expected };
}

/** Without the cluster, kinds that nobody knows count as namespaced. */
function isSameObject(inGit: ObjectId, live: ObjectId): boolean {
  const isSamePlace = live.namespace === "" || inGit.namespace === live.namespace;
  return kindKey(inGit) === kindKey(live) && inGit.name === live.name && isSamePlace;
}
