interface RedirectingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly method: string;
  readonly url: URL;
  /** Base of the API. */
  readonly api: string;
}

/** 302 turns a POST into a GET in most clients, so it is followed for GET alone. */
const ALL_METHODS = new Set([301, 307, 308]);

/**
 * Where an answer redirects to, if the token may follow: inside of the API, as for a repository that was renamed. Neither
 * another origin nor another part of this one (a page to sign in) gets it.
 */
export function chooseRedirect({
  status,
  headers,
  method,
  url,
  api,
}: RedirectingAnswer): URL | undefined {
  const isFollowed = ALL_METHODS.has(status) || (status === 302 && method === "GET");
  const location = headers["location"] ?? "";
  if (!isFollowed || location === "" || !URL.canParse(location, url.href)) return undefined;
  const target = new URL(location, url);
  return isInside(target, new URL(api)) ? target : undefined;
}

function isInside(target: URL, base: URL): boolean {
  const folder = `${base.pathname.replace(/\/+$/, "")}/`;
  const isPlain = target.username === "" && target.password === "";
  return isPlain && target.origin === base.origin && target.pathname.startsWith(folder);
}
