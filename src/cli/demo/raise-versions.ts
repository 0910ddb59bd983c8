const SHOP_IMAGE = /(?<=^\s*image: \S+:\d+\.)\d+\.\d+$/gm;
const ELASTIC_VERSION = /(?<=^\s*version: \d+\.)\d+\.\d+$/gm;

/** The next minor version of everything in a file of the example that has a version. */
export function raiseVersions(path: string, text: string): string {
  if (path.startsWith("shop/")) return text.replaceAll(SHOP_IMAGE, nextMinor);
  if (path.startsWith("elastic/")) return text.replaceAll(ELASTIC_VERSION, nextMinor);
  return text;
}

/** `4.1` → `5.0`. */
function nextMinor(minorAndPatch: string): string {
  return `${Number.parseInt(minorAndPatch, 10) + 1}.0`;
}
