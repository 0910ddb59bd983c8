import type { LogFields, LogPort } from "../ports/log-port.ts";
import type { HookOutcome } from "../ports/metrics-port.ts";

/** What is said of hooks that nobody looks for; each of them at most once in this time, in milliseconds. */
const QUIET_MS = 60_000;

const MESSAGES: Readonly<Record<Exclude<HookOutcome, "rung">, string>> = {
  "no-stack": "a hook names a repository that no stack follows",
  unsigned: "a hook without a signature was refused: set the secret at the forge, too",
  forged: "a hook was refused: its signature is not of the secret in agent.hooks",
  "too-large": "a hook was refused: its body is larger than 1 MiB",
  cut: "a hook was not heard: its body broke off, or did not come in time",
  "wrong-path": "a request to the address of agent.hooks was for another path than /hooks/git",
  "wrong-method": "a request for /hooks/git was no POST",
  "wrong-type":
    "a hook was refused: it is neither JSON nor a form; set its content type at the forge",
  "no-secret": "hooks are refused",
};

/** Says what went wrong with hooks, in one line for each kind, however many come. @param now Epoch milliseconds. */
export function openHookLog(
  log: LogPort,
  now: () => number,
): (outcome: HookOutcome, fields: LogFields) => void {
  const told = new Map<HookOutcome, { readonly atMs: number; more: number }>();
  return (outcome, fields) => {
    if (outcome === "rung") return;
    const last = told.get(outcome);
    if (last !== undefined && now() < last.atMs + QUIET_MS) {
      last.more += 1;
      return;
    }
    told.set(outcome, { atMs: now(), more: 0 });
    const more = last === undefined || last.more === 0 ? {} : { moreSinceTheLast: last.more };
    log.warn(MESSAGES[outcome], { ...fields, ...more });
  };
}
