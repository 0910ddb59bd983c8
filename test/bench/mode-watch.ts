import { textAt } from "../../src/core/object/json.ts";
import type { BenchBed } from "./bench-bed.ts";
import { benchName } from "./bench-config-map.ts";
import { type SeenEvent, watchObjects } from "./watch-objects.ts";

const FOREIGN = "slow";
const OURS = "fast";

/** Makes foreign edits of ConfigMaps (`benchConfigMap`) and tells when they are taken back. */
export interface ModeWatch {
  /** Writes another value as `kubectl edit`; resolves with the milliseconds from the answer until the watch has ours again. */
  revertOnce(index: number): Promise<number>;
  close(): void;
}

export async function watchModes(bed: BenchBed, namespace: string): Promise<ModeWatch> {
  const waiting = new Map<string, (atMs: number) => void>();
  const foreign = new Set<string>();
  function see({ object }: SeenEvent): void {
    const name = textAt(object, "metadata", "name") ?? "";
    const mode = textAt(object, "data", "mode");
    if (mode === FOREIGN) foreign.add(name);
    if (mode !== OURS || !foreign.delete(name)) return;
    waiting.get(name)?.(performance.now());
    waiting.delete(name);
  }
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const close = await watchObjects(bed.address, path, see);
  return {
    async revertOnce(index) {
      const name = benchName(index);
      const target = { apiVersion: "v1", kind: "ConfigMap", namespace, name };
      const isBack = new Promise<number>((resolve) => {
        waiting.set(name, resolve);
      });
      await bed.admin.patch(target, { merge: { data: { mode: FOREIGN } } }, { as: "kubectl-edit" });
      const answeredAtMs = performance.now();
      return (await isBack) - answeredAtMs;
    },
    close,
  };
}
