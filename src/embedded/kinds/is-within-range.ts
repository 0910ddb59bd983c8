import { BlockList, isIP } from "node:net";

/** Whether a range of addresses such as `10.1.0.0/16` lies in a larger one. Both are well-formed. */
export function isWithinRange(part: string, range: string): boolean {
  const [address = "", bits = "0"] = part.split("/");
  const [start = "", size = "0"] = range.split("/");
  const family = isIP(start) === 6 ? "ipv6" : "ipv4";
  if (isIP(address) !== isIP(start) || Number(bits) <= Number(size)) return false;
  const list = new BlockList();
  list.addSubnet(start, Number(size), family);
  return list.check(address, family);
}
