const SHOP_IMAGE = /^(\s*image: \S+:)(\d+)\.(\d+)\.\d+$/gm;
const ELASTIC_VERSION = /^(\s*version: )(\d+)\.(\d+)\.\d+$/gm;

/** The next minor version of everything in a file of the example that has a version. */
export function raiseVersions(path: string, text: string): string {
  if (path.startsWith("shop/")) return text.replaceAll(SHOP_IMAGE, raise);
  if (path.startsWith("elastic/")) return text.replaceAll(ELASTIC_VERSION, raise);
  return text;
}

function raise(_line: string, head: string, major: string, minor: string): string {
  return `${head}${major}.${Number(minor) + 1}.0`;
}
