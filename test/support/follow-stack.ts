import type { StackStatus } from "../../src/core/report/status-document.ts";
import { type AuditEntry, auditSince } from "./audit-log.ts";
import { eventually } from "./eventually.ts";
import type { TestStack } from "./test-stack.ts";

/** Makes passes until the status satisfies the check. */
export async function passUntil(
  stack: TestStack,
  what: string,
  check: (status: StackStatus) => boolean,
): Promise<StackStatus> {
  return eventually(what, async () => {
    const status = await stack.pass();
    return check(status) ? status : undefined;
  });
}

/** Makes so many passes, to show that none of them does anything. */
export async function passes(stack: TestStack, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one pass after the other
    await stack.pass();
  }
}

/** What the stack's agent wrote in the stack's namespace since the mark, dry runs and events left out. */
export async function writesSince(stack: TestStack, mark: number): Promise<readonly AuditEntry[]> {
  const { namespace, user } = stack;
  const entries = await auditSince(mark, { user: user.name, namespace, isWrite: true });
  return entries.filter((each) => each.resource !== "events");
}

/** The shut gates of an object, one line each: `Elasticsearch/logs VersionBehind wants 9.1.0 has 8.19.2`. */
export function blockersOf(stack: TestStack, id: string): readonly string[] {
  const { blockers = [] } = stack.object(id) ?? {};
  return blockers.map(
    ({ to, reason, want, have }) => `${shortId(to)} ${reason} wants ${want} has ${have}`,
  );
}

/** Kind and name: `Elasticsearch/logs`. */
export function shortId(id: string): string {
  const parts = id.split("/");
  return `${(parts[0] ?? "").split(".")[0]}/${parts.at(-1)}`;
}
