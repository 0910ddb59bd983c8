import { Errors } from "isomorphic-git";
import { SourceError } from "../../core/source-error.ts";
import { DamagedStoreError } from "./object-store.ts";

const TEXT_MAX = 500;
const NOT_GIT = [Errors.SmartHttpError, Errors.EmptyServerResponseError, Errors.ParseError];
const DAMAGE = [Errors.InternalError, Errors.NotFoundError];

/**
 * What isomorphic-git reports about a remote, as a refusal; anything unknown comes back as it is.
 *
 * @param mask Takes credentials out of a text; servers sometimes send them back.
 */
export function translateGitError(
  error: unknown,
  remote: { readonly url: string; readonly mask: (text: string) => string },
): unknown {
  if (error instanceof SourceError || !(error instanceof Error)) return error;
  const said = remote.mask(error.message).replace(/\s+/g, " ").slice(0, TEXT_MAX);
  if (NOT_GIT.some((kind) => error instanceof kind)) {
    return new SourceError(
      "not-found",
      `${remote.url}: does not answer as a Git server does (smart HTTP), check source.url: ${said}`,
    );
  }
  if (error instanceof Errors.RemoteCapabilityError) {
    return new SourceError("unsupported", `${remote.url}: the server cannot make shallow clones`);
  }
  if (DAMAGE.some((kind) => error instanceof kind)) {
    return new DamagedStoreError(said, { cause: error });
  }
  // The library makes a plain Error of what the server says before it breaks off (side band 3).
  if (error.constructor === Error && !("syscall" in error)) {
    return new SourceError("unreachable", `${remote.url}: the server broke off: ${said}`);
  }
  return error;
}
