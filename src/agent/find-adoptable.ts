import { isSaidByGit } from "../core/adopt/is-said-by-git.ts";
import type { Drift } from "../core/drift/drift.ts";
import type { Manifest } from "../core/manifest/manifest.ts";
import { objectKey } from "../core/object/object-id.ts";
import type { StackStatus } from "../core/report/status-document.ts";
import { refreshTip } from "./refresh-source.ts";
import { runPass } from "./run-pass.ts";
import type { Stack } from "./stack.ts";

/** What an adopt edit of a stack may be made of. Values of the drifts are the real ones: not to be shown. */
export interface Adoptable {
  readonly status: StackStatus;
  /** Of the revision in force. */
  readonly manifests: readonly Manifest[];
  /** What differs now, is neither ignored nor allowed, and is not said by Git by now. */
  readonly drifts: readonly Drift[];
}

/** Classes in which Git and the cluster say the same. */
const EQUAL: ReadonlySet<Drift["class"]> = new Set(["coowned", "legacy"]);

/** Looks at a stack for differences that Git could take over. Writes nothing. @throws {ClusterError} */
export async function findAdoptable(stack: Stack): Promise<Adoptable> {
  await refreshTip(stack);
  const { status, drifts } = await runPass(stack, { isPreview: true });
  const manifests = stack.desired?.manifests ?? [];
  const byKey = new Map(manifests.map((each) => [objectKey(each.id), each]));
  function isSaid(drift: Drift): boolean {
    const manifest = byKey.get(objectKey(drift.id));
    return manifest !== undefined && isSaidByGit(drift, manifest);
  }
  const open = drifts.filter(
    ({ drift, action }) => action !== "ignored" && !EQUAL.has(drift.class) && !isSaid(drift),
  );
  const isKnown = !stack.refusals.has("cluster");
  return { status, manifests, drifts: isKnown ? open.map(({ drift }) => drift) : [] };
}
