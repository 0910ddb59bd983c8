import { isJsonEqual, type JsonObject } from "../../core/object/json.ts";
import type { Playing } from "./playing.ts";
import { readWebSpec, WEB_TARGET } from "./web-deployment.ts";

/** Between two looks whether a write is undone, in milliseconds: the figure that is told is too high by that at most. */
const LOOK_MS = 5;

/**
 * Writes to the Deployment `web` as somebody else, and waits until its spec is what it was before.
 *
 * @returns how long that took from the cluster's answer to the write, in milliseconds.
 */
export async function writeAndWait(
  playing: Playing,
  write: { readonly manager: string; readonly patch: JsonObject },
): Promise<number> {
  const { stage, kubeconfig, now, pause } = playing;
  const before = await readWebSpec(playing);
  await stage.patchAs({ ...write, kubeconfig, target: WEB_TARGET });
  const writtenAtMs = now();
  // oxlint-disable-next-line no-await-in-loop -- one look after the other; the act's deadline ends it
  while (!isJsonEqual(await readWebSpec(playing), before)) {
    // oxlint-disable-next-line no-await-in-loop -- see above
    await pause(LOOK_MS);
  }
  return now() - writtenAtMs;
}
