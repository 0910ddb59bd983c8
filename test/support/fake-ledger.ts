import type { SourceError } from "../../src/core/source-error.ts";
import type { LedgerChange, LedgerPort } from "../../src/ports/ledger-port.ts";

/** A ledger branch in memory. */
export class FakeLedger implements LedgerPort {
  readonly files = new Map<string, string>();
  /** The first line of each commit's message. */
  readonly commits: string[] = [];
  readonly requests: string[] = [];
  /** What the repository says to everything while it is set. */
  refusal: SourceError | undefined;
  /** A commit waits for this before it is done. */
  gate: Promise<void> = Promise.resolve();

  async readFiles(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    this.requests.push("read");
    await Promise.resolve();
    if (this.refusal !== undefined) throw this.refusal;
    return new Map([...this.files].filter(([path]) => paths.includes(path)));
  }

  async commit({ files, message }: LedgerChange): Promise<string | undefined> {
    this.requests.push("commit");
    await this.gate;
    if (this.refusal !== undefined) throw this.refusal;
    if ([...files].every(([path, text]) => this.files.get(path) === text)) return undefined;
    for (const [path, text] of files) this.files.set(path, text);
    this.commits.push(message.split("\n")[0] ?? "");
    return `commit-${this.commits.length}`;
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }
}
