import { CONTROL_KEYS } from "../../src/core/control-keys.ts";
import { canonicalText, type JsonObject } from "../../src/core/object/json.ts";
import { annotationOf, resourceVersionOf } from "../../src/core/object/live-object.ts";
import type { Commit } from "./commit.ts";
import { isMember, judgeDelete } from "./judge-delete.ts";
import { type Moment, momentOf, nothingAt, Observer, type Wanted } from "./observer.ts";
import type { SimAgent } from "./sim-agent.ts";
import type { SimObject } from "./sim-object.ts";
import type { SimServer } from "./sim-server.ts";
import { readSpec, revisionText, type SimEdge } from "./wish.ts";

interface Given {
  readonly edges: readonly SimEdge[];
  readonly text: string;
  readonly by: Writer;
  /** What it was given before that. */
  readonly before: Given | undefined;
}

type Writer = Pick<SimAgent, "commit" | "reads">;

/** Stands at the door of the server, sees each write of ours, and asks the observer about it. */
export class Witness {
  readonly faults: string[] = [];
  writes = 0;
  deletes = 0;
  readonly #server: SimServer;
  readonly #observer = new Observer();
  /** What each object was last given by us, and when. */
  readonly #given = new Map<SimObject, Given>();
  readonly #writtenAt = new Map<SimObject, number>();

  constructor(server: SimServer) {
    this.#server = server;
    server.onChange = (object) => this.#observer.note(object, server.serial);
    for (const object of server.objects) this.#observer.note(object, 0);
  }

  /** Nobody decides any more on what was before. */
  forget(): void {
    this.#observer.forget();
  }

  /** Sends a write of ours and judges it. */
  watch(
    object: SimObject,
    request: { readonly body: JsonObject; readonly send: () => JsonObject },
    agent: Writer,
  ): JsonObject {
    const { live } = object;
    const now = momentOf(object, this.#server.serial);
    const after = request.send();
    this.writes += 1;
    // The API has no guard for a create: where somebody was first since the look, it changes what that one made.
    const isGuarded = resourceVersionOf(request.body) !== "";
    const before = isGuarded ? now : nothingAt(now.serial);
    if (after === live && isGuarded) {
      this.faults.push(`o${object.role.index}: written for nothing`);
    }
    this.#judge(object, { before, body: request.body }, agent);
    // What it wrote it knows, also where it never read it in this pass; not what somebody made there since its look.
    if (isGuarded || live === undefined) agent.reads.set(object, this.#server.serial);
    return after;
  }

  /** Sends a delete of ours and judges it by how everything was just before. */
  watchDelete(
    object: SimObject,
    request: { readonly isGuarded: boolean; readonly send: () => void },
    { commit, reads }: Writer,
  ): void {
    const { objects, serial } = this.#server;
    const { live } = object;
    const faults = judgeDelete({
      object,
      commit,
      isGuarded: request.isGuarded,
      others: objects.filter((each) => each !== object),
      since: (other) => this.#observer.since(other, reads.get(other) ?? serial),
    });
    request.send();
    this.deletes += 1;
    if (live !== undefined) this.faults.push(...faults);
  }

  #judge(
    object: SimObject,
    { before, body }: { readonly before: Moment; readonly body: JsonObject },
    agent: Writer,
  ): void {
    const { commit, reads } = agent;
    const edges = commit?.wishes[object.role.index]?.edges ?? [];
    const text = `${canonicalText(body["spec"] ?? {})} ${annotationOf(body, CONTROL_KEYS.after) ?? ""}`;
    const given = knownOf(this.#given.get(object), { text, isThere: before.isThere, by: agent });
    const isChange = given?.text !== text;
    const faults = this.#observer.judge({
      object,
      before,
      version: readSpec(body).version,
      edges,
      dependents: this.#dependentsOf(object, commit),
      target: (index) => this.#server.objects[index],
      wanted: (index) => wantedOf(commit, index),
      // What was written by us since then is no surprise to us.
      readAt: (other) =>
        Math.max(reads.get(other) ?? this.#server.serial, this.#writtenAt.get(other) ?? 0),
      isChange,
    });
    this.faults.push(...faults);
    this.#given.set(object, isChange ? { edges, text, by: agent, before: given } : given);
    this.#writtenAt.set(object, this.#server.serial);
  }

  /** By Git's edges; and by those that live objects were given before, where Git says nothing of the same two any more. */
  #dependentsOf(target: SimObject, commit: Commit | undefined): readonly SimObject[] {
    return this.#server.objects.filter((object) => {
      if (object.live === undefined) return false;
      const git = edgeTo(commit?.wishes[object.role.index]?.edges, target);
      const last = isMember(object) ? edgeTo(this.#given.get(object)?.edges, target) : undefined;
      return (git ?? last)?.gate === "lockstep";
    });
  }
}

/**
 * What the writer may know that the object was given: a process that was killed may not have noted its last write, and where the
 * object is gone nothing else tells of it.
 */
function knownOf(
  last: Given | undefined,
  write: { readonly text: string; readonly isThere: boolean; readonly by: Writer },
): Given | undefined {
  const isUnknown = last?.by !== write.by && !write.isThere && last?.before?.text === write.text;
  return isUnknown ? last?.before : last;
}

function edgeTo(edges: readonly SimEdge[] | undefined, { role }: SimObject): SimEdge | undefined {
  return edges?.find((edge) => edge.target === role.index);
}

function wantedOf(commit: Commit | undefined, index: number): Wanted | undefined {
  const wish = commit?.wishes[index];
  return wish === undefined ? undefined : { version: wish.version, revision: revisionText(wish) };
}
