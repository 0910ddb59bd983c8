import { resolve } from "node:path";
import { isLoopback } from "../../core/config/loopback.ts";
import { SourceError } from "../../core/source-error.ts";
import { maskCredentials } from "./mask-credentials.ts";

/** Where a repository is: behind Git's smart HTTP protocol, or in a folder of this machine. */
type RepositoryLocation =
  | { readonly kind: "remote"; readonly url: string }
  | { readonly kind: "folder"; readonly path: string };

/** `git@host:team/shop.git`, and without a user `host.example:team/shop`. */
const SCP_LIKE = /^(?:[^\s/@]+@[^\s/:]+:|[^\s/:@]+\.[^\s/:@]+:)/;

/**
 * Decides where `source.url` points; folders are relative to `baseFolder`. Plain http is taken on loopback only.
 *
 * @throws {SourceError} `unsupported`, with what to write instead, for ssh, git:// and URLs with credentials.
 */
export function locateRepository(url: string, baseFolder: string): RepositoryLocation {
  const shown = maskCredentials(url);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) {
    if (SCP_LIKE.test(url)) throw refuseSsh(shown);
    return { kind: "folder", path: resolve(baseFolder, url) };
  }
  switch (scheme) {
    case "ssh":
    case "git+ssh":
      throw refuseSsh(shown);
    case "https":
    case "http":
      return { kind: "remote", url: checkedUrl(url, shown) };
    default:
      throw new SourceError(
        "unsupported",
        `${shown}: ${scheme}:// is not read, write an https:// URL or the path of a folder`,
      );
  }
}

function refuseSsh(shown: string): SourceError {
  return new SourceError(
    "unsupported",
    `${shown}: ssh is not read by this version, write the repository's https:// URL and name a tokenFile`,
  );
}

function checkedUrl(written: string, shown: string): string {
  if (!URL.canParse(written)) throw new SourceError("unsupported", `${shown}: not a URL`);
  const url = new URL(written);
  // A password with a slash in it makes a URL without a user: any @ is taken for credentials (in a path it is %40).
  if (written.includes("@")) {
    throw new SourceError(
      "unsupported",
      `${shown}: credentials do not belong in the URL, write username and tokenFile instead`,
    );
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new SourceError(
      "unsupported",
      `${shown}: plain http is read on loopback only, write https://`,
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw new SourceError(
      "unsupported",
      `${shown}: a repository's URL has no query and no fragment`,
    );
  }
  return url.href.replace(/\/+$/, "");
}
