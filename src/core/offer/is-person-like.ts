import { type ManagerPattern, matchesManager } from "../ownership/foreign-rules.ts";

/** How the names of field managers begin that a person's tool leaves behind: command lines, consoles, browsers, scripts. */
const PEOPLE: readonly string[] = [
  "kubectl",
  "k9s",
  "rancher",
  "headlamp",
  "lens",
  "Mozilla",
  "node-fetch",
];

/** Whether a person is behind a field manager, by its name and `reports.people`. */
export function isPersonLike(manager: string, people: readonly ManagerPattern[]): boolean {
  return (
    PEOPLE.some((start) => manager.startsWith(start)) ||
    people.some((pattern) => matchesManager(pattern, manager))
  );
}
