/** One entry of a Git tree object, as it is stored. */
export interface StoredEntry {
  /** Octal, as written: `100644`, `40000`, `120000`, `160000`. */
  readonly mode: string;
  /** The name's bytes as latin1, so that a name in any encoding is kept. */
  readonly name: string;
  readonly oid: string;
}

const SPACE = 0x20;
const NUL = 0;
const OID_BYTES = 20;

export const TREE_MODE = "40000";

export function isTree(entry: StoredEntry): boolean {
  return entry.mode === TREE_MODE || entry.mode === "040000";
}

/**
 * The entries of a tree object, or `undefined` when it is cut off or malformed.
 *
 * @see https://git-scm.com/docs/gitformat-pack and https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
 */
export function parseGitTree(bytes: Uint8Array): readonly StoredEntry[] | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: StoredEntry[] = [];
  let at = 0;
  while (at < buffer.length) {
    const space = buffer.indexOf(SPACE, at);
    const nul = buffer.indexOf(NUL, at);
    const end = nul + 1 + OID_BYTES;
    if (space === -1 || nul <= space || end > buffer.length) return undefined;
    entries.push({
      mode: buffer.toString("latin1", at, space),
      name: buffer.toString("latin1", space + 1, nul),
      oid: buffer.toString("hex", nul + 1, end),
    });
    at = end;
  }
  return entries;
}

/** The tree object of these entries, in Git's order: a folder sorts as if its name ended in a slash. */
export function renderGitTree(entries: readonly StoredEntry[]): Uint8Array {
  const ordered = entries
    .map((entry) => ({
      entry,
      key: Buffer.from(isTree(entry) ? `${entry.name}/` : entry.name, "latin1"),
    }))
    .toSorted((a, b) => Buffer.compare(a.key, b.key));
  return Buffer.concat(
    ordered.flatMap(({ entry }) => [
      Buffer.from(`${entry.mode} ${entry.name}\0`, "latin1"),
      Buffer.from(entry.oid, "hex"),
    ]),
  );
}
