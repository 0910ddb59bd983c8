import type { Manifest } from "../../src/core/manifest/manifest.ts";
import type { JsonObject } from "../../src/core/object/json.ts";
import { manifest, type WrittenBody } from "./graph-builders.ts";
import { OLD, runningAt } from "./look-builder.ts";

/** Elasticsearch `es` at a version. */
export function es(version: string, more: WrittenBody = {}): Manifest {
  return manifest("Elasticsearch/shop/es", { spec: `{version: ${version}}`, ...more });
}

/** Kibana `kb` at a version, which refers to `es`. */
export function kb(version: string, more: WrittenBody = {}): Manifest {
  const spec = `{version: ${version}, elasticsearchRef: {name: es}}`;
  return manifest("Kibana/shop/kb", { spec, ...more });
}

/** Beat `b` at 8.19.2, which refers to `es`. */
export function beat(type: string): Manifest {
  const spec = `{version: 8.19.2, type: ${type}, elasticsearchRef: {name: es}}`;
  return manifest("Beat/shop/b", { spec });
}

/** Elasticsearch and Kibana as they were applied at `OLD`, each running what it was told. */
export function running(esVersion: string, kbVersion: string): readonly JsonObject[] {
  return [runningAt(es(esVersion), OLD, esVersion), runningAt(kb(kbVersion), OLD, kbVersion)];
}
