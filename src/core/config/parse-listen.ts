import type { Listen } from "./agent-config.ts";

/**
 * Reads `host:port`; an IPv6 address stands in brackets (`[::1]:8080`), which the result leaves out. Port 0 lets the system choose one.
 *
 * @returns `undefined` for text that is none.
 */
export function parseListen(text: string): Listen | undefined {
  const found =
    /^(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)):(\d{1,5})$/.exec(
      text,
    );
  const port = Number(found?.[3] ?? -1);
  if (found === null || port > 65_535) return undefined;
  return { host: found[1] ?? found[2] ?? "", port };
}
