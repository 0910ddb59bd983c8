import { isAbsolute, relative } from "node:path";

/** A path as a person would type it in that folder: relative when it lies below, else whole. */
export function typedPath(path: string, folder: string): string {
  const below = relative(folder, path);
  return below.startsWith("..") || isAbsolute(below) ? path : below;
}
