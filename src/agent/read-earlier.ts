import type { Manifest } from "../core/manifest/manifest.ts";
import { type ObjectKey, objectKey } from "../core/object/object-id.ts";
import { SourceError } from "../core/source-error.ts";
import { explainLostCommit } from "../core/wording/explain-lost-commit.ts";
import { checkOut } from "./check-out.ts";
import { checkOutOptions } from "./refresh-source.ts";
import type { Stack } from "./stack.ts";

/**
 * What a commit that a live object names has of the stack: what cannot be had is `lost`, or `unreachable` for now. The annotation is
 * other people's text: only what looks like a commit is asked for.
 */
export async function readEarlier(
  stack: Stack,
  commit: string,
): Promise<ReadonlyMap<ObjectKey, Manifest> | "lost" | "unreachable"> {
  if (!/^[0-9a-f]{40}$/.test(commit)) return "lost";
  try {
    const parsed = await checkOut(commit, checkOutOptions(stack));
    if (!parsed.ok) return "lost";
    return new Map(parsed.value.desired.manifests.map((each) => [objectKey(each.id), each]));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const answer = error.retry === "after-wait" ? "unreachable" : "lost";
    const { name } = stack.setup.config;
    stack.setup.ports.log.warn(explainLostCommit(commit, answer), {
      stack: name,
      code: error.code,
    });
    return answer;
  }
}
