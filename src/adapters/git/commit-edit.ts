import { commitFiles } from "./commit-files.ts";
import { readWorkTree } from "./read-work-tree.ts";

/** An edit of a work tree, as a person makes it with an editor and `git commit -a`. */
interface EditToCommit {
  /** A repository with a work tree and a name to commit in. */
  readonly repository: string;
  readonly message: string;
  /** What a file is to hold; the same text leaves it alone. */
  readonly edit: (path: string, text: string) => string;
}

/** What became of it. */
interface CommittedEdit {
  readonly commit: string;
  /** By path. */
  readonly changes: readonly {
    readonly path: string;
    readonly before: string;
    readonly after: string;
  }[];
}

/** Edits the files of a work tree and commits them. */
export async function commitEdit({
  repository,
  message,
  edit,
}: EditToCommit): Promise<CommittedEdit> {
  const files = await readWorkTree(repository);
  const changes = [...files]
    .map(([path, before]) => ({ path, before, after: edit(path, before) }))
    .filter(({ before, after }) => before !== after)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const texts = new Map(changes.map(({ path, after }) => [path, after]));
  return { commit: await commitFiles(repository, { message, files: texts }), changes };
}
