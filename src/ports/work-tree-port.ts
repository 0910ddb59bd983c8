/** Files that a person works on. */
export interface WorkTreePort {
  /** As a person would type it. */
  readonly folder: string;
  /** The text of a regular file by its path from the root; `undefined` when there is none, or when it is a link or no text. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** Puts another text into a file that was read, all of it or nothing. */
  readonly write: (path: string, text: string) => Promise<void>;
}
