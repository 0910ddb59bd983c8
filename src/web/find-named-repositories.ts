import { isJsonObject } from "../core/object/json.ts";

/** Where GitHub, Gitea, Forgejo and GitLab write the URLs of the repository that an event is about. */
const SECTIONS = ["repository", "project"] as const;
const KEYS = [
  "clone_url",
  "ssh_url",
  "git_url",
  "html_url",
  "git_http_url",
  "git_ssh_url",
  "web_url",
  "homepage",
] as const;

/**
 * The URLs of the repository that a hook's body names, as JSON or as a form with `payload=`; none when it names none or does not
 * parse.
 */
export function findNamedRepositories(body: string, contentType: string): readonly string[] {
  const payload = parseJson(
    isForm(contentType) ? (new URLSearchParams(body).get("payload") ?? "") : body,
  );
  if (!isJsonObject(payload)) return [];
  return SECTIONS.flatMap((name) => {
    const section = payload[name];
    return isJsonObject(section) ? KEYS.map((key) => section[key]) : [];
  }).filter((url) => typeof url === "string");
}

/** The two types in which forges send hooks. */
export function isHookType(contentType: string): boolean {
  return isForm(contentType) || /^application\/json\s*(?:;|$)/i.test(contentType);
}

function isForm(contentType: string): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
