import type { JsonObject } from "../../src/core/object/json.ts";
import type { Files } from "./git-repository.ts";
import { manifestFiles, settings } from "./kube-manifests.ts";

/** ConfigMaps that one pass writes one after the other: each waits until the one before it is there. */
export function settingsInOrder(names: readonly string[], text: string): Files {
  return manifestFiles(
    ...names.map((name, index) => {
      const before = names[index - 1];
      const annotations: JsonObject =
        before === undefined ? {} : { "lockstep.dev/after": `ConfigMap/${before}@exists` };
      return settings(name, { text }, { annotations });
    }),
  );
}
