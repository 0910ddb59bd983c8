import type { BenchBed } from "./bench-bed.ts";

/** One plain server-side apply that changes a value: the milliseconds until its answer. */
export async function applyOnce(bed: BenchBed, namespace: string, index: number): Promise<number> {
  const body = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "plain", namespace },
    data: { mode: String(index) },
  };
  const startedAtMs = performance.now();
  await bed.admin.apply(body, { as: "bench", force: true });
  return performance.now() - startedAtMs;
}
