import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import type { Scene } from "./draw-member.ts";

/** The ids of a dependent and its target. */
export type DrawnEdge = readonly [dependent: string, target: string];

/** An annotation to an earlier object of the stack's namespace, or to nothing. */
export interface DrawnAfter {
  readonly annotations: JsonObject;
  readonly target: string;
  /** It switches the edge of a reference off. */
  readonly isOff: boolean;
}

/** `undefined`: the object names none. */
export function drawAfter({ dice, members, namespace }: Scene): DrawnAfter | undefined {
  if (!dice.chance(0.3)) return undefined;
  const [first, ...more] = [...members.keys()].filter((id) => id.includes(`/${namespace}/`));
  if (first === undefined) return undefined;
  const isMissing = dice.chance(0.1);
  const target = isMissing ? `ConfigMap/${namespace}/nowhere` : dice.pick([first, ...more]);
  const gate = dice.pick(["", "", "@exists", "@exists", "@ready", "@none", "@>=1.0.0"]);
  const annotations = { "lockstep.dev/after": `${target}${gate}` };
  return { annotations, target, isOff: gate === "@none" };
}

/** The edges of one object by its annotation, its references and its namespace. */
export function edgesOf(
  id: string,
  body: JsonObject,
  written: { readonly after: DrawnAfter | undefined; readonly namespace: string },
): readonly DrawnEdge[] {
  const { after, namespace } = written;
  const referred = referencesOf(body)
    .map(([kind, name]) => `${kind}/${namespace}/${name}`)
    .filter((target) => target !== after?.target);
  const named = after === undefined || after.isOff ? [] : [after.target];
  return [...referred, ...named, `Namespace/${namespace}`].map((target) => [id, target]);
}

/** Kind and name of what its own fields refer to. */
function referencesOf({ kind, spec, roleRef }: JsonObject): readonly (readonly [string, string])[] {
  const places = [
    ["Role.rbac.authorization.k8s.io", textAt(roleRef, "name")],
    ["Deployment.apps", textAt(spec, "scaleTargetRef", "name")],
    ["Deployment.apps", guardedBy(kind === "PodDisruptionBudget" ? spec : undefined)],
    ["Elasticsearch.elasticsearch.k8s.elastic.co", textAt(spec, "elasticsearchRef", "name")],
    ["ConfigMap", usedBy(spec)],
  ] as const;
  return places.flatMap(([target, name]) => (name === undefined ? [] : [[target, name] as const]));
}

function guardedBy(spec: JsonObject[string] | undefined): string | undefined {
  return textAt(spec, "selector", "matchLabels", "app");
}

function usedBy(spec: JsonObject[string] | undefined): string | undefined {
  return textAt(spec, "template", "spec", "containers", 0, "envFrom", 0, "configMapRef", "name");
}
