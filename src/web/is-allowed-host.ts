import type { Listen } from "../core/config/agent-config.ts";
import { isLoopback } from "../core/config/loopback.ts";

const WILDCARD: readonly string[] = ["0.0.0.0", "[::]"];

/**
 * Whether a Host header names this server. A page of somebody else's site can make a browser send requests here by
 * pointing its own name at our address (DNS rebinding); the header still holds that name. An address cannot be rebound,
 * so any is allowed where we listen on all of them. Ports are not compared: a port-forward has another one.
 */
export function isAllowedHost(header: string, listen: Listen): boolean {
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i.exec(header);
  const host = found?.[1]?.toLowerCase();
  if (host === undefined) return false;
  const own = listen.host.includes(":") ? `[${listen.host}]` : listen.host;
  if (isLoopback(host) || host === own.toLowerCase()) return true;
  return WILDCARD.includes(own) && (host.startsWith("[") || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host));
}
