/** Paths that say whether the server is well. */
export const HEALTH_ENDPOINTS: readonly string[] = ["healthz", "livez", "readyz"];

/** What is looked at, each also below the path, such as `/readyz/ping`. */
export const HEALTH_CHECKS: readonly string[] = ["ping", "log", "etcd"];

/** The answer of a server that answers: it has nothing that could be unwell without it. */
export function renderHealth(endpoint: string, query: URLSearchParams): string {
  if (!query.has("verbose")) return "ok";
  const excluded = query.getAll("exclude");
  const lines = HEALTH_CHECKS.map((check) =>
    excluded.includes(check) ? `[+]${check} excluded: ok` : `[+]${check} ok`,
  );
  return `${[...lines, `${endpoint} check passed`].join("\n")}\n`;
}
