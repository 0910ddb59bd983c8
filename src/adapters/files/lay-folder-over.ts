import type { SourcePort } from "../../ports/source-port.ts";

/** Git's object ids; those of a folder's files are longer. */
const GIT_ID_LENGTH = 40;

/** A folder of the working tree in place of the branch's tip; what earlier commits said is still the source's to tell. */
export function layFolderOver(source: SourcePort, folder: SourcePort): SourcePort {
  function sideOf(id: string): SourcePort {
    return /^[0-9a-f]+$/.test(id) && id.length === GIT_ID_LENGTH ? source : folder;
  }
  return {
    findTip: async () => folder.findTip(),
    readTree: async (id) => sideOf(id).readTree(id),
    readText: async (blob) => sideOf(blob).readText(blob),
    readCommit: async (id) => sideOf(id).readCommit(id),
    buildKustomization: async (request) => sideOf(request.commit).buildKustomization(request),
    relate: async (id, other) =>
      sideOf(id) === source && sideOf(other) === source ? source.relate(id, other) : "unknown",
    watch: () => () => undefined,
    async close() {
      await Promise.all([source.close(), folder.close()]);
    },
  };
}
