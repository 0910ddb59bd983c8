import { choosePullRequest } from "../../src/adapters/forge/choose-pull-request.ts";
import type { ForgeError } from "../../src/core/forge-error.ts";
import type {
  BranchFile,
  CommitStatus,
  ForgePort,
  NewPullRequest,
  PullRequest,
  WantedPullRequest,
} from "../../src/ports/forge-port.ts";
import type {
  OfferBranchPort,
  OfferChange,
  OfferTip,
  RebuiltOffer,
} from "../../src/ports/offer-branch-port.ts";
import type { FakeSource } from "./fake-source.ts";

/** A forge and the branch of its pull request in memory. */
export class FakeForge implements ForgePort, OfferBranchPort {
  readonly limits = { body: 10_000, title: 200, description: 140 };
  readonly pulls: PullRequest[] = [];
  /** What was asked, in order, reads left out. */
  readonly changes: string[] = [];
  reads = 0;
  /** `commit state description`, the newest last. */
  readonly statuses: string[] = [];
  readonly labels: string[] = [];
  /** What the branch holds. */
  offer: (OfferChange & OfferTip) | undefined;
  refusal: ForgeError | undefined;
  /** Called before each request. */
  onRequest: (name: string) => void | Promise<void> = () => undefined;
  readonly #source: FakeSource;
  #commits = 0;

  constructor(source: FakeSource) {
    this.#source = source;
  }

  async findPullRequest(wanted: WantedPullRequest): Promise<PullRequest | undefined> {
    await this.#ask("find");
    return choosePullRequest(this.pulls.toReversed(), wanted);
  }

  async createPullRequest({ base, title, body }: NewPullRequest): Promise<PullRequest> {
    await this.#ask("create");
    const number = this.pulls.length + 1;
    const headCommit = this.offer?.commit ?? "";
    const url = `https://forge.example/team/stack/pulls/${number}`;
    const made: PullRequest = { number, url, state: "open", headCommit, base, title, body };
    this.pulls.push(made);
    this.changes.push(`create ${number}: ${title}`);
    return made;
  }

  async updatePullRequest(number: number, content: { title: string; body: string }): Promise<void> {
    await this.#ask("update");
    this.change(number, content);
    this.changes.push(`update ${number}: ${content.title}`);
  }

  async addLabels(_: number, labels: readonly string[]): Promise<void> {
    await this.#ask("label");
    this.labels.push(...labels);
  }

  async findFilePage({ branch, path }: BranchFile): Promise<string | undefined> {
    await this.#ask("page");
    return `https://forge.example/team/stack/src/branch/${branch}/${path}`;
  }

  async comment(number: number): Promise<void> {
    await this.#ask("comment");
    this.changes.push(`comment ${number}`);
  }

  async closePullRequest(number: number): Promise<void> {
    await this.#ask("close");
    this.change(number, { state: "closed" });
    this.changes.push(`close ${number}`);
  }

  async setCommitStatus(commit: string, status: CommitStatus): Promise<void> {
    await this.#ask("status");
    this.statuses.push(`${commit.slice(0, 7)} ${status.state} ${status.description}`);
  }

  /** A person's word, or the forge's own. */
  change(number: number, content: Partial<PullRequest>): void {
    const index = this.pulls.findIndex((each) => each.number === number);
    const known = this.pulls[index];
    if (known !== undefined) this.pulls[index] = { ...known, ...content };
  }

  async findTip(): Promise<OfferTip | undefined> {
    await this.#ask("tip");
    return this.offer;
  }

  async rebuild(change: OfferChange): Promise<RebuiltOffer> {
    await this.#ask("rebuild");
    const { offer } = this;
    const isMoved = change.base !== this.#source.tip || change.expected !== offer?.commit;
    if (isMoved) return { kind: "lost" };
    const isSame = offer?.base === change.base && textOf(offer.files) === textOf(change.files);
    if (isSame) return { kind: "same", commit: offer.commit };
    this.#commits += 1;
    this.offer = { ...change, commit: `offer-${this.#commits}`, isOurs: true };
    this.changes.push(`push ${[...change.files.keys()].join(", ")}`);
    return { kind: "pushed", commit: this.offer.commit };
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }

  async #ask(name: string): Promise<void> {
    this.reads += 1;
    await this.onRequest(name);
    if (this.refusal !== undefined) throw this.refusal;
  }
}

function textOf(files: ReadonlyMap<string, string>): string {
  return JSON.stringify([...files]);
}
