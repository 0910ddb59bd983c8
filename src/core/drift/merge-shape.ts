import type { FieldPath } from "../ownership/field-path.ts";
import { type FieldNode, type FieldSet, isLeaf } from "../ownership/field-set.ts";

/**
 * How the API server merges one place of an object, as far as the field sets of its managers show it: there is no other
 * schema at hand. Items of one list share one shape.
 */
export interface MergeShape {
  /** It is owned as a whole and never below: a scalar, an atomic list or map. */
  readonly isAtomic: boolean;
  /** The merge keys of a keyed list; `undefined` when no manager owns an item of it. */
  readonly keyNames: readonly string[] | undefined;
  readonly isSetList: boolean;
  readonly fields: ReadonlyMap<string, MergeShape>;
  readonly item: MergeShape | undefined;
}

/** Reads the shape of an object from the sets of all its managers. */
export function shapeOf(sets: readonly FieldSet[]): MergeShape {
  return shapeAt(sets, false);
}

/** The shape of a place below, `undefined` when no manager shows it. */
export function shapeBelow(shape: MergeShape, path: FieldPath): MergeShape | undefined {
  let here: MergeShape | undefined = shape;
  for (const element of path) {
    here = element.kind === "field" ? here?.fields.get(element.name) : here?.item;
  }
  return here;
}

function shapeAt(sets: readonly FieldSet[], isAtomic: boolean): MergeShape {
  const fields = new Map<string, FieldNode[]>();
  const items: FieldNode[] = [];
  let keyNames: readonly string[] | undefined;
  let isSetList = false;
  for (const node of sets.flatMap((set) => [...set.nodes.values()])) {
    if (node.element.kind === "field") addTo(fields, node.element.name, node);
    if (node.element.kind === "key") {
      keyNames ??= [...node.element.keys.keys()];
      items.push(node);
    }
    if (node.element.kind === "value") isSetList = true;
  }
  return {
    isAtomic,
    keyNames,
    isSetList,
    fields: new Map([...fields].map(([name, nodes]) => [name, shapeOfNodes(nodes)])),
    item: items.length === 0 ? undefined : shapeOfNodes(items),
  };
}

function addTo(fields: Map<string, FieldNode[]>, name: string, node: FieldNode): void {
  const same = fields.get(name);
  if (same === undefined) fields.set(name, [node]);
  else same.push(node);
}

function shapeOfNodes(nodes: readonly FieldNode[]): MergeShape {
  return shapeAt(
    nodes.map((node) => node.children),
    nodes.every(isLeaf),
  );
}
