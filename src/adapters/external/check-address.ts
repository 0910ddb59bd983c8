import { BlockList, isIP } from "node:net";
import type { ExternalHost } from "../../core/config/agent-config.ts";

/**
 * Where no name may lead: this host, loopback, link-local (the metadata services of clouds), what is no single host, and
 * the same wrapped into IPv6 (compatible, NAT64 and 6to4; mapped ones the list sees by itself).
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const FORBIDDEN = blockListOf([
  "0.0.0.0/8",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "224.0.0.0/3",
  "::/96",
  "64:ff9b::0.0.0.0/104",
  "64:ff9b::127.0.0.0/104",
  "64:ff9b::169.254.0.0/112",
  "64:ff9b::224.0.0.0/99",
  "2002::/24",
  "2002:7f00::/24",
  "2002:a9fe::/32",
  "2002:e000::/19",
  "fd00:ec2::254/128",
  "fe80::/10",
  "ff00::/8",
]);

/** Whether a name that leads to this address may not be asked. */
export function isForbiddenAddress(address: string): boolean {
  return isInList(FORBIDDEN, address);
}

/** Whether it is one of these addresses, in whatever spelling. */
export function isOneOf(address: string, addresses: readonly string[]): boolean {
  const list = new BlockList();
  for (const each of addresses) list.addAddress(each, familyOf(each));
  return isInList(list, address);
}

/** Whether the configuration lists the host of a URL, as it is written there or in another spelling of the same address. */
export function isAllowedHost(url: URL, allow: readonly ExternalHost[]): boolean {
  const port = url.port === "" ? 443 : Number(url.port);
  return allow.some((each) => canonical(each.host) === hostOf(url) && (each.port ?? port) === port);
}

/** The host of a URL as DNS and sockets take it: no brackets, no dot at its end. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

function canonical(host: string): string {
  const text = `https://${isIP(host) === 6 ? `[${host}]` : host}`;
  return URL.canParse(text) ? hostOf(new URL(text)) : host;
}

function isInList(list: BlockList, address: string): boolean {
  return list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

function blockListOf(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = "", prefix] = subnet.split("/");
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}
