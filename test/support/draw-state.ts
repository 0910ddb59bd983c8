import { type Dice, takeDice } from "../simulation/dice.ts";
import { type DrawnEdge, drawAfter, edgesOf } from "./draw-edges.ts";
import { drawMember, drawWeighted, type Member, type Scene } from "./draw-member.ts";
import { DRAWN_KINDS, type DrawnBefore, type DrawnKind, type DrawnObject } from "./drawn-kinds.ts";
import { admissionPolicy, namespaceObject, ownKind } from "./drawn-surroundings.ts";
import { idIn, settings } from "./kube-manifests.ts";

/** A repository with two commits, and what the cluster holds when the second one comes. */
export interface DrawnState {
  readonly seed: number;
  /** The stack's namespace, made for this state. */
  readonly namespace: string;
  /** Whether it exists before the stack comes. */
  readonly hasNamespace: boolean;
  /** Lines of the stack's config. */
  readonly config: readonly string[];
  /** Without a history the first commit is not played. */
  readonly hasHistory: boolean;
  /** Passes of that history at most: after the first one the agent may have been killed. */
  readonly passesMax: number;
  /** Before the second commit a person suspends the stack. */
  readonly isSuspended: boolean;
  readonly members: readonly Member[];
  /** Between objects of the second commit. */
  readonly edges: readonly DrawnEdge[];
}

const KINDS: Readonly<Record<DrawnKind, number>> = {
  ConfigMap: 4,
  Secret: 1,
  Service: 2,
  ServiceAccount: 1,
  Deployment: 3,
  StatefulSet: 1,
  Job: 1,
  Role: 1,
  RoleBinding: 2,
  HorizontalPodAutoscaler: 1,
  PodDisruptionBudget: 1,
  NetworkPolicy: 1,
  Elasticsearch: 3,
  Kibana: 3,
  Gadget: 1,
};

/** What a reference mostly has to refer to; of what nobody serves there are few. */
const NEEDS: Partial<Record<DrawnKind, DrawnKind>> = {
  Kibana: "Elasticsearch",
  RoleBinding: "Role",
  HorizontalPodAutoscaler: "Deployment",
  PodDisruptionBudget: "Deployment",
};

const CONFIGS = {
  "apply: { preflight: true }": 12,
  "apply: { preflight: false }": 2,
  "gates: { unknownVersion: allow }": 1,
  "prune: { enabled: false }": 1,
  "prune: { limit: { objects: 1, percent: 20 } }": 1,
  "ownership: { allow: [{ manager: kubectl-edit }] }": 2,
  "mode: observe": 1,
  "mode: create-only": 1,
} as const;

const PASSES_MAX = 8;

/** The state of a seed. The namespace has to be new. */
export function drawState(seed: number, namespace: string): DrawnState {
  const scene = drawScene(namespace, takeDice(seed));
  const { dice, members } = scene;
  const edges: DrawnEdge[] = [];
  if (!scene.hasNamespace && dice.chance(0.75)) put(scene, namespaceObject(namespace), "");
  const count = 3 + dice.int(6);
  for (let index = 0; index < count; index += 1) {
    const kind = drawKind(scene);
    const drawn = DRAWN_KINDS[kind](namesFor(scene, `${kind.toLowerCase()}-${index}`));
    edges.push(...put(scene, drawn, namespace));
  }
  if (dice.chance(0.3)) edges.push(...putInner(scene));
  if (dice.chance(0.08)) edges.push(...putOwnKind(scene));
  if (dice.chance(0.06)) putPolicy(scene);
  const { hasNamespace, hasHistory } = scene;
  return {
    seed,
    namespace,
    hasNamespace,
    config: [drawWeighted(dice, CONFIGS)],
    hasHistory,
    passesMax: !scene.isCalm && dice.chance(0.2) ? 1 : PASSES_MAX,
    isSuspended: dice.chance(0.04),
    members: [...members.values()],
    edges: edges.filter((ends) => ends.every((id) => members.get(id)?.after !== undefined)),
  };
}

function drawScene(namespace: string, dice: Dice): Scene {
  const hasHistory = dice.chance(0.75);
  const hasNamespace = hasHistory || dice.chance(0.5);
  const isCalm = hasHistory && dice.chance(0.3);
  return { dice, namespace, hasHistory, hasNamespace, isCalm, members: new Map() };
}

function drawKind(scene: Scene): DrawnKind {
  const kind = drawWeighted(scene.dice, KINDS);
  const needed = NEEDS[kind];
  if (needed === undefined) return kind;
  return namesOf(scene, needed).length > 0 || scene.dice.chance(0.3) ? kind : needed;
}

function namesFor(scene: Scene, name: string): DrawnBefore {
  return {
    name,
    workload: pickName(scene, "Deployment"),
    settings: pickName(scene, "ConfigMap"),
    role: pickName(scene, "Role"),
    elasticsearch: pickName(scene, "Elasticsearch"),
  };
}

function pickName(scene: Scene, kind: DrawnKind): string {
  const [first, ...more] = namesOf(scene, kind);
  return first === undefined || scene.dice.chance(0.15) ? "" : scene.dice.pick([first, ...more]);
}

function namesOf({ members, namespace }: Scene, kind: DrawnKind): readonly string[] {
  return [...members.keys()].flatMap((id) => {
    const [type = "", place, name = ""] = id.split("/");
    return type.split(".")[0] === kind && place === namespace ? [name] : [];
  });
}

/** Adds an object; `namespace` is empty for a cluster-scoped one. */
function put(scene: Scene, drawn: DrawnObject, namespace: string): readonly DrawnEdge[] {
  const id = idIn(namespace, drawn.body);
  const after = namespace === "" ? undefined : drawAfter(scene);
  const member = drawMember(scene, drawn, after?.annotations ?? {});
  // What goes with all that is in it is a matter of its own.
  const isSpared = namespace === "" && member.act.startsWith("delete");
  scene.members.set(id, isSpared ? { ...member, act: "nothing" } : member);
  if (namespace === "" || member.after === undefined) return [];
  return edgesOf(id, member.after, { after, namespace });
}

/** A namespace of its own, with an object in it. */
function putInner(scene: Scene): readonly DrawnEdge[] {
  const inner = `${scene.namespace}-inner`;
  const drawn = DRAWN_KINDS.ConfigMap(namesFor(scene, "inside"));
  const body = settings("inside", { mode: "1", kept: "x" }, { namespace: inner });
  const apart = { ...scene, hasNamespace: false };
  put(apart, namespaceObject(inner), "");
  return put(apart, { ...drawn, body }, inner);
}

/** A CRD with an object of its kind. */
function putOwnKind(scene: Scene): readonly DrawnEdge[] {
  const { crd, object } = ownKind(`${scene.namespace}.example.com`);
  const apart = { ...scene, hasNamespace: false };
  put(apart, crd, "");
  const edges = put(apart, object, scene.namespace);
  return [...edges, [idIn(scene.namespace, object.body), idIn("", crd.body)]];
}

/** A policy that comes with the second commit: what it refuses can be asked only when it is there. */
function putPolicy(scene: Scene): void {
  for (const drawn of admissionPolicy(scene.namespace)) {
    put({ ...scene, hasHistory: false, hasNamespace: false }, drawn, "");
  }
}
