/** A directed graph: where each node leads. Every node is a key; what is no key is no node. */
export type Successors<Node> = ReadonlyMap<Node, readonly Node[]>;

interface Visit<Node> {
  readonly node: Node;
  readonly successors: Iterator<Node>;
  readonly order: number;
  /** The lowest order that is reached from here without leaving the open nodes. */
  low: number;
  /** Not yet given to a component. */
  isOpen: boolean;
}

/**
 * The strongly connected components, each after all components that it leads to. A component of one node is no cycle.
 * Iterative, so that a chain of any length fits; linear in nodes and edges.
 *
 * @see https://doi.org/10.1137/0201010 (Tarjan 1972)
 */
export function findComponents<Node>(graph: Successors<Node>): readonly (readonly Node[])[] {
  const visits = new Map<Node, Visit<Node>>();
  const open: Visit<Node>[] = [];
  const components: (readonly Node[])[] = [];
  for (const root of graph.keys()) {
    const path = visits.has(root) ? [] : [enter(root)];
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const next = here.successors.next();
      if (next.done === true) {
        path.pop();
        leave(here, path.at(-1));
      } else follow(here, next.value, path);
    }
  }
  return components;

  function enter(node: Node): Visit<Node> {
    const order = visits.size;
    const successors = (graph.get(node) ?? [])[Symbol.iterator]();
    const visit = { node, successors, order, low: order, isOpen: true };
    visits.set(node, visit);
    open.push(visit);
    return visit;
  }

  function follow(from: Visit<Node>, node: Node, path: Visit<Node>[]): void {
    if (!graph.has(node)) return;
    const seen = visits.get(node);
    if (seen === undefined) path.push(enter(node));
    else if (seen.isOpen) from.low = Math.min(from.low, seen.order);
  }

  function leave(visit: Visit<Node>, parent: Visit<Node> | undefined): void {
    if (parent !== undefined) parent.low = Math.min(parent.low, visit.low);
    if (visit.low < visit.order) return;
    const members = open.splice(open.lastIndexOf(visit));
    for (const member of members) member.isOpen = false;
    components.push(members.map(({ node }) => node));
  }
}
