import type { PageStack } from "../core/report/page-document.ts";
import type { ObjectStatus } from "../core/report/status-document.ts";
import { type Naming, nameObjects } from "../core/wording/name-objects.ts";
import { anchor } from "./anchor.ts";
import { type Content, element } from "./page-node.ts";

/** An edge as seen from one of its ends. */
export interface SceneEdge {
  readonly id: string;
  readonly gate: string;
  readonly origin: string;
}

/** A stack with what its parts look up in each other. */
export interface StackScene {
  readonly stack: PageStack;
  readonly name: Naming;
  /** The `id` of the object's card; `undefined` when it has none. */
  readonly cardOf: (id: string) => string | undefined;
  readonly targetsOf: (id: string) => readonly SceneEdge[];
  readonly dependentsOf: (id: string) => readonly SceneEdge[];
}

/** Objects that have a card. */
const CARDS_MAX = 2000;

export function openScene(stack: PageStack): StackScene {
  const { status, edges } = stack;
  const cards = new Map(
    chooseShown(status.objects).map(({ id }) => [id, anchor("object", status.name, id)] as const),
  );
  const targets = new Map<string, SceneEdge[]>();
  const dependents = new Map<string, SceneEdge[]>();
  for (const { from, to, gate, origin } of edges) {
    addTo(targets, from, { id: to, gate, origin });
    addTo(dependents, to, { id: from, gate, origin });
  }
  return {
    stack,
    name: nameObjects(status),
    cardOf: (id) => cards.get(id),
    targetsOf: (id) => targets.get(id) ?? [],
    dependentsOf: (id) => dependents.get(id) ?? [],
  };
}

/** An object's name, as a link to its card when it has one. */
export function objectLink({ cardOf, name }: StackScene, id: string): Content {
  const card = cardOf(id);
  // A long name is broken where a person would break it.
  const parts = name(id)
    .split(/(?<=\/)/)
    .flatMap((part, index) => (index === 0 ? [part] : [element("wbr", {}), part]));
  return card === undefined
    ? element("span", { class: "object-name" }, parts)
    : element("a", { class: "object-name", href: `#${card}` }, parts);
}

/** Those that are not at rest come first when not all have room. */
function chooseShown(objects: readonly ObjectStatus[]): readonly ObjectStatus[] {
  if (objects.length <= CARDS_MAX) return objects;
  return objects
    .toSorted((a, b) => Number(a.phase === "Ready") - Number(b.phase === "Ready"))
    .slice(0, CARDS_MAX);
}

function addTo(map: Map<string, SceneEdge[]>, key: string, edge: SceneEdge): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [edge]);
  else known.push(edge);
}
