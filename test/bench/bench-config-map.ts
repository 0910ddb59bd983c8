import type { JsonObject } from "../../src/core/object/json.ts";

/** A ConfigMap of about half a kilobyte, as people write them. */
export function benchConfigMap(index: number): JsonObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: benchName(index), labels: { "app.kubernetes.io/name": "bench" } },
    data: {
      mode: "fast",
      "settings.yaml": `server:\n  port: 8080\n  workers: ${index}\nlog:\n  level: info\n`,
      "endpoints.txt": Array.from({ length: 5 }, (_, each) => `https://host-${each}/v1\n`).join(""),
    },
  };
}

export function benchName(index: number): string {
  return `settings-${String(index).padStart(4, "0")}`;
}
