import type { ObjectRef } from "../../src/core/object/object-id.ts";
import type { ApplyRequest, ClusterPort } from "../../src/ports/cluster-port.ts";

/** What a test does just before the agent sends a request, or just after its apply. */
export interface Interposed {
  readonly beforeRead?: (ref: ObjectRef) => Promise<void>;
  readonly beforeCreate?: (ref: ObjectRef) => Promise<void>;
  readonly beforeDryRun?: () => Promise<void>;
  readonly beforeProbe?: () => Promise<void>;
  readonly afterApply?: (request: ApplyRequest) => Promise<void>;
  readonly beforePatch?: () => Promise<void>;
  readonly afterPatch?: () => Promise<void>;
  readonly beforeDelete?: () => Promise<void>;
  /** Dry runs apart. */
  readonly beforeApply?: (request: ApplyRequest) => Promise<void>;
}

/** The cluster port with something that happens between the agent's decision and its write. */
export function interpose(cluster: ClusterPort, actions: Interposed): ClusterPort {
  return {
    findKind: async (kind) => cluster.findKind(kind),
    async read(ref) {
      await actions.beforeRead?.(ref);
      return cluster.read(ref);
    },
    readMany: async (refs) => cluster.readMany(refs),
    list: async (selection) => cluster.list(selection),
    findKindsOf: async (labelSelector) => cluster.findKindsOf(labelSelector),
    async apply(request) {
      if (request.isDryRun) {
        await actions.beforeDryRun?.();
        return cluster.apply(request);
      }
      await actions.beforeApply?.(request);
      const answer = await cluster.apply(request);
      await actions.afterApply?.(request);
      return answer;
    },
    async create(request) {
      await actions.beforeCreate?.(request.ref);
      return cluster.create(request);
    },
    async probeCreate(request) {
      await actions.beforeProbe?.();
      return cluster.probeCreate(request);
    },
    async patchOwnership(request) {
      await actions.beforePatch?.();
      const answer = await cluster.patchOwnership(request);
      await actions.afterPatch?.();
      return answer;
    },
    async delete(request) {
      await actions.beforeDelete?.();
      return cluster.delete(request);
    },
    follow: (selection, onChange) => cluster.follow(selection, onChange),
    recordEvent: async (event) => cluster.recordEvent(event),
    requestCounts: () => cluster.requestCounts(),
    close: async () => cluster.close(),
  };
}
