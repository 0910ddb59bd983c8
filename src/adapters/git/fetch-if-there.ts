import { Errors, type FetchResult, fetch as fetchPack } from "isomorphic-git";

/** `undefined` when the remote has no such ref (any more). */
export async function fetchIfThere(
  wish: Parameters<typeof fetchPack>[0],
): Promise<FetchResult | undefined> {
  try {
    return await fetchPack(wish);
  } catch (error) {
    if (error instanceof Errors.NotFoundError) return undefined;
    throw error;
  }
}
