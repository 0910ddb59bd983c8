/** What Lockstep reads of a commit object. */
export interface GitCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  /** `Ada Lovelace <ada@example.com>`. */
  readonly author: string;
  /** The same of the committer. */
  readonly committer: string;
  readonly message: string;
}

/**
 * A commit object's headers and message, or `undefined` when it names no tree.
 *
 * @see https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
 */
export function parseGitCommit(bytes: Uint8Array): GitCommit | undefined {
  const text = new TextDecoder().decode(bytes);
  const end = text.indexOf("\n\n");
  const headers = (end === -1 ? text : text.slice(0, end)).split("\n");
  const tree = valuesOf(headers, "tree")[0];
  if (tree === undefined) return undefined;
  return {
    tree,
    parents: valuesOf(headers, "parent"),
    author: personOf(headers, "author"),
    committer: personOf(headers, "committer"),
    message: end === -1 ? "" : text.slice(end + 2),
  };
}

/** After the address come the time and the zone. */
function personOf(headers: readonly string[], role: string): string {
  return (valuesOf(headers, role)[0] ?? "").replace(/ -?\d+ [+-]\d{4}$/, "");
}

function valuesOf(headers: readonly string[], name: string): readonly string[] {
  const prefix = `${name} `;
  return headers.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length));
}
