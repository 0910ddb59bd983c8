import type { ManagerEntry } from "./manager-entry.ts";

/** Whether the entry is our Apply entry of the main resource, at whatever API version: an object has at most one. */
export function isOwnEntry(entry: ManagerEntry, manager: string): boolean {
  return entry.manager === manager && entry.operation === "Apply" && entry.subresource === "";
}
