/** Names and addresses of this machine that are everywhere the same; an IPv6 address without its brackets. */
export const LOOPBACK_HOSTS: readonly string[] = ["127.0.0.1", "::1", "localhost"];

/** Whether only programs of this machine are reached there. @param host an IPv6 address with or without brackets. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  return LOOPBACK_HOSTS.includes(bare) || /^127(?:\.\d{1,3}){3}$/.test(bare);
}
