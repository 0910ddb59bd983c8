import type { ClusterPort } from "../../src/ports/cluster-port.ts";

/** What happens in place of one request: it sends it, or not, and answers as it wants. */
type Deed = (send: () => Promise<unknown>) => Promise<unknown>;

/** A cluster port whose requests are counted, with a deed at one of them. */
export interface NumberedRequests {
  readonly wrap: (cluster: ClusterPort) => ClusterPort;
  /** The next request has number 0; at number `at` comes the deed, once. */
  arm(at: number, deed: Deed): void;
  /** Whether the request came. */
  hasCome(): boolean;
  /** From here on nothing is sent any more, as of a process that was killed. */
  cut(): void;
}

/** What a process that was killed would never hear. */
export class Killed extends Error {
  override readonly name = "Killed";
}

export function numberRequests(): NumberedRequests {
  let armed: { readonly at: number; readonly deed: Deed } | undefined;
  let next = 0;
  let isCut = false;
  async function pass<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    if (isCut) throw new Killed();
    const number = next;
    next += 1;
    if (armed?.at !== number) return send();
    const { deed } = armed;
    armed = undefined;
    let answer: { readonly value: Answer } | undefined;
    await deed(async () => {
      answer = { value: await send() };
    });
    return answer === undefined ? send() : answer.value;
  }
  return {
    wrap: (cluster) => numbered(cluster, pass),
    arm(at, deed) {
      armed = { at, deed };
      next = 0;
    },
    hasCome: () => armed === undefined,
    cut() {
      isCut = true;
    },
  };
}

type Pass = <Answer>(send: () => Promise<Answer>) => Promise<Answer>;

function numbered(cluster: ClusterPort, pass: Pass): ClusterPort {
  return {
    // Mostly from memory.
    findKind: async (kind) => cluster.findKind(kind),
    read: async (ref) => pass(async () => cluster.read(ref)),
    readMany: async (refs) => pass(async () => cluster.readMany(refs)),
    list: async (selection) => pass(async () => cluster.list(selection)),
    findKindsOf: async (labelSelector, group) =>
      pass(async () => cluster.findKindsOf(labelSelector, group)),
    apply: async (request) => pass(async () => cluster.apply(request)),
    create: async (request) => pass(async () => cluster.create(request)),
    probeCreate: async (request) => pass(async () => cluster.probeCreate(request)),
    patchOwnership: async (request) => pass(async () => cluster.patchOwnership(request)),
    delete: async (request) => pass(async () => cluster.delete(request)),
    follow: (selection, onChange) => cluster.follow(selection, onChange),
    recordEvent: async (event) => pass(async () => cluster.recordEvent(event)),
    requestCounts: () => cluster.requestCounts(),
    close: async () => cluster.close(),
  };
}
