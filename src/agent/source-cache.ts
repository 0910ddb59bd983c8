import { LRUCache } from "lru-cache";
import type { ParsedFile } from "../core/manifest/written-manifest.ts";

/** Parsed files kept at most; a repository with more is parsed again where it exceeds this. */
const FILES_MAX = 60_000;

/** Built kustomizations kept at most. */
const BUILDS_MAX = 200;

/** What was parsed before: a new commit costs only the blobs that it changed. */
export interface SourceCache {
  /** By path and blob id. */
  readonly files: LRUCache<string, ParsedFile>;
  /** By commit and folder. */
  readonly builds: LRUCache<string, ParsedFile>;
}

export function openSourceCache(): SourceCache {
  return {
    files: new LRUCache({ max: FILES_MAX }),
    builds: new LRUCache({ max: BUILDS_MAX }),
  };
}
