import type { SourcePort } from "../../ports/source-port.ts";

/** The source with one commit as its tip, whatever the branch says. */
export function pinCommit(source: SourcePort, commit: string): SourcePort {
  return {
    findTip: async () => Promise.resolve(commit),
    readTree: async (id) => source.readTree(id),
    readText: async (blob) => source.readText(blob),
    readCommit: async (id) => source.readCommit(id),
    buildKustomization: async (request) => source.buildKustomization(request),
    relate: async (id, other) => source.relate(id, other),
    watch: () => () => undefined,
    close: async () => source.close(),
  };
}
