/** Longer texts are no URL of a repository. */
const LENGTH_MAX = 2048;

/** Host and path of a URL; credentials and the port are left out. */
const URL_FORM =
  /^(?:https?|ssh|git|git\+ssh):\/\/(?:[^/]*@)?(\[[0-9a-f:.]+\]|[^/:@\s]+)(?::\d*)?\/([^?#\s]+)/i;

/** `git@host:team/shop.git` */
const SCP_FORM = /^(?:[^\s/@:]+@)?([^\s/:@]+):(?!\/\/)([^\s]+)$/;

/**
 * What the URL of a repository names, equal for all ways to write it: by https or ssh, with or without a user, a port and `.git`.
 * Two repositories of one host whose paths differ in case only are not told apart. `undefined`: it is no URL.
 */
export function repositoryKey(url: string): string | undefined {
  if (url.length > LENGTH_MAX) return undefined;
  const [, host = "", path = ""] = URL_FORM.exec(url) ?? SCP_FORM.exec(url) ?? [];
  const parts = path.split("/").filter((part) => part !== "");
  const name = parts.join("/").replace(/\.git$/i, "");
  return host === "" || name === "" ? undefined : `${host}/${name}`.toLowerCase();
}
